export { newest } from './api/lists.ts'
export { sayDate } from './components/day.ts'
export { useLiveStock, useStockChanges } from './live/follow-stock.ts'
