import type { AccountViews } from '#domains/account/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { NotificationType, OutgoingChannel, StoredChannel } from '../../contract/index.ts'
import type { NotificationTables } from '../tables.ts'
import { accessible, dueColumnOf, type ListedNotificationRow } from './notifications.ts'

const on = (q: Reader) => q.on<NotificationTables>()

export type DeliveryRow = NotificationTables['deliveries']
export type DeviceRow = NotificationTables['push_devices']

/** Returns the users with notifications due by a channel, per household. */
export const findDueRecipients = (q: Reader, channel: OutgoingChannel, now: string) => {
  const column = dueColumnOf(channel)
  return on(q)
    .selectFrom('notifications')
    .select(['user_id', 'household_id'])
    .distinct()
    .where(column, 'is not', null)
    .where(column, '<=', now)
    .limit(500)
    .$narrowType<{ user_id: UserId }>()
    .execute()
}

/** Returns true if no one has read it. One created as read still counts as unread. */
const isUnread = ({ read_at, created_at }: ListedNotificationRow) => read_at === null || read_at === created_at

/** Returns true if at least one of these is still accessible, unread and not snoozed. */
export async function hasUnread(q: Reader, userId: UserId, ids: readonly string[], now: string): Promise<boolean> {
  const rows = await selectListed(q, userId).where('notifications.id', 'in', ids).where('notifications.at', '<=', now).execute()
  return rows.some(isUnread)
}

const selectListed = (q: Reader, userId: UserId) =>
  accessible(q, userId).selectAll('notifications').select(['households.name as household_name', 'households.time_zone'])

/** Clears the due times of what is due, and returns the rows that are still unread. */
export async function takeDue(
  tx: Transaction,
  channel: OutgoingChannel,
  userId: UserId,
  householdId: HouseholdId | null,
  now: string,
  /** Leaves these types where they are. */
  except: readonly NotificationType[],
): Promise<ListedNotificationRow[]> {
  const column = dueColumnOf(channel)
  // Cleared first: a row that another process adds meanwhile must not be cleared without being returned.
  let update = on(tx)
    .updateTable('notifications')
    .set({ [column]: null })
    .where('user_id', '=', userId)
    .where(column, 'is not', null)
    .where(column, '<=', now)
    .where('household_id', householdId === null ? 'is' : '=', householdId)
  if (except.length > 0) update = update.where('type', 'not in', except)
  const due = await update.returning('id').execute()
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const rows = await selectListed(tx, userId).where('notifications.id', 'in', ids).orderBy('notifications.id').execute()
  return rows.filter(isUnread)
}

/** Returns true if the user has a delivery, sent or not, whose cause ends with `ending`. */
export async function hasDelivery(q: Reader, userId: UserId, ending: string): Promise<boolean> {
  const found = on(q).selectFrom('deliveries').select('id').where('user_id', '=', userId).where('cause', 'like', `%${ending}`)
  return (await found.limit(1).executeTakeFirst()) !== undefined
}

/** Skips messages that are queued already. */
export const insertDeliveries = (tx: Transaction, rows: readonly DeliveryRow[]) =>
  on(tx)
    .insertInto('deliveries')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'cause']).doNothing())
    .execute()

/** Returns due messages of a channel, oldest first. */
export const dueDeliveries = (q: Reader, channel: StoredChannel, now: string, limit: number): Promise<DeliveryRow[]> =>
  on(q)
    .selectFrom('deliveries')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('channel', '=', channel)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** Counts an attempt before it starts, so that a crash delays the message instead of losing it. Returns false if another process has it. */
export async function claimDelivery(tx: Transaction, row: DeliveryRow, nextTry: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('deliveries')
    .set({ tries: row.tries + 1, due_at: nextTry })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .where('due_at', '=', row.due_at)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export type DeliveryUpdate = Partial<Pick<DeliveryRow, 'state' | 'tries' | 'due_at' | 'reason' | 'payload' | 'ended_at'>>

export const setDelivery = (tx: Transaction, row: DeliveryRow, set: DeliveryUpdate) =>
  on(tx).updateTable('deliveries').set(set).where('user_id', '=', row.user_id).where('id', '=', row.id).execute()

/** Delays waiting messages until `until`. */
export const postpone = (tx: Transaction, ids: readonly string[], until: string) =>
  on(tx).updateTable('deliveries').set({ due_at: until }).where('id', 'in', ids).where('state', '=', 'waiting').execute()

export const deleteSent = (tx: Transaction, before: string) =>
  on(tx).deleteFrom('deliveries').where('state', '=', 'sent').where('ended_at', '<', before).execute()
export const deleteOldNotifications = (tx: Transaction, before: string) =>
  on(tx).deleteFrom('notifications').where('at', '<', before).execute()

/** Returns the latest dead letters, without addresses. */
export const listDeadLetters = (q: Reader, channel: StoredChannel, limit: number) =>
  on(q)
    .selectFrom('deliveries')
    .select(['tries', 'reason', 'created_at', 'ended_at'])
    .where('state', '=', 'parked')
    .where('channel', '=', channel)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

export async function countWaiting(q: Reader, channel: StoredChannel): Promise<number> {
  const waiting = on(q).selectFrom('deliveries').where('state', '=', 'waiting').where('channel', '=', channel)
  const { count } = await waiting.select((of) => of.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Queues all dead letters again. Resets `created_at`, from which an outage is measured. */
export const retryDeadLetters = (tx: Transaction, channel: StoredChannel, now: string) =>
  on(tx)
    .updateTable('deliveries')
    .set({ state: 'waiting', tries: 0, due_at: now, created_at: now, ended_at: null })
    .where('state', '=', 'parked')
    .where('channel', '=', channel)
    .execute()

export const deleteDeadLetters = (tx: Transaction, before: string) =>
  on(tx).deleteFrom('deliveries').where('state', '=', 'parked').where('ended_at', '<', before).execute()

export const listDevices = (q: Reader, userId: UserId): Promise<DeviceRow[]> =>
  on(q).selectFrom('push_devices').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** Adds a device, or updates the keys of the one with this endpoint and keeps its id. */
export const saveDevice = (tx: Transaction, row: DeviceRow) =>
  on(tx)
    .insertInto('push_devices')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'endpoint'])
        .doUpdateSet({ p256dh: row.p256dh, auth: row.auth, label: row.label, session_id: row.session_id }),
    )
    .execute()

/** Deletes the messages to a device or target that are waiting, and its dead letters. */
export const deleteUnsent = (tx: Transaction, userId: UserId, deviceId: string) =>
  on(tx).deleteFrom('deliveries').where('user_id', '=', userId).where('device_id', '=', deviceId).where('state', '<>', 'sent').execute()

/** Deletes a device and its unsent messages. Returns false if it doesn't exist. */
export async function deleteDevice(tx: Transaction, userId: UserId, id: string): Promise<boolean> {
  await deleteUnsent(tx, userId, id)
  const result = await on(tx).deleteFrom('push_devices').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Deletes the devices that a session registered, and their unsent messages. */
export async function deleteDevicesOfSession(tx: Transaction, sessionId: string): Promise<void> {
  const devices = await on(tx).deleteFrom('push_devices').where('session_id', '=', sessionId).returning(['user_id', 'id']).execute()
  for (const { user_id, id } of devices) await deleteUnsent(tx, user_id as UserId, id)
}

/** Returns a user's email address; null if the account no longer exists. */
export async function findEmail(q: Reader, userId: UserId): Promise<string | null> {
  return (await q.on<AccountViews>().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email ?? null
}
