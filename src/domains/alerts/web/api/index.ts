import { plural, t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { call, callWithHeaders, errorMessage } from '#platform/web/api/call.ts'
import { debounce } from '#platform/web/api/debounce.ts'
import { invalidate, pagesOf, queryKeyOf, useEndpointQuery, useInfiniteQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Alert, countAlerts, deleteAlert, listAlerts, reopenAlerts, resolveAlert, snoozeAlerts } from '../../contract.ts'

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

interface Message {
  done: string
  failed: string
}

/** Sends a request per alert, offers to undo them together, and shows the actual state if some fail. */
async function change(endpoint: typeof resolveAlert | typeof deleteAlert, ids: readonly string[], message: Message): Promise<boolean> {
  const { household } = currentSession()
  const done: string[] = []
  for (let i = 0; i < ids.length; i += maxAtOnce) {
    const batch = ids.slice(i, i + maxAtOnce)
    const results = await Promise.allSettled(batch.map((id) => call(endpoint, { params: { id }, household })))
    for (const [at, result] of results.entries()) {
      if (result.status === 'rejected') logError(result.reason)
      else done.push(batch[at] ?? '')
    }
  }
  if (done.length > 0) toast.undo(message.done, () => void reopen(done, household))
  else if (ids.length > 0) toast.fail(message.failed)
  await refresh()
  return done.length === ids.length
}

type Group = readonly Alert[]
const idsOf = (alerts: Group) => alerts.map(({ id }) => id)
const nameOf = (alerts: Group) => alerts[0]?.ingredient.name ?? ''

export const resolveAlerts = (alerts: Group) =>
  change(resolveAlert, idsOf(alerts), { done: t`Resolved: ${nameOf(alerts)}`, failed: t`Couldn’t resolve that` })
export const dismissAlerts = (alerts: Group) =>
  change(deleteAlert, idsOf(alerts), { done: t`Dismissed: ${nameOf(alerts)}`, failed: t`Couldn’t dismiss that` })

const resolveAllLimit = 200
/** Resolves all open alerts, one request each. */
export async function resolveAll(): Promise<void> {
  const { household } = currentSession()
  for (;;) {
    const open = await call(listAlerts, { query: { resolved: 'false', limit: resolveAllLimit }, household }).catch(logError)
    if (!open || open.length === 0) return refresh()
    const done = plural(open.length, { one: 'Resolved # alert', other: 'Resolved # alerts' })
    if (!(await change(resolveAlert, idsOf(open), { done, failed: t`Couldn’t resolve the alerts` })) || open.length < resolveAllLimit)
      return
  }
}

/** Hides the alerts from the household for some days. */
export async function snooze(alerts: Group, days: number): Promise<void> {
  const { household } = currentSession()
  try {
    await call(snoozeAlerts, { body: { alertIds: idsOf(alerts), days }, household })
    toast.undo(
      days === 1 ? t`Snoozed ${nameOf(alerts)} until tomorrow` : t`Snoozed ${nameOf(alerts)} for ${days} days`,
      () => void reopen(idsOf(alerts), household),
    )
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t snooze that`))
  }
  await refresh()
}

const maxPerRequest = 200
/** Undoes resolving, dismissing or snoozing. */
export async function reopen(ids: readonly string[], household = currentSession().household): Promise<void> {
  try {
    for (let i = 0; i < ids.length; i += maxPerRequest)
      await call(reopenAlerts, { body: { alertIds: ids.slice(i, i + maxPerRequest) }, household })
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t undo that`))
  }
  await refresh()
}
