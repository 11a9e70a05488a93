import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { getLot, useLot } from '#domains/inventory/contract.ts'
import { formatLotAmountOf } from '#domains/inventory/rules/lot-amount.ts'
import { addShoppingItem } from '#domains/shopping/contract/index.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { call, callWithHeaders, errorMessage } from '#platform/web/api/call.ts'
import { cache, endpointInfiniteQuery, queryKeyOf, useInfiniteQuery } from '#platform/web/api/query-cache.ts'
import { runLimited } from '#platform/web/api/run-limited.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import { sentWrite } from '#platform/web/sync/write-or-queue.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  deleteNotification,
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
  snoozeNotification,
} from '../../contract/bell.ts'
import { refreshNotifications } from './bell.ts'

const pageSize = 20

/** Returns all notifications, page by page. */
export function useNotifications() {
  const { household } = currentSession()
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(listNotifications), 'pages'],
    ...endpointInfiniteQuery<typeof listNotifications, ReplyOf<typeof listNotifications>, number>(
      { endpoint: listNotifications, args: { query: { limit: pageSize } }, household },
      0,
      (reply) => reply,
      (offset, signal) => call(listNotifications, { query: { limit: pageSize, offset }, signal }),
    ),
    getNextPageParam: ({ notifications }, pages) => (notifications.length < pageSize ? undefined : pages.length * pageSize),
  })
}

const logError = (error: unknown) => console.error(error instanceof Error ? error.message : error)
const refetch = () => void refreshNotifications()

export const markRead = (...ids: string[]) => runLimited(ids, (id) => call(readNotification, { params: { id } })).finally(refetch)
export const markAllRead = () => call(readAllNotifications, {}).catch(logError).finally(refetch)
export const dismissNotification = (id: string) => call(deleteNotification, { params: { id } }).catch(logError).finally(refetch)

export async function snoozeForADay(id: string): Promise<void> {
  try {
    await call(snoozeNotification, { params: { id }, body: { days: 1 } })
    toast.done(t`Snoozed until tomorrow`)
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t snooze that`))
  }
  refetch()
}

/** Uses up the notification's lot and offers to undo that. `format` formats a quantity with its unit. */
export async function consumeNotificationLot(
  notification: Notification,
  format: (quantity: number, unit: Awaited<ReturnType<typeof lotOf>>['unit']) => string,
): Promise<void> {
  const household = notification.household?.id ?? null
  try {
    const lot = await lotOf(notification)
    const { headers } = await callWithHeaders(useLot, { params: { id: lot.id }, body: { quantity: lot.quantity }, household })
    const message = t`Used ${formatLotAmountOf(lot, lot.quantity, format)}`
    const onChange = () => void cache.invalidateQueries()
    const use = { household: household ?? '', kind: 'inventory', words: message }
    offerUndo(use, sentWrite(headers), message, { by: undoChange, opposite: { do: 'stock' }, onChange })
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t use that`))
  }
  refetch()
}

const lotOf = ({ lotId, household }: Notification) => call(getLot, { params: { id: lotId ?? '' }, household: household?.id ?? null })

export async function addToList({ ingredientId, household, id }: Notification): Promise<void> {
  try {
    await call(addShoppingItem, { body: { ingredientId: ingredientId ?? '' }, household: household?.id ?? null })
    toast.done(t`Added to shopping list`)
    await markRead(id)
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t add that`))
  }
}
