import { dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Database } from '../database/index.ts'

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
  const ofTheseIn = (column: string) => (within ? `and ${isAmong(column, within)}` : '')
  const begins = withDay.length > 0 ? isAmong('reader', withDay) : 'false'
  /** Each household with its lowest cursor and its earliest day. */
  const households = `households left join (
      select household_id, min(seq) as seq, count(*) as readers,
        min(case when ${begins} then coalesce(day, '') end) as day, count(case when ${begins} then 1 end) as readers_with_day
      from cursors where ${isAmong('reader', names)} ${ofTheseIn('household_id')} group by household_id
    ) as places on places.household_id = households.id
    where households.deleted_at is null ${ofTheseIn('households.id')}`
  const parameters = [...withDay, ...withDay, ...names, ...(within ?? []), ...(within ?? [])]
  const day = `case when places.readers_with_day = ${withDay.length} then places.day else '' end`
  return database.read({ crossHousehold: 'jobs' }, async (q) => {
    const unread = await q.rows<{ id: HouseholdId }>(
      `select households.id from ${households} and households.seq > case when places.readers = ${names.length} then places.seq else 0 end`,
      parameters,
    )
    const found = new Set(unread.map(({ id }) => id))
    if (withDay.length === 0) return [...found]
    const zones = await q.rows<{ time_zone: string; day: string }>(
      `select households.time_zone, min(${day}) as day from ${households} group by households.time_zone`,
      parameters,
    )
    for (const zone of zones) {
      const today = dayIn(zone.time_zone, now)
      if (zone.day >= today) continue
      const due = await q.rows<{ id: HouseholdId }>(`select households.id from ${households} and households.time_zone = ? and ${day} < ?`, [
        ...parameters,
        zone.time_zone,
        today,
      ])
      for (const { id } of due) found.add(id)
    }
    return [...found]
  })
}

const isAmong = (column: string, values: readonly unknown[]) => `${column} in (${values.map(() => '?').join(', ')})`
