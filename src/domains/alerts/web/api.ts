import { useCallback, useEffect } from 'react'
import { call, callWithHeaders } from '#platform/web/api/call.ts'
import { invalidate, keyOf, useInfiniteQuery, useReply } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { countAlerts, deleteAlert, listAlerts, resolveAlert } from '../contract.ts'

const pageSize = 50
const maxAtOnce = 4
// A night may bring thousands of them, in many changes: one look is enough.
const debounceMs = 150

const refresh = () => invalidate(listAlerts, countAlerts)

/** Alerts page by page, and how many there are; both follow the household's changes. */
export function useAlerts(onlyOpen: boolean) {
  const { household } = currentSession()
  const list = useInfiniteQuery({
    queryKey: [...keyOf(listAlerts), { onlyOpen }],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        resolved: onlyOpen ? ('false' as const) : ('true' as const),
        limit: pageSize,
        ...(pageParam ? { cursor: pageParam } : {}),
      }
      const { reply, nextCursor } = await callWithHeaders(listAlerts, { query, household, signal })
      return { alerts: reply, next: nextCursor }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: household !== null,
  })
  const counts = useReply(countAlerts, {})
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onEvent('changes:', ({ event }) => {
      if (!event.startsWith('alert.')) return
      clearTimeout(timer)
      timer = setTimeout(() => void refresh(), debounceMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return { list, counts }
}

const note = (error: unknown) => console.error(error instanceof Error ? error.message : error)

/** What one does with alerts. Failures are logged; the list then says how it really is. */
export function useAlertActs() {
  const { household } = currentSession()
  const settle = useCallback(() => void refresh(), [])
  const resolve = (id: string) => call(resolveAlert, { params: { id }, household }).catch(note).finally(settle)
  const remove = (id: string) => call(deleteAlert, { params: { id }, household }).catch(note).finally(settle)
  /** One call per alert that is open, a few at a time. */
  const resolveAll = async () => {
    for (;;) {
      const open = await call(listAlerts, { query: { resolved: 'false', limit: 200 }, household }).catch(note)
      if (!open || open.length === 0) break
      let failed = 0
      for (let i = 0; i < open.length; i += maxAtOnce) {
        const part = open.slice(i, i + maxAtOnce)
        const done = await Promise.allSettled(part.map(({ id }) => call(resolveAlert, { params: { id }, household })))
        failed += done.filter(({ status }) => status === 'rejected').length
      }
      if (failed > 0) break
    }
    await refresh()
  }
  return { resolve, remove, resolveAll }
}
