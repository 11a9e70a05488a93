import { lazy } from 'react'

export type { ListChoice } from './api/chosen-list.ts'
export { useWakeLock } from './shop/wake-lock.ts'
export { ListCount } from './shopping-list/list-count.tsx'
export { useMyTripStoreId } from './trip/use-trip.ts'

// Lazy, because the dashboard loads this file.
export const ListField = lazy(async () => ({ default: (await import('./named-lists/list-field.tsx')).ListField }))
export const ListMenu = lazy(async () => ({ default: (await import('./named-lists/list-menu.tsx')).ListMenu }))
