import { z } from 'zod'
import { Problem } from '#platform/contract/problem.ts'
import { type QuotaLimits, type QuotaName, quotaNames, quotas } from '#platform/contract/quota.ts'
import { figure, many, say } from '#platform/contract/say.ts'

/** The operator's settings, by their names in the environment. */
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
    say`You belong to ${many(limit, { one: '# household', other: '# households' })}, the most one account can. Leave or delete one you no longer need. A deleted one counts until it can no longer be restored.`,
  circles: (limit) =>
    say`You are in ${many(limit, { one: '# circle', other: '# circles' })} or have asked to join them, the most one account can. Leave one you no longer need.`,
  members: (limit) => say`This household has ${many(limit, { one: '# member', other: '# members' })}, the most there can be.`,
  recipes: (limit) =>
    say`This household has ${many(limit, { one: '# recipe', other: '# recipes' })}, the most there can be. Remove some you no longer need.`,
  storedBytes: (limit) =>
    say`There is no room for more pictures: this household may keep ${figure(limit / 1_000_000)} MB of them. Remove some you no longer need.`,
  linkedCircles: (limit) =>
    say`This household is linked to ${many(limit, { one: '# circle', other: '# circles' })}, the most there can be. Unlink it from one you no longer need.`,
  webhooks: (limit) =>
    say`This household has ${many(limit, { one: '# webhook', other: '# webhooks' })}, the most there can be. Remove one you no longer need.`,
  tokens: (limit) =>
    say`You have ${many(limit, { one: '# token', other: '# tokens' })} in this household, the most there can be. Remove one you no longer need.`,
}

/**
 * Throws 409 `quota_reached` if `adding` more would exceed the limit. `used` must be counted in the transaction that adds, after it took what
 * others who add wait for: the household's row, or `Transaction.lock`.
 */
export function checkQuota(limits: QuotaLimits, name: QuotaName, used: number, adding = 1): void {
  const limit = limits[name]
  if (used + adding > limit) throw new Problem(409, 'quota_reached', sentences[name](limit), { quota: { name, limit, used } })
}
