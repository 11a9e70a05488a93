/** What other domains and the composition may use of circles. */

export { countCirclesOf, countLinksOf, hasNews, holdMember } from './store/index.ts'
export { addCircleEvent as addNews, type CircleEvent as News, peopleOf, takeCircleEvents as takeNews } from './use-cases/circle-updates.ts'
export { type Ending, type LoansOfCircle, leaveAllCircles as leaveAll } from './use-cases/leave-circle.ts'
