import { type CalendarDate, dayIn } from '#platform/contract/calendar.ts'
import type { HouseholdId } from '#platform/contract/ids.ts'
import { type Change, type ChangeTables, changesAfter } from './changes.ts'
import { type Database, type Reader, type Transaction, Unavailable } from './database.ts'

export interface CursorTables extends ChangeTables {
  cursors: { household_id: string; reader: string; seq: number; day: string | null; time_zone: string | null }
  parked_changes: { household_id: string; reader: string; seq: number; reason: string; at: string }
}

/** Whose log is read, and when that is there. */
export interface Turn {
  readonly householdId: HouseholdId
  /** The server acts: changes that follow from others are nobody's. */
  readonly userId: null
  readonly now: Date
  readonly timeZone: string
  /** The household's day. It never goes back, whatever a clock does, unless the household moves to another zone. */
  readonly today: CalendarDate
}

/** Something that follows from the change log, with a place of its own in it. What it writes and its new place are one transaction. */
export interface LogReader {
  readonly name: string
  /** Most changes it takes in one transaction; 200 unless told. */
  readonly most?: number
  /** Names of the changes it is shown; all unless told. */
  readonly names?: readonly string[]
  /** Changes in their order. Its own may be among them. */
  react(tx: Transaction, turn: Turn, changes: readonly Change[]): Promise<void>
  /** Once a day after the household's midnight, and for a household never seen; called again, in another transaction, until it answers false. */
  newDay?(tx: Transaction, turn: Turn): Promise<boolean>
}

/** Most changes taken in one transaction. */
export const mostAtOnce = 200

interface Place {
  seq: number
  day: string | null
  timeZone: string | null
}

const placeOf = async (q: Reader, reader: string, householdId: HouseholdId): Promise<Place> => {
  const [row] = await q.rows<{ seq: number; day: string | null; time_zone: string | null }>(
    'select seq, day, time_zone from cursors where household_id = ? and reader = ?',
    [householdId, reader],
  )
  return row ? { seq: row.seq, day: row.day, timeZone: row.time_zone } : { seq: 0, day: null, timeZone: null }
}

const keepPlace = (tx: Transaction, reader: string, householdId: HouseholdId, { seq, day, timeZone }: Place) =>
  tx.rows(
    `insert into cursors (household_id, reader, seq, day, time_zone) values (?, ?, ?, ?, ?)
     on conflict (household_id, reader) do update set seq = excluded.seq, day = excluded.day, time_zone = excluded.time_zone`,
    [householdId, reader, seq, day, timeZone],
  )

/** One step of one reader in one household; answers how far it is, and whether there is more to do. `most`: changes at once. */
export async function takeStep(
  database: Database,
  reader: LogReader,
  householdId: HouseholdId,
  now: Date,
  most: number,
): Promise<{ seq: number; more: boolean }> {
  return database.write(householdId, `read by ${reader.name}`, async (tx) => {
    const [household] = await tx.rows<{
      seq: number
      time_zone: string
      read: number | null
      day: string | null
      zone_then: string | null
    }>(
      `select households.seq, households.time_zone, cursors.seq as read, cursors.day, cursors.time_zone as zone_then
       from households left join cursors on cursors.household_id = households.id and cursors.reader = ?
       where households.id = ? and households.deleted_at is null`,
      [reader.name, householdId],
    )
    if (!household) return { seq: 0, more: false }
    const place: Place = { seq: household.read ?? 0, day: household.day, timeZone: household.zone_then }
    const timeZone = household.time_zone
    const hasMoved = place.timeZone !== null && place.timeZone !== timeZone
    const day = dayIn(timeZone, now)
    const today = place.day !== null && !hasMoved && place.day > day ? place.day : day
    const turn: Turn = { householdId, userId: null, now, timeZone, today }

    if (reader.newDay && (place.day !== today || hasMoved)) {
      const isPart = await reader.newDay(tx, turn).catch((cause: unknown) => {
        throw isItsFault(cause) ? new DayFailed('the day could not be begun', { cause }) : cause
      })
      if (isPart) return { seq: place.seq, more: true }
    }
    const changes = await changesAfter(tx, householdId, place.seq, most, reader.names)
    const last = changes.at(-1)
    if (last) await reader.react(tx, turn, changes)
    // At the head of the log what was just recorded is our own: nothing else can stand between.
    const isHead = last === undefined || changes.length < most
    const seq = isHead ? (tx.recorded.get(householdId) ?? household.seq) : last.seq
    if (seq !== place.seq || place.day !== today || hasMoved) await keepPlace(tx, reader.name, householdId, { seq, day: today, timeZone })
    return { seq, more: !isHead }
  })
}

/** What failed was the beginning of a day, not a change. */
class DayFailed extends Error {}

/** Goes past what cannot be taken, the next change or the day, and writes down which. A day stands under the change it came after. */
export const park = (database: Database, reader: LogReader, householdId: HouseholdId, now: Date, error: unknown): Promise<void> =>
  database.write(householdId, `parked by ${reader.name}`, async (tx) => {
    const place = await placeOf(tx, reader.name, householdId)
    const [household] = await tx.rows<{ time_zone: string }>('select time_zone from households where id = ?', [householdId])
    const next: Place = { ...place, timeZone: household?.time_zone ?? place.timeZone }
    if (error instanceof DayFailed) next.day = dayIn(next.timeZone ?? 'UTC', now)
    else {
      const [change] = await changesAfter(tx, householdId, place.seq, 1, reader.names)
      if (!change) return
      next.seq = change.seq
    }
    await tx
      .on<CursorTables>()
      .insertInto('parked_changes')
      .values({
        household_id: householdId,
        reader: reader.name,
        seq: next.seq,
        reason: reasonOf(error).slice(0, 300),
        at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await keepPlace(tx, reader.name, householdId, next)
  })

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
}

/** Households where this reader has something to do: changes it has not seen, or a day it has not begun. */
export async function findWork(database: Database, reader: LogReader, now: Date): Promise<HouseholdId[]> {
  return database.read({ door: 'jobs' }, async (q) => {
    const unread = await q.rows<{ id: HouseholdId }>(
      `select households.id from households left join cursors on cursors.household_id = households.id and cursors.reader = ?
       where households.deleted_at is null and households.seq > coalesce(cursors.seq, 0)`,
      [reader.name],
    )
    const found = new Set(unread.map(({ id }) => id))
    if (!reader.newDay) return [...found]
    const zones = await q.rows<{ time_zone: string; day: string }>(
      `select households.time_zone, min(coalesce(cursors.day, '')) as day from households
       left join cursors on cursors.household_id = households.id and cursors.reader = ? where households.deleted_at is null group by households.time_zone`,
      [reader.name],
    )
    for (const { time_zone, day } of zones) {
      const today = dayIn(time_zone, now)
      if (day >= today) continue
      const due = await q.rows<{ id: HouseholdId }>(
        `select households.id from households left join cursors on cursors.household_id = households.id and cursors.reader = ?
         where households.deleted_at is null and households.time_zone = ? and coalesce(cursors.day, '') < ?`,
        [reader.name, time_zone, today],
      )
      for (const { id } of due) found.add(id)
    }
    return [...found]
  })
}

/** Whether a failure says something of the change, and not only that the database is away. */
export const isItsFault = (error: unknown) => !(error instanceof Unavailable)
