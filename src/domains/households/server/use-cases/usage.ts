import type { Reader } from '#platform/server/database/index.ts'
import type { Caller, Member } from '#platform/server/endpoints/route.ts'
import { type QuotaLimits, type QuotaName, type QuotaUsage, quotaNames } from '../../contract/quota.ts'
import * as keyStore from '../store/access-tokens.ts'
import * as store from '../store/index.ts'

/** Counts the usage of quotas, with the queries of the checks. */
export type UsageCounters<Whose> = Partial<Record<QuotaName, (q: Reader, whose: Whose) => Promise<number>>>

export interface Usage {
  readonly limits: QuotaLimits
  /** Counters of other domains. */
  readonly ofAccount: UsageCounters<Caller>
  readonly ofHousehold: UsageCounters<Member>
}

const accountCounters: UsageCounters<Caller> = { households: (q, { userId }) => store.countHouseholdsOf(q, userId) }
const memberCounters: UsageCounters<Member> = {
  members: (q, { householdId }) => store.countMembers(q, householdId),
  tokens: (q, { householdId, userId }) => keyStore.countTokens(q, householdId, userId),
}

export const readAccountUsage = (q: Reader, caller: Caller, { limits, ofAccount }: Usage): Promise<QuotaUsage[]> =>
  count(q, caller, limits, { ...accountCounters, ...ofAccount })

export const readHouseholdUsage = (q: Reader, member: Member, { limits, ofHousehold }: Usage): Promise<QuotaUsage[]> =>
  count(q, member, limits, { ...memberCounters, ...ofHousehold })

async function count<Whose>(q: Reader, whose: Whose, limits: QuotaLimits, counters: UsageCounters<Whose>): Promise<QuotaUsage[]> {
  const usage: QuotaUsage[] = []
  for (const name of quotaNames) {
    const used = await counters[name]?.(q, whose)
    if (used !== undefined) usage.push({ name, used, limit: limits[name] })
  }
  return usage
}
