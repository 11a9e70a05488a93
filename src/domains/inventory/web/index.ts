export type { Added } from './api/add-lot.ts'
export { newest } from './api/lists.ts'
export type { IngredientUse as Taken } from './api/take-food.ts'
export { formatDate as sayDate } from './components/day.ts'
export { ExpiryBadge, StatusBadge } from './components/expiry-badge.tsx'
export { PastDue } from './components/past-due-place.tsx'
export type { FoodRow, RowReading } from './components/rows-form.tsx'
export { useLiveStock, useStockChanges } from './live/follow-stock.ts'
/** Putting food in and taking it out from another screen; on demand, since the dashboard loads this file and needs none of it. */
export const stockActs = () => import('./api/stock-acts.ts')
