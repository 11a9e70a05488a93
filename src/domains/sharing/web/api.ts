import { useEffect } from 'react'
import { inventoryStats, listLots } from '#domains/inventory/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { invalidate, useReply, useSend } from '#platform/web/cache.ts'
import { onLive } from '#platform/web/live.ts'
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
  shareLots,
  suggestOffers,
  takeOffer,
  withdrawOffer,
} from '../contract.ts'

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
/** What friends share changes without a word to us: it is looked at again as often as the bell. */
const refetchMs = 15_000

export const useShareable = () => useReply(listShareable, {}, { staleTime: refetchMs })
export const useFound = (name: string) => useReply(searchShareable, { query: { name } }, { enabled: name !== '', staleTime: 0 })
export const useBorrow = (type?: 'my' | 'incoming') =>
  useReply(listBorrow, { query: type === undefined ? {} : { type } }, { staleTime: refetchMs })
export const useDebts = () => useReply(listDebts, {}, { staleTime: refetchMs })
export const useOffers = () => useReply(listOffers, {}, { staleTime: refetchMs })
export const useSuggestions = () => useReply(suggestOffers, {}, { staleTime: 60_000 })
export const useAskToBorrow = () => useSend(askToBorrow, { touches: everything })
export const useChangeBorrow = () => useSend(changeBorrow, { touches: everything })
export const useSettle = () => useSend(settleDebts, { touches: everything })
export const useMakeOffer = () => useSend(makeOffer, { touches: everything })
export const useTakeOffer = () => useSend(takeOffer, { touches: everything })
export const useWithdrawOffer = () => useSend(withdrawOffer, { touches: everything })
export const useShareLots = () => useSend(shareLots, { touches: everything })

const about = /^(circle|borrow|loan|offer|debt|change)\./

/** Keeps what is lent and asked for fresh while a page with it is open. */
export function useLiveSharing(): void {
  useEffect(() => {
    const refresh = () => void invalidate(...everything)
    const stop = onLive({}, ({ event }) => {
      if (about.test(event)) refresh()
    })
    const timer = setInterval(() => void invalidate(listShareable, listOffers), refetchMs)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [])
}
