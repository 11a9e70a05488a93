export { usualAmount } from '../components/usual-amount.ts'
export { type Added, offerAddUndo as offerTakeBack, sendLot as putIn } from './add-lot.ts'
export { undo } from './perform.ts'
export { addLotOrQueue as putInOrKeep, type QueuedResult as Waiting, useIngredientOrQueue as takeFoodOrKeep } from './put-by.ts'

/** Rows to look over before they go in. */
export const rowsForm = () => import('../components/rows-form.tsx')
