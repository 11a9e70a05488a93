/** What other domains and the composition may use of sharing. */

export { peersText } from './store/available.ts'
export { requestsOf } from './store/borrow.ts'
export { expireRequests, forgetMessages, loansOfCircle } from './use-cases/end-loan.ts'
export { sharingHistory } from './use-cases/history-describer.ts'
export { watchShared } from './use-cases/loan-reminders.ts'
export { type Offering, offering } from './use-cases/offer-items.ts'
export { makeOffer } from './use-cases/offers.ts'
