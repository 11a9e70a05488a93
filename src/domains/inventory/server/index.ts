export {
  lastPaid,
  lastPaidLot,
  newestLotsOf,
  type ParStock,
  type PastLot,
  parStockText,
  parseStock,
  purchasesSince,
  stockForPar,
  stockOfIngredient,
  type UnitStock,
  usesAndPurchases,
  withStockByIngredient,
} from './store/figures.ts'
export {
  addedSince,
  type DiscardRow,
  discardsBetween,
  discardsByMonth,
  flowBetween,
  paidBetween,
  paidByCategory,
} from './store/ledger-reports.ts'
export { type LotHistory, lotHistories, type ReservedRow, reservedLots, undoneSeqs } from './store/lot-histories.ts'
export { hasStock, inStock, stockAmong } from './store/lots.ts'
export { deleteReservation, insertReservation } from './store/reservations.ts'
export { discardLot, moveLot, useLot } from './use-cases/act-on-lot.ts'
export { addLots, locationFor } from './use-cases/add-lot.ts'
export { inventoryHistory, inventoryView } from './use-cases/history-describer.ts'
export { importLots, rollbackLots } from './use-cases/import-lots.ts'
export { giveLot, type LotRow, lotWithReserved, receiveLot, shareLots } from './use-cases/lend-lots.ts'
export { countByDate, expiringLots, lotsByDate, lowIngredients } from './use-cases/read-lots.ts'
export { refreshDates } from './use-cases/refresh-dates.ts'
export { allocateNeeds, type PlannedNeed, reserveForPlan } from './use-cases/reserve-lots.ts'
export { type IngredientAmount, takeFromLots } from './use-cases/take-from-lots.ts'
export { undoStock } from './use-cases/undo-change.ts'
