/** What other domains and the composition may use of waste. */
export { wasteHistory as wasteStory } from './service/actions.ts'
