import { sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { InventoryTables } from '../tables.ts'

const on = (q: Reader) => q.on<InventoryTables>()

export type ReservationRow = InventoryTables['reservations']

/** Returns the reservations of the meal plan. */
export const planReservations = (q: Reader, householdId: HouseholdId): Promise<ReservationRow[]> =>
  on(q).selectFrom('reservations').selectAll().where('household_id', '=', householdId).where('kind', '=', 'plan').execute()

/** Returns the thousandths reserved for plans and loans, by lot. */
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

/** Returns the thousandths reserved for loans, by lot. */
export async function loanReservedOf(q: Reader, householdId: HouseholdId, lotIds: readonly string[]): Promise<Map<string, number>> {
  if (lotIds.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('reservations')
    .select(['lot_id', sql<number>`cast(sum(milli) as bigint)`.as('milli')])
    .where('household_id', '=', householdId)
    .where('kind', '=', 'borrow')
    .where('lot_id', 'in', lotIds)
    .groupBy('lot_id')
    .execute()
  return new Map(rows.map(({ lot_id, milli }) => [lot_id, milli]))
}

/** Returns the loan reservations of a lot. */
export const loanReservationsOf = (q: Reader, householdId: HouseholdId, lotId: string): Promise<Pick<ReservationRow, 'id' | 'milli'>[]> =>
  on(q)
    .selectFrom('reservations')
    .select(['id', 'milli'])
    .where('household_id', '=', householdId)
    .where('lot_id', '=', lotId)
    .where('kind', '=', 'borrow')
    .execute()

export const updateReservation = (tx: Transaction, householdId: HouseholdId, id: string, milli: number) =>
  on(tx).updateTable('reservations').set({ milli }).where('household_id', '=', householdId).where('id', '=', id).execute()

export const insertReservation = rowInserter<ReservationRow>('reservations')

export const deleteReservation = (tx: Transaction, householdId: HouseholdId, id: string) =>
  on(tx).deleteFrom('reservations').where('household_id', '=', householdId).where('id', '=', id).execute()

/** Deletes the reservations of a planned meal. */
export const freePlanReservations = (tx: Transaction, householdId: HouseholdId, refId: string) =>
  on(tx).deleteFrom('reservations').where('household_id', '=', householdId).where('kind', '=', 'plan').where('ref_id', '=', refId).execute()
