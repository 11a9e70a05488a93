export { type LotHistory, lotHistories, type ReservedRow, reservedLots, undoneSeqs } from './store/forecast-rows.ts'
export {
  lastPricedLotSql as lastPaidLot,
  lastPrices as lastPaid,
  newestLotsOf,
  type ParStock,
  type PastLot,
  parStockSql as parStockText,
  parseStock,
  purchasesSince,
  stockByIngredientSql as withStockByIngredient,
  stockForPar,
  stockOfIngredientSql as stockOfIngredient,
  type UnitStock,
  usesAndPurchases,
} from './store/ingredient-stock.ts'
export {
  type DiscardRow,
  discardsBetween,
  discardsByMonth,
  lotsAddedSince as addedSince,
  paidBetween,
  paidByCategory,
  stockFlowBetween as flowBetween,
} from './store/ledger-reports.ts'
export { activeLotIds as inStock, hasStock, stockAmong } from './store/lots.ts'
export { deleteReservation, insertReservation } from './store/reservations.ts'
export { consumeLot as useLot, discardLot, moveLot } from './use-cases/act-on-lot.ts'
export { addLots, locationFor } from './use-cases/add-lot.ts'
export { inventoryHistoryDescriber as inventoryHistory, inventoryLiveFrames as inventoryView } from './use-cases/history-describer.ts'
export { importLots, rollbackLots } from './use-cases/import-lots.ts'
export { giveLot, type LotRow, lotWithReserved, receiveLot, shareLots } from './use-cases/lend-lots.ts'
export { countByExpiry as countByDate, expiringLots, lotsInExpiryRange as lotsByDate, lowIngredients } from './use-cases/read-lots.ts'
export { refreshExpirationDates as refreshDates } from './use-cases/refresh-expiration-dates.ts'
export { allocateNeeds, type PlannedNeed, reserveForPlan } from './use-cases/reserve-lots.ts'
export { type IngredientAmount, takeFromLots } from './use-cases/take-from-lots.ts'
export { undoStockChange as undoStock } from './use-cases/undo-stock-change.ts'
