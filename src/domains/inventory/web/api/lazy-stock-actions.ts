export { usualAmount } from '../add-item/add-form-values.ts'
export { type AddedLot as Added, offerAddUndo, submitLot as sendLot } from './add-lot.ts'
export { addLotOrQueue, consumeOrQueue as deductOrQueue, type QueuedResult } from './queued-actions.ts'
export { undoChanges as undo } from './run-lot-action.ts'

/** Loads the form that reviews rows before adding them. */
export const loadRowsForm = () => import('../add-item/review-rows-form.tsx')
