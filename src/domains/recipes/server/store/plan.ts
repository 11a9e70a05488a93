import { sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { RecipeTables } from '../tables.ts'

const on = (q: Reader) => q.on<RecipeTables>()

export type EntryRow = RecipeTables['plan_entries']

/** Returns planned meals between two days, by day and meal. */
export const listEntries = (q: Reader, householdId: HouseholdId, from: CalendarDate, to: CalendarDate): Promise<EntryRow[]> =>
  q.rows(
    `select * from plan_entries where household_id = ? and removed_at is null and on_date >= ? and on_date <= ?
     order by on_date, case meal when 'breakfast' then 0 when 'lunch' then 1 else 2 end, created_at, id`,
    [householdId, from, to],
  )

/** Returns whether a household ever planned a meal. If not, it has no reservations. */
export async function hasPlanned(q: Reader, householdId: HouseholdId): Promise<boolean> {
  const rows = await q.rows('select id from plan_entries where household_id = ? limit 1', [householdId])
  return rows.length > 0
}

/** Returns entries by id, including removed ones. */
export const findEntries = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<EntryRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q).selectFrom('plan_entries').selectAll().where('household_id', '=', householdId).where('id', 'in', ids).execute()

export const insertEntry = rowInserter<EntryRow>('plan_entries')

export const updateEntry = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<EntryRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('plan_entries')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

export interface HeldRow {
  ingredient_id: string
  unit: Unit
  milli: number
}

/** Returns the amounts reserved for a planned meal, by ingredient and unit. */
export const heldForEntry = (q: Reader, householdId: HouseholdId, entryId: string, today: CalendarDate): Promise<HeldRow[]> =>
  q.rows(
    `select lots.ingredient_id, lots.unit, cast(sum(reservations.milli) as bigint) as milli from reservations
     join lots on lots.household_id = reservations.household_id and lots.id = reservations.lot_id
     where reservations.household_id = ? and reservations.kind = 'plan' and reservations.ref_id = ?
       and lots.state = 'active' and lots.goes_off_on >= ?
     group by lots.ingredient_id, lots.unit`,
    [householdId, entryId, today],
  )
