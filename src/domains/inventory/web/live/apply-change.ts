import type { InfiniteData } from '@tanstack/react-query'
import { nameKey } from '#platform/shared/text.ts'
import type { InventoryChange, Lot, LotQuery } from '../../contract.ts'

/** One page of stock and the cursor of the next. */
export interface LotPage {
  lots: Lot[]
  next: string | null
}

/** A list's filters and order; part of its cache key. */
export type LotFilters = Pick<
  LotQuery,
  'search' | 'location' | 'category' | 'storage' | 'expiresFrom' | 'expiresTo' | 'isLow' | 'sort' | 'order'
>
export type LotList = InfiniteData<LotPage, unknown>

/** Tells whether a lot matches a list's filters, by the same rule as the server. Ignores `isLow`, which only the server can tell. */
export function matchesFilters(lot: Lot, filters: LotFilters): boolean {
  if (lot.state !== 'active') return false
  if (filters.location !== undefined && lot.location !== filters.location) return false
  if (filters.category !== undefined && lot.ingredient.category !== filters.category) return false
  if (filters.storage !== undefined && lot.storage !== filters.storage) return false
  const { effectiveExpiration: date } = lot
  if (filters.expiresFrom !== undefined && (date === null || date < filters.expiresFrom)) return false
  if (filters.expiresTo !== undefined && (date === null || date > filters.expiresTo)) return false
  return nameKey(lot.ingredient.name).includes(nameKey(filters.search ?? ''))
}

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Compares lots in the list's order. Lots without a date come last in both directions. */
export function compareLots(filters: LotFilters): (a: Lot, b: Lot) => number {
  const direction = filters.order === 'desc' ? -1 : 1
  return (a, b) => {
    switch (filters.sort) {
      case 'name':
        return direction * (text(nameKey(a.ingredient.name), nameKey(b.ingredient.name)) || text(a.id, b.id))
      case 'quantity':
        return direction * (a.quantity - b.quantity || text(a.id, b.id))
      case 'createdAt':
        return direction * (text(a.createdAt, b.createdAt) || text(a.id, b.id))
      default: {
        if (a.effectiveExpiration === b.effectiveExpiration) return direction * text(a.id, b.id)
        if (a.effectiveExpiration === null) return 1
        if (b.effectiveExpiration === null) return -1
        return direction * text(a.effectiveExpiration, b.effectiveExpiration)
      }
    }
  }
}

/**
 * Returns the list after a live event: INSERT adds in order, UPDATE replaces by id, DELETE removes by id. Ignores an event older than the
 * lot in the list.
 */
export function applyChange(list: LotList, filters: LotFilters, change: Pick<InventoryChange, 'type' | 'data'>): LotList {
  const { type, data: lot } = change
  const shown = list.pages.flatMap((page) => page.lots).find((other) => other.id === lot.id)
  if (shown && shown.version > lot.version) return list
  if (type === 'DELETE' || (shown && !matchesFilters(lot, filters))) return shown ? without(list, lot.id) : list
  if (shown) return replaced(list, lot)
  return matchesFilters(lot, filters) ? inserted(list, filters, lot) : list
}

function without(list: LotList, id: string): LotList {
  return {
    ...list,
    pages: list.pages.map((page) =>
      page.lots.some((lot) => lot.id === id) ? { ...page, lots: page.lots.filter((lot) => lot.id !== id) } : page,
    ),
  }
}

/** Replaces in place, even if the order changed: a row must not jump away from the user's finger. */
function replaced(list: LotList, lot: Lot): LotList {
  return {
    ...list,
    pages: list.pages.map((page) =>
      page.lots.some((other) => other.id === lot.id)
        ? { ...page, lots: page.lots.map((other) => (other.id === lot.id ? lot : other)) }
        : page,
    ),
  }
}

function inserted(list: LotList, filters: LotFilters, lot: Lot): LotList {
  const compare = compareLots(filters)
  const at = list.pages.findIndex((page) => page.lots.some((other) => compare(lot, other) < 0))
  // After everything loaded: it belongs to a page not fetched yet, if there is one.
  if (at === -1 && list.pages.at(-1)?.next != null) return list
  const into = at === -1 ? list.pages.length - 1 : at
  return {
    ...list,
    pages: list.pages.map((page, index) => {
      if (index !== into) return page
      const before = page.lots.findIndex((other) => compare(lot, other) < 0)
      const lots = [...page.lots]
      lots.splice(before === -1 ? lots.length : before, 0, lot)
      return { ...page, lots }
    }),
  }
}
