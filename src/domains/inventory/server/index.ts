/** What other domains and the composition may use of inventory. */

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
export { type HeldRow, heldLots, type LotHistory as LotCourse, lotHistories as lotCourses, undoneSeqs } from './store/lot-histories.ts'
export { deleteReservation, hasStock, inStock, insertReservation, stockAmong } from './store/lots.ts'
export { discardLot, moveLot, useLot } from './use-cases/act-on-lot.ts'
export { addLots, placeFor } from './use-cases/add-lot.ts'
export { inventoryHistory as inventoryStory, inventoryView } from './use-cases/history-describer.ts'
export { importLots as bringLots, rollbackLots as takeBackLots } from './use-cases/import-lots.ts'
export { giveLot, type LotRow, lotWithReserved as lotWithHeld, receiveLot, shareLots } from './use-cases/lend-lots.ts'
export { countByDate, expiringLots, lotsByDate, lowIngredients as foodsRunningLow } from './use-cases/read-lots.ts'
export { refreshDates } from './use-cases/refresh-dates.ts'
export { allocateNeeds as shareOut, type PlannedNeed, reserveForPlan } from './use-cases/reserve-lots.ts'
export { takeOut, type Want } from './use-cases/take-from-lots.ts'
export { undo as undoStock } from './use-cases/undo-change.ts'
