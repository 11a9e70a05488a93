/** What other domains and the composition may use of the shopping list. */
export { shoppingStory, shoppingView } from './service/story.ts'
