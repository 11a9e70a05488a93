import { sql } from 'kysely'
import { dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Database } from '../database/index.ts'
import type { CursorTables } from './consumer-cursors.ts'

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
      const today = dayIn(zone.time_zone, now)
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
