import { type SharedTable, sharedTable } from '#platform/server/sync/synced-table.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { SyncedLot, SyncedPrice, SyncedReservation } from '../contract.ts'
import { type lastPrices, selectLastPrices } from './store/ingredient-stock.ts'
import { toFields } from './store/lot-fields.ts'
import { noExpirationDate } from './store/lots.ts'
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

const toSyncedPrice = (row: Awaited<ReturnType<typeof lastPrices>>[number]): SyncedPrice => ({
  id: row.ingredient_id,
  price: fromCents(row.price_cents),
  quantity: fromMilli(row.whole_milli),
  unit: row.unit,
})

/** What browsers keep a copy of: active lots, reservations, and what was last paid for each ingredient. */
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
    toRows: (rows) => rows.map(toSyncedPrice),
  }),
]
