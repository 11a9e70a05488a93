/** What other domains and the composition may use of circles. */

export { countCirclesOf, countLinksOf, hasNews, holdMember } from './store/index.ts'
export { addCircleEvent, type CircleEvent, peopleOf, takeCircleEvents } from './use-cases/circle-updates.ts'
export { type Ending, type LoansOfCircle, leaveAllCircles } from './use-cases/leave-circle.ts'
