/** What other domains and the composition may use of the shopping list. */
export { countList } from './service/read.ts'
export { shoppingStory, shoppingView } from './service/story.ts'
