import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { debounce } from '#platform/web/api/debounce.ts'
import { cache, endpointInfiniteQuery, endpointQuery, invalidateIn, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { getLot, type InventoryChange, inventoryStats, type Lot, listLots, pastDueLots, recentLots } from '../../contract.ts'
import { type LotFilters, matchesFilters } from '../../rules/list-lots.ts'
import { applyChange, type LotList, type LotPage } from '../live/apply-change.ts'
import { applyPendingActions } from './pending-lot-actions.ts'

/** Large enough for most kitchens in one request. */
const pageSize = 200
/** A line to add may be longer than a search. */
const maxSearchLength = 200
const pagesKey = (household: string | null) => [...queryKeyOf(listLots, undefined, household), 'pages']

/** The filtered stock in pages. Live changes keep it current, so a visit doesn't fetch it again. */
export function lotPagesQuery(filters: LotFilters, household = currentSession().household) {
  const search = filters.search === undefined ? {} : { search: filters.search.slice(0, maxSearchLength) }
  const query = { ...filters, ...search }
  const toPage = (reply: ReplyOf<typeof listLots>): LotPage => ({ lots: rowsOf(reply), next: null })
  return infiniteQueryOptions({
    queryKey: [...pagesKey(household), filters],
    ...endpointInfiniteQuery<typeof listLots, LotPage, string | null>(
      { endpoint: listLots, args: { query }, household },
      null,
      toPage,
      (cursor, signal) => fetchPage(household, query, cursor, signal),
    ),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

const rowsOf = (reply: ReplyOf<typeof listLots>): Lot[] => (Array.isArray(reply) ? reply : reply.items)

async function fetchPage(household: string | null, filters: LotFilters, cursor: string | null, signal: AbortSignal): Promise<LotPage> {
  const query = { ...filters, limit: pageSize, ...(cursor === null ? {} : { cursor }) }
  const requestedAt = Date.now()
  const { reply, nextCursor } = await callWithHeaders(listLots, { query, signal, household })
  return { lots: rowsOf(reply).flatMap((lot) => applyPendingActions(household, lot, requestedAt) ?? []), next: nextCursor }
}

/** All lots in a location, for the shelf check. */
export const lotsAtLocationQuery = (location: string) => endpointQuery(listLots, { query: { location, sort: 'name', order: 'asc' } })

export const inventoryStatsQuery = () => endpointQuery(inventoryStats, {})
export const pastDueLotsQuery = () => endpointQuery(pastDueLots, {})
export const newestLotsQuery = (count: number) => endpointQuery(recentLots, { params: { count } })
export const lotQuery = (id: string, household = currentSession().household) => endpointQuery(getLot, { params: { id } }, household)

/** Returns each lot once: a lot added by a live change may also be on a page fetched later. */
export function flattenLotPages(list: LotList | undefined): Lot[] {
  const seen = new Set<string>()
  const lots: Lot[] = []
  for (const page of list?.pages ?? []) {
    for (const lot of page.lots) {
      if (seen.has(lot.id)) continue
      seen.add(lot.id)
      lots.push(lot)
    }
  }
  return lots
}

/** Writes a change into the household's cached lists, even if another household is active now. */
export function showLotChange(household: string | null, change: Pick<InventoryChange, 'type' | 'data'>): void {
  const { data: lot } = change
  for (const [key] of cache.getQueriesData<LotList>({ queryKey: pagesKey(household) })) {
    const filters = key.at(-1) as LotFilters
    cache.setQueryData<LotList>(key, (list) => list && applyChange(list, filters, change))
  }
  cache.setQueriesData<Lot[]>({ queryKey: queryKeyOf(recentLots, undefined, household) }, (lots) => lots && afterRecent(lots, change))
  cache.setQueryData<Lot>(lotQuery(lot.id, household).queryKey, (cached) => cached && (cached.version > lot.version ? cached : lot))
}

/** Writes the server's state of a lot, with this device's pending actions applied. */
export function showServerLot(household: string | null, { type, data }: Pick<InventoryChange, 'type' | 'data'>): void {
  const lot = type === 'DELETE' ? data : applyPendingActions(household, data, Date.now())
  showLotChange(household, lot ? { type, data: lot } : { type: 'DELETE', data })
}

function afterRecent(lots: Lot[], { type, data: lot }: Pick<InventoryChange, 'type' | 'data'>): Lot[] {
  const shown = lots.find((other) => other.id === lot.id)
  if (shown && shown.version > lot.version) return lots
  if (type === 'DELETE') return shown ? lots.filter((other) => other.id !== lot.id) : lots
  if (shown) return lots.map((other) => (other.id === lot.id ? lot : other))
  // Keeps the length; the refetch that follows adds what is missing.
  return [lot, ...lots].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, Math.max(lots.length, 1))
}

const listeners = new Set<() => void>()
const changed = new Set<string | null>()
const refreshChanged = debounce(250, () => {
  for (const one of changed) {
    void invalidateIn(one, inventoryStats, recentLots, pastDueLots)
    void cache.invalidateQueries({
      queryKey: pagesKey(one),
      predicate: ({ queryKey }) => (queryKey.at(-1) as LotFilters).isLow !== undefined,
    })
  }
  const isActiveChanged = changed.has(currentSession().household)
  changed.clear()
  if (isActiveChanged) for (const listener of [...listeners]) listener()
})

/** Calls `listener` shortly after the active household's stock changed. Returns a function that unsubscribes. */
export function onStockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Refetches counts and short lists, debounced. */
export function refreshCounts(household: string | null): void {
  changed.add(household)
  refreshChanged.call()
}

/** Tells whether any loaded lot matches the filters, with the text as the search. */
export function isAnyFound(filters: LotFilters, search: string): boolean {
  const list = cache.getQueryData<LotList>(lotPagesQuery(filters).queryKey)
  return flattenLotPages(list).some((lot) => matchesFilters(lot, { ...filters, search }))
}

/** Returns a lot from any cached list, for a sheet to show before its own request returns. */
export function cachedLot(id: string): Lot | undefined {
  for (const [, list] of cache.getQueriesData<LotList>({ queryKey: pagesKey(currentSession().household) })) {
    const lot = flattenLotPages(list).find((one) => one.id === id)
    if (lot) return lot
  }
  return undefined
}

const firstPage = (list: LotList): LotList => ({ pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) })

/** Drops all pages but the first when the list closes, so that the next visit refetches only one. */
export function trimPages(household: string | null): void {
  cache.setQueriesData<LotList>({ queryKey: pagesKey(household) }, (list) => (list && list.pages.length > 1 ? firstPage(list) : list))
}
