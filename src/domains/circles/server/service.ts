/** What other domains and the composition may use of circles. */
export { type Ending, type LoansOfCircle, leaveAll } from './service/leave.ts'
export { addNews, type News, peopleOf, takeNews } from './service/news.ts'
export { countCirclesOf, countLinksOf, hasNews, holdMember } from './store.ts'
