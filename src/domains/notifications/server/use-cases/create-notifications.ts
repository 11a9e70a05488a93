import { randomUUIDv7 } from 'node:crypto'
import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { immediateChannels, type NotificationType, notificationsCreated } from '../../contract/index.ts'
import { isForToday, type NotificationFacts } from '../../rules/describe-notification.ts'
import { isEnabled, isSentDaily, kindOf } from '../../rules/notification-preferences.ts'
import * as store from '../store/notifications.ts'
import { heldTimes, heldUntil } from './hold-notifications.ts'
import { dueTimes, settingsOf } from './notification-settings.ts'

/** A notification to create for several users. */
export interface NewNotification {
  readonly type: NotificationType
  /** Identifies the event, such as `alert:ID`. A user gets at most one notification per cause. */
  readonly cause: string
  readonly userIds: readonly string[]
  readonly facts: NotificationFacts
  readonly alertId?: string
  readonly lotId?: string | null
  readonly ingredientId?: string | null
  /** Created as read, because the badge counts it elsewhere. */
  readonly isRead?: boolean
  /** The user whose own change it is about: created as read and not sent at once, only with the daily digest. */
  readonly causerId?: string | null
}

const maxRows = 500
const notAtOnce = Object.fromEntries(immediateChannels.map((channel) => [store.dueColumnOf(channel), null])) as Partial<store.DueTimes>

/** Creates notifications for the users whose settings allow them, and schedules their delivery. Returns the ids of the users notified. */
export async function createNotifications(
  tx: Transaction,
  { householdId, now }: { readonly householdId: HouseholdId | null; readonly now: Date },
  zoneOf: (userId: string) => string,
  notifications: readonly NewNotification[],
): Promise<string[]> {
  const userIds = [...new Set(notifications.flatMap(({ userIds }) => userIds))]
  if (userIds.length === 0) return []
  const settings = await settingsOf(tx, userIds)
  const at = now.toISOString()
  const times = new Map<string, ReturnType<typeof dueTimes>>()
  const rows = notifications.flatMap((notification) =>
    notification.userIds.flatMap((userId): store.NotificationRow[] => {
      const userSettings = settings.get(userId)
      if (!userSettings || !isEnabled(userSettings, notification.type)) return []
      const isCauser = notification.causerId === userId
      const zone = zoneOf(userId)
      const dueOn = 'alert' in notification.facts ? notification.facts.alert.dueOn : null
      const { type, ingredientId = null } = notification
      const held = heldUntil(userSettings, { type, ingredientId, dueOn }, zone, now)
      const isUrgent = !isCauser && isForToday(notification.facts, dateInTimeZone(zone, now))
      const key = `${userId} ${kindOf(notification.type)} ${isUrgent}`
      let time = held === null ? times.get(key) : heldTimes(userSettings, type, zone, held)
      if (!time) {
        time = dueTimes(userSettings, notification.type, zone, now, { isUrgent })
        times.set(key, time)
      }
      return [
        {
          user_id: userId,
          id: randomUUIDv7(),
          household_id: householdId,
          type: notification.type,
          cause: notification.cause,
          alert_id: notification.alertId ?? null,
          lot_id: notification.lotId ?? null,
          ingredient_id: notification.ingredientId ?? null,
          facts: JSON.stringify(notification.facts),
          shown: userSettings.kinds[kindOf(notification.type)].bell ? 1 : 0,
          created_at: at,
          at: held ?? at,
          held_until: held,
          before_held: null,
          read_at: notification.isRead || (isCauser && held === null) ? at : null,
          ...time,
          ...(isCauser && held === null && !isSentDaily(userSettings, notification.type) ? notAtOnce : {}),
        },
      ]
    }),
  )
  for (let i = 0; i < rows.length; i += maxRows) await store.insertNotifications(tx, rows.slice(i, i + maxRows))
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Tells the household's open screens which users' notifications to refetch. */
export async function publishNotifications(tx: Transaction, actor: Actor, userIds: Iterable<string>): Promise<void> {
  const unique = [...new Set(userIds)]
  if (unique.length > 0) await recordChange(tx, actor, notificationsCreated, { userIds: unique })
}
