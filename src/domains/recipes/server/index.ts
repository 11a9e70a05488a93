export { listCookingPictures } from './store/cookings.ts'
export { storedPhotoBytes } from './store/photos.ts'
export {
  countOwnRecipes,
  deleteIngredientMatches,
  insertIngredientMatches,
  listConfirmedIds,
  listedFoodReferences,
  planReferences,
  recipeMatchReferences,
  repeatReferences,
} from './store/recipes.ts'
export { cookbookHistory } from './use-cases/cookbook-history.ts'
export { importCookings } from './use-cases/edit-cooking.ts'
export { findCookbookByName } from './use-cases/find-cookbook-by-name.ts'
export { findRecipeFor } from './use-cases/find-recipe-for.ts'
export { recipeHistory } from './use-cases/history-handler.ts'
export { hasCookbookRoom, importCookbook, listCookbookKeys, rollbackCookbooks } from './use-cases/import-cookbook.ts'
export {
  findStarter,
  hasOtherMeal,
  type ImportedDish,
  importLeftovers,
  importMeal,
  importRepeat,
  type ListedShare,
  plannedKey,
  readPlanned,
  recipeFinder,
  reserveForImported,
  rollbackPlan,
  slotKey,
} from './use-cases/import-plan.ts'
export {
  insertImportedRecipes,
  openCollectionReader,
  readRemainingRecipeQuota,
  recipeNames,
  rollbackRecipe,
} from './use-cases/import-recipes.ts'
export { listMeals } from './use-cases/list-meals.ts'
export { putPlan, removeMealsOf } from './use-cases/meal-plan.ts'
export { openWeekPlanner } from './use-cases/propose-week.ts'
export { openPageReader } from './use-cases/read-recipe-draft.ts'
export { longestPhotoSide } from './use-cases/recipe-photo.ts'
