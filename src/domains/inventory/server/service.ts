/** What other domains and the composition may use of inventory. */
export { discardLot } from './service/act.ts'
export { addLots, placeFor } from './service/add-lot.ts'
export { countByDate, expiringLots } from './service/read.ts'
export { refreshDates } from './service/refresh-dates.ts'
export { inventoryStory, inventoryView } from './service/story.ts'
export { undo as undoStock } from './service/undo.ts'
export {
  lastPaidLot,
  newestLotsOf,
  type ParStock,
  type PastLot,
  parStockText,
  pastOf,
  purchasesSince,
  readStock,
  stockByFood,
  stockForPar,
} from './store/figures.ts'
export { hasStock } from './store/lots.ts'
