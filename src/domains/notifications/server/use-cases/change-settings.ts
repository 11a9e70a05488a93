import { type OpenAlert, openAlertsSent } from '#domains/alerts/server/index.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { UserId } from '#platform/shared/ids.ts'
import * as contract from '../../contract/index.ts'
import { isForToday } from '../../rules/describe-notification.ts'
import { completeSwitches, kindOf } from '../../rules/notification-preferences.ts'
import * as store from '../store/notifications.ts'
import { heldTimes, holdBySettings, isHeld } from './hold-notifications.ts'
import { dueTimes, getSettings } from './notification-settings.ts'

/** Adds what a program that doesn't know it left out. */
function withUnknown(changed: contract.ChangedSettings, saved: contract.NotificationSettings): contract.NotificationSettings {
  const kinds = Object.fromEntries(
    contract.notificationKinds.map((kind) => [kind, completeSwitches(changed.kinds[kind], saved.kinds[kind])]),
  ) as contract.NotificationSettings['kinds']
  const { foodMessages = saved.foodMessages, warningDays = saved.warningDays, mutedIngredients = saved.mutedIngredients } = changed
  return { ...changed, kinds, foodMessages, warningDays, mutedIngredients }
}

/** Returns the open alerts of the user's households. Reads in each household's scope: alerts aren't readable across households. */
export async function openAlertsOf(database: Database, { userId, now }: Pick<AuthenticatedUser, 'userId' | 'now'>): Promise<OpenAlert[]> {
  const households = await database.read({ user: userId }, (q) => store.householdsOf(q, userId))
  const alerts = await Promise.all(
    households.map(({ id, time_zone }) =>
      database.read(id, (q) => openAlertsSent(q, { householdId: id, today: dateInTimeZone(time_zone, now) })),
    ),
  )
  return alerts.flat()
}

/** Open alerts that are scheduled; one is enough for the next message. */
const maxScheduled = 500

/**
 * Replaces the settings and reschedules unsent notifications; clears the channels that are now off. Open alerts come with the next daily
 * message, also those that a channel had no time for. Someone who now chooses each alert at once isn't sent again what was sent already.
 */
export async function changeSettings(
  tx: Transaction,
  { userId, now }: Pick<AuthenticatedUser, 'userId' | 'now'>,
  changed: contract.ChangedSettings,
  openAlerts: readonly OpenAlert[],
): Promise<contract.NotificationSettings> {
  const saved = await getSettings(tx, userId)
  const settings = withUnknown(changed, saved)
  await store.saveSettings(tx, userId, JSON.stringify(settings), now.toISOString())
  await holdBySettings(tx, userId, settings, openAlerts, now)
  const foodTimeZone = (await store.timeZonesOf(tx, [userId])).get(userId) ?? 'UTC'
  const isDaily = settings.foodMessages === 'daily'
  const isOn = ({ type }: OpenAlert) => contract.immediateChannels.some((channel) => settings.kinds[kindOf(type)][channel])
  const scheduled = new Set(
    isDaily
      ? openAlerts
          .filter(isOn)
          .map(({ id }) => id)
          .slice(0, maxScheduled)
      : [],
  )
  const isNowAtOnce = !isDaily && saved.foodMessages === 'daily'
  const sent = new Set(isNowAtOnce ? openAlerts.flatMap(({ id, isSent }) => (isSent ? id : [])) : [])
  for (const row of await store.findUnsent(tx, userId, [...scheduled])) {
    const timeZone = row.time_zone ?? foodTimeZone
    if (isHeld(row, now.toISOString())) {
      await store.setDueTimes(tx, userId, row.id, heldTimes(settings, row.type, timeZone, row.at))
      continue
    }
    // What they caused themselves was created as read.
    const isUrgent = row.read_at !== row.created_at && isForToday(JSON.parse(row.facts), dateInTimeZone(timeZone, now))
    // A snoozed one comes after its snooze.
    const from = row.at > now.toISOString() ? new Date(row.at) : now
    const times = dueTimes(settings, row.type, timeZone, from, { isUrgent: isUrgent && from === now, foodTimeZone })
    const next = dueTimes(settings, row.type, timeZone, from, { foodTimeZone })
    for (const channel of contract.outgoingChannelNames) {
      const column = store.dueColumnOf(channel)
      const isFood = row.alert_id !== null && contract.outgoingChannels[channel].timing === 'immediate'
      if (row[column] === null) times[column] = isFood && scheduled.has(row.alert_id ?? '') ? next[column] : null
      else if (isFood && sent.has(row.alert_id ?? '')) times[column] = null
    }
    await store.setDueTimes(tx, userId, row.id, times)
  }
  return settings
}

/** Turns email off for every kind and leaves the other channels as they are. */
export async function turnOffMail(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  const settings = await getSettings(tx, userId)
  const kinds = Object.fromEntries(
    contract.notificationKinds.map((kind) => [kind, { ...settings.kinds[kind], mail: false }]),
  ) as contract.NotificationSettings['kinds']
  await changeSettings(tx, { userId, now }, { ...settings, kinds }, [])
}
