export { useWakeLock } from './shop/wake-lock.ts'
export { ListCount } from './shopping-list/list-count.tsx'
export { useMyTripStoreId } from './trip/use-trip.ts'
