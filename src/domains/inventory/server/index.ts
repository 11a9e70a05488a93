export {
  isActiveLotSql,
  isProbablyGoneSql,
  lastPricedLot,
  parseStock,
  type StockText,
  stockOfIngredient,
  withStock,
} from './sql-expressions.ts'
export {
  type LotHistory,
  listReservations,
  lotHistories,
  lotsConfirmedSince,
  probablyGoneLots,
  type ReservedRow,
  stockedVersions,
  undoneSeqs,
} from './store/forecast-rows.ts'
export {
  kindStocks,
  lastPrices,
  newestLotsOf,
  type ParStock,
  type PastLot,
  purchaseDaysSince,
  stockForPar,
  usesAndPurchases,
} from './store/ingredient-stock.ts'
export {
  type DiscardRow,
  discardsBetween,
  discardsByMonth,
  lotsAddedSince,
  paidBetween,
  paidByCategory,
  stockFlowBetween,
} from './store/ledger-reports.ts'
export {
  activeLotIds,
  activeLotsAt,
  findStockedIngredients,
  findWholeLotId,
  hasLotsFrom,
  hasStock,
  lotLocation,
  lotOwnUnits,
  lotReferences,
  lotStates,
  noExpirationDate,
  stockedIngredients,
} from './store/lots.ts'
export { deleteReservation, freePlanReservations, insertReservation } from './store/reservations.ts'
export type { InventoryViews } from './tables.ts'
export { consumeIngredient, consumeLot, discardLot, moveLot, takeFromLot } from './use-cases/act-on-lot.ts'
export { addLots } from './use-cases/add-lot.ts'
export { refreshExpirationDates } from './use-cases/edit-lot.ts'
export { inventoryHistory } from './use-cases/history-handler.ts'
export { importLots, rollbackLots } from './use-cases/import-lots.ts'
export { giveLot, type LotRow, lotWithReserved, milliInUnitOf, receiveLot, shareLots } from './use-cases/lend-lots.ts'
export { inventoryLiveFrames } from './use-cases/live-frames.ts'
export { markProbablyGone } from './use-cases/mark-probably-gone.ts'
export { countByExpiry, expiringLots, lotsInExpiryRange, lowIngredients } from './use-cases/read-lots.ts'
export { allocateNeeds, replacePlanReservations } from './use-cases/reserve-lots.ts'
export { takeFromLots } from './use-cases/take-from-lots.ts'
export { undoStockChange } from './use-cases/undo-stock-change.ts'
