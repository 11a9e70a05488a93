export {
  carryMealEaters,
  endCarriedEaters,
  findEatersToCarry,
  type PlannedForMeal,
  restoreCarriedEaters,
} from './use-cases/carry-meal-eaters.ts'
export { forgetEater } from './use-cases/edit-eater.ts'
export { dietHistory } from './use-cases/history-handler.ts'
export {
  type ImportedDiet,
  importFoodContents,
  importGuest,
  importMealEaters,
  importOwnNeeds,
  isMealSaid,
  type RollbackTarget,
  readKnownDiets,
  rollbackDiets,
  rollbackMealEaters,
} from './use-cases/import-diets.ts'
export { type DietChecker, readDietChecker } from './use-cases/read-diet-checker.ts'
export { foodContentsReferences } from './use-cases/set-food-contents.ts'
