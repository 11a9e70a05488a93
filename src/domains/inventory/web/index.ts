export { newest } from './api/lists.ts'
export { sayDate } from './components/day.ts'
export { PastDue } from './components/past-due-place.tsx'
export { useLiveStock, useStockChanges } from './live/follow-stock.ts'
