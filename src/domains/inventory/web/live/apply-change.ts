import type { InfiniteData } from '@tanstack/react-query'
import { nameKey } from '#platform/shared/text.ts'
import type { InventoryChange, Lot, LotQuery } from '../../contract.ts'

/** One answered page of stock and where the next one starts. */
export interface LotPage {
  lots: Lot[]
  next: string | null
}

/** What a list shows and in which order; part of its cache key. */
export type LotFilters = Pick<LotQuery, 'search' | 'location' | 'category' | 'storage' | 'sort' | 'order'>
export type LotList = InfiniteData<LotPage, unknown>

/** Whether a lot belongs to a list, by the server's own rule: it decides for its pages, this for lots that arrive live. */
export function belongs(lot: Lot, filters: LotFilters): boolean {
  if (lot.state !== 'active') return false
  if (filters.location !== undefined && lot.location !== filters.location) return false
  if (filters.category !== undefined && lot.ingredient.category !== filters.category) return false
  if (filters.storage !== undefined && lot.storage !== filters.storage) return false
  return nameKey(lot.ingredient.name).includes(nameKey(filters.search ?? ''))
}

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order of the inventory list. Lots without a date come last in both directions. */
export function compareLots(filters: LotFilters): (a: Lot, b: Lot) => number {
  const turn = filters.order === 'desc' ? -1 : 1
  return (a, b) => {
    switch (filters.sort) {
      case 'name':
        return turn * (text(nameKey(a.ingredient.name), nameKey(b.ingredient.name)) || text(a.id, b.id))
      case 'quantity':
        return turn * (a.quantity - b.quantity || text(a.id, b.id))
      case 'createdAt':
        return turn * (text(a.createdAt, b.createdAt) || text(a.id, b.id))
      default: {
        if (a.effectiveExpiration === b.effectiveExpiration) return turn * text(a.id, b.id)
        if (a.effectiveExpiration === null) return 1
        if (b.effectiveExpiration === null) return -1
        return turn * text(a.effectiveExpiration, b.effectiveExpiration)
      }
    }
  }
}

/**
 * A list after one live event: INSERT adds at its place in the order, UPDATE replaces by id, DELETE removes by id.
 * An event older than what is shown changes nothing, so an echo never undoes a newer answer.
 */
export function applyChange(list: LotList, filters: LotFilters, change: Pick<InventoryChange, 'type' | 'data'>): LotList {
  const { type, data: lot } = change
  const held = list.pages.flatMap((page) => page.lots).find((other) => other.id === lot.id)
  if (held && held.version > lot.version) return list
  if (type === 'DELETE' || (held && !belongs(lot, filters))) return held ? without(list, lot.id) : list
  if (held) return replaced(list, lot)
  return belongs(lot, filters) ? inserted(list, filters, lot) : list
}

function without(list: LotList, id: string): LotList {
  return {
    ...list,
    pages: list.pages.map((page) =>
      page.lots.some((lot) => lot.id === id) ? { ...page, lots: page.lots.filter((lot) => lot.id !== id) } : page,
    ),
  }
}

/** In place, even when the order would move it: a row must not jump away from under a finger. */
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
  // Past everything loaded: it stands on a page still to come, unless there is none.
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
