/** What other domains and the composition may use of inventory. */
export { discardLot, moveLot, useLot } from './service/act.ts'
export { addLots, placeFor } from './service/add-lot.ts'
export { bringLots, takeBackLots } from './service/bring-in.ts'
export { giveLot, type LotRow, lotWithHeld, receiveLot, shareLots } from './service/lend.ts'
export { countByDate, expiringLots, foodsRunningLow, lotsByDate } from './service/read.ts'
export { refreshDates } from './service/refresh-dates.ts'
export { type PlannedNeed, reserveForPlan, shareOut } from './service/reserve.ts'
export { inventoryStory, inventoryView } from './service/story.ts'
export { takeOut, type Want } from './service/take-out.ts'
export { undo as undoStock } from './service/undo.ts'
export { type HeldRow, heldLots, type LotCourse, lotCourses, undoneSeqs } from './store/courses.ts'
export {
  broughtSince,
  type DiscardRow,
  discardsBetween,
  discardsByMonth,
  paidBetween,
} from './store/discards.ts'
export {
  lastPaid,
  lastPaidLot,
  newestLotsOf,
  type ParStock,
  type PastLot,
  parStockText,
  pastOf,
  purchasesSince,
  readStock,
  stockForPar,
  stockOfFood,
  type UnitStock,
  withStockByFood,
} from './store/figures.ts'
export { flowBetween, paidByCategory } from './store/flow.ts'
export { deleteReservation, hasStock, inStock, insertReservation, stockAmong } from './store/lots.ts'
