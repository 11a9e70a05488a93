import { useEffect } from 'react'
import { inventoryStats, listLots } from '#domains/inventory/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { invalidate, keyOf, useInfiniteQuery, useReply, useSend } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
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

const everything: readonly Endpoint[] = [
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
/** How long an answer is taken for fresh where nothing was heard; as often as the bell looks. */
const refetchMs = 15_000

const pageSize = 60

/** What friends share, page by page; of foods by a name where one is given. `total` counts those on later pages, too. */
export function useShareable(name = '') {
  const endpoint = name === '' ? listShareable : searchShareable
  const { household } = currentSession()
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(endpoint), 'pages', name],
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
  useReply(listBorrow, { query: type === undefined ? {} : { type } }, { staleTime: refetchMs })
export const useDebts = () => useReply(listDebts, {}, { staleTime: refetchMs })
export const useOffers = () => useReply(listOffers, {}, { staleTime: refetchMs })
export const useSuggestions = () => useReply(suggestOffers, {}, { staleTime: 60_000 })
export const useAskToBorrow = () => useSend(askToBorrow, { touches: everything, isForm: true })
export const useChangeBorrow = () => useSend(changeBorrow, { touches: everything })
export const useSettle = () => useSend(settleDebts, { touches: everything })
export const useMakeOffer = () => useSend(makeOffer, { touches: everything })
export const useTakeOffer = () => useSend(takeOffer, { touches: everything })
export const useWithdrawOffer = () => useSend(withdrawOffer, { touches: everything })
export const useShareLots = () => useSend(shareLots, { touches: everything })

const about = /^(circle|borrow|loan|offer|debt|change)\./
const ofFriends: readonly Endpoint[] = [listShareable, searchShareable, listOffers]
const debounceMs = 100

/** Keeps what is lent and asked for fresh while a page with it is open; what friends share by the hints they send. */
export function useLiveSharing(): void {
  useEffect(() => {
    const waiting = new Set<Endpoint>()
    let breath: ReturnType<typeof setTimeout> | undefined
    const look = (endpoints: readonly Endpoint[]) => {
      for (const endpoint of endpoints) waiting.add(endpoint)
      breath ??= setTimeout(() => {
        breath = undefined
        void invalidate(...waiting)
        waiting.clear()
      }, debounceMs)
    }
    const stop = onEvent({}, ({ event }) => {
      if (event === sharedChanged) look(ofFriends)
      else if (about.test(event)) look(everything)
    })
    // A hint may be lost.
    const timer = setInterval(() => void invalidate(...ofFriends), refetchMs)
    return () => {
      stop()
      clearTimeout(breath)
      clearInterval(timer)
    }
  }, [])
}
