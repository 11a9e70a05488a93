import { randomUUIDv7 } from 'node:crypto'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { buttonPage, messagePage } from '#platform/server/http/mail-link-pages.ts'
import type { PushSender } from '#platform/server/outbox/push-sender.ts'
import { dateInTimeZone, localTime, nextLocalTime } from '#platform/shared/calendar.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { invalid, notFound } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import { completeSwitches, isQuiet, isSentDaily, kindOf } from '../../rules/notification-preferences.ts'
import * as deliveries from '../store/deliveries.ts'
import * as store from '../store/notifications.ts'

/** Fills in defaults for what an older version didn't save. Returns the defaults if the settings can't be parsed. */
function parseSettings(text: string | undefined): contract.NotificationSettings {
  if (text === undefined) return contract.defaultNotificationSettings
  try {
    const saved = JSON.parse(text)
    return contract.NotificationSettings.parse({
      ...contract.defaultNotificationSettings,
      ...saved,
      kinds: Object.fromEntries(
        contract.notificationKinds.map((kind) => [
          kind,
          completeSwitches(saved.kinds?.[kind], contract.defaultNotificationSettings.kinds[kind]),
        ]),
      ),
    })
  } catch {
    return contract.defaultNotificationSettings
  }
}

export async function settingsOf(q: Reader, userIds: readonly string[]): Promise<Map<string, contract.NotificationSettings>> {
  const saved = await store.settingsByUser(q, userIds)
  return new Map(userIds.map((id) => [id, parseSettings(saved.get(id))]))
}

export async function getSettings(q: Reader, userId: UserId): Promise<contract.NotificationSettings> {
  return parseSettings((await store.settingsByUser(q, [userId])).get(userId))
}

/** Returns the end of the current quiet hours in the household's time zone, or `now` outside of them. */
export const quietUntil = ({ quietHours }: contract.NotificationSettings, timeZone: string, now: Date): Date =>
  isQuiet(quietHours, localTime(timeZone, now)) ? nextLocalTime(timeZone, quietHours.end, now) : now

const digestTime = ({ digestHour }: contract.NotificationSettings) => `${String(digestHour).padStart(2, '0')}:00`

/** Returns when the next daily message about food is due: at the digest hour, or when the quiet hours around it end. */
export const nextFoodMessage = (settings: contract.NotificationSettings, timeZone: string, after: Date): Date =>
  quietUntil(settings, timeZone, nextLocalTime(timeZone, digestTime(settings), after))

/**
 * Returns when to send something about food that can't wait until tomorrow: with today's message if that is still ahead, else now. In quiet
 * hours that last until tomorrow it waits all the same.
 */
export function urgentFoodMessage(settings: contract.NotificationSettings, timeZone: string, now: Date): Date {
  const [next, late] = [nextFoodMessage(settings, timeZone, now), quietUntil(settings, timeZone, now)]
  const isToday = (at: Date) => dateInTimeZone(timeZone, at) === dateInTimeZone(timeZone, now)
  return isToday(next) || !isToday(late) ? next : late
}

/**
 * Returns when each channel is due to send a notification of this type; null for a channel that is off.
 * @param foodTimeZone of the daily message about food
 */
export function dueTimes(
  settings: contract.NotificationSettings,
  type: contract.NotificationType,
  timeZone: string,
  now: Date,
  { isUrgent = false, foodTimeZone = timeZone }: { isUrgent?: boolean; foodTimeZone?: string } = {},
): store.DueTimes {
  const isOn = settings.kinds[kindOf(type)]
  const atOnce = () => {
    if (!isSentDaily(settings, type)) return quietUntil(settings, timeZone, now)
    return isUrgent ? urgentFoodMessage(settings, foodTimeZone, now) : nextFoodMessage(settings, foodTimeZone, now)
  }
  const dueAt = (channel: contract.OutgoingChannel) =>
    contract.outgoingChannels[channel].timing === 'digest' ? nextLocalTime(timeZone, digestTime(settings), now) : atOnce()
  return Object.fromEntries(
    contract.outgoingChannelNames.map((channel) => [store.dueColumnOf(channel), isOn[channel] ? dueAt(channel).toISOString() : null]),
  ) as store.DueTimes
}

export const unsubscribePage = (token: string) =>
  buttonPage({
    title: say`Unsubscribe from digest emails?`,
    text: say`You won’t receive any more digest emails. Other notifications aren’t affected.`,
    action: `/api/unsubscribe?${new URLSearchParams({ token })}`,
    button: say`Unsubscribe`,
  })
export const unsubscribedPage = () =>
  messagePage({ title: say`Unsubscribe`, text: say`You can turn them back on under Settings → Notifications.` })

/** Devices per user; adding more removes the oldest. */
const maxDevices = 20

const toDevice = ({ id, label, created_at, session_id }: deliveries.DeviceRow, sessionId: string): contract.PushDevice => ({
  id,
  label,
  createdAt: created_at,
  isCurrent: session_id === sessionId,
})

export const listDevices = async (q: Reader, { userId, sessionId }: AuthenticatedUser): Promise<contract.PushDevice[]> =>
  (await deliveries.listDevices(q, userId)).map((row) => toDevice(row, sessionId))

/** Removes the devices of sessions as they end. */
export function followEndedSessions(database: Database, log: (message: string) => void): void {
  database.onMessage('session-ended', (id) => {
    database
      .write({ crossHousehold: 'jobs' }, 'push devices of a session', (tx) => deliveries.deleteDevicesOfSession(tx, id))
      .catch((error: unknown) => log(`the push devices of an ended session stay: ${error instanceof Error ? error.name : 'error'}`))
  })
}

/** Throws `push_host` unless the endpoint belongs to an allowed push service, and `push_keys` if a key is malformed. */
export async function addDevice(
  tx: Transaction,
  { userId, sessionId, now }: AuthenticatedUser,
  push: PushSender,
  { endpoint, keys, label }: BodyOf<typeof contract.addPushDevice>,
): Promise<contract.PushDevice> {
  if (!push.isKnown(endpoint)) throw invalid('push_host', 'This push service isn’t allowed on this server.', 'endpoint')
  if (Buffer.from(keys.p256dh, 'base64url').length !== 65 || Buffer.from(keys.auth, 'base64url').length < 16)
    throw invalid('push_keys', 'Those push keys aren’t valid.', 'keys')
  const id = randomUUIDv7()
  const createdAt = now.toISOString()
  const row = { user_id: userId, id, endpoint, ...keys, label: label || 'A browser', created_at: createdAt, session_id: sessionId }
  await deliveries.saveDevice(tx, row)
  const all = await deliveries.listDevices(tx, userId)
  for (const { id } of all.slice(0, Math.max(0, all.length - maxDevices))) await deliveries.deleteDevice(tx, userId, id)
  const saved = all.find((device) => device.endpoint === endpoint)
  if (!saved) throw new Error('the device is missing after saving it')
  return toDevice(saved, sessionId)
}

export async function removeDevice(tx: Transaction, userId: UserId, id: string): Promise<void> {
  if (!(await deliveries.deleteDevice(tx, userId, id))) throw notFound()
}
