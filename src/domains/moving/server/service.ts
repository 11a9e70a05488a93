/** What the composition may use of moving. */
export { movingStory } from './service/story.ts'
