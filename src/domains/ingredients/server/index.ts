export type { Catalogue } from './gateway/catalogue.ts'
export {
  findIngredient,
  type IngredientRow,
  ingredientFacts,
  listBarcodes,
  listIngredients,
} from './store.ts'
export { commonIngredients, commonName, findCommonFood } from './use-cases/common-foods.ts'
export { changeIngredient, findByName, findOrAddIngredient, type IngredientStock } from './use-cases/edit-ingredient.ts'
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
