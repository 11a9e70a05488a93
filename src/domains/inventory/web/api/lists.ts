import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { cache, endpointQuery, invalidateIn, keyOf } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { getLot, type InventoryChange, inventoryStats, type Lot, listLots, pastDueLots, recentLots } from '../../contract.ts'
import { applyChange, type LotFilters, type LotList, type LotPage } from '../live/apply-change.ts'
import { withPending } from './pending-lot-actions.ts'

/** Rows asked for at a time: most kitchens fit into one answer, and scrolling rarely waits. */
const pageSize = 200
const pagesKey = (household: string | null) => [...keyOf(listLots, undefined, household), 'pages']

/** Stock under these filters, a page at a time; live changes keep it right, so it is not asked again on every visit. */
export const lotPages = (filters: LotFilters, household = currentSession().household) =>
  infiniteQueryOptions({
    queryKey: [...pagesKey(household), filters],
    queryFn: ({ pageParam, signal }) => fetchPage(household, filters, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

async function fetchPage(household: string | null, filters: LotFilters, cursor: string | null, signal: AbortSignal): Promise<LotPage> {
  const query = { ...filters, limit: pageSize, ...(cursor === null ? {} : { cursor }) }
  const askedAt = Date.now()
  const { reply, nextCursor } = await callWithHeaders(listLots, { query, signal, household })
  const lots = Array.isArray(reply) ? reply : reply.items
  return { lots: lots.flatMap((lot) => withPending(household, lot, askedAt) ?? []), next: nextCursor }
}

/** Everything in one place, for the shelf check. */
export const lotsAt = (location: string) => endpointQuery(listLots, { query: { location, sort: 'name', order: 'asc' } })

export const stats = () => endpointQuery(inventoryStats, {})
export const longPast = () => endpointQuery(pastDueLots, {})
export const newest = (count: number) => endpointQuery(recentLots, { params: { count } })
export const oneLot = (id: string, household = currentSession().household) => endpointQuery(getLot, { params: { id } }, household)

/** Each lot once: one that came live may also stand on the page fetched after it. */
export function lotsOf(list: LotList | undefined): Lot[] {
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

/** Writes one change into every held list of its household, whichever is open by now. */
export function show(household: string | null, change: Pick<InventoryChange, 'type' | 'data'>): void {
  const { data: lot } = change
  for (const [key] of cache.getQueriesData<LotList>({ queryKey: pagesKey(household) })) {
    const filters = key.at(-1) as LotFilters
    cache.setQueryData<LotList>(key, (list) => list && applyChange(list, filters, change))
  }
  cache.setQueriesData<Lot[]>({ queryKey: keyOf(recentLots, undefined, household) }, (lots) => lots && afterRecent(lots, change))
  cache.setQueryData<Lot>(oneLot(lot.id, household).queryKey, (held) => held && (held.version > lot.version ? held : lot))
}

/** Writes what the server says, with what it does not know yet. */
export function showServer(household: string | null, { type, data }: Pick<InventoryChange, 'type' | 'data'>): void {
  const lot = type === 'DELETE' ? data : withPending(household, data, Date.now())
  show(household, lot ? { type, data: lot } : { type: 'DELETE', data })
}

function afterRecent(lots: Lot[], { type, data: lot }: Pick<InventoryChange, 'type' | 'data'>): Lot[] {
  const held = lots.find((other) => other.id === lot.id)
  if (held && held.version > lot.version) return lots
  if (type === 'DELETE') return held ? lots.filter((other) => other.id !== lot.id) : lots
  if (held) return lots.map((other) => (other.id === lot.id ? lot : other))
  // As many as were asked for, unless there are fewer; the refetch that follows fills the rest.
  return [lot, ...lots].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, Math.max(lots.length, 1))
}

const listeners = new Set<() => void>()
const changed = new Set<string | null>()
let waiting: ReturnType<typeof setTimeout> | undefined

/** Calls `listener` a moment after the open household's stock changed; answers how to stop. */
export function onStockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts and short lists follow a change a moment later, once for a whole run of changes. */
export function refreshCounts(household: string | null): void {
  changed.add(household)
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    for (const one of changed) void invalidateIn(one, inventoryStats, recentLots, pastDueLots)
    const concernsScreen = changed.has(currentSession().household)
    changed.clear()
    if (concernsScreen) for (const listener of [...listeners]) listener()
  }, 250)
}

/** A lot as any held list has it: what a sheet shows before its own answer is there. */
export function heldLot(id: string): Lot | undefined {
  for (const [, list] of cache.getQueriesData<LotList>({ queryKey: pagesKey(currentSession().household) })) {
    const lot = lotsOf(list).find((one) => one.id === id)
    if (lot) return lot
  }
  return undefined
}

const firstPage = (list: LotList): LotList => ({ pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) })

/** When the list leaves the screen, so that coming back asks for one page and not for all that were scrolled through. */
export function trimPages(household: string | null): void {
  cache.setQueriesData<LotList>({ queryKey: pagesKey(household) }, (list) => (list && list.pages.length > 1 ? firstPage(list) : list))
}
