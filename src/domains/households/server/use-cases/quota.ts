import { z } from 'zod'
import { Problem } from '#platform/shared/problem.ts'
import { figure, many, say } from '#platform/shared/say.ts'
import { type QuotaLimits, type QuotaName, quotaNames, quotas } from '../../contract/quota.ts'

/** The settings, by environment variable. */
export const QuotaSettings = z.object(
  Object.fromEntries(
    quotaNames.map((name) => [quotas[name].setting, z.coerce.number().int().min(1).max(1_000_000).default(quotas[name].default)]),
  ) as Record<Setting, z.ZodDefault<z.ZodCoercedNumber>>,
)
type Setting = (typeof quotas)[QuotaName]['setting']

export const quotaLimits = (settings: z.infer<typeof QuotaSettings>): QuotaLimits =>
  Object.fromEntries(quotaNames.map((name) => [name, settings[quotas[name].setting] * unitOf(quotas[name])])) as QuotaLimits

const unitOf = (quota: (typeof quotas)[QuotaName]): number => ('unit' in quota ? quota.unit : 1)

const sentences: Record<QuotaName, (limit: number) => string> = {
  households: (limit) =>
    say`You belong to ${many(limit, { one: '# household', other: '# households' })}, the limit for one account. Leave or delete one you no longer need. A deleted one counts until it can no longer be restored.`,
  circles: (limit) =>
    say`You’re in, or have asked to join, ${many(limit, { one: '# circle', other: '# circles' })}, the limit for one account. Leave one you no longer need.`,
  members: (limit) => say`This household has ${many(limit, { one: '# member', other: '# members' })}, the limit on this server.`,
  recipes: (limit) =>
    say`This household has ${many(limit, { one: '# recipe', other: '# recipes' })}, the limit on this server. Remove some you no longer need.`,
  storedBytes: (limit) =>
    say`No space left for photos: this household can store ${figure(limit / 1_000_000)} MB. Remove some you no longer need.`,
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
