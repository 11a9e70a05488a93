/** What other domains and the composition may use of products. */
export type { Catalogue } from './gateway/catalogue.ts'
export { findByBarcode, learnBarcode } from './service/barcode.ts'
export { bringBarcode, bringFood, dropBarcode, dropFood, type FindFood, foodFinder } from './service/bring-in.ts'
export { commonName, findFood, foodsToRecognise } from './service/foods.ts'
export { changeIngredient, findByName, findOrAddIngredient } from './service/ingredient.ts'
export type { StockOfFood } from './service/stock-of-food.ts'
export { productStory } from './service/story.ts'
export { findIngredient, foodFacts, type IngredientRow, listBarcodes, listIngredients as listIngredientRows } from './store.ts'
