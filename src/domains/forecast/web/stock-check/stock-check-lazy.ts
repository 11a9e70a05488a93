import { lazy } from 'react'

/** Asks whether what is probably gone of an ingredient is still there; loaded when there is something to ask. */
export const StockCheck = lazy(async () => ({ default: (await import('./stock-check.tsx')).StockCheck }))
