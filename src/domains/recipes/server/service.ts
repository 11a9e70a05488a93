/** What other domains and the composition may use of recipes. */
export { recipeStory } from './service/story.ts'
