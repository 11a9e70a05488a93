export type { Catalog } from './gateway/local-catalog.ts'
export { type PacksText, packsOfIngredient, parsePacks } from './sql-expressions.ts'
export {
  barcodeOwnUnits,
  barcodeReferences,
  findIngredient,
  findIngredientOrMerged,
  findPicture,
  hasPicture,
  type IngredientReferences,
  type IngredientRow,
  ingredientColumns,
  ingredientFacts,
  ingredientPictureBytes,
  ingredientReferences,
  kindReferences,
  listBarcodes,
  listIngredientNames,
  listIngredients,
  listKinds,
  listMergedInto,
  ownUnitReferences,
  parentsOf,
  parseConversions,
  parseOwnUnits,
} from './store.ts'
export type { IngredientViews } from './tables.ts'
export { ingredientHistory } from './use-cases/history-handler.ts'
export {
  type FindIngredient,
  importBarcode,
  ingredientFinder,
  insertImportedIngredient,
  rollbackBarcode,
  rollbackIngredient,
} from './use-cases/import-ingredient.ts'
export {
  encodeExportedPicture,
  encodePicture,
  longestPictureSide,
  type PictureQuota,
  savePicture,
  storePictureIfFits,
  takePicture,
} from './use-cases/ingredient-picture.ts'
export { findIngredientByBarcode, learnBarcode } from './use-cases/manage-barcodes.ts'
export {
  changeIngredient,
  findIngredientByName,
  findOrAddIngredient,
  type IngredientStock,
  learnOwnUnit,
} from './use-cases/manage-ingredients.ts'
export type { MergeDeps } from './use-cases/merge-ingredients.ts'
export { builtInFoodName, builtInFoodsForRecognition, findBuiltInFoodInCurrentLanguage } from './use-cases/search-built-in-foods.ts'
