export type { DraftRow, RowReading } from './add-item/rows-form.tsx'
export type { Added } from './api/add-lot.ts'
export { newest } from './api/lists.ts'
export type { IngredientUse } from './api/send-ingredient-use.ts'
export { formatDate } from './fields/day.ts'
export { ExpiryBadge, StatusBadge } from './fields/expiry-badge.tsx'
export { useLiveStock, useStockChanges } from './live/follow-stock.ts'
export { PastDue } from './stock-list/past-due-place.tsx'
/** Putting food in and taking it out from another screen; on demand, since the dashboard loads this file and needs none of it. */
export const stockActs = () => import('./api/stock-actions.ts')
