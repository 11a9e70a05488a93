export type { CircleViews } from './database-views.ts'
export { countCirclesOf, countCirclesOfHousehold, hasCircleEvents, lockMember } from './store/index.ts'
export { addCircleEvent, type CircleEvent, circleMembersAt, takeCircleEvents } from './use-cases/circle-events.ts'
export { type LoansOfCircle, type LoansToEnd, leaveAllCircles } from './use-cases/end-circle-access.ts'
