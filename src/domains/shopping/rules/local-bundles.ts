import { compareText, type LocalTables, localTable } from '#platform/shared/local-tables.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Bundle } from '../contract/index.ts'

/** The bundles on this device. */
export const bundleTable = localTable<Bundle>('shoppingBundles')

export const compareBundles = (a: Bundle, b: Bundle): number => compareText(nameKey(a.name), nameKey(b.name)) || compareText(a.id, b.id)

/** Returns the bundles as the API does. */
export const localBundles = (tables: LocalTables): Bundle[] => [...tables.rows(bundleTable)].sort(compareBundles)
