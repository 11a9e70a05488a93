/** What other domains and the composition may use of sharing. */
export { expireRequests, forgetMessages, loansOfCircle } from './service/ending.ts'
export { type Offering, offering } from './service/offering.ts'
export { makeOffer } from './service/offers.ts'
export { sharingHistory as sharingStory } from './service/story.ts'
export { watchShared } from './service/watch.ts'
export { peersText } from './store/available.ts'
export { requestsOf } from './store/borrow.ts'
