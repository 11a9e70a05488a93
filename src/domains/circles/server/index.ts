export { countCirclesOf, countCirclesOfHousehold, hasCircleEvents, lockMember } from './store/index.ts'
export type { CircleViews } from './tables.ts'
export { addCircleEvent, type CircleEvent, circleMembersAt, takeCircleEvents } from './use-cases/circle-events.ts'
export { type CircleLoanCloser, type LoansToEnd, leaveAllCircles } from './use-cases/end-circle-access.ts'
