import { type CalendarDate, dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { type Database, type Reader, type Transaction, Unavailable } from '../database/index.ts'
import { type Change, type ChangeTables, changesAfter } from './log.ts'

export interface CursorTables extends ChangeTables {
  cursors: { household_id: string; reader: string; seq: number; day: string | null; time_zone: string | null }
  parked_changes: { household_id: string; reader: string; seq: number; reason: string; at: string }
}

/** Whose log is read, and when that is there. */
export interface ConsumerContext {
  readonly householdId: HouseholdId
  /** The server acts: changes that follow from others are nobody's. */
  readonly userId: null
  readonly now: Date
  readonly timeZone: string
  /** The household's day. It never goes back, whatever a clock does, unless the household moves to another zone. */
  readonly today: CalendarDate
}

/** Something that follows from the change log, with a place of its own in it. What it writes and its new place are one transaction. */
export interface ChangeConsumer {
  readonly name: string
  /** Most changes it takes in one transaction; 200 unless told. */
  readonly batchLimit?: number
  /** Names of the changes it is shown; all unless told. */
  readonly names?: readonly string[]
  /** Changes in their order. Its own may be among them. */
  consume(tx: Transaction, context: ConsumerContext, changes: readonly Change[]): Promise<void>
  /** Once a day after the household's midnight, and for a household never seen; called again, in another transaction, until it answers false. */
  newDay?(tx: Transaction, context: ConsumerContext): Promise<boolean>
}

/** Most changes taken in one transaction. */
export const defaultBatchLimit = 200

export interface CursorPosition {
  seq: number
  day: string | null
  timeZone: string | null
}

/** Writes down how far readers are. */
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
  /** The household's last change. */
  head: number
  timeZone: string
  /** Of the readers that have one. */
  places: ReadonlyMap<string, CursorPosition>
}

/** How long a household's log is, and how far its readers are; null where there is no household any more. */
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
  /** How far the reader was. */
  place: CursorPosition
  context: ConsumerContext
  /** It has not seen the household's day yet, or the household has moved to another zone. */
  isNewDay: boolean
}

/** A reader's turn in a household, at `now`. */
export function contextFor(consumer: ChangeConsumer, { timeZone, places }: LogState, householdId: HouseholdId, now: Date): ConsumerTurn {
  const place = places.get(consumer.name) ?? { seq: 0, day: null, timeZone: null }
  const hasMoved = place.timeZone !== null && place.timeZone !== timeZone
  const day = dayIn(timeZone, now)
  const today = place.day !== null && !hasMoved && place.day > day ? place.day : day
  const context: ConsumerContext = { householdId, userId: null, now, timeZone, today }
  return { place, context, isNewDay: place.day !== today || hasMoved }
}

/** One step of one reader in one household; answers how far it is, and whether there is more to do. `most`: changes at once. */
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
    // At the head of the log what was just recorded is our own: nothing else can stand between.
    const isHead = last === undefined || changes.length < max
    const seq = isHead ? (tx.recorded.get(householdId) ?? state.head) : last.seq
    if (seq !== place.seq || isNewDay)
      await saveCursors(tx, householdId, [{ reader: consumer.name, place: { seq, day: context.today, timeZone: context.timeZone } }])
    return { seq, more: !isHead }
  })
  return step.catch((error: unknown) => {
    // Named only out here: whether a transaction is tried again depends on the failure itself.
    throw error === ofDay && isConsumerFault(error) ? new NewDayFailed('the day could not be begun', { cause: error }) : error
  })
}

/** What failed was the beginning of a day, not a change. */
class NewDayFailed extends Error {}

/** Goes past what cannot be taken, the next change or the day, and writes down which. A day stands under the change it came after. */
export const moveToDeadLetters = (
  database: Database,
  consumer: ChangeConsumer,
  householdId: HouseholdId,
  now: Date,
  error: unknown,
): Promise<void> =>
  database.write(householdId, `parked by ${consumer.name}`, async (tx) => {
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

/** Whether a failure says something of the change, and not only that the database is away. */
export const isConsumerFault = (error: unknown) => !(error instanceof Unavailable)
