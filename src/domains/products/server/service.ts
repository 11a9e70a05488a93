/** What other domains and the composition may use of products. */
export { findByBarcode, learnBarcode } from './service/barcode.ts'
export { findFood } from './service/foods.ts'
export { findByName, findOrAddIngredient } from './service/ingredient.ts'
export { productStory } from './service/story.ts'
export { findIngredient, type IngredientRow, listBarcodes, listIngredients as listIngredientRows } from './store.ts'
