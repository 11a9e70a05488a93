import { useEffect } from 'react'
import { countBorrow } from '#domains/sharing/contract/borrow.ts'
import { debounce } from '#platform/web/api/debounce.ts'
import { endpointQuery, invalidate, useEndpointQuery, useQuery } from '#platform/web/api/query-cache.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { listNotifications } from '../../contract/bell.ts'

/** Borrow requests of other households have no live events here, so they are polled. */
const pollMs = 15_000
export const bellQueryParams = { unread: 'false', limit: 5, offset: 0 } as const
const debounceMs = 100

export const refreshNotifications = () => invalidate(listNotifications)

/** Returns the latest notifications and the unread count. Follows live events of this household and polls for the others. */
export function useBell() {
  const bell = useEndpointQuery(listNotifications, { query: bellQueryParams }, { staleTime: 0 })
  const { refetch } = bell
  useEffect(() => {
    const refresh = debounce(debounceMs, () => void invalidate(listNotifications, countBorrow))
    // Every step of a borrow request may change the number of pending ones.
    const stop = onEvent({}, ({ event }) => {
      if (event === 'notification.given' || event.startsWith('borrow.')) refresh.call()
    })
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, pollMs)
    return () => {
      refresh.cancel()
      clearInterval(poll)
      stop()
    }
  }, [refetch])
  return bell
}

/** Returns the number of borrow requests to answer; polled every 15 seconds. */
export function usePendingBorrows() {
  const { data, refetch } = useQuery({ ...endpointQuery(countBorrow, {}), refetchInterval: pollMs })
  return { count: data?.count ?? 0, refetch }
}
