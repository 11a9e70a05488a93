/** What other domains and the composition may use of inventory. */
export { discardLot, moveLot, useLot } from './service/act.ts'
export { addLots, placeFor } from './service/add-lot.ts'
export { importLots as bringLots, rollbackLots as takeBackLots } from './service/bring-in.ts'
export { giveLot, type LotRow, lotWithReserved as lotWithHeld, receiveLot, shareLots } from './service/lend.ts'
export { countByDate, expiringLots, lotsByDate, lowIngredients as foodsRunningLow } from './service/read.ts'
export { refreshDates } from './service/refresh-dates.ts'
export { allocateNeeds as shareOut, type PlannedNeed, reserveForPlan } from './service/reserve.ts'
export { inventoryHistory as inventoryStory, inventoryView } from './service/story.ts'
export { takeOut, type Want } from './service/take-out.ts'
export { undo as undoStock } from './service/undo.ts'
export { type HeldRow, heldLots, type LotHistory as LotCourse, lotHistories as lotCourses, undoneSeqs } from './store/courses.ts'
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
  parseStock as readStock,
  pastOf,
  purchasesSince,
  stockForPar,
  stockOfIngredient as stockOfFood,
  type UnitStock,
  withStockByIngredient as withStockByFood,
} from './store/figures.ts'
export { flowBetween, paidByCategory } from './store/flow.ts'
export { deleteReservation, hasStock, inStock, insertReservation, stockAmong } from './store/lots.ts'
