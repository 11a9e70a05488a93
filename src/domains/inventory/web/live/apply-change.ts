import type { InfiniteData } from '@tanstack/react-query'
import type { InventoryChange, Lot } from '../../contract.ts'
import { compareLots, type LotFilters, matchesFilters } from '../../rules/list-lots.ts'

/** One page of stock and the cursor of the next. */
export interface LotPage {
  lots: Lot[]
  next: string | null
}

export type LotList = InfiniteData<LotPage, unknown>

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
