import { type CalendarDate, dayIn } from '#platform/contract/calendar.ts'
import type { HouseholdId } from '#platform/contract/ids.ts'
import { type Change, type ChangeTables, changesAfter } from './changes.ts'
import { type Database, type Reader, type Transaction, Unavailable } from './database.ts'
import { reasonOf } from './logged-error.ts'

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
export const maxAtOnce = 200

export interface Place {
  seq: number
  day: string | null
  timeZone: string | null
}

/** Writes down how far readers are. */
export async function keepPlaces(
  tx: Transaction,
  householdId: HouseholdId,
  places: readonly { reader: string; place: Place }[],
): Promise<void> {
  if (places.length === 0) return
  await tx.rows(
    `insert into cursors (household_id, reader, seq, day, time_zone) values ${places.map(() => '(?, ?, ?, ?, ?)').join(', ')}
     on conflict (household_id, reader) do update set seq = excluded.seq, day = excluded.day, time_zone = excluded.time_zone`,
    places.flatMap(({ reader, place: { seq, day, timeZone } }) => [householdId, reader, seq, day, timeZone]),
  )
}

interface Standing {
  /** The household's last change. */
  head: number
  timeZone: string
  /** Of the readers that have one. */
  places: ReadonlyMap<string, Place>
}

/** How long a household's log is, and how far its readers are; null where there is no household any more. */
export async function standingOf(q: Reader, householdId: HouseholdId): Promise<Standing | null> {
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
  const places = rows.flatMap(({ reader, seq, day, zone_then }): [string, Place][] =>
    reader === null ? [] : [[reader, { seq: seq ?? 0, day, timeZone: zone_then }]],
  )
  return { head: household.head, timeZone: household.zone, places: new Map(places) }
}

interface ReadersTurn {
  /** How far the reader was. */
  place: Place
  turn: Turn
  /** It has not seen the household's day yet, or the household has moved to another zone. */
  isNewDay: boolean
}

/** A reader's turn in a household, at `now`. */
export function turnOf(reader: LogReader, { timeZone, places }: Standing, householdId: HouseholdId, now: Date): ReadersTurn {
  const place = places.get(reader.name) ?? { seq: 0, day: null, timeZone: null }
  const hasMoved = place.timeZone !== null && place.timeZone !== timeZone
  const day = dayIn(timeZone, now)
  const today = place.day !== null && !hasMoved && place.day > day ? place.day : day
  const turn: Turn = { householdId, userId: null, now, timeZone, today }
  return { place, turn, isNewDay: place.day !== today || hasMoved }
}

/** One step of one reader in one household; answers how far it is, and whether there is more to do. `most`: changes at once. */
export async function takeStep(
  database: Database,
  reader: LogReader,
  householdId: HouseholdId,
  now: Date,
  max: number,
): Promise<{ seq: number; more: boolean }> {
  let ofDay: unknown
  const step = database.write(householdId, `read by ${reader.name}`, async (tx) => {
    const standing = await standingOf(tx, householdId)
    if (!standing) return { seq: 0, more: false }
    const { place, turn, isNewDay } = turnOf(reader, standing, householdId, now)
    if (reader.newDay && isNewDay) {
      const isPart = await reader.newDay(tx, turn).catch((error: unknown) => {
        ofDay = error
        throw error
      })
      if (isPart) return { seq: place.seq, more: true }
    }
    const changes = await changesAfter(tx, householdId, place.seq, max, reader.names)
    const last = changes.at(-1)
    if (last) await reader.react(tx, turn, changes)
    // At the head of the log what was just recorded is our own: nothing else can stand between.
    const isHead = last === undefined || changes.length < max
    const seq = isHead ? (tx.recorded.get(householdId) ?? standing.head) : last.seq
    if (seq !== place.seq || isNewDay)
      await keepPlaces(tx, householdId, [{ reader: reader.name, place: { seq, day: turn.today, timeZone: turn.timeZone } }])
    return { seq, more: !isHead }
  })
  return step.catch((error: unknown) => {
    // Named only out here: whether a transaction is tried again depends on the failure itself.
    throw error === ofDay && isItsFault(error) ? new DayFailed('the day could not be begun', { cause: error }) : error
  })
}

/** What failed was the beginning of a day, not a change. */
class DayFailed extends Error {}

/** Goes past what cannot be taken, the next change or the day, and writes down which. A day stands under the change it came after. */
export const park = (database: Database, reader: LogReader, householdId: HouseholdId, now: Date, error: unknown): Promise<void> =>
  database.write(householdId, `parked by ${reader.name}`, async (tx) => {
    const standing = await standingOf(tx, householdId)
    if (!standing) return
    const { place, turn } = turnOf(reader, standing, householdId, now)
    const next: Place = { ...place, timeZone: standing.timeZone }
    if (error instanceof DayFailed) next.day = turn.today
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
    await keepPlaces(tx, householdId, [{ reader: reader.name, place: next }])
  })

/** Whether a failure says something of the change, and not only that the database is away. */
export const isItsFault = (error: unknown) => !(error instanceof Unavailable)
