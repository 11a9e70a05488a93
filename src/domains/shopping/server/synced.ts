import { type SharedTable, sharedTable, smallSharedTable, type UserTable } from '#platform/server/sync/synced-table.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { SyncedAisles, SyncedShoppingItem, SyncedShoppingOptions } from '../contract/index.ts'
import { aislePairs, arrangedAisles } from './store/aisles.ts'
import type { ShoppingTables } from './tables.ts'
import { toBundle } from './use-cases/edit-bundle.ts'
import { toNamedList } from './use-cases/edit-named-list.ts'
import type { ShoppingDeps } from './use-cases/read-list.ts'
import { toRecurringItem } from './use-cases/recurring-items.ts'
import { toTrip } from './use-cases/shopping-trips.ts'

const toSyncedItem = (row: ShoppingTables['shopping_items']): SyncedShoppingItem => ({
  id: row.id,
  ingredientId: row.ingredient_id,
  ingredientName: row.name,
  category: row.category,
  suggestedQuantity: fromMilli(row.milli),
  unit: row.unit,
  priority: row.priority,
  reason: row.reason,
  cause: row.cause === null ? null : JSON.parse(row.cause),
  note: row.note,
  storeIds: JSON.parse(row.store_ids),
  listId: row.list_id,
  isChecked: row.is_checked === 1,
  checkedAt: row.checked_at,
  checkedBy: row.checked_by,
  addedBy: row.added_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})

/** What browsers keep a copy of: the lists, the rows on them, the bundles, what repeats, who is shopping and the order of the aisles. */
export const syncedShopping: readonly SharedTable[] = [
  sharedTable({
    name: 'shopping',
    from: (q) => q.on<ShoppingTables>().selectFrom('shopping_items').selectAll().where('state', '=', 'listed'),
    toRows: (rows) => rows.map(toSyncedItem),
  }),
  sharedTable({
    name: 'shoppingLists',
    from: (q) => q.on<ShoppingTables>().selectFrom('shopping_lists').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toNamedList),
  }),
  sharedTable({
    name: 'shoppingBundles',
    from: (q) => q.on<ShoppingTables>().selectFrom('shopping_bundles').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toBundle),
  }),
  sharedTable({
    name: 'recurringItems',
    from: (q) => q.on<ShoppingTables>().selectFrom('recurring_items').selectAll().where('ended_at', 'is', null),
    toRows: (rows) => rows.map(toRecurringItem),
  }),
  sharedTable({
    name: 'shoppingTrips',
    from: (q) => q.on<ShoppingTables>().selectFrom('shopping_trips').selectAll().where('ended_at', 'is', null),
    toRows: (rows) => rows.map(toTrip),
  }),
  smallSharedTable('aisles', async (q, { householdId }) => {
    const pairs = (await aislePairs(q, householdId)).toSorted((a, b) => (`${a.first}\n${a.second}` < `${b.first}\n${b.second}` ? -1 : 1))
    return [{ id: 'aisles', arranged: await arrangedAisles(q, householdId), pairs } satisfies SyncedAisles]
  }),
]

/** What this server can do with the list, which no change of a row tells. */
export const shoppingOptionsTables = ({ instacart }: ShoppingDeps): readonly UserTable[] => {
  const options: SyncedShoppingOptions = { id: 'options', canSendToInstacart: instacart !== null }
  return [{ name: 'shoppingOptions', list: async () => [options] }]
}
