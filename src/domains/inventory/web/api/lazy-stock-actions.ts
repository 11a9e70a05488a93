export { usualAmount } from '../add-item/add-form-values.ts'
export { type AddedLot, offerAddUndo, submitLot } from './add-lot.ts'
export { consumeOrQueue } from './consume-ingredient.ts'
export { freezeLot } from './freeze-lot.ts'
export { consume, correct } from './lot-actions.ts'
export { undoChanges } from './run-lot-action.ts'
export { createAddIntents, createLotUseIntents, createTakeIntents, type StockIntents } from './stock-intents.ts'

/** Loads the form that reviews rows before adding them. */
export const loadRowsForm = () => import('../add-item/review-rows-form.tsx')
