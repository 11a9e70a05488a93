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

const keepPlace = (tx: Transaction, reader: string, householdId: HouseholdId, place: Place) =>
  keepPlaces(tx, householdId, [{ reader, place }])

async function keepPlaces(tx: Transaction, householdId: HouseholdId, places: readonly { reader: string; place: Place }[]): Promise<void> {
  if (places.length === 0) return
  await tx.rows(
    `insert into cursors (household_id, reader, seq, day, time_zone) values ${places.map(() => '(?, ?, ?, ?, ?)').join(', ')}
     on conflict (household_id, reader) do update set seq = excluded.seq, day = excluded.day, time_zone = excluded.time_zone`,
    places.flatMap(({ reader, place: { seq, day, timeZone } }) => [householdId, reader, seq, day, timeZone]),
  )
}

interface HouseholdRow {
  seq: number
  time_zone: string
}
interface PlaceRow extends HouseholdRow {
  reader: string | null
  read: number | null
  day: string | null
  zone_then: string | null
}

/** Where a reader stands, and what turn it has now. */
function turnFrom(household: HouseholdRow, row: Omit<PlaceRow, 'reader'> | undefined, householdId: HouseholdId, now: Date) {
  const place: Place = { seq: row?.read ?? 0, day: row?.day ?? null, timeZone: row?.zone_then ?? null }
  const timeZone = household.time_zone
  const hasMoved = place.timeZone !== null && place.timeZone !== timeZone
  const day = dayIn(timeZone, now)
  const today = place.day !== null && !hasMoved && place.day > day ? place.day : day
  const turn: Turn = { householdId, userId: null, now, timeZone, today }
  return { place, turn, isNewDay: place.day !== today || hasMoved }
}

/** The reader at which a step of several failed. */
export class ReaderFailed extends Error {
  readonly reader: LogReader
  constructor(reader: LogReader, cause: unknown) {
    super(`${reader.name} failed`, { cause })
    this.reader = reader
  }
}

/**
 * One step of all readers of a household in one transaction: what followed from a change in five costs five commits. A later reader is shown
 * what an earlier one has just recorded. Answers how far all are then, or null where that is more than one step: a day is to be begun, or
 * there are many changes. Throws `ReaderFailed` when one of them cannot take what it is shown; none of them has moved then.
 */
export async function takeSteps(
  database: Database,
  readers: readonly LogReader[],
  householdId: HouseholdId,
  now: Date,
): Promise<ReadonlyMap<LogReader, number> | null> {
  let reading: LogReader | undefined
  try {
    return await database.write(householdId, 'what follows from changes', async (tx) => {
      reading = undefined
      const rows = await tx.rows<PlaceRow>(
        `select households.seq, households.time_zone, cursors.reader, cursors.seq as read, cursors.day, cursors.time_zone as zone_then
         from households left join cursors on cursors.household_id = households.id
         where households.id = ? and households.deleted_at is null`,
        [householdId],
      )
      const [household] = rows
      if (!household) return new Map()
      const head = () => tx.recorded.get(householdId) ?? household.seq
      const steps = readers.map((reader) => ({
        reader,
        ...turnFrom(
          household,
          rows.find((row) => row.reader === reader.name),
          householdId,
          now,
        ),
      }))
      const isMore = ({ reader, place, isNewDay }: (typeof steps)[number]) =>
        (reader.newDay && isNewDay) || head() - place.seq > (reader.most ?? mostAtOnce)
      if (steps.some(isMore)) return null

      const known: Change[] = []
      let upTo = Math.min(...steps.map(({ place }) => place.seq))
      const places: { reader: LogReader; was: Place; place: Place }[] = []
      for (const { reader, place, turn } of steps) {
        reading = reader
        while (upTo < head()) {
          const next = await changesAfter(tx, householdId, upTo, mostAtOnce)
          known.push(...next)
          upTo = next.length < mostAtOnce ? head() : (next.at(-1)?.seq ?? upTo)
        }
        const changes = known.filter(({ seq, name }) => seq > place.seq && (reader.names?.includes(name) ?? true))
        if (changes.length > 0) await reader.react(tx, turn, changes)
        places.push({ reader, was: place, place: { seq: head(), day: turn.today, timeZone: turn.timeZone } })
      }
      reading = undefined
      const moved = places.filter(({ was, place }) => was.seq !== place.seq || was.day !== place.day || was.timeZone !== place.timeZone)
      await keepPlaces(
        tx,
        householdId,
        moved.map(({ reader, place }) => ({ reader: reader.name, place })),
      )
      return new Map(places.map(({ reader, place }) => [reader, place.seq]))
    })
  } catch (error) {
    // Told apart only out here: whether a transaction is tried again depends on the failure itself.
    if (reading && isItsFault(error)) throw new ReaderFailed(reading, error)
    throw error
  }
}

/** One step of one reader in one household; answers how far it is, and whether there is more to do. `most`: changes at once. */
export async function takeStep(
  database: Database,
  reader: LogReader,
  householdId: HouseholdId,
  now: Date,
  most: number,
): Promise<{ seq: number; more: boolean }> {
  return database.write(householdId, `read by ${reader.name}`, async (tx) => {
    const [household] = await tx.rows<PlaceRow>(
      `select households.seq, households.time_zone, cursors.reader, cursors.seq as read, cursors.day, cursors.time_zone as zone_then
       from households left join cursors on cursors.household_id = households.id and cursors.reader = ?
       where households.id = ? and households.deleted_at is null`,
      [reader.name, householdId],
    )
    if (!household) return { seq: 0, more: false }
    const { place, turn, isNewDay } = turnFrom(household, household, householdId, now)

    if (reader.newDay && isNewDay) {
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
    if (seq !== place.seq || isNewDay) await keepPlace(tx, reader.name, householdId, { seq, day: turn.today, timeZone: turn.timeZone })
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

/** Whether a failure says something of the change, and not only that the database is away. */
export const isItsFault = (error: unknown) => !(error instanceof Unavailable)
