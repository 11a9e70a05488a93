import { timeZoneOf } from '#domains/households/server/index.ts'
import { type Actor, recordChange } from '#platform/server/changes/log.ts'
import type { Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { sharedTopic } from '#platform/server/realtime/user-signals.ts'
import { dayIn } from '#platform/shared/calendar.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { BorrowStatus } from '../../contract/index.ts'
import type { RequestRow } from '../store/borrow.ts'

/** A free call of a household route, as far as sharing needs it. */
export interface Calling<Reply, Answer> {
  readonly member: Member
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  write(scope: Scope, work: (tx: Transaction) => Promise<Reply>): Promise<Answer>
}

export const crossHousehold = { crossHousehold: 'sharing' } as const

/** Both households of a request or a debt, as the scope of a write. */
export const bothOf = (row: Pick<RequestRow, 'household_id' | 'borrower_household_id'>): [lender: HouseholdId, borrower: HouseholdId] => [
  row.household_id as HouseholdId,
  row.borrower_household_id as HouseholdId,
]

/** The caller acting in the other household of a loan, on its calendar. */
export async function memberIn(tx: Transaction, member: Member, householdId: HouseholdId): Promise<Member> {
  if (householdId === member.householdId) return member
  const timeZone = await timeZoneOf(tx, householdId)
  return { ...member, householdId, timeZone, today: dayIn(timeZone, member.now) }
}

/** What the household shares is more or less than it was, or is offered: whoever sees it is hinted at once. */
export const tellSharers = (tx: Transaction, householdId: HouseholdId): void => tx.publish(sharedTopic, householdId)

/**
 * One change in the log of each side. The lender's names its lot, so that its members see what is promised of it. `was`: the state a request
 * that ended was in.
 */
export async function recordBoth(
  tx: Transaction,
  actor: Omit<Actor, 'householdId'>,
  row: Pick<RequestRow, 'household_id' | 'borrower_household_id' | 'id' | 'lot_id' | 'unit'>,
  event: EventType,
  about: { was?: BorrowStatus } = {},
): Promise<void> {
  const [lender, borrower] = bothOf(row)
  const lots = [{ lotId: row.lot_id, milli: 0, unit: row.unit, type: 'UPDATE' }]
  await recordChange(tx, { ...actor, householdId: lender }, event, { requestId: row.id, ...about, lots })
  await recordChange(tx, { ...actor, householdId: borrower }, event, { requestId: row.id, ...about })
  tellSharers(tx, lender)
}
