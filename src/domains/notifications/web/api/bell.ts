import { useEffect } from 'react'
import { countBorrow } from '#domains/sharing/contract/borrow.ts'
import { endpointQuery, invalidate, useQuery, useReply } from '#platform/web/api/query-cache.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { listNotifications } from '../../contract/bell.ts'

/** Borrow requests change in other households too, which our live line does not tell of. */
const pollMs = 15_000
export const inBell = { unread: 'false', limit: 5, offset: 0 } as const
const debounceMs = 100

export const refreshNotifications = () => invalidate(listNotifications)

/** The newest few and how many are unread; follows the household's changes, and looks by itself for the other households'. */
export function useBell() {
  const bell = useReply(listNotifications, { query: inBell }, { staleTime: 0 })
  const { refetch } = bell
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void invalidate(listNotifications, countBorrow), debounceMs)
    }
    // Also on our own channel: circles are no household's. What waits for an answer changes with every step of a request.
    const stop = onEvent({}, ({ event }) => {
      if (event === 'notification.given' || event.startsWith('borrow.')) look()
    })
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, pollMs)
    return () => {
      clearTimeout(timer)
      clearInterval(poll)
      stop()
    }
  }, [refetch])
  return bell
}

/** Borrow requests that wait for an answer. Asked every 15 seconds. */
export function usePendingBorrows() {
  const { data, refetch } = useQuery({ ...endpointQuery(countBorrow, {}), refetchInterval: pollMs })
  return { count: data?.count ?? 0, refetch }
}
