export { usualAmount } from '../add-item/usual-amount.ts'
export { type Added, offerAddUndo, sendLot } from './add-lot.ts'
export { addLotOrQueue, deductOrQueue, type QueuedResult } from './queued-actions.ts'
export { undo } from './run-lot-action.ts'

/** Rows to look over before they go in. */
export const rowsForm = () => import('../add-item/rows-form.tsx')
