import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import { localTime, nextLocalTime } from '#platform/server/jobs/local-time.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { defaultNotificationSettings, NotificationSettings, type NotificationType } from '../../contract/index.ts'
import { isQuiet, kindOf } from '../../rules/index.ts'
import { findWaiting, setTimes } from '../store/notifications.ts'
import * as store from '../store/settings.ts'

/** Kept by an older version, perhaps: what is missing has its default, what cannot be read is all default. */
function read(text: string | undefined): NotificationSettings {
  if (text === undefined) return defaultNotificationSettings
  try {
    const kept = JSON.parse(text)
    return NotificationSettings.parse({
      ...defaultNotificationSettings,
      ...kept,
      kinds: { ...defaultNotificationSettings.kinds, ...kept.kinds },
    })
  } catch {
    return defaultNotificationSettings
  }
}

export async function settingsOf(q: Reader, userIds: readonly string[]): Promise<Map<string, NotificationSettings>> {
  const kept = await store.findSettings(q, userIds)
  return new Map(userIds.map((id) => [id, read(kept.get(id))]))
}

export async function getSettings(q: Reader, userId: UserId): Promise<NotificationSettings> {
  return read((await store.findSettings(q, [userId])).get(userId))
}

/** The end of the quiet hours that last at `now`, by the household's clock; `now` outside of them. */
export const quietUntil = ({ quietHours }: NotificationSettings, timeZone: string, now: Date): Date =>
  isQuiet(quietHours, localTime(timeZone, now)) ? nextLocalTime(timeZone, quietHours.end, now) : now

/** When something of this type goes out to somebody with these settings, by the household's clock; null: not at all. */
export function timesFor(
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

/** Replaces them. What waits to go out follows: what is no longer wanted stays here. */
export async function changeSettings(
  tx: Transaction,
  { userId, now }: Pick<Caller, 'userId' | 'now'>,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  await store.putSettings(tx, userId, JSON.stringify(settings), now.toISOString())
  for (const row of await findWaiting(tx, userId)) {
    const times = timesFor(settings, row.type, row.time_zone ?? 'UTC', now)
    await setTimes(tx, userId, row.id, {
      email_at: row.email_at === null ? null : times.email_at,
      push_at: row.push_at === null ? null : times.push_at,
    })
  }
  return settings
}
