/** What other domains and the composition may use of products. */
export type { Catalogue } from './gateway/catalogue.ts'
export {
  findIngredient,
  type IngredientRow,
  ingredientFacts,
  listBarcodes,
  listIngredients,
} from './store.ts'
export { changeIngredient, findByName, findOrAddIngredient } from './use-cases/edit-ingredient.ts'
export { findByBarcode, learnBarcode } from './use-cases/find-barcode.ts'
export { ingredientHistory } from './use-cases/history-describer.ts'
export {
  dropBarcode,
  type FindIngredient,
  importBarcode,
  importIngredient,
  ingredientFinder,
  rollbackIngredient,
} from './use-cases/import-ingredient.ts'
export type { IngredientStock } from './use-cases/ingredient-stock.ts'
export { commonIngredients, commonName, findCommonFood } from './use-cases/ingredients.ts'
