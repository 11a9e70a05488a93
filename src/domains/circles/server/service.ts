/** What other domains and the composition may use of circles. */
export { type Ending, type LoansOfCircle, leaveAllCircles as leaveAll } from './service/leave.ts'
export { addCircleEvent as addNews, type CircleEvent as News, peopleOf, takeCircleEvents as takeNews } from './service/news.ts'
export { countCirclesOf, countLinksOf, hasNews, holdMember } from './store.ts'
