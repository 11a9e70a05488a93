import { type CalendarDate, dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { type Database, type Reader, type Transaction, Unavailable } from '../database/index.ts'
import type { OutgoingQueue } from '../outbox/outbox.ts'
import { type Change, type ChangeTables, changesAfter, findChange } from './change-log.ts'

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

interface CursorPosition {
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
  await tx
    .on<CursorTables>()
    .insertInto('cursors')
    .values(
      places.map(({ reader, place: { seq, day, timeZone } }) => ({ household_id: householdId, reader, seq, day, time_zone: timeZone })),
    )
    .onConflict((conflict) =>
      conflict.columns(['household_id', 'reader']).doUpdateSet(({ ref }) => ({
        seq: ref('excluded.seq'),
        day: ref('excluded.day'),
        time_zone: ref('excluded.time_zone'),
      })),
    )
    .execute()
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
  const rows = await q
    .on<CursorTables>()
    .selectFrom('households')
    .leftJoin('cursors', 'cursors.household_id', 'households.id')
    .select(['households.seq as head', 'households.time_zone as zone', 'reader', 'cursors.seq', 'day', 'cursors.time_zone as zone_then'])
    .where('households.id', '=', householdId)
    .where('households.deleted_at', 'is', null)
    .execute()
  const [household] = rows
  if (!household) return null
  const places = rows.flatMap(({ reader: consumer, seq, day, zone_then }): [string, CursorPosition][] =>
    consumer === null ? [] : [[consumer, { seq: seq ?? 0, day, timeZone: zone_then }]],
  )
  return { head: household.head, timeZone: household.zone, places: new Map(places) }
}

export interface ConsumerTurn {
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

/** Attempts to consume a change before it becomes a dead letter. */
export const maxAttempts = 5

/** A consumer failed, with a change or with a new day. `cause` is the original error. */
export class ConsumerFailed extends Error {
  readonly consumer: ChangeConsumer
  readonly isNewDay: boolean
  constructor(consumer: ChangeConsumer, isNewDay: boolean, cause: unknown) {
    super(`${consumer.name} failed`, { cause })
    this.consumer = consumer
    this.isNewDay = isNewDay
  }
}

/** Skips the change or day that keeps failing and stores it as a dead letter. A day is stored under the change before it. */
export const moveToDeadLetters = (
  database: Database,
  householdId: HouseholdId,
  now: Date,
  { consumer, isNewDay, cause }: ConsumerFailed,
): Promise<void> =>
  database.write(householdId, `dead letter of ${consumer.name}`, async (tx) => {
    const state = await readLogState(tx, householdId)
    if (!state) return
    const { place, context } = contextFor(consumer, state, householdId, now)
    const next: CursorPosition = { ...place, timeZone: state.timeZone }
    if (isNewDay) next.day = context.today
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
        reason: reasonOf(cause).slice(0, 300),
        at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await saveCursors(tx, householdId, [{ reader: consumer.name, place: next }])
  })

/** Returns whether the consumer caused the error, and not an unavailable database. */
export const isConsumerFault = (error: unknown) => !(error instanceof Unavailable)

/** The changes that consumers skipped, for the server admin. They wait for nothing: a change that is retried is consumed at once. */
export function openChangeDeadLetters(database: Database, consumers: readonly ChangeConsumer[]): OutgoingQueue<'change'> {
  type DeadChange = Pick<CursorTables['parked_changes'], 'household_id' | 'reader' | 'seq'>
  const crossHousehold = { crossHousehold: 'jobs' } as const

  /** Consumes a change in one transaction with the deletion of its dead letter. Consumers accept a change they have seen before. */
  const retry = ({ household_id: householdId, reader, seq }: DeadChange, now: Date): Promise<void> =>
    database.write(householdId, `retry a change of ${reader}`, async (tx) => {
      const consumer = consumers.find(({ name }) => name === reader)
      const [state, change] = [await readLogState(tx, householdId), await findChange(tx, householdId, seq)]
      if (consumer && state && change && (consumer.names?.includes(change.name) ?? true))
        await consumer.consume(tx, contextFor(consumer, state, householdId, now).context, [change])
      const letter = tx.on<CursorTables>().deleteFrom('parked_changes').where('household_id', '=', householdId)
      await letter.where('reader', '=', reader).where('seq', '=', seq).execute()
    })

  return {
    countWaiting: async () => 0,
    async listDeadLetters(limit) {
      const rows = await database.read(crossHousehold, (q) =>
        q.on<CursorTables>().selectFrom('parked_changes').select(['reason', 'at']).orderBy('at', 'desc').limit(limit).execute(),
      )
      return rows.map(({ reason, at }) => ({ channel: 'change', tries: maxAttempts, reason, parkedAt: at }))
    },
    async retryDeadLetters(now) {
      const letters = await database.read(crossHousehold, (q) =>
        q.on<CursorTables>().selectFrom('parked_changes').select(['household_id', 'reader', 'seq']).orderBy('seq').execute(),
      )
      // One that fails again stays a dead letter.
      for (const letter of letters) await retry(letter, now).catch(() => {})
    },
  }
}
