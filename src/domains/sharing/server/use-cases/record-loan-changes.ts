import { timeZoneOf } from '#domains/households/server/index.ts'
import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { coalesceByKey } from '#platform/server/jobs/coalesce-by-key.ts'
import type { LiveStreams } from '#platform/server/realtime/live-streams.ts'
import { sharingChangedTopic } from '#platform/server/realtime/user-signals.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '#platform/shared/logged-error.ts'
import { type BorrowStatus, sharedChanged } from '../../contract/index.ts'
import { memberIdsOfLinkedCircles } from '../store/available-lots.ts'
import type { RequestRow } from '../store/borrow.ts'

export const sharingScope = { crossHousehold: 'sharing' } as const

/** Returns both households of a request or debt, usable as the scope of a write. */
export const partiesOf = (
  row: Pick<RequestRow, 'household_id' | 'borrower_household_id'>,
): [lender: HouseholdId, borrower: HouseholdId] => [row.household_id, row.borrower_household_id]

/** Returns the caller as acting in `householdId`, with its time zone and date. */
export async function asMemberOf(tx: Transaction, member: Member, householdId: HouseholdId): Promise<Member> {
  if (householdId === member.householdId) return member
  const timeZone = await timeZoneOf(tx, householdId)
  return { ...member, householdId, timeZone, today: dateInTimeZone(timeZone, member.now) }
}

/** Signals to circle members that what the household shares or offers has changed. */
export const publishSharedChange = (tx: Transaction, householdId: HouseholdId): void => tx.publish(sharingChangedTopic, householdId)

/**
 * Records one change in each household's log. The lender's names the lot, so that its members see the new reserved quantity. `was` is the
 * status before a request ended.
 */
export async function recordInBothLogs(
  tx: Transaction,
  actor: Omit<Actor, 'householdId'>,
  row: Pick<RequestRow, 'household_id' | 'borrower_household_id' | 'id' | 'lot_id' | 'unit'>,
  event: EventType,
  about: { was?: BorrowStatus } = {},
): Promise<void> {
  const [lender, borrower] = partiesOf(row)
  const lots = [{ lotId: row.lot_id, milli: 0, unit: row.unit, type: 'UPDATE' }]
  await recordChange(tx, { ...actor, householdId: lender }, event, { requestId: row.id, ...about, lots })
  await recordChange(tx, { ...actor, householdId: borrower }, event, { requestId: row.id, ...about })
  publishSharedChange(tx, lender)
}

/** Minimum time between two signals for one household. The first is sent immediately. */
const minIntervalMs = 250

/** Signals members of a household's circles when what it shares changes. Each process signals its own subscribers. */
export function signalSharedChanges(database: Database, live: LiveStreams, log: (message: string) => void): void {
  const signals = coalesceByKey({ delayMs: minIntervalMs, isImmediate: true }, (_id: string, householdId: string) => {
    if (!live.hasSubscribers()) return
    database
      .read(sharingScope, (q) => memberIdsOfLinkedCircles(q, householdId))
      .then((userIds) => live.signalUsers(sharedChanged, new Set(userIds)))
      .catch((error: unknown) => log(`signaling shared changes failed: ${reasonOf(error)}`))
  })
  database.onMessage(sharingChangedTopic, (householdId) => signals.add(householdId, householdId))
}
