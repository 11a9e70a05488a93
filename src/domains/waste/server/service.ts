/** What other domains and the composition may use of waste. */
export { wasteStory } from './service/actions.ts'
