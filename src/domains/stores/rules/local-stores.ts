import { compareText, localTable } from '#platform/shared/local-tables.ts'
import type { Store } from '../contract.ts'

/** The stores on this device. */
export const storeTable = localTable<Store>('stores')

export const compareStores = (a: Store, b: Store): number =>
  a.place - b.place || compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id)
