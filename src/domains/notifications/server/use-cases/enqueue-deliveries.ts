import { randomUUIDv7 } from 'node:crypto'
import { languageOf } from '#domains/account/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { type NotificationKind, type OutgoingChannel, outgoingChannelNames, outgoingChannels } from '../../contract/index.ts'
import { kindOf } from '../../rules/notification-preferences.ts'
import type { ChannelTransport, ComposedMessage } from '../gateway/delivery-transport.ts'
import type { ChannelServices } from '../gateway/index.ts'
import * as store from '../store/deliveries.ts'

/** The payload of a delivery: the message, and what to check again before each attempt, as it may wait for days. */
export interface QueuedMessage {
  readonly message: object
  /** The notifications it contains, the first 100 at most. It is sent only if at least one is still unread. */
  readonly ids: readonly string[]
  readonly kinds: readonly NotificationKind[]
  /** The time zone of the quiet hours. */
  readonly timeZone: string
}

const maxIds = 100
const crossHousehold = { crossHousehold: 'jobs' } as const

/** Turns due notifications into deliveries, in one transaction per user, household and channel. */
export async function enqueueDeliveries(database: Database, transports: ChannelServices['transports'], now: Date): Promise<void> {
  for (const channel of outgoingChannelNames) {
    const recipients = await database.read(crossHousehold, (q) => store.findDueRecipients(q, channel, now.toISOString()))
    for (const { user_id, household_id } of recipients)
      await enqueueBatch(database, channel, transports[channel], { userId: user_id, householdId: household_id, now })
  }
}

const enqueueBatch = (
  database: Database,
  channel: OutgoingChannel,
  transport: ChannelTransport,
  { userId, householdId, now }: { userId: UserId; householdId: HouseholdId | null; now: Date },
): Promise<void> =>
  database.write(crossHousehold, `enqueue ${channel}`, async (tx) => {
    const [first, ...others] = await store.takeDue(tx, channel, userId, householdId, now.toISOString())
    if (!first) return
    const language = await languageOf(tx, { id: userId })
    const messages = await withLanguage(language, () => transport.compose(tx, { userId, language, rows: [first, ...others], now }))
    if (messages.length === 0) return
    await store.insertDeliveries(
      tx,
      messages.map((message) => newDelivery(channel, userId, message, now)),
    )
  })

function newDelivery(
  channel: OutgoingChannel,
  userId: UserId,
  { cause, deviceId, message, rows }: ComposedMessage,
  now: Date,
): store.DeliveryRow {
  const payload: QueuedMessage = {
    message,
    ids: rows.slice(0, maxIds).map(({ id }) => id),
    kinds: [...new Set(rows.map(({ type }) => kindOf(type)))],
    timeZone: rows[0]?.time_zone ?? 'UTC',
  }
  return {
    user_id: userId,
    id: randomUUIDv7(),
    channel: outgoingChannels[channel].storedAs,
    device_id: deviceId,
    cause,
    payload: JSON.stringify(payload),
    state: 'waiting',
    tries: 0,
    due_at: now.toISOString(),
    reason: null,
    created_at: now.toISOString(),
    ended_at: null,
  }
}
