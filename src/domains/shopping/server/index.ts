export { recurringItemReferences } from './store/recurring-items.ts'
export { restockCauseReferences, restocksList } from './store/restock-causes.ts'
export { filterManuallyListed, hasRowsFor, shoppingItemReferences } from './store/rows.ts'
export type { ShoppingViews } from './tables.ts'
export {
  type ImportedRecurringItem,
  importBundles,
  importRecurring,
  importRows,
  readListedItems,
  readListRoom,
  rollbackRows,
} from './use-cases/add-imported-rows.ts'
export { addToList, addUnlessListed, pasteItems } from './use-cases/add-item.ts'
export { bundleHistory } from './use-cases/bundle-history.ts'
export { findOpenList, findOrAddNamedList, listNamedLists } from './use-cases/edit-named-list.ts'
export { findListByName } from './use-cases/find-list-by-name.ts'
export { shoppingHistory, shoppingLiveFrames } from './use-cases/history-handler.ts'
export { importNamedList, rollbackNamedLists } from './use-cases/import-named-list.ts'
export { namedListHistory } from './use-cases/named-list-history.ts'
export { readHouseholdAisles, restoreHouseholdAisles } from './use-cases/order-aisles.ts'
export { countList, readItems, type ShoppingDeps } from './use-cases/read-list.ts'
export { readSoldAs } from './use-cases/read-sold-as.ts'
export { recurringHistory } from './use-cases/recurring-history.ts'
export { tripHistory } from './use-cases/trip-history.ts'
export { addAsList, takeOffAsList } from './use-cases/write-as-list.ts'
