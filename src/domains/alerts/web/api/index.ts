import { useCallback, useEffect } from 'react'
import { call, callWithHeaders } from '#platform/web/api/call.ts'
import { debounce } from '#platform/web/api/debounce.ts'
import { invalidate, pagesOf, queryKeyOf, useEndpointQuery, useInfiniteQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { type Alert, countAlerts, deleteAlert, listAlerts, resolveAlert } from '../../contract.ts'

const pageSize = 50
const maxAtOnce = 4
// Thousands may arrive at midnight in many changes; one refetch is enough.
const debounceMs = 150

const refresh = () => invalidate(listAlerts, countAlerts)

interface AlertPage {
  alerts: Alert[]
  next: string | null
}

/** Returns the alerts page by page and their counts; both follow the household's changes. */
export function useAlerts(onlyOpen: boolean) {
  const { household } = currentSession()
  const resolved = onlyOpen ? ('false' as const) : ('true' as const)
  const list = useInfiniteQuery({
    queryKey: [...queryKeyOf(listAlerts), { onlyOpen }],
    ...pagesOf<typeof listAlerts, AlertPage, string>(
      { endpoint: listAlerts, args: { query: { resolved } }, household },
      '',
      (alerts) => ({ alerts, next: null }),
      async (cursor, signal) => {
        const query = { resolved, limit: pageSize, ...(cursor ? { cursor } : {}) }
        const { reply, nextCursor } = await callWithHeaders(listAlerts, { query, household, signal })
        return { alerts: reply, next: nextCursor }
      },
    ),
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: household !== null,
  })
  const counts = useEndpointQuery(countAlerts, {})
  useEffect(() => {
    const refreshSoon = debounce(debounceMs, () => void refresh())
    const stop = onEvent('changes:', ({ event }) => {
      if (event.startsWith('alert.')) refreshSoon.call()
    })
    return () => {
      refreshSoon.cancel()
      stop()
    }
  }, [])
  return { list, counts }
}

const logError = (error: unknown) => console.error(error instanceof Error ? error.message : error)

/** Returns the actions on alerts. Failures are only logged, since the refetched list shows the actual state. */
export function useAlertActions() {
  const { household } = currentSession()
  const refetch = useCallback(() => void refresh(), [])
  const resolve = (id: string) => call(resolveAlert, { params: { id }, household }).catch(logError).finally(refetch)
  const remove = (id: string) => call(deleteAlert, { params: { id }, household }).catch(logError).finally(refetch)
  /** Sends a request per open alert, a few at a time. */
  const resolveAll = async () => {
    for (;;) {
      const open = await call(listAlerts, { query: { resolved: 'false', limit: 200 }, household }).catch(logError)
      if (!open || open.length === 0) break
      let failed = 0
      for (let i = 0; i < open.length; i += maxAtOnce) {
        const batch = open.slice(i, i + maxAtOnce)
        const done = await Promise.allSettled(batch.map(({ id }) => call(resolveAlert, { params: { id }, household })))
        failed += done.filter(({ status }) => status === 'rejected').length
      }
      if (failed > 0) break
    }
    await refresh()
  }
  return { resolve, remove, resolveAll }
}
