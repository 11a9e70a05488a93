export type { Catalogue } from './gateway/catalogue.ts'
export {
  findIngredient,
  type IngredientRow,
  ingredientFacts,
  listBarcodes,
  listIngredients,
} from './store.ts'
export { commonFoodName as commonName, commonFoodsForRecognition as commonIngredients, findCommonFood } from './use-cases/common-foods.ts'
export {
  changeIngredient,
  findIngredientByName as findByName,
  findOrAddIngredient,
  type IngredientStock,
} from './use-cases/edit-ingredient.ts'
export { ingredientHistoryDescriber as ingredientHistory } from './use-cases/history-describer.ts'
export {
  type FindIngredient,
  importBarcode,
  importIngredient,
  ingredientFinder,
  rollbackBarcode as dropBarcode,
  rollbackIngredient,
} from './use-cases/import-ingredient.ts'
export { findIngredientByBarcode as findByBarcode, learnBarcode } from './use-cases/manage-barcodes.ts'
