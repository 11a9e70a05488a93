/** What other domains and the composition may use of circles. */
export { type Ending, type LoansOfCircle, leaveAll } from './service/leave.ts'
export { holdMember } from './store.ts'
