export { usualAmount } from '../add-item/usual-amount.ts'
export { type Added, offerAddUndo as offerTakeBack, sendLot as putIn } from './add-lot.ts'
export { addLotOrQueue as putInOrKeep, type QueuedResult as Waiting, useIngredientOrQueue as takeFoodOrKeep } from './queued-actions.ts'
export { undo } from './run-lot-action.ts'

/** Rows to look over before they go in. */
export const rowsForm = () => import('../add-item/rows-form.tsx')
