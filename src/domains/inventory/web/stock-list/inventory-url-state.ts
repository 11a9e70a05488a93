import { useCallback, useMemo } from 'react'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { useUrlState } from '#platform/web/ui/use-url-state.ts'
import { sorts } from '../../contract.ts'
import type { LotFilters } from '../live/apply-change.ts'
import { type LotAct, lotActs } from '../lot-sheet/lot-sheet.tsx'

/** The URL state of the inventory page: filters, the open item, and the location being checked. */
export interface InventoryUrlState {
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

/** Parses the URL's search parameters. Ignores invalid values. */
export function parseSearchParams(search: Record<string, unknown>): InventoryUrlState {
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

export function useInventoryUrlState() {
  const { raw, filter, open, close } = useUrlState()
  const search = useMemo(() => parseSearchParams(raw), [raw])
  return { ...search, filter, open, close: useCallback(() => close(closed), [close]), swap: filter }
}
