export { newest } from './api/lists.ts'
export { sayDate, sayDay } from './components/day.ts'
export { LotSheet } from './components/lot-sheet.tsx'
export { useLiveStock, useStockChanges } from './live/follow-stock.ts'
