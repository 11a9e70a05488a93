export { usualAmount } from '../components/usual-amount.ts'
export { type Added, offerTakeBack, putIn } from './add-lot.ts'
export { undo } from './perform.ts'
export { putInOrKeep, takeFoodOrKeep, type Waiting } from './put-by.ts'

/** Rows to look over before they go in. */
export const rowsForm = () => import('../components/rows-form.tsx')
