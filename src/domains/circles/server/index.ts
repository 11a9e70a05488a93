export { countCirclesOf, countCirclesOfHousehold as countLinksOf, hasCircleEvents, lockMember } from './store/index.ts'
export { addCircleEvent, type CircleEvent, circleMembersAt, takeCircleEvents } from './use-cases/circle-events.ts'
export { type LoansOfCircle, type LoansToEnd as Ending, leaveAllCircles } from './use-cases/end-circle-access.ts'
