export { usualAmount } from '../components/usual-amount.ts'
export { type Added, offerTakeBack, putIn } from './add-lot.ts'
export { undo } from './perform.ts'
export { takeFood } from './take-food.ts'
