import { alertsById, type OpenAlert } from '#domains/alerts/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { NotificationSettings } from '../../contract/index.ts'
import type { NotificationFacts } from '../../rules/describe-notification.ts'
import { type HearableAlert, heardFrom } from '../../rules/notification-preferences.ts'
import * as store from '../store/notifications.ts'
import { dueTimes, settingsOf } from './notification-settings.ts'

/** Later than any notification is kept. */
const forever = '9999-12-31T00:00:00.000Z'

/** Returns until when a user's settings hide the notification of an alert; null if they don't. */
export function heldUntil(settings: NotificationSettings, alert: HearableAlert, timeZone: string, now: Date): string | null {
  const day = heardFrom(settings, alert)
  if (day === null || day === 'never') return day && forever
  const start = new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
  return start > now ? start.toISOString() : null
}

/** Whether it is hidden by its user's settings, not snoozed. */
export const isHeld = ({ at, held_until }: Pick<store.NotificationRow, 'at' | 'held_until'>, now: string): boolean =>
  held_until !== null && held_until === at && at > now

/** Returns when channels send a notification that is hidden until `held`. */
export const heldTimes = (settings: NotificationSettings, type: store.NotificationRow['type'], timeZone: string, held: string) =>
  held === forever ? store.notDue : dueTimes(settings, type, timeZone, new Date(held))

/** Hides or shows a notification as the settings now say. Leaves one alone that its user snoozed, or read before it would be hidden for a while. */
async function hold(
  tx: Transaction,
  row: store.NotificationRow,
  held: string | null,
  { settings, timeZone, now, facts = row.facts }: { settings: NotificationSettings; timeZone: string; now: Date; facts?: string },
): Promise<boolean> {
  const at = now.toISOString()
  const wasHeld = isHeld(row, at)
  if (held === null) {
    if (!wasHeld) return false
    const isRead = row.read_at !== null
    const times = isRead ? store.notDue : dueTimes(settings, row.type, timeZone, now)
    await store.setHeld(tx, row, { at: isRead ? row.created_at : at, held_until: null, facts, ...times })
    return true
  }
  if (wasHeld ? row.at === held : held !== forever && (row.at > at || row.read_at !== null)) return false
  await store.setHeld(tx, row, { at: held, held_until: held, facts, ...heldTimes(settings, row.type, timeZone, held) })
  return true
}

/** Applies a user's new settings to the notifications of open alerts. */
export async function holdBySettings(
  tx: Transaction,
  userId: UserId,
  settings: NotificationSettings,
  openAlerts: readonly OpenAlert[],
  now: Date,
): Promise<void> {
  const alerts = new Map(openAlerts.map((alert) => [alert.id, alert]))
  for (const row of await store.findAlertNotifications(tx, userId)) {
    const alert = alerts.get(row.alert_id ?? '')
    const timeZone = row.time_zone ?? 'UTC'
    if (alert) await hold(tx, row, heldUntil(settings, alert, timeZone, now), { settings, timeZone, now })
  }
}

/** Follows the dates of changed lots with the notifications that are hidden until a day before. Returns the ids of the users concerned. */
export async function holdByDates(tx: Transaction, context: ConsumerContext, lotIds: readonly string[]): Promise<string[]> {
  const { householdId, timeZone, now } = context
  const rows = await store.findHeld(tx, householdId, lotIds, now.toISOString())
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ alert_id }) => alert_id ?? []))]
  const alerts = new Map((await alertsById(tx, householdId, ids)).map((alert) => [alert.id, alert]))
  const byUser = await settingsOf(tx, [...new Set(rows.map(({ user_id }) => user_id))])
  const changed: string[] = []
  for (const row of rows) {
    const [alert, settings] = [alerts.get(row.alert_id ?? ''), byUser.get(row.user_id)]
    if (!alert || !settings) continue
    const held = heldUntil(settings, { ...alert, type: row.type, dueOn: alert.facts.dueOn }, timeZone, now)
    const facts = JSON.stringify({ alert: alert.facts } satisfies NotificationFacts)
    if (await hold(tx, row, held, { settings, timeZone, now, facts })) changed.push(row.user_id)
  }
  return changed
}
