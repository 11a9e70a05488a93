import { userNamesOf } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import { notFound } from '#platform/shared/problem.ts'
import type * as contract from '../../contract/index.ts'
import { describeNotification, type NotificationFacts } from '../../rules/describe-notification.ts'
import * as store from '../store/notifications.ts'
import { scheduleSnoozed } from './schedule-snoozed.ts'

const dayMs = 86_400_000

/** Adds title and message to each row, as of today in its household's time zone. */
export async function toNotifications(q: Reader, rows: readonly store.ListedNotificationRow[], now: Date) {
  const parsed = rows.map((row) => ({ row, facts: JSON.parse(row.facts) as NotificationFacts }))
  const subjectOf = (facts: NotificationFacts) => {
    if ('loan' in facts) return facts.loan.userId
    if ('circle' in facts) return facts.circle.userId
    return 'people' in facts ? (facts.people.userId ?? null) : null
  }
  const names = await userNamesOf(
    q,
    parsed.flatMap(({ facts }) => subjectOf(facts) ?? []),
  )
  return parsed.map(({ row, facts }) => {
    const subjectId = subjectOf(facts)
    const who = subjectId === null ? null : (names.get(subjectId)?.firstName ?? null)
    return {
      row,
      ingredientName: 'alert' in facts ? facts.alert.food : null,
      ...describeNotification(row.type, facts, {
        today: dateInTimeZone(row.time_zone ?? 'UTC', now),
        who,
        household: row.household_name ?? '',
      }),
    }
  })
}

export async function listNotifications(q: Reader, { userId, now }: AuthenticatedUser, query: QueryOf<typeof contract.listNotifications>) {
  const at = now.toISOString()
  const [rows, unreadCount] = await Promise.all([store.listNotifications(q, userId, at, query), store.countUnread(q, userId, at)])
  const notifications = (await toNotifications(q, rows, now)).map(
    ({ row, title, message, ingredientName }): contract.Notification => ({
      id: row.id,
      type: row.type,
      title,
      message,
      isRead: row.read_at !== null,
      createdAt: row.created_at,
      household: row.household_id === null || row.household_name === null ? null : { id: row.household_id, name: row.household_name },
      lotId: row.lot_id,
      ingredientId: row.ingredient_id,
      ingredientName,
    }),
  )
  return { notifications, unreadCount }
}

const countUnread = async (tx: Transaction, { userId, now }: AuthenticatedUser) => ({
  unreadCount: await store.countUnread(tx, userId, now.toISOString()),
})

export async function markNotificationRead(tx: Transaction, caller: AuthenticatedUser, id: string) {
  if (!(await store.markRead(tx, caller.userId, id, caller.now.toISOString()))) throw notFound()
  return countUnread(tx, caller)
}

export async function markAllNotificationsRead(tx: Transaction, caller: AuthenticatedUser) {
  await store.markAllRead(tx, caller.userId, caller.now.toISOString())
  return countUnread(tx, caller)
}

export async function deleteNotification(tx: Transaction, { userId }: AuthenticatedUser, id: string): Promise<void> {
  if (!(await store.deleteNotification(tx, userId, id))) throw notFound()
}

export async function snooze(tx: Transaction, caller: AuthenticatedUser, id: string, days: number) {
  const until = new Date(caller.now.getTime() + days * dayMs).toISOString()
  if (!(await store.snooze(tx, caller.userId, id, until))) throw notFound()
  const alertId = (await store.findAccessible(tx, caller.userId, id))?.alert_id
  if (alertId) {
    const zones = await store.timeZonesOf(tx, [caller.userId])
    await scheduleSnoozed(tx, [caller.userId], [alertId], zones.get(caller.userId) ?? 'UTC', new Date(until))
  }
  return countUnread(tx, caller)
}
