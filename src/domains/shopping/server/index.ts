/** What other domains and the composition may use of the shopping list. */

export { wantedIngredients } from './store/rows.ts'
export { addToList } from './use-cases/add-item.ts'
export { shoppingHistory, shoppingView } from './use-cases/history-describer.ts'
export { importRows, listedThings, rollbackRows } from './use-cases/import-rows.ts'
export { countList, readItems, type Shopping } from './use-cases/read-list.ts'
