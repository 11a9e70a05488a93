export type { DraftRow, RowReading } from './add-item/rows-form.tsx'
export type { Added } from './api/add-lot.ts'
export { newest } from './api/lists.ts'
export type { IngredientUse } from './api/queued-actions.ts'
export { formatDate } from './fields/day.ts'
export { ExpiryBadge, expiryLabel, StatusBadge } from './fields/expiry-badge.tsx'
export { useLiveStock, useStockChanges } from './live/follow-stock.ts'
export { PastDue } from './stock-list/past-due-lazy.tsx'
/** Loads the actions that add and use stock. Loaded on demand, since the dashboard imports this file and doesn't need them. */
export const loadStockActions = () => import('./api/stock-actions.ts')
