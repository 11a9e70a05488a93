import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import { localTime, nextLocalTime } from '#platform/server/jobs/local-time.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { defaultNotificationSettings, NotificationSettings, type NotificationType } from '../../contract/index.ts'
import { isQuiet, kindOf } from '../../rules/index.ts'
import * as store from '../store/notifications.ts'

/** Fills in defaults for what an older version didn't save. Returns the defaults if the settings can't be parsed. */
function parseSettings(text: string | undefined): NotificationSettings {
  if (text === undefined) return defaultNotificationSettings
  try {
    const saved = JSON.parse(text)
    return NotificationSettings.parse({
      ...defaultNotificationSettings,
      ...saved,
      kinds: { ...defaultNotificationSettings.kinds, ...saved.kinds },
    })
  } catch {
    return defaultNotificationSettings
  }
}

export async function settingsOf(q: Reader, userIds: readonly string[]): Promise<Map<string, NotificationSettings>> {
  const saved = await store.findSettings(q, userIds)
  return new Map(userIds.map((id) => [id, parseSettings(saved.get(id))]))
}

export async function getSettings(q: Reader, userId: UserId): Promise<NotificationSettings> {
  return parseSettings((await store.findSettings(q, [userId])).get(userId))
}

/** Returns the end of the current quiet hours in the household's time zone, or `now` outside of them. */
export const quietUntil = ({ quietHours }: NotificationSettings, timeZone: string, now: Date): Date =>
  isQuiet(quietHours, localTime(timeZone, now)) ? nextLocalTime(timeZone, quietHours.end, now) : now

/** Returns when each channel is due to send a notification of this type; null for a channel that is off. */
export function dueTimes(
  settings: NotificationSettings,
  type: NotificationType,
  timeZone: string,
  now: Date,
): { email_at: string | null; push_at: string | null } {
  const { mail, push } = settings.kinds[kindOf(type)]
  return {
    email_at: mail ? nextLocalTime(timeZone, `${String(settings.digestHour).padStart(2, '0')}:00`, now).toISOString() : null,
    push_at: push ? quietUntil(settings, timeZone, now).toISOString() : null,
  }
}

/** Replaces the settings and reschedules unsent notifications; clears the channels that are now off. */
export async function changeSettings(
  tx: Transaction,
  { userId, now }: Pick<Caller, 'userId' | 'now'>,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  await store.saveSettings(tx, userId, JSON.stringify(settings), now.toISOString())
  for (const row of await store.findUnsent(tx, userId)) {
    const times = dueTimes(settings, row.type, row.time_zone ?? 'UTC', now)
    await store.setDueTimes(tx, userId, row.id, {
      email_at: row.email_at === null ? null : times.email_at,
      push_at: row.push_at === null ? null : times.push_at,
    })
  }
  return settings
}
