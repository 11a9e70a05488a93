import { languageOf } from '#domains/account/server/index.ts'
import { type Alert, alertTypes } from '#domains/alerts/contract.ts'
import { isQuiet } from '#domains/alerts/rules/announcements.ts'
import { findUseSoon } from '#domains/alerts/rules/use-soon.ts'
import { noteAlertsSent, openAlerts } from '#domains/alerts/server/index.ts'
import { findRecipeFor } from '#domains/recipes/server/index.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import { runEach } from '#platform/server/jobs/run-each.ts'
import { type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { type ImmediateChannel, immediateChannels, type NotificationSettings } from '../../contract/index.ts'
import { describeFoodMessage, type KitchenToday } from '../../rules/describe-food-message.ts'
import { kindOf } from '../../rules/notification-preferences.ts'
import type { BatchMessage } from '../gateway/batch-messages.ts'
import type { ChannelServices } from '../gateway/index.ts'
import { newDelivery } from '../gateway/queued-message.ts'
import * as deliveries from '../store/deliveries.ts'
import * as store from '../store/notifications.ts'
import { getSettings, nextFoodMessage } from './notification-settings.ts'

const crossHousehold = { crossHousehold: 'jobs' } as const
type Transports = ChannelServices['transports']

interface Recipient {
  readonly userId: UserId
  readonly settings: NotificationSettings
  /** Of the household joined first. */
  readonly timeZone: string
  readonly day: CalendarDate
  readonly now: Date
}

/** A household of the recipient. */
interface Kitchen {
  readonly householdId: HouseholdId
  readonly name: string
  readonly today: CalendarDate
  readonly openAlerts: readonly Alert[]
  /** Those of them whose notification the recipient hasn't snoozed. */
  readonly alerts: readonly Alert[]
  /** The recipient's notifications by alert. */
  readonly rows: ReadonlyMap<string, store.ListedNotificationRow>
}

interface FoodMessage {
  readonly message: BatchMessage
  /** The alerts that it names, by household. */
  readonly alerts: readonly { readonly householdId: HouseholdId; readonly alertId: string; readonly type: Alert['type'] }[]
}

/** Enqueues the daily message about food of each user with due alerts: at most one a day, on every device and in every app. */
export async function enqueueFoodMessages(database: Database, transports: Transports, now: Date): Promise<void> {
  const userIds = await database.read(crossHousehold, (q) => store.findFoodRecipients(q, alertTypes, now.toISOString()))
  await runEach(userIds, async (userId) => {
    const person = await database.read(crossHousehold, async (q) => ({
      settings: await getSettings(q, userId),
      language: await languageOf(q, { id: userId }),
      households: await store.householdsOf(q, userId),
    }))
    if (person.settings.foodMessages !== 'daily') return
    const timeZone = person.households[0]?.time_zone ?? 'UTC'
    const recipient = { userId, settings: person.settings, timeZone, day: dateInTimeZone(timeZone, now), now }
    await withLanguage(person.language, () => enqueueFor(database, transports, recipient, person.households))
  })
}

async function enqueueFor(
  database: Database,
  transports: Transports,
  recipient: Recipient,
  households: Awaited<ReturnType<typeof store.householdsOf>>,
): Promise<void> {
  const { userId, day, now } = recipient
  const kitchens: Kitchen[] = []
  for (const { id, name, time_zone } of households)
    kitchens.push(await readKitchen(database, recipient, { householdId: id, name, today: dateInTimeZone(time_zone, now) }))
  const isSentToday = await database.read({ user: userId }, (q) => deliveries.hasDelivery(q, userId, causeOf(day)))
  const messages = new Map<ImmediateChannel, FoodMessage>()
  for (const channel of isSentToday ? [] : immediateChannels) {
    const message = await composeMessage(database, channel, recipient, kitchens)
    if (message) messages.set(channel, message)
  }
  const announced = await database.write(crossHousehold, 'enqueue food messages', async (tx) => {
    await reschedule(tx, recipient, kitchens)
    return enqueue(tx, transports, recipient, messages)
  })
  for (const { householdId, today } of kitchens) {
    const ids = announced.flatMap((one) => (one.householdId === householdId ? one.alertId : []))
    if (ids.length > 0) await database.write(householdId, 'announced alerts', (tx) => noteAlertsSent(tx, { householdId, today }, ids))
  }
}

/** Ends the cause of a message's deliveries, so that there is one a day. */
const causeOf = (day: CalendarDate) => `food:${day}`

/** Reads in the household's scope: alerts aren't readable across households. */
async function readKitchen(
  database: Database,
  { userId, now }: Recipient,
  household: Pick<Kitchen, 'householdId' | 'name' | 'today'>,
): Promise<Kitchen> {
  const { householdId } = household
  const at = now.toISOString()
  const [rows, alerts] = await Promise.all([
    database.read({ user: userId }, (q) => store.alertNotificationsOf(q, userId, householdId)),
    database.read(householdId, (q) => openAlerts(q, household)),
  ])
  const byAlert = new Map(rows.flatMap((row) => (row.alert_id === null ? [] : [[row.alert_id, row] as const])))
  return { ...household, rows: byAlert, openAlerts: alerts, alerts: alerts.filter(({ id }) => (byAlert.get(id)?.at ?? at) <= at) }
}

/** Returns what a channel sends today; null if nothing is worth a message. */
async function composeMessage(
  database: Database,
  channel: ImmediateChannel,
  { settings, day }: Recipient,
  kitchens: readonly Kitchen[],
): Promise<FoodMessage | null> {
  const found = kitchens.flatMap((kitchen) => {
    const alerts = kitchen.alerts.filter(({ type }) => settings.kinds[kindOf(type)][channel])
    const useSoon = findUseSoon(alerts, kitchen.today)
    const low = alerts.filter((alert) => alert.type === 'low_stock' && !isQuiet(alert) && alert.snoozedUntil === null)
    const named = useSoon?.named ?? []
    return useSoon || low.length > 0 ? [{ kitchen, useSoon, low, named, worth: named.reduce((sum, { worth }) => sum + worth, 0) }] : []
  })
  const [first, ...others] = found.sort((a, b) => b.worth - a.worth)
  if (!first) return null
  const toKitchen = async ({ kitchen, useSoon, low, named }: typeof first): Promise<KitchenToday> => ({
    household: kitchen.name,
    today: kitchen.today,
    useSoon,
    low,
    recipe:
      kitchen === first.kitchen && named.length > 0
        ? await database.read(kitchen.householdId, (q) =>
            findRecipeFor(
              q,
              kitchen,
              named.map(({ ingredient }) => ingredient.id),
            ),
          )
        : null,
  })
  const { title, body, only } = describeFoodMessage([await toKitchen(first), ...(await Promise.all(others.map(toKitchen)))])
  const alerts = found.flatMap(({ kitchen: { householdId }, named, low }) =>
    [...named.flatMap((food) => food.alerts), ...low].map(({ id, type }) => ({ householdId, alertId: id, type })),
  )
  const row = only ? first.kitchen.rows.get(only.id) : undefined
  return {
    message: {
      cause: causeOf(day),
      title,
      body,
      path: only?.lotId ? `/inventory?item=${only.lotId}` : '/notifications',
      tag: 'food',
      isUrgent: false,
      rows: row ? [row] : [],
    },
    alerts,
  }
}

/** Returns the alerts that messages were enqueued for. */
async function enqueue(
  tx: Transaction,
  transports: Transports,
  { userId, day, timeZone, now }: Recipient,
  messages: ReadonlyMap<ImmediateChannel, FoodMessage>,
): Promise<FoodMessage['alerts']> {
  const announced: FoodMessage['alerts'][number][] = []
  for (const [channel, { message, alerts }] of messages) {
    const addressed = await transports[channel].address(tx, userId, [message])
    if (addressed.length === 0) continue
    const food = { day, alerts, kinds: [...new Set(alerts.map(({ type }) => kindOf(type)))], timeZone }
    await deliveries.insertDeliveries(
      tx,
      addressed.map((one) => newDelivery(channel, userId, one, now, food)),
    )
    announced.push(...alerts)
  }
  return announced
}

/** Alerts whose notifications are rescheduled; one is enough for the next message. */
const maxRescheduled = 500

/** Schedules the next message, as long as an alert is open. Quiet ones count: they may have changed by then. */
async function reschedule(tx: Transaction, { userId, settings, timeZone, now }: Recipient, kitchens: readonly Kitchen[]): Promise<void> {
  const next = nextFoodMessage(settings, timeZone, new Date(now.getTime() + 1)).toISOString()
  for (const channel of immediateChannels) {
    await store.clearDueFood(tx, channel, userId, alertTypes, now.toISOString())
    const alertIds = kitchens.flatMap(({ openAlerts }) =>
      openAlerts.flatMap((alert) => (settings.kinds[kindOf(alert.type)][channel] ? alert.id : [])),
    )
    if (alertIds.length > 0) await store.scheduleFood(tx, channel, userId, alertIds.slice(0, maxRescheduled), next)
  }
}
