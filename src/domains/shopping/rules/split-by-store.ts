import type { Store } from '#domains/stores/contract.ts'
import type { ShoppingItem } from '../contract/index.ts'
import { orderAislesOfStore } from './aisle-order.ts'
import { sortByAisle } from './list-figures.ts'
import { isForStore } from './row-stores.ts'

/** The rows of a list for a user who is at a store. */
export interface SplitList {
  /** To buy here or anywhere, and all that is checked off, in the order of the store's aisles. */
  readonly here: readonly ShoppingItem[]
  /** To buy in other stores only. */
  readonly elsewhere: readonly ShoppingItem[]
}

/** Splits a list by where its rows are bought. `at` is null if the store is unknown: then all rows are `here`. */
export function splitByStore(
  items: readonly ShoppingItem[],
  aisles: readonly string[],
  at: Store | null,
  stores: readonly Store[],
): SplitList {
  if (at === null) return { here: items, elsewhere: [] }
  const known = new Set(stores.map(({ id }) => id))
  const isHere = (item: ShoppingItem) => item.isChecked || isForStore(item, at.id, known)
  return {
    here: sortByAisle(items.filter(isHere), orderAislesOfStore(aisles, at.aisles)),
    elsewhere: items.filter((item) => !isHere(item)),
  }
}
