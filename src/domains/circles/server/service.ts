/** What other domains and the composition may use of circles. */
export type { Ending, LoansOfCircle } from './service/leave.ts'
export { holdMember } from './store.ts'
