import { localTable } from '#platform/shared/local-tables.ts'
import type { Store } from '../contract.ts'

/** The stores on this device. */
export const storeTable = localTable<Store>('stores')

export const compareStores = (a: Store, b: Store): number =>
  a.place - b.place || (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1)
