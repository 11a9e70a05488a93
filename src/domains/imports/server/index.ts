/** What the composition may use of moving. */
export { importHistory as movingStory } from './use-cases/history-describer.ts'
