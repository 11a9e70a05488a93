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
  parseStock,
  pastOf,
  purchasesSince,
  stockForPar,
  stockOfIngredient,
  type UnitStock,
  withStockByIngredient,
} from './store/figures.ts'
export { flowBetween, paidByCategory } from './store/flow.ts'
export { type HeldRow, heldLots, type LotHistory, lotHistories, undoneSeqs } from './store/lot-histories.ts'
export { deleteReservation, hasStock, inStock, insertReservation, stockAmong } from './store/lots.ts'
export { discardLot, moveLot, useLot } from './use-cases/act-on-lot.ts'
export { addLots, placeFor } from './use-cases/add-lot.ts'
export { inventoryHistory, inventoryView } from './use-cases/history-describer.ts'
export { importLots, rollbackLots } from './use-cases/import-lots.ts'
export { giveLot, type LotRow, lotWithReserved, receiveLot, shareLots } from './use-cases/lend-lots.ts'
export { countByDate, expiringLots, lotsByDate, lowIngredients } from './use-cases/read-lots.ts'
export { refreshDates } from './use-cases/refresh-dates.ts'
export { allocateNeeds, type PlannedNeed, reserveForPlan } from './use-cases/reserve-lots.ts'
export { takeOut, type Want } from './use-cases/take-from-lots.ts'
export { undo as undoStock } from './use-cases/undo-change.ts'
