/** What other domains and the composition may use of recipes. */
export { importRecipes as bringRecipes, recipeNames, recipesLeft, rollbackRecipe as takeBackRecipe } from './service/bring-in.ts'
export { openCollections } from './service/collections.ts'
export { openPageReader } from './service/pages.ts'
export { openPlanner } from './service/planner.ts'
export { recipeHistory as recipeStory } from './service/story.ts'
export { storedPhotoBytes } from './store/photos.ts'
export { countRecipes, meantByName } from './store/recipes.ts'
