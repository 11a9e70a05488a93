/** What other domains and the composition may use of products. */
export type { Catalogue } from './gateway/catalogue.ts'
export { findByBarcode, learnBarcode } from './service/barcode.ts'
export {
  dropBarcode,
  type FindIngredient as FindFood,
  foodFinder,
  importBarcode as bringBarcode,
  importIngredient as bringFood,
  rollbackIngredient as dropFood,
} from './service/bring-in.ts'
export { commonName, findFood, foodsToRecognise } from './service/foods.ts'
export { changeIngredient, findByName, findOrAddIngredient } from './service/ingredient.ts'
export type { IngredientStock as StockOfFood } from './service/stock-of-food.ts'
export { ingredientHistory as productStory } from './service/story.ts'
export {
  findIngredient,
  type IngredientRow,
  ingredientFacts as foodFacts,
  listBarcodes,
  listIngredients as listIngredientRows,
} from './store.ts'
