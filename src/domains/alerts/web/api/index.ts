import { plural, t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { call, callWithHeaders, errorMessage } from '#platform/web/api/call.ts'
import { debounce } from '#platform/web/api/debounce.ts'
import { endpointInfiniteQuery, invalidate, queryKeyOf, useEndpointQuery, useInfiniteQuery } from '#platform/web/api/query-cache.ts'
import { runLimited } from '#platform/web/api/run-limited.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Alert, countAlerts, deleteAlert, listAlerts, maxAlertIds, reopenAlerts, resolveAlert, snoozeAlerts } from '../../contract.ts'

const pageSize = 50
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
    ...endpointInfiniteQuery<typeof listAlerts, AlertPage, string>(
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

interface Message {
  done: (count: number) => string
  failed: string
}

/** Sends a request per alert, offers to undo them together, and says how many failed. */
async function change(endpoint: typeof resolveAlert | typeof deleteAlert, ids: readonly string[], message: Message): Promise<void> {
  const { household } = currentSession()
  const done = await runLimited(ids, (id) => call(endpoint, { params: { id }, household }))
  const failed = ids.length - done.length
  if (done.length > 0) {
    const words = message.done(done.length)
    toast.undo(failed === 0 ? words : t`${words}. ${failed} failed.`, () => void reopen(done, household))
  } else if (failed > 0) toast.fail(message.failed)
  await refresh()
}

type Group = readonly Alert[]
const idsOf = (alerts: Group) => alerts.map(({ id }) => id)
const nameOf = (alerts: Group) => alerts[0]?.ingredient.name ?? ''

export const resolveAlerts = (alerts: Group) =>
  change(resolveAlert, idsOf(alerts), { done: () => t`Resolved: ${nameOf(alerts)}`, failed: t`Couldn’t resolve that` })
export const dismissAlerts = (alerts: Group) =>
  change(deleteAlert, idsOf(alerts), { done: () => t`Dismissed: ${nameOf(alerts)}`, failed: t`Couldn’t dismiss that` })

/** Resolves all open alerts, one request each. */
export async function resolveAll(): Promise<void> {
  const failed = t`Couldn’t resolve the alerts`
  try {
    const done = (count: number) => plural(count, { one: 'Resolved # alert', other: 'Resolved # alerts' })
    await change(resolveAlert, await openAlertIds(), { done, failed })
  } catch (error) {
    toast.fail(errorMessage(error, failed))
  }
}

async function openAlertIds(): Promise<string[]> {
  const { household } = currentSession()
  const ids: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const cursor: { cursor?: string } = next ? { cursor: next } : {}
    const page = await callWithHeaders(listAlerts, { query: { resolved: 'false', limit: maxAlertIds, ...cursor }, household })
    ids.push(...idsOf(page.reply))
    next = page.nextCursor
  }
  return ids
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

/** Undoes resolving, dismissing or snoozing. */
export async function reopen(ids: readonly string[], household = currentSession().household): Promise<void> {
  try {
    for (let i = 0; i < ids.length; i += maxAlertIds)
      await call(reopenAlerts, { body: { alertIds: ids.slice(i, i + maxAlertIds) }, household })
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t undo that`))
  }
  await refresh()
}
