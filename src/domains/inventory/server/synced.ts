import type { Reader } from '#platform/server/database/index.ts'
import { type SharedTable, sharedTable } from '#platform/server/sync/synced-table.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { SyncedLot, SyncedPrice, SyncedReservation } from '../contract.ts'
import { type lastPrices, selectLastPrices } from './store/ingredient-stock.ts'
import { toFields } from './store/lot-fields.ts'
import { noExpirationDate } from './store/lots.ts'
import { listStorePricesOf } from './store/price-history.ts'
import type { InventoryTables } from './tables.ts'

const toSyncedLot = (row: InventoryTables['lots']): SyncedLot => ({
  id: row.id,
  ingredientId: row.ingredient_id,
  quantity: fromMilli(row.milli),
  ...toFields(row),
  effectiveExpiration: row.goes_off_on === noExpirationDate ? null : row.goes_off_on,
  expirationReason: row.goes_off_reason === null ? null : JSON.parse(row.goes_off_reason),
  openedOn: row.opened_on,
  confirmedAt: row.confirmed_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  addedBy: row.added_by,
  originalQuantity: fromMilli(row.whole_milli),
  addedOn: row.added_on,
  frozenOn: row.frozen_on,
  frozenDaysLeft: row.frozen_days_left,
  thawedOn: row.thawed_on,
  gone: row.gone_version === row.version && row.gone_percent !== null ? row.gone_percent / 100 : null,
  version: row.version,
})

const toSyncedReservation = (row: InventoryTables['reservations']): SyncedReservation => ({
  id: row.id,
  lotId: row.lot_id,
  kind: row.kind,
  quantity: fromMilli(row.milli),
  refId: row.ref_id,
  date: row.on_date,
})

async function toSyncedPrices(
  rows: readonly Awaited<ReturnType<typeof lastPrices>>[number][],
  q: Reader,
  householdId: HouseholdId,
): Promise<SyncedPrice[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ ingredient_id }) => ingredient_id)
  const byIngredient = Map.groupBy(await listStorePricesOf(q, householdId, ids), ({ ingredient_id }) => ingredient_id)
  return rows.map((row) => ({
    id: row.ingredient_id,
    ...paidFor(row),
    stores: (byIngredient.get(row.ingredient_id) ?? []).map((one) => ({ storeId: one.store_id, date: one.added_on, ...paidFor(one) })),
  }))
}

const paidFor = ({ price_cents, whole_milli, unit }: { price_cents: number; whole_milli: number; unit: Unit }) => ({
  price: fromCents(price_cents),
  quantity: fromMilli(whole_milli),
  unit,
})

/** What browsers keep a copy of: active lots, reservations, and what was last paid for each ingredient, also in each store. */
export const syncedInventory: readonly SharedTable[] = [
  sharedTable({
    name: 'lots',
    from: (q) => q.on<InventoryTables>().selectFrom('lots').selectAll().where('state', '=', 'active'),
    toRows: (rows) => rows.map(toSyncedLot),
  }),
  sharedTable({
    name: 'reservations',
    from: (q) => q.on<InventoryTables>().selectFrom('reservations').selectAll(),
    toRows: (rows) => rows.map(toSyncedReservation),
  }),
  sharedTable({
    name: 'prices',
    from: selectLastPrices,
    household: 'ingredients.household_id',
    id: 'ingredients.id',
    toRows: toSyncedPrices,
  }),
]
