import { type ExpressionBuilder, sql } from 'kysely'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import {
  immediateChannels,
  type NotificationType,
  type OutgoingChannel,
  outgoingChannelNames,
  outgoingChannels,
} from '../../contract/index.ts'
import type { DueColumn, NotificationTables } from '../tables.ts'

const on = (q: Reader) => q.on<NotificationTables & HouseholdViews>()

export type NotificationRow = NotificationTables['notifications']
export type DueTimes = Record<DueColumn, string | null>

export const dueColumnOf = (channel: OutgoingChannel): DueColumn => `${outgoingChannels[channel].storedAs}_at`
export const dueColumns = outgoingChannelNames.map(dueColumnOf)
const immediateColumns = immediateChannels.map(dueColumnOf)
/** Not to be sent by any channel. */
export const notDue = Object.fromEntries(dueColumns.map((column) => [column, null])) as DueTimes

export type ListedNotificationRow = NotificationRow & { household_name: string | null; time_zone: string | null }

/** A user's notifications, without those of deleted households and of those the user left, except the one about being removed. */
export const accessible = (q: Reader, userId: UserId) =>
  on(q)
    .selectFrom('notifications')
    .leftJoin('households', (join) =>
      join.onRef('households.id', '=', 'notifications.household_id').on('households.deleted_at', 'is', null),
    )
    .leftJoin('members', (join) =>
      join.onRef('members.household_id', '=', 'notifications.household_id').onRef('members.user_id', '=', 'notifications.user_id'),
    )
    .where('notifications.user_id', '=', userId)
    .where(({ and, eb, or }) =>
      or([
        eb('notifications.household_id', 'is', null),
        and([eb('members.user_id', 'is not', null), eb('households.id', 'is not', null)]),
        eb('notifications.type', '=', 'member_removed'),
      ]),
    )
const visible = (q: Reader, userId: UserId, now: string) =>
  accessible(q, userId).where('notifications.shown', '=', 1).where('notifications.at', '<=', now)

/** Returns a page of a user's notifications, newest first. */
export function listNotifications(
  q: Reader,
  userId: UserId,
  now: string,
  { unread, limit, offset }: { unread: boolean; limit: number; offset: number },
): Promise<ListedNotificationRow[]> {
  let page = visible(q, userId, now)
    .selectAll('notifications')
    .select([sql<string | null>`case when members.user_id is null then null else households.name end`.as('household_name'), 'time_zone'])
  if (unread) page = page.where('notifications.read_at', 'is', null)
  return page.orderBy('notifications.at', 'desc').orderBy('notifications.id', 'desc').limit(limit).offset(offset).execute()
}

export async function countUnread(q: Reader, userId: UserId, now: string): Promise<number> {
  const unread = visible(q, userId, now).where('notifications.read_at', 'is', null)
  return (await unread.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

export const findAccessible = (q: Reader, userId: UserId, id: string): Promise<NotificationRow | undefined> =>
  accessible(q, userId).selectAll('notifications').where('notifications.id', '=', id).executeTakeFirst()

/** Keeps the time at which it was first read. Returns false if it doesn't exist. */
export async function markRead(tx: Transaction, userId: UserId, id: string, now: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Marks all as read except snoozed ones. */
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

/** Hides it until `until`, when it is unread again. */
export async function snooze(tx: Transaction, userId: UserId, id: string, until: string): Promise<boolean> {
  const result = await snoozing(tx, userId, id, until).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Does the same if it is shown and unread at `now`. */
export const snoozeUnread = (tx: Transaction, userId: UserId, id: string, until: string, now: string) =>
  snoozing(tx, userId, id, until).where('read_at', 'is', null).where('at', '<=', now).execute()

const snoozing = (tx: Transaction, userId: UserId, id: string, until: string) =>
  on(tx)
    .updateTable('notifications')
    .set({ at: until, held_until: null, read_at: null, ...notDue })
    .where('user_id', '=', userId)
    .where('id', '=', id)

/** Skips rows whose user already has one with the same cause. */
export const insertNotifications = (tx: Transaction, rows: readonly NotificationRow[]) =>
  on(tx)
    .insertInto('notifications')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'cause']).doNothing())
    .execute()

type Condition = (eb: ExpressionBuilder<NotificationTables & HouseholdViews, 'notifications'>) => ReturnType<typeof eb.and>

/** Marks as read and cancels the unsent ones about these alerts. Returns the ids of the users notified. */
export async function closeAlertNotifications(
  tx: Transaction,
  householdId: HouseholdId,
  alertIds: readonly string[],
  now: string,
): Promise<string[]> {
  const rows = await on(tx)
    .updateTable('notifications')
    // One created as read counts as unread for the digest until now.
    // One that its user's settings hide stays hidden.
    .set({ at: sql`case when held_until is not null and at > ${now} then at else created_at end`, read_at: now, ...notDue })
    .where('household_id', '=', householdId)
    .where('alert_id', 'in', alertIds)
    .where(({ or, eb, ref }) => or([eb('read_at', 'is', null), eb('read_at', '=', ref('created_at')), eb('at', '>', now)]))
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Deletes the notifications of these alerts, whose cause is gone. Returns the ids of the users notified. */
export async function deleteAlertNotifications(tx: Transaction, householdId: HouseholdId, alertIds: readonly string[]): Promise<string[]> {
  const rows = await on(tx)
    .deleteFrom('notifications')
    .where('household_id', '=', householdId)
    .where('alert_id', 'in', alertIds)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/**
 * Hides every member's notifications of these alerts until `until`, when they are unread again. One that a member snoozed for longer stays
 * so, and one that is held for longer; one that is hidden until one of `previous`, by the alerts' former snooze, does not. Returns the ids of
 * the users.
 */
export async function snoozeByAlerts(
  tx: Transaction,
  householdId: HouseholdId,
  alertIds: readonly string[],
  until: string,
  previous: readonly string[],
  now: string,
): Promise<string[]> {
  const rows = await on(tx)
    .updateTable('notifications')
    .set({
      at: sql`case when at > ${now} and held_until > ${until} then held_until else ${until} end`,
      held_until: sql`case when at > ${now} then held_until end`,
      read_at: null,
      ...notDue,
    })
    .where('household_id', '=', householdId)
    .where('alert_id', 'in', alertIds)
    .where(({ or, eb }) => or([eb('at', '<', until), ...(previous.length > 0 ? [eb('at', 'in', previous)] : [])]))
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Shows these alerts' notifications that are hidden until one of `previous`, and not by settings, now, as read. Returns the ids of the users. */
export async function unsnoozeByAlerts(
  tx: Transaction,
  householdId: HouseholdId,
  alertIds: readonly string[],
  previous: readonly string[],
  now: string,
): Promise<string[]> {
  if (previous.length === 0) return []
  const rows = await on(tx)
    .updateTable('notifications')
    .set((eb) => ({ at: eb.ref('created_at'), read_at: now }))
    .where('household_id', '=', householdId)
    .where('alert_id', 'in', alertIds)
    .where('at', 'in', previous)
    .where('held_until', 'is', null)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Marks as read and cancels the unsent ones about these loans and circle events. Returns the ids of the users notified. */
export async function closeNotificationsByCause(tx: Transaction, causes: readonly string[], now: string): Promise<string[]> {
  return causes.length === 0 ? [] : close(tx, (eb) => eb.and([eb('cause', 'in', [...causes])]), now)
}

/** Does the same as `closeNotificationsByCause` for a user's requests to join a circle. */
export const closeJoinRequestNotifications = (tx: Transaction, circleId: string, userId: string, now: string): Promise<string[]> =>
  close(tx, (eb) => eb.and([eb('type', '=', 'circle_ask'), eb('cause', 'like', `ask:${circleId}:${userId}:%`)]), now)

async function close(tx: Transaction, condition: Condition, now: string): Promise<string[]> {
  const rows = await on(tx)
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)), ...notDue }))
    .where('alert_id', 'is', null)
    .where(condition)
    .where(({ or, eb }) => or([eb('read_at', 'is', null), ...dueColumns.map((column) => eb(column, 'is not', null))]))
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Deletes a user's notifications of a household, except the one about being removed. */
export const deleteOfHousehold = (tx: Transaction, householdId: HouseholdId, userId: string) =>
  on(tx)
    .deleteFrom('notifications')
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .where('type', '<>', 'member_removed')
    .execute()

/** Hides a notification until `at`, or shows it. */
export const setHeld = (
  tx: Transaction,
  { user_id, id }: Pick<NotificationRow, 'user_id' | 'id'>,
  set: Pick<NotificationRow, 'at' | 'held_until' | 'before_held' | 'read_at' | 'facts'> & DueTimes,
) => on(tx).updateTable('notifications').set(set).where('user_id', '=', user_id).where('id', '=', id).execute()

/** Returns a user's notifications of alerts. */
export const findAlertNotifications = (q: Reader, userId: UserId): Promise<ListedNotificationRow[]> =>
  on(q)
    .selectFrom('notifications')
    .leftJoin('households', 'households.id', 'notifications.household_id')
    .selectAll('notifications')
    .select(['households.name as household_name', 'households.time_zone'])
    .where('notifications.user_id', '=', userId)
    .where('alert_id', 'is not', null)
    .execute()

/** Returns the members' notifications about these lots that their settings hide. */
export async function findHeld(q: Reader, householdId: HouseholdId, lotIds: readonly string[], now: string): Promise<NotificationRow[]> {
  if (lotIds.length === 0) return []
  return on(q)
    .selectFrom('notifications')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('lot_id', 'in', lotIds)
    .where('at', '>', now)
    .where('held_until', 'is not', null)
    .execute()
}

/** Returns the members' notifications of these alerts. */
export const findOfAlerts = (q: Reader, householdId: HouseholdId, alertIds: readonly string[]): Promise<NotificationRow[]> =>
  on(q).selectFrom('notifications').selectAll().where('household_id', '=', householdId).where('alert_id', 'in', alertIds).execute()

/** Returns a user's notifications that are still to be sent by a channel, and those of these alerts. */
export const findUnsent = (q: Reader, userId: UserId, alertIds: readonly string[]): Promise<ListedNotificationRow[]> =>
  on(q)
    .selectFrom('notifications')
    .leftJoin('households', 'households.id', 'notifications.household_id')
    .selectAll('notifications')
    .select(['households.name as household_name', 'households.time_zone'])
    .where('notifications.user_id', '=', userId)
    .where(({ eb, or }) =>
      or([
        ...dueColumns.map((column) => eb(`notifications.${column}`, 'is not', null)),
        ...(alertIds.length > 0 ? [eb('alert_id', 'in', alertIds)] : []),
      ]),
    )
    .execute()

export const setDueTimes = (tx: Transaction, userId: UserId, id: string, times: DueTimes) =>
  on(tx).updateTable('notifications').set(times).where('user_id', '=', userId).where('id', '=', id).execute()

/** Returns the users with notifications of these types due by a channel other than the daily email. */
export async function findFoodRecipients(q: Reader, types: readonly NotificationType[], now: string): Promise<UserId[]> {
  const rows = await on(q)
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where(({ eb, or }) => or(immediateColumns.map((column) => eb(`notifications.${column}`, '<=', now))))
    .where('type', 'in', types)
    .limit(500)
    .$narrowType<{ user_id: UserId }>()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Returns the user's notifications of alerts in a household, snoozed ones too. */
export const alertNotificationsOf = (q: Reader, userId: UserId, householdId: HouseholdId): Promise<ListedNotificationRow[]> =>
  accessible(q, userId)
    .selectAll('notifications')
    .select(['households.name as household_name', 'households.time_zone'])
    .where('notifications.household_id', '=', householdId)
    .where('notifications.alert_id', 'is not', null)
    .execute()

/** Cancels what is due by a channel of these types. */
export const clearDueFood = (tx: Transaction, channel: OutgoingChannel, userId: UserId, types: readonly NotificationType[], now: string) =>
  on(tx)
    .updateTable('notifications')
    .set({ [dueColumnOf(channel)]: null })
    .where('user_id', '=', userId)
    .where(`notifications.${dueColumnOf(channel)}`, '<=', now)
    .where('type', 'in', types)
    .execute()

/** Sets when a channel is due to send the user's notifications of these alerts. */
export const scheduleFood = (tx: Transaction, channel: OutgoingChannel, userId: UserId, alertIds: readonly string[], at: string) =>
  on(tx)
    .updateTable('notifications')
    .set({ [dueColumnOf(channel)]: at })
    .where('user_id', '=', userId)
    .where('alert_id', 'in', alertIds)
    .execute()

/** Returns a user's households, the one joined first before the others. */
export const householdsOf = (q: Reader, userId: UserId) =>
  on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select(['households.id', 'households.name', 'households.time_zone', 'members.role'])
    .where('members.user_id', '=', userId)
    .where('households.deleted_at', 'is', null)
    .orderBy('joined_at')
    .orderBy('households.id')
    .execute()

/** Returns each user's time zone: that of the household joined first. Leaves out users without a household. */
export async function timeZonesOf(q: Reader, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select(['user_id', 'time_zone'])
    .where('user_id', 'in', [...new Set(userIds)])
    .where('deleted_at', 'is', null)
    .orderBy('joined_at', 'desc')
    .orderBy('households.id', 'desc')
    .execute()
  return new Map(rows.map(({ user_id, time_zone }) => [user_id, time_zone]))
}

/** Returns the stored settings as JSON by user; leaves out users without any. */
export async function settingsByUser(q: Reader, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await on(q).selectFrom('notification_settings').select(['user_id', 'settings']).where('user_id', 'in', userIds).execute()
  return new Map(rows.map(({ user_id, settings }) => [user_id, settings]))
}

export const saveSettings = (tx: Transaction, userId: UserId, settings: string, now: string) =>
  on(tx)
    .insertInto('notification_settings')
    .values({ user_id: userId, settings, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ settings, updated_at: now }))
    .execute()
