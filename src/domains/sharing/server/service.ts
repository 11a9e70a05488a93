/** What the composition may use of sharing. */
export { expireRequests, forgetMessages, loansOfCircle } from './service/ending.ts'
export { sharingStory } from './service/story.ts'
export { peersText } from './store/available.ts'
