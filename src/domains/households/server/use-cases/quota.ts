import { z } from 'zod'
import type { Reader } from '#platform/server/database/index.ts'
import type { AuthenticatedUser, Member } from '#platform/server/endpoints/route.ts'
import { Problem } from '#platform/shared/problem.ts'
import { formatNumber, many, say } from '#platform/shared/say.ts'
import { type QuotaLimits, type QuotaName, type QuotaUsage, quotaNames, quotas } from '../../contract/quota.ts'
import * as keyStore from '../store/access-tokens.ts'
import * as store from '../store/index.ts'

/** The settings, by environment variable. */
export const QuotaEnvironment = z.object(
  Object.fromEntries(
    quotaNames.map((name) => [quotas[name].setting, z.coerce.number().int().min(1).max(1_000_000).default(quotas[name].default)]),
  ) as Record<Setting, z.ZodDefault<z.ZodCoercedNumber>>,
)
type Setting = (typeof quotas)[QuotaName]['setting']

export const quotaLimits = (settings: z.infer<typeof QuotaEnvironment>): QuotaLimits =>
  Object.fromEntries(quotaNames.map((name) => [name, settings[quotas[name].setting] * unitOf(quotas[name])])) as QuotaLimits

const unitOf = (quota: (typeof quotas)[QuotaName]): number => ('unit' in quota ? quota.unit : 1)

const sentences: Record<QuotaName, (limit: number) => string> = {
  households: (limit) =>
    say`You belong to ${many(limit, { one: '# household', other: '# households' })}, the limit for one account. Leave or delete one you no longer need. A deleted one counts until it can no longer be restored.`,
  circles: (limit) =>
    say`You’re in, or have asked to join, ${many(limit, { one: '# circle', other: '# circles' })}, the limit for one account. Leave one you no longer need.`,
  messageTargets: (limit) =>
    say`You have ${many(limit, { one: '# other app', other: '# other apps' })}, the limit for one account. Remove one you no longer need.`,
  members: (limit) => say`This household has ${many(limit, { one: '# member', other: '# members' })}, the limit on this server.`,
  recipes: (limit) =>
    say`This household has ${many(limit, { one: '# recipe', other: '# recipes' })}, the limit on this server. Remove some you no longer need.`,
  storedBytes: (limit) =>
    say`No space left for photos: this household can store ${formatNumber(limit / 1_000_000)} MB. Remove some you no longer need.`,
  labels: (limit) =>
    say`This household has ${many(limit, { one: '# label', other: '# labels' })}, the limit on this server. Revoke a sheet you no longer need.`,
  linkedCircles: (limit) =>
    say`This household is linked to ${many(limit, { one: '# circle', other: '# circles' })}, the limit on this server. Unlink it from one you no longer need.`,
  webhooks: (limit) =>
    say`This household has ${many(limit, { one: '# webhook', other: '# webhooks' })}, the limit on this server. Remove one you no longer need.`,
  tokens: (limit) =>
    say`You have ${many(limit, { one: '# token', other: '# tokens' })} in this household, the limit on this server. Revoke one you no longer need.`,
}

/**
 * Throws 409 `quota_reached` if `adding` more would exceed the limit. `used` must be counted in the transaction that adds, after it locked
 * the household's row or called `Transaction.lock`.
 */
export function checkQuota(limits: QuotaLimits, name: QuotaName, used: number, adding = 1): void {
  const limit = limits[name]
  if (used + adding > limit) throw new Problem(409, 'quota_reached', sentences[name](limit), { quota: { name, limit, used } })
}

/** Counts the usage of quotas, with the queries of the checks. */
export type UsageCounters<Whose> = Partial<Record<QuotaName, (q: Reader, whose: Whose) => Promise<number>>>

export interface UsageSources {
  readonly limits: QuotaLimits
  /** Counters of other domains. */
  readonly ofAccount: UsageCounters<AuthenticatedUser>
  readonly ofHousehold: UsageCounters<Member>
}

const accountCounters: UsageCounters<AuthenticatedUser> = { households: (q, { userId }) => store.countHouseholdsOf(q, userId) }
const memberCounters: UsageCounters<Member> = {
  members: (q, { householdId }) => store.countMembers(q, householdId),
  tokens: (q, { householdId, userId }) => keyStore.countTokens(q, householdId, userId),
}

export const readAccountUsage = (q: Reader, caller: AuthenticatedUser, { limits, ofAccount }: UsageSources): Promise<QuotaUsage[]> =>
  count(q, caller, limits, { ...accountCounters, ...ofAccount })

export const readHouseholdUsage = (q: Reader, member: Member, { limits, ofHousehold }: UsageSources): Promise<QuotaUsage[]> =>
  count(q, member, limits, { ...memberCounters, ...ofHousehold })

async function count<Whose>(q: Reader, whose: Whose, limits: QuotaLimits, counters: UsageCounters<Whose>): Promise<QuotaUsage[]> {
  const usage: QuotaUsage[] = []
  for (const name of quotaNames) {
    const used = await counters[name]?.(q, whose)
    if (used !== undefined) usage.push({ name, used, limit: limits[name] })
  }
  return usage
}
