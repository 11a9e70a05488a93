/** What the composition may use of moving. */
export { importHistory as movingStory } from './service/story.ts'
