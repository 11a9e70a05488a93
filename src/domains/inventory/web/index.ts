export type { DraftRow, RowReading } from './add-item/review-rows-form.tsx'
export type { AddedLot } from './api/add-lot.ts'
export type { UndoableUse } from './api/consume-ingredient.ts'
export { newestLotsQuery } from './api/stock-cache.ts'
export { expiryLabel, LotExpiryBadge, LotStatusBadge } from './fields/lot-badges.tsx'
export { useLotAmount } from './fields/use-lot-amount.ts'
export { useLiveStock, useStockChanges } from './live/use-live-stock.ts'
export { type AddToList, AddToListContext } from './lot-sheet/add-to-list.ts'
export { usePrices, useStorePrices, useUnitPrice } from './prices/use-prices.ts'
export { PastDue } from './stock-list/past-due-lazy.tsx'
/** Loads the actions that add and use stock. Loaded on demand, since the dashboard imports this file and doesn't need them. */
export const loadStockActions = () => import('./api/lazy-stock-actions.ts')
