export { countCirclesOf, countLinksOf, hasCircleEvents, lockMember } from './store/index.ts'
export { addCircleEvent, type CircleEvent, circleMembersAt, takeCircleEvents } from './use-cases/circle-events.ts'
export { type Ending, type LoansOfCircle, leaveAllCircles } from './use-cases/leave-circle.ts'
