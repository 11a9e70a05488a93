import { dayIn } from '#platform/contract/calendar.ts'
import type { HouseholdId } from '#platform/contract/ids.ts'
import type { Database } from './database.ts'
import type { LogReader } from './log-readers.ts'

/** Households where one of these readers has something to do: changes it has not seen, or a day it has not begun. */
export async function findWork(database: Database, readers: readonly LogReader[], now: Date): Promise<HouseholdId[]> {
  return database.read({ door: 'jobs' }, async (q) => {
    const names = readers.map(({ name }) => name)
    const unread = await q.rows<{ id: HouseholdId }>(
      `select households.id from households where households.deleted_at is null and households.seq >
       coalesce((select min(cursors.seq) from cursors where cursors.household_id = households.id and ${among('reader', names)} having count(*) = ?), 0)`,
      [...names, names.length],
    )
    const found = new Set(unread.map(({ id }) => id))
    const early = readers.filter(({ newDay }) => newDay).map(({ name }) => name)
    if (early.length === 0) return [...found]
    const begun = `(select min(cursors.day) from cursors where cursors.household_id = households.id and ${among('reader', early)} having count(*) = ?)`
    const zones = await q.rows<{ time_zone: string; day: string }>(
      `select time_zone, min(coalesce(${begun}, '')) as day from households where deleted_at is null group by time_zone`,
      [...early, early.length],
    )
    for (const { time_zone, day } of zones) {
      const today = dayIn(time_zone, now)
      if (day >= today) continue
      const due = await q.rows<{ id: HouseholdId }>(
        `select id from households where deleted_at is null and time_zone = ? and coalesce(${begun}, '') < ?`,
        [time_zone, ...early, early.length, today],
      )
      for (const { id } of due) found.add(id)
    }
    return [...found]
  })
}

const among = (column: string, values: readonly unknown[]) => `${column} in (${values.map(() => '?').join(', ')})`
