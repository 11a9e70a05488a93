import { alertsById, type OpenAlert } from '#domains/alerts/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { NotificationSettings } from '../../contract/index.ts'
import type { NotificationFacts } from '../../rules/describe-notification.ts'
import { type DelayableAlert, notifiedFrom } from '../../rules/notification-preferences.ts'
import * as store from '../store/notifications.ts'
import type { BeforeHeld } from '../tables.ts'
import { dueTimes, settingsOf } from './notification-settings.ts'

/** Later than any notification is kept. */
const forever = '9999-12-31T00:00:00.000Z'

/** Returns when a day begins. */
export const startOf = (day: CalendarDate, timeZone: string): string =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds).toISOString()

/** Returns when a day begins if that is ahead. */
const startAhead = (day: CalendarDate, timeZone: string, now: Date): string | null => {
  const start = startOf(day, timeZone)
  return start > now.toISOString() ? start : null
}

/** Returns until when a user's settings hide the notification of an alert; null if they don't. */
export function heldUntil(settings: NotificationSettings, alert: DelayableAlert, timeZone: string, now: Date): string | null {
  const day = notifiedFrom(settings, alert)
  if (day === null || day === 'never') return day && forever
  return startAhead(day, timeZone, now)
}

/** Whether it is hidden by its user's settings, so that its user hasn't been notified. Its alert may also be snoozed. */
export const isHeld = ({ at, held_until }: Pick<store.NotificationRow, 'at' | 'held_until'>, now: string): boolean =>
  held_until !== null && at > now

/** Returns when channels send a notification that is hidden until `held`. */
export const heldTimes = (settings: NotificationSettings, type: store.NotificationRow['type'], timeZone: string, held: string) =>
  held === forever ? store.notDue : dueTimes(settings, type, timeZone, new Date(held))

type HeldAlert = DelayableAlert & { readonly snoozedUntil: CalendarDate | null }
interface Holding {
  readonly settings: NotificationSettings
  readonly timeZone: string
  readonly now: Date
  /** JSON: Facts */
  readonly facts: string
  /** Whether it returns to what it was before it was hidden. Otherwise it is new to its user, who is notified. */
  readonly isRestored: boolean
}

const later = (first: string, second: string | null): string => (second !== null && second > first ? second : first)

/** Hides or shows a notification as the settings now say. Leaves one alone that its user snoozed, or read before it would be hidden for a while. */
async function hold(tx: Transaction, row: store.NotificationRow, alert: HeldAlert, holding: Holding): Promise<boolean> {
  const now = holding.now.toISOString()
  const wasHeld = isHeld(row, now)
  const held = heldAs(row, alert, holding)
  if (held === null ? !wasHeld : wasHeld ? row.held_until === held : held !== forever && row.at > now) return false
  await setHeld(tx, row, held, alert, holding)
  return true
}

/** What was read is hidden only for good. */
function heldAs({ read_at }: store.NotificationRow, alert: HeldAlert, { settings, timeZone, now }: Holding): string | null {
  const held = heldUntil(settings, alert, timeZone, now)
  return held === forever || read_at === null ? held : null
}

/** Hides a notification until `held`, or shows it; in both cases not before the snooze of its alert is over. */
async function setHeld(
  tx: Transaction,
  row: store.NotificationRow,
  held: string | null,
  { snoozedUntil }: HeldAlert,
  { settings, timeZone, now, facts, isRestored }: Holding,
): Promise<void> {
  const { type, read_at } = row
  const time = now.toISOString()
  const snoozed = snoozedUntil && startAhead(snoozedUntil, timeZone, now)
  if (held !== null) {
    const at = later(held, snoozed)
    const before: BeforeHeld = {
      // The snooze of the alert may end while the notification is hidden.
      at: row.at === snoozed ? row.created_at : row.at,
      readAt: read_at,
      due: store.dueColumns.filter((column) => row[column] !== null),
    }
    const before_held = isHeld(row, time) ? row.before_held : JSON.stringify(before)
    await store.setHeld(tx, row, { at, held_until: held, before_held, read_at, facts, ...heldTimes(settings, type, timeZone, at) })
    return
  }
  const before = isRestored ? beforeHeld(row) : null
  const at = later(before?.at ?? (read_at === null ? time : row.created_at), snoozed)
  const times = dueTimes(settings, type, timeZone, new Date(later(time, at)))
  for (const column of store.dueColumns) if (before ? !before.due.includes(column) : read_at !== null) times[column] = null
  // Its user hasn't been notified yet, also if the snooze is undone.
  const held_until = snoozed !== null && before === null && read_at === null ? time : null
  await store.setHeld(tx, row, { at, held_until, before_held: null, read_at, facts, ...times })
}

const beforeHeld = ({ before_held }: store.NotificationRow): BeforeHeld | null => (before_held === null ? null : JSON.parse(before_held))

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
    if (alert) await hold(tx, row, alert, { settings, timeZone, now, facts: row.facts, isRestored: true })
  }
}

/** Follows the dates of changed lots with the notifications that are hidden until a day before. Returns the ids of the users concerned. */
export async function holdByDates(tx: Transaction, context: ConsumerContext, lotIds: readonly string[]): Promise<string[]> {
  const rows = await store.findHeld(tx, context.householdId, lotIds, context.now.toISOString())
  // Those of resolved alerts follow when they are reopened.
  return follow(tx, context, rows, async (row, alert, holding) => !alert.isResolved && hold(tx, row, alert, holding))
}

/**
 * Hides the notifications of reopened alerts again that were hidden when their alert was snoozed or closed, or shows them to users who haven't
 * been notified of them. Returns the ids of the users concerned.
 */
export async function followReopened(tx: Transaction, context: ConsumerContext, alertIds: readonly string[]): Promise<string[]> {
  const now = context.now.toISOString()
  const rows = await store.findOfAlerts(tx, context.householdId, alertIds)
  return follow(tx, context, rows, async (row, alert, holding) => {
    const { held_until } = row
    if (held_until === null || !isHeld(row, row.read_at ?? now)) return hold(tx, row, alert, holding)
    // Closing the alert marked it as read.
    const opened = { ...row, at: forever, read_at: beforeHeld(row)?.readAt ?? null }
    await setHeld(tx, opened, heldAs(opened, alert, holding), alert, { ...holding, isRestored: held_until > now })
    return true
  })
}

/** Lets channels send the hidden notifications of snoozed alerts of which their users haven't been notified. */
export async function scheduleUnheard(tx: Transaction, context: ConsumerContext, alertIds: readonly string[]): Promise<void> {
  const now = context.now.toISOString()
  const rows = (await store.findOfAlerts(tx, context.householdId, alertIds)).filter((row) => isHeld(row, now))
  await follow(tx, context, rows, async (row, _alert, { settings, timeZone }) => {
    await store.setDueTimes(tx, row.user_id as UserId, row.id, heldTimes(settings, row.type, timeZone, row.at))
    return true
  })
}

/** Calls `change` for each of these notifications. Returns the ids of the users for whom it returned true. */
async function follow(
  tx: Transaction,
  { householdId, timeZone, now }: ConsumerContext,
  rows: readonly store.NotificationRow[],
  change: (row: store.NotificationRow, alert: HeldAlert & { readonly isResolved: boolean }, holding: Holding) => Promise<boolean>,
): Promise<string[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ alert_id }) => alert_id ?? []))]
  const alerts = new Map((await alertsById(tx, householdId, ids)).map((alert) => [alert.id, alert]))
  const byUser = await settingsOf(tx, [...new Set(rows.map(({ user_id }) => user_id))])
  const changed: string[] = []
  for (const row of rows) {
    const [alert, settings] = [alerts.get(row.alert_id ?? ''), byUser.get(row.user_id)]
    if (!alert || !settings) continue
    const facts = JSON.stringify({ alert: alert.facts } satisfies NotificationFacts)
    const held = { ...alert, type: row.type, dueOn: alert.facts.dueOn }
    if (await change(row, held, { settings, timeZone, now, facts, isRestored: false })) changed.push(row.user_id)
  }
  return changed
}
