/** What other domains and the composition may use of recipes. */

export { storedPhotoBytes } from './store/photos.ts'
export { countRecipes, meantByName } from './store/recipes.ts'
export { recipeHistory } from './use-cases/history-describer.ts'
export { openCollections } from './use-cases/import-collection.ts'
export { importRecipes, recipeNames, recipesLeft, rollbackRecipe } from './use-cases/import-recipes.ts'
export { openPageReader } from './use-cases/read-page.ts'
export { openPlanner } from './use-cases/week-planner.ts'
