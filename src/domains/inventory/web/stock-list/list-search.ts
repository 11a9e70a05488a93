import { useCallback, useMemo } from 'react'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { useUrlState } from '#platform/web/ui/url-state.ts'
import { sorts } from '../../contract.ts'
import type { LotFilters } from '../live/apply-change.ts'
import { type LotAct, lotActs } from '../lot-sheet/lot-sheet.tsx'

/** What the address of the inventory screen says, besides the filters: which item is open, which place is being checked. */
export interface ListSearch {
  filters: LotFilters
  item: string | null
  act: LotAct
  check: string | null
}

const orders = ['asc', 'desc'] as const
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
const oneOf = <T extends string>(options: readonly T[], value: unknown, otherwise: T): T =>
  options.find((option) => option === value) ?? otherwise

/** Reads what people may also have typed or mangled by hand: what makes no sense is left out. */
export function readSearch(search: Record<string, unknown>): ListSearch {
  const storage = Storage.safeParse(search['storage'])
  const input = { search: word(search['search']), category: word(search['category']), location: word(search['location']) }
  return {
    filters: {
      ...(input.search === undefined ? {} : { search: input.search }),
      ...(input.category === undefined ? {} : { category: input.category }),
      ...(input.location === undefined ? {} : { location: input.location }),
      ...(storage.success ? { storage: storage.data } : {}),
      sort: oneOf(sorts, search['sort'], 'expirationDate'),
      order: oneOf(orders, search['order'], 'asc'),
    },
    item: word(search['item']) ?? null,
    act: oneOf(lotActs, search['act'], 'detail'),
    check: word(search['check']) ?? null,
  }
}

const closed = { item: undefined, act: undefined, check: undefined }

/** The address as state. */
export function useListSearch() {
  const { raw, filter, open, close } = useUrlState()
  const now = useMemo(() => readSearch(raw), [raw])
  return { ...now, filter, open, close: useCallback(() => close(closed), [close]), swap: filter }
}
