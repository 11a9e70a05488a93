import { languageOf } from '#domains/account/server/index.ts'
import { alertTypes } from '#domains/alerts/contract.ts'
import { noteAlertsSent } from '#domains/alerts/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import { runEach } from '#platform/server/jobs/run-each.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { type OutgoingChannel, outgoingChannelNames, outgoingChannels } from '../../contract/index.ts'
import type { ChannelTransport } from '../gateway/delivery-transport.ts'
import type { ChannelServices } from '../gateway/index.ts'
import { newDelivery } from '../gateway/queued-message.ts'
import * as store from '../store/deliveries.ts'
import { getSettings } from './notification-settings.ts'

const crossHousehold = { crossHousehold: 'jobs' } as const

/** Turns due notifications into deliveries, in one transaction per user, household and channel. */
export async function enqueueDeliveries(database: Database, transports: ChannelServices['transports'], now: Date): Promise<void> {
  await runEach(outgoingChannelNames, async (channel) => {
    const recipients = await database.read(crossHousehold, (q) => store.findDueRecipients(q, channel, now.toISOString()))
    await runEach(recipients, ({ user_id, household_id }) =>
      enqueueBatch(database, channel, transports[channel], { userId: user_id, householdId: household_id, now }),
    )
  })
}

async function enqueueBatch(
  database: Database,
  channel: OutgoingChannel,
  transport: ChannelTransport,
  { userId, householdId, now }: { userId: UserId; householdId: HouseholdId | null; now: Date },
): Promise<void> {
  const sent = await database.write(crossHousehold, `enqueue ${channel}`, async (tx) => {
    const { foodMessages } = await getSettings(tx, userId)
    const isDaily = foodMessages === 'daily' && outgoingChannels[channel].timing === 'immediate'
    // Alerts that came in since the daily messages were enqueued wait for the next run.
    const [first, ...others] = await store.takeDue(tx, channel, userId, householdId, now.toISOString(), isDaily ? alertTypes : [])
    if (!first) return []
    const language = await languageOf(tx, { id: userId })
    const messages = await withLanguage(language, () => transport.compose(tx, { userId, language, rows: [first, ...others], now }))
    if (messages.length === 0) return []
    await store.insertDeliveries(
      tx,
      messages.map((message) => newDelivery(channel, userId, message, now)),
    )
    return [first, ...others]
  })
  const alertIds = sent.flatMap(({ alert_id }) => alert_id ?? [])
  if (householdId === null || alertIds.length === 0) return
  const today = dateInTimeZone(sent[0]?.time_zone ?? 'UTC', now)
  await database.write(householdId, 'announced alerts', (tx) => noteAlertsSent(tx, { householdId, today }, alertIds))
}
