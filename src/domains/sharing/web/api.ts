import { useEffect } from 'react'
import { inventoryStats, listLots } from '#domains/inventory/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { invalidate, queryKeyOf, useEndpointMutation, useEndpointQuery, useInfiniteQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import {
  askToBorrow,
  changeBorrow,
  countBorrow,
  listBorrow,
  listDebts,
  listOffers,
  listShareable,
  makeOffer,
  searchShareable,
  settleDebts,
  sharedChanged,
  shareLots,
  suggestOffers,
  takeOffer,
  withdrawOffer,
} from '../contract/index.ts'

const allEndpoints: readonly Endpoint[] = [
  listBorrow,
  countBorrow,
  listShareable,
  searchShareable,
  listDebts,
  listOffers,
  suggestOffers,
  listLots,
  inventoryStats,
]
/** How long a response counts as fresh without a signal; same as the notification poll. */
const refetchMs = 15_000

const pageSize = 60

/** Loads shared lots page by page, filtered by `name` if it isn't empty. `total` includes later pages. */
export function useShareable(name = '') {
  const endpoint = name === '' ? listShareable : searchShareable
  const { household } = currentSession()
  const pages = useInfiniteQuery({
    queryKey: [...queryKeyOf(endpoint), 'pages', name],
    staleTime: name === '' ? refetchMs : 0,
    enabled: household !== null,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const paging = { limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) }
      const { reply, headers, nextCursor } = await (name === ''
        ? callWithHeaders(listShareable, { query: paging, household, signal })
        : callWithHeaders(searchShareable, { query: { name, ...paging }, household, signal }))
      return { items: reply, total: Number(headers.get('X-Total-Count') ?? reply.length), next: nextCursor }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const { data, error, isPending, isFetching, hasNextPage, refetch } = pages
  return {
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages[0]?.total ?? 0,
    error,
    isPending,
    isFetching,
    refetch,
    more: hasNextPage ? pages : null,
  }
}
export type ShareablePages = ReturnType<typeof useShareable>
export const useBorrow = (type?: 'my' | 'incoming') =>
  useEndpointQuery(listBorrow, { query: type === undefined ? {} : { type } }, { staleTime: refetchMs })
export const useDebts = () => useEndpointQuery(listDebts, {}, { staleTime: refetchMs })
export const useOffers = () => useEndpointQuery(listOffers, {}, { staleTime: refetchMs })
export const useSuggestions = () => useEndpointQuery(suggestOffers, {}, { staleTime: 60_000 })
export const useAskToBorrow = () => useEndpointMutation(askToBorrow, { touches: allEndpoints, isForm: true })
export const useChangeBorrow = () => useEndpointMutation(changeBorrow, { touches: allEndpoints })
export const useSettle = () => useEndpointMutation(settleDebts, { touches: allEndpoints })
export const useMakeOffer = () => useEndpointMutation(makeOffer, { touches: allEndpoints })
export const useTakeOffer = () => useEndpointMutation(takeOffer, { touches: allEndpoints })
export const useWithdrawOffer = () => useEndpointMutation(withdrawOffer, { touches: allEndpoints })
export const useShareLots = () => useEndpointMutation(shareLots, { touches: allEndpoints })

const sharingEvent = /^(circle|link|borrow|loan|offer|debt|change)\./
const circleEndpoints: readonly Endpoint[] = [listShareable, searchShareable, listOffers]
const batchMs = 100

/** Refetches sharing data on events while a sharing page is open. */
export function useLiveSharing(): void {
  useEffect(() => {
    const waiting = new Set<Endpoint>()
    let batchTimer: ReturnType<typeof setTimeout> | undefined
    const invalidateSoon = (endpoints: readonly Endpoint[]) => {
      for (const endpoint of endpoints) waiting.add(endpoint)
      batchTimer ??= setTimeout(() => {
        batchTimer = undefined
        void invalidate(...waiting)
        waiting.clear()
      }, batchMs)
    }
    const stop = onEvent({}, ({ event }) => {
      if (event === sharedChanged) invalidateSoon(circleEndpoints)
      else if (sharingEvent.test(event)) invalidateSoon(allEndpoints)
    })
    // Polls too, because a signal may be lost.
    const timer = setInterval(() => void invalidate(...circleEndpoints), refetchMs)
    return () => {
      stop()
      clearTimeout(batchTimer)
      clearInterval(timer)
    }
  }, [])
}
