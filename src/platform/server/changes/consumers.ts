import { type CalendarDate, dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { type Database, type Reader, type Transaction, Unavailable } from '../database/index.ts'
import { type Change, type ChangeTables, changesAfter } from './log.ts'

export interface CursorTables extends ChangeTables {
  cursors: { household_id: HouseholdId; reader: string; seq: number; day: string | null; time_zone: string | null }
  parked_changes: { household_id: HouseholdId; reader: string; seq: number; reason: string; at: string }
}

/** The household whose changes are consumed, and when. */
export interface ConsumerContext {
  readonly householdId: HouseholdId
  /** Always null: the server records follow-up changes, not a user. */
  readonly userId: null
  readonly now: Date
  readonly timeZone: string
  /** The household's calendar date. Never goes back, even if the clock does, unless the household changes its time zone. */
  readonly today: CalendarDate
}

/** Code that follows the change log with a cursor. Its writes and its new cursor are committed in one transaction. */
export interface ChangeConsumer {
  readonly name: string
  /** Maximum number of changes per transaction; 200 by default. */
  readonly batchLimit?: number
  /** Names of the changes to consume; all by default. */
  readonly names?: readonly string[]
  /** Called with changes in log order, possibly including those it recorded itself. */
  consume(tx: Transaction, context: ConsumerContext, changes: readonly Change[]): Promise<void>
  /**
   * Called once a day after the household's midnight, and for a new household. Called again in a new transaction until it returns false.
   */
  newDay?(tx: Transaction, context: ConsumerContext): Promise<boolean>
}

export const defaultBatchLimit = 200

export interface CursorPosition {
  seq: number
  day: string | null
  timeZone: string | null
}

export async function saveCursors(
  tx: Transaction,
  householdId: HouseholdId,
  places: readonly { reader: string; place: CursorPosition }[],
): Promise<void> {
  if (places.length === 0) return
  await tx.rows(
    `insert into cursors (household_id, reader, seq, day, time_zone) values ${places.map(() => '(?, ?, ?, ?, ?)').join(', ')}
     on conflict (household_id, reader) do update set seq = excluded.seq, day = excluded.day, time_zone = excluded.time_zone`,
    places.flatMap(({ reader: consumer, place: { seq, day, timeZone } }) => [householdId, consumer, seq, day, timeZone]),
  )
}

interface LogState {
  /** Number of the household's last change. */
  head: number
  timeZone: string
  /** Cursors by consumer name; a new consumer has none. */
  places: ReadonlyMap<string, CursorPosition>
}

/** Returns the end of a household's log and the cursors of its consumers; null if the household was deleted. */
export async function readLogState(q: Reader, householdId: HouseholdId): Promise<LogState | null> {
  const rows = await q.rows<{
    head: number
    zone: string
    reader: string | null
    seq: number | null
    day: string | null
    zone_then: string | null
  }>(
    `select households.seq as head, households.time_zone as zone, cursors.reader, cursors.seq, cursors.day, cursors.time_zone as zone_then
     from households left join cursors on cursors.household_id = households.id
     where households.id = ? and households.deleted_at is null`,
    [householdId],
  )
  const [household] = rows
  if (!household) return null
  const places = rows.flatMap(({ reader: consumer, seq, day, zone_then }): [string, CursorPosition][] =>
    consumer === null ? [] : [[consumer, { seq: seq ?? 0, day, timeZone: zone_then }]],
  )
  return { head: household.head, timeZone: household.zone, places: new Map(places) }
}

interface ConsumerTurn {
  place: CursorPosition
  context: ConsumerContext
  /** True if the consumer hasn't handled the household's date yet, or the household changed its time zone. */
  isNewDay: boolean
}

export function contextFor({ name }: { name: string }, { timeZone, places }: LogState, householdId: HouseholdId, now: Date): ConsumerTurn {
  const place = places.get(name) ?? { seq: 0, day: null, timeZone: null }
  const hasMoved = place.timeZone !== null && place.timeZone !== timeZone
  const day = dayIn(timeZone, now)
  const today = place.day !== null && !hasMoved && place.day > day ? place.day : day
  const context: ConsumerContext = { householdId, userId: null, now, timeZone, today }
  return { place, context, isNewDay: place.day !== today || hasMoved }
}

/** Runs one step of one consumer with at most `max` changes. Returns its cursor and whether more work is left. */
export async function runConsumerStep(
  database: Database,
  consumer: ChangeConsumer,
  householdId: HouseholdId,
  now: Date,
  max: number,
): Promise<{ seq: number; more: boolean }> {
  let ofDay: unknown
  const step = database.write(householdId, `read by ${consumer.name}`, async (tx) => {
    const state = await readLogState(tx, householdId)
    if (!state) return { seq: 0, more: false }
    const { place, context, isNewDay } = contextFor(consumer, state, householdId, now)
    if (consumer.newDay && isNewDay) {
      const isPart = await consumer.newDay(tx, context).catch((error: unknown) => {
        ofDay = error
        throw error
      })
      if (isPart) return { seq: place.seq, more: true }
    }
    const changes = await changesAfter(tx, householdId, place.seq, max, consumer.names)
    const last = changes.at(-1)
    if (last) await consumer.consume(tx, context, changes)
    // At the end of the log, anything recorded since is the consumer's own: the household is locked.
    const isHead = last === undefined || changes.length < max
    const seq = isHead ? (tx.recorded.get(householdId) ?? state.head) : last.seq
    if (seq !== place.seq || isNewDay)
      await saveCursors(tx, householdId, [{ reader: consumer.name, place: { seq, day: context.today, timeZone: context.timeZone } }])
    return { seq, more: !isHead }
  })
  return step.catch((error: unknown) => {
    // Wrapped outside the transaction, which decides by the original error whether to retry.
    throw error === ofDay && isConsumerFault(error) ? new NewDayFailed('the day could not be begun', { cause: error }) : error
  })
}

/** `newDay` failed, not a change. */
class NewDayFailed extends Error {}

/** Skips the change or day that keeps failing and stores it as a dead letter. A day is stored under the change before it. */
export const moveToDeadLetters = (
  database: Database,
  consumer: ChangeConsumer,
  householdId: HouseholdId,
  now: Date,
  error: unknown,
): Promise<void> =>
  database.write(householdId, `dead letter of ${consumer.name}`, async (tx) => {
    const state = await readLogState(tx, householdId)
    if (!state) return
    const { place, context } = contextFor(consumer, state, householdId, now)
    const next: CursorPosition = { ...place, timeZone: state.timeZone }
    if (error instanceof NewDayFailed) next.day = context.today
    else {
      const [change] = await changesAfter(tx, householdId, place.seq, 1, consumer.names)
      if (!change) return
      next.seq = change.seq
    }
    await tx
      .on<CursorTables>()
      .insertInto('parked_changes')
      .values({
        household_id: householdId,
        reader: consumer.name,
        seq: next.seq,
        reason: reasonOf(error).slice(0, 300),
        at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await saveCursors(tx, householdId, [{ reader: consumer.name, place: next }])
  })

/** Returns whether the consumer caused the error, and not an unavailable database. */
export const isConsumerFault = (error: unknown) => !(error instanceof Unavailable)
