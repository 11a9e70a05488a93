import { sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { InventoryTables } from '../tables.ts'

const on = (q: Reader) => q.on<InventoryTables>()

/** Stored for "never goes off", so that one index gives the order and undated lots come last. */
export const never = '9999-12-31'

export type LotRow = InventoryTables['lots']
export type LedgerRow = InventoryTables['ledger']

/** Lots by id, whatever their state; unknown ids are left out. */
export const findLots = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<LotRow[]> =>
  on(q).selectFrom('lots').selectAll().where('household_id', '=', householdId).where('id', 'in', ids).execute()

export const activeLotsOf = (q: Reader, householdId: HouseholdId, ingredientId: string): Promise<LotRow[]> =>
  on(q)
    .selectFrom('lots')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('ingredient_id', '=', ingredientId)
    .where('state', '=', 'active')
    .execute()

export async function hasStock(q: Reader, householdId: HouseholdId, ingredientId: string): Promise<boolean> {
  const row = await on(q)
    .selectFrom('lots')
    .select('id')
    .where('household_id', '=', householdId)
    .where('ingredient_id', '=', ingredientId)
    .where('state', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these lots are in stock. */
export async function inStock(q: Reader, householdId: HouseholdId, lotIds: readonly string[]): Promise<Set<string>> {
  if (lotIds.length === 0) return new Set()
  const rows = await on(q)
    .selectFrom('lots')
    .select('id')
    .where('household_id', '=', householdId)
    .where('id', 'in', lotIds)
    .where('state', '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Of which of these foods there is some, and of which there is or was any: lots that were taken off the books do not count. */
export async function stockAmong(
  q: Reader,
  householdId: HouseholdId,
  ingredientIds: readonly string[],
): Promise<{ now: Set<string>; ever: Set<string> }> {
  const rows = await on(q)
    .selectFrom('lots')
    .select(['ingredient_id', 'state'])
    .distinct()
    .where('household_id', '=', householdId)
    .where('ingredient_id', 'in', ingredientIds)
    .where('state', '<>', 'removed')
    .execute()
  const idsOf = (some: typeof rows) => new Set(some.map(({ ingredient_id }) => ingredient_id))
  return { now: idsOf(rows.filter(({ state }) => state === 'active')), ever: idsOf(rows) }
}

export const insertLot = rowInserter<LotRow>('lots')

/**
 * Moves a lot's quantity by `delta` and sets fields, conditional on the version it was read with.
 * False when it changed meanwhile; the table itself refuses less than nothing.
 */
export async function updateLot(
  tx: Transaction,
  row: Pick<LotRow, 'household_id' | 'id' | 'version'>,
  delta: number,
  set: Partial<Omit<LotRow, 'household_id' | 'id' | 'milli' | 'version'>>,
): Promise<boolean> {
  const result = await on(tx)
    .updateTable('lots')
    .set({ ...set, milli: sql`milli + ${delta}`, version: sql`version + 1` })
    .where('household_id', '=', row.household_id)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Thousandths held back for plans and loans, by lot. */
export async function reservedOf(q: Reader, householdId: HouseholdId, lotIds: readonly string[]): Promise<Map<string, number>> {
  if (lotIds.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('reservations')
    .select(['lot_id', sql<number>`cast(sum(milli) as bigint)`.as('milli')])
    .where('household_id', '=', householdId)
    .where('lot_id', 'in', lotIds)
    .groupBy('lot_id')
    .execute()
  return new Map(rows.map(({ lot_id, milli }) => [lot_id, milli]))
}

/** Holds some of a lot back, in thousandths of its unit; `ref_id` names the loan or plan. */
export const insertReservation = (tx: Transaction, row: Omit<InventoryTables['reservations'], 'on_date'>) =>
  on(tx)
    .insertInto('reservations')
    .values({ ...row, on_date: null })
    .execute()

export const deleteReservation = (tx: Transaction, householdId: HouseholdId, id: string) =>
  on(tx).deleteFrom('reservations').where('household_id', '=', householdId).where('id', '=', id).execute()

export const insertLedger = rowInserter<LedgerRow>('ledger')

/** The newest change of these names after `seq` that touched the lot; what stands in the way of an undo. */
export const laterChange = (q: Reader, householdId: HouseholdId, lotId: string, seq: number, names: readonly string[]) =>
  q
    .on<{ changes: { household_id: string; seq: number; name: string; payload: string; undone_by: number | null } }>()
    .selectFrom('changes')
    .select(['seq', 'name'])
    .where('household_id', '=', householdId)
    .where('seq', '>', seq)
    .where('name', 'in', names)
    .where('payload', 'like', `%${lotId}%`)
    .where('undone_by', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
