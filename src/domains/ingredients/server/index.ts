/** What other domains and the composition may use of products. */
export type { Catalogue } from './gateway/catalogue.ts'
export {
  findIngredient,
  type IngredientRow,
  ingredientFacts as foodFacts,
  listBarcodes,
  listIngredients as listIngredientRows,
} from './store.ts'
export { changeIngredient, findByName, findOrAddIngredient } from './use-cases/edit-ingredient.ts'
export { findByBarcode, learnBarcode } from './use-cases/find-barcode.ts'
export { ingredientHistory as productStory } from './use-cases/history-describer.ts'
export {
  dropBarcode,
  type FindIngredient as FindFood,
  foodFinder,
  importBarcode as bringBarcode,
  importIngredient as bringFood,
  rollbackIngredient as dropFood,
} from './use-cases/import-ingredient.ts'
export type { IngredientStock as StockOfFood } from './use-cases/ingredient-stock.ts'
export { commonName, findFood, foodsToRecognise } from './use-cases/ingredients.ts'
