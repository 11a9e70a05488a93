export { usualAmount } from '../add-item/add-start.ts'
export { type Added, offerAddUndo, sendLot } from './add-lot.ts'
export { addLotOrQueue, deductOrQueue, type QueuedResult } from './queued-actions.ts'
export { undo } from './run-lot-action.ts'

/** Loads the form that reviews rows before adding them. */
export const loadRowsForm = () => import('../add-item/rows-form.tsx')
