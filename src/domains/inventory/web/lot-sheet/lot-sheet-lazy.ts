import { lazy } from 'react'

/** One item's details and actions, loaded when they are shown. */
export const LotSheet = lazy(async () => ({ default: (await import('./lot-sheet.tsx')).LotSheet }))
