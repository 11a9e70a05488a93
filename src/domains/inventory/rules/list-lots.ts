import { compareText } from '#platform/shared/local-tables.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Lot, LotQuery } from '../contract.ts'

/** A list's filters and order; part of its cache key. */
export type LotFilters = Pick<
  LotQuery,
  'search' | 'location' | 'category' | 'storage' | 'expiresFrom' | 'expiresTo' | 'isLow' | 'sort' | 'order'
>

/** Tells whether a lot matches a list's filters, by the same rule as the server. Ignores `isLow`. */
export function matchesFilters(lot: Lot, filters: LotFilters, keyOf = nameKey): boolean {
  if (lot.state !== 'active') return false
  if (filters.location !== undefined && lot.location !== filters.location) return false
  if (filters.category !== undefined && lot.ingredient.category !== filters.category) return false
  if (filters.storage !== undefined && lot.storage !== filters.storage) return false
  const { effectiveExpiration: date } = lot
  if (filters.expiresFrom !== undefined && (date === null || date < filters.expiresFrom)) return false
  if (filters.expiresTo !== undefined && (date === null || date > filters.expiresTo)) return false
  return filters.search === undefined || filters.search === '' || keyOf(lot.ingredient.name).includes(nameKey(filters.search))
}

/** Compares lots in the list's order. Lots without a date come last in both directions. */
export function compareLots(filters: LotFilters, keyOf = nameKey): (a: Lot, b: Lot) => number {
  const direction = filters.order === 'desc' ? -1 : 1
  return (a, b) => {
    switch (filters.sort) {
      case 'name':
        return direction * (compareText(keyOf(a.ingredient.name), keyOf(b.ingredient.name)) || compareText(a.id, b.id))
      case 'quantity':
        return direction * (a.quantity - b.quantity || compareText(a.id, b.id))
      case 'createdAt':
        return direction * (compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id))
      default: {
        if (a.effectiveExpiration === b.effectiveExpiration) return direction * compareText(a.id, b.id)
        if (a.effectiveExpiration === null) return 1
        if (b.effectiveExpiration === null) return -1
        return direction * compareText(a.effectiveExpiration, b.effectiveExpiration)
      }
    }
  }
}
