/** What the composition may use of sharing. */
export { expireRequests, loansOfCircle } from './service/ending.ts'
export { sharingStory } from './service/story.ts'
export { sharedFoodsText } from './store/available.ts'
