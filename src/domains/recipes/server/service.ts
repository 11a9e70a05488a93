/** What other domains and the composition may use of recipes. */
export { bringRecipes, recipeNames, recipesLeft, takeBackRecipe } from './service/bring-in.ts'
export { openCollections } from './service/collections.ts'
export { openPageReader } from './service/pages.ts'
export { openPlanner } from './service/planner.ts'
export { recipeStory } from './service/story.ts'
export { storedPhotoBytes } from './store/photos.ts'
export { countRecipes, meantByName } from './store/recipes.ts'
