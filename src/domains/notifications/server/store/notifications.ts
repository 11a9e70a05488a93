import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { NotificationTables } from '../tables.ts'

const on = (q: Reader) => q.on<NotificationTables>()

export type NotificationRow = NotificationTables['notifications']
export type ListedNotificationRow = NotificationRow & { household_name: string | null; time_zone: string | null }

export const withHousehold = `from notifications
  left join households on households.id = notifications.household_id and households.deleted_at is null
  left join members on members.household_id = notifications.household_id and members.user_id = notifications.user_id`
/** What a household that is gone, or that one has left, told stays behind; only that one was removed is still said. */
export const stillTheirs =
  "(notifications.household_id is null or (members.user_id is not null and households.id is not null) or notifications.type = 'member_removed')"
const mine = `${withHousehold} where notifications.user_id = ? and notifications.shown = 1 and notifications.at <= ? and ${stillTheirs}`

/** One page of what a person sees, newest first. */
export const listNotifications = (
  q: Reader,
  userId: UserId,
  now: string,
  { unread, limit, offset }: { unread: boolean; limit: number; offset: number },
): Promise<ListedNotificationRow[]> =>
  q.rows<ListedNotificationRow>(
    `select notifications.*, case when members.user_id is null then null else households.name end as household_name, households.time_zone ${mine}${unread ? ' and notifications.read_at is null' : ''}
     order by notifications.at desc, notifications.id desc limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`,
    [userId, now],
  )

export async function countUnread(q: Reader, userId: UserId, now: string): Promise<number> {
  const [row] = await q.rows<{ count: number }>(`select count(*) as count ${mine} and notifications.read_at is null`, [userId, now])
  return Number(row?.count ?? 0)
}

/** False when there is none of this id. One that was read stays as it was read first. */
export async function markRead(tx: Transaction, userId: UserId, id: string, now: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** All that can be seen now; what was put away until later stays unread. */
export const markAllRead = (tx: Transaction, userId: UserId, now: string) =>
  on(tx)
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('at', '<=', now)
    .execute()

export async function deleteNotification(tx: Transaction, userId: UserId, id: string): Promise<boolean> {
  const result = await on(tx).deleteFrom('notifications').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Away until `until`, then unread. */
export async function snooze(tx: Transaction, userId: UserId, id: string, until: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('notifications')
    .set({ at: until, read_at: null, email_at: null, push_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Leaves out what somebody was told already. */
export const insertNotifications = (tx: Transaction, rows: readonly NotificationRow[]) =>
  on(tx)
    .insertInto('notifications')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'cause']).doNothing())
    .execute()

/** These alerts are over: nobody need read of them any more, and nothing about them goes out. Answers whose they were. */
export async function settleAlerts(tx: Transaction, householdId: HouseholdId, alertIds: readonly string[], now: string): Promise<string[]> {
  const rows = await on(tx)
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)), email_at: null, push_at: null }))
    .where('household_id', '=', householdId)
    .where('alert_id', 'in', alertIds)
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** What somebody was told of a household they left. */
export const forgetHousehold = (tx: Transaction, householdId: HouseholdId, userId: string) =>
  on(tx)
    .deleteFrom('notifications')
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .where('type', '<>', 'member_removed')
    .execute()

/** What has not gone out yet, for setting it anew. */
export const findWaiting = (q: Reader, userId: UserId): Promise<ListedNotificationRow[]> =>
  q.rows<ListedNotificationRow>(
    `select notifications.*, households.name as household_name, households.time_zone from notifications
     left join households on households.id = notifications.household_id
     where notifications.user_id = ? and (notifications.email_at is not null or notifications.push_at is not null)`,
    [userId],
  )

export const setTimes = (tx: Transaction, userId: UserId, id: string, times: Pick<NotificationRow, 'email_at' | 'push_at'>) =>
  on(tx).updateTable('notifications').set(times).where('user_id', '=', userId).where('id', '=', id).execute()
