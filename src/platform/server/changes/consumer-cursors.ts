import { sql } from 'kysely'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Database, Reader, Transaction } from '../database/index.ts'
import type { ConsumerContext } from './change-consumer-interface.ts'
import type { ChangeTables } from './change-log.ts'

export interface CursorTables extends ChangeTables {
  cursors: { household_id: HouseholdId; reader: string; seq: number; day: string | null; time_zone: string | null }
  parked_changes: { household_id: HouseholdId; reader: string; seq: number; reason: string; at: string }
}

export interface Cursor {
  seq: number
  day: string | null
  timeZone: string | null
}

export async function saveCursors(
  tx: Transaction,
  householdId: HouseholdId,
  cursors: readonly { reader: string; cursor: Cursor }[],
): Promise<void> {
  if (cursors.length === 0) return
  await tx
    .on<CursorTables>()
    .insertInto('cursors')
    .values(
      cursors.map(({ reader, cursor: { seq, day, timeZone } }) => ({ household_id: householdId, reader, seq, day, time_zone: timeZone })),
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
  cursors: ReadonlyMap<string, Cursor>
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
  const cursors = rows.flatMap(({ reader: consumer, seq, day, zone_then }): [string, Cursor][] =>
    consumer === null ? [] : [[consumer, { seq: seq ?? 0, day, timeZone: zone_then }]],
  )
  return { head: household.head, timeZone: household.zone, cursors: new Map(cursors) }
}

export interface ConsumerTurn {
  cursor: Cursor
  context: ConsumerContext
  /** True if the consumer hasn't handled the household's date yet, or the household changed its time zone. */
  isNewDay: boolean
}

export function toConsumerTurn(
  { name }: { name: string },
  { timeZone, cursors }: LogState,
  householdId: HouseholdId,
  now: Date,
): ConsumerTurn {
  const cursor = cursors.get(name) ?? { seq: 0, day: null, timeZone: null }
  const hasMoved = cursor.timeZone !== null && cursor.timeZone !== timeZone
  const day = dateInTimeZone(timeZone, now)
  const today = cursor.day !== null && !hasMoved && cursor.day > day ? cursor.day : day
  const context: ConsumerContext = { householdId, userId: null, now, timeZone, today }
  return { cursor, context, isNewDay: cursor.day !== today || hasMoved }
}

/**
 * Returns the households where a consumer has unread changes or a new day. A consumer without a cursor has read nothing. Checks only the
 * households in `within`, if given.
 */
export async function findPendingHouseholds(
  database: Database,
  consumers: readonly { name: string; newDay?: unknown }[],
  now: Date,
  within?: readonly HouseholdId[],
): Promise<HouseholdId[]> {
  if (within?.length === 0 || consumers.length === 0) return []
  const names = consumers.map(({ name }) => name)
  const withDay = consumers.filter(({ newDay }) => newDay).map(({ name }) => name)
  const begins = withDay.length > 0 ? sql`reader in (${sql.join(withDay)})` : sql`1 = 0`
  return database.read({ crossHousehold: 'jobs' }, async (q) => {
    const db = q.on<CursorTables>()
    let cursors = db
      .selectFrom('cursors')
      .select(({ fn }) => ['household_id', fn.min('seq').as('seq'), fn.countAll<number>().as('readers')])
      .select(sql<string | null>`min(case when ${begins} then coalesce(day, '') end)`.as('day'))
      .select(sql<number>`count(case when ${begins} then 1 end)`.as('readers_with_day'))
      .where('reader', 'in', names)
      .groupBy('household_id')
    if (within) cursors = cursors.where('household_id', 'in', within)
    /** Each household with its lowest cursor and its earliest day. */
    let households = db
      .selectFrom('households')
      .leftJoin(cursors.as('places'), 'places.household_id', 'households.id')
      .where('households.deleted_at', 'is', null)
    if (within) households = households.where('households.id', 'in', within)
    const seq = sql<number>`case when places.readers = ${sql.lit(names.length)} then places.seq else 0 end`
    const day = sql<string>`case when places.readers_with_day = ${sql.lit(withDay.length)} then places.day else '' end`
    const unread = await households.select('households.id').where('households.seq', '>', seq).execute()
    const found = new Set(unread.map(({ id }) => id))
    if (withDay.length === 0) return [...found]
    const zones = await households
      .select(['households.time_zone', sql<string>`min(${day})`.as('day')])
      .groupBy('households.time_zone')
      .execute()
    for (const zone of zones) {
      const today = dateInTimeZone(zone.time_zone, now)
      if (zone.day >= today) continue
      const due = await households
        .select('households.id')
        .where('households.time_zone', '=', zone.time_zone)
        .where(day, '<', today)
        .execute()
      for (const { id } of due) found.add(id)
    }
    return [...found]
  })
}
