import { isAccountLocked } from '#domains/account/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { MessageUpdate, OutboxMessage, OutboxTransport, SendResult } from '#platform/server/outbox/outbox.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { type OutgoingChannel, outgoingChannels, type StoredChannel } from '../../contract/index.ts'
import * as store from '../store/deliveries.ts'
import type { QueuedMessage } from '../use-cases/enqueue-deliveries.ts'
import { getSettings, quietUntil } from '../use-cases/notification-settings.ts'
import type { ChannelTransport } from './channel-transport.ts'

interface Delivery extends OutboxMessage {
  readonly row: store.DeliveryRow
}

const batchLimit = 500
const crossHousehold = { crossHousehold: 'jobs' } as const
/** 1, 4, 16, then 64 minutes. */
const retry = { firstMs: 60_000, factor: 4, maxAttempts: 5 }
const maxOutageMs = 3 * 86_400_000
const storedStates = { waiting: 'waiting', delivered: 'sent', dropped: 'sent', dead: 'parked' } as const

/** Sends the deliveries of a channel that are still wanted when they are due. */
export function deliveryTransport(
  database: Database,
  channel: OutgoingChannel,
  transport: ChannelTransport,
): OutboxTransport<Delivery, StoredChannel> {
  const { storedAs, timing } = outgoingChannels[channel]

  async function send({ row }: Delivery, now: Date): Promise<SendResult> {
    const { message, ids, kinds, timeZone } = JSON.parse(row.payload ?? 'null') as QueuedMessage
    const userId = row.user_id as UserId
    const { settings, isUnread } = await database.read(crossHousehold, async (q) => ({
      settings: await getSettings(q, userId),
      isUnread: await store.hasUnread(q, userId, ids, now.toISOString()),
    }))
    if (!isUnread || !kinds.some((kind) => settings.kinds[kind][channel])) return { kind: 'unwanted' }
    // A locked user can't sign in, so their data must not leave by other channels either.
    if (await isAccountLocked(database, userId)) return { kind: 'unwanted' }
    const until = timing === 'immediate' ? quietUntil(settings, timeZone, now) : now
    return until > now ? { kind: 'later', until } : transport.send(row, message)
  }

  return {
    channel: storedAs,
    retry,
    maxOutageMs,
    countsOutages: false,
    maxConcurrent: 8,
    maxTargets: 64,
    listDue: (now) =>
      database.read(crossHousehold, async (q) => {
        const rows = await store.dueDeliveries(q, storedAs, now.toISOString(), batchLimit)
        if (rows.length === 0) return new Map()
        const groups = await transport.groupByHost(q, rows)
        return new Map([...groups].map(([host, ofHost]) => [host, ofHost.map(toDelivery)]))
      }),
    claim: ({ row }, dueAt) => database.write(crossHousehold, 'deliveries', (tx) => store.claimDelivery(tx, row, dueAt)),
    send,
    settle: ({ row }, update, { kind }) =>
      database.write(crossHousehold, 'deliveries', async (tx) => {
        await store.setDelivery(tx, row, toColumns(update))
        // Deletes the other messages to the device too.
        if (kind === 'gone' && row.device_id !== null) await store.deleteDevice(tx, row.user_id as UserId, row.device_id)
      }),
    async postpone(deliveries, dueAt) {
      const ids = deliveries.map(({ id }) => id)
      await database.write(crossHousehold, 'deliveries', (tx) => store.postpone(tx, ids, dueAt))
    },
    countWaiting: () => database.read(crossHousehold, (q) => store.countWaiting(q, storedAs)),
    async listDeadLetters(limit) {
      const rows = await database.read(crossHousehold, (q) => store.listDeadLetters(q, storedAs, limit))
      return rows.map(({ tries, reason, created_at, ended_at }) => ({
        channel: storedAs,
        tries: Number(tries),
        reason: reason ?? '',
        parkedAt: ended_at ?? created_at,
      }))
    },
    async retryDeadLetters(now) {
      await database.write(crossHousehold, 'deliveries', (tx) => store.retryDeadLetters(tx, storedAs, now.toISOString()))
    },
  }
}

const toDelivery = (row: store.DeliveryRow): Delivery => ({ id: row.id, attempts: Number(row.tries), createdAt: row.created_at, row })

const toColumns = (update: MessageUpdate): store.DeliveryUpdate => ({
  state: storedStates[update.state],
  tries: update.attempts,
  reason: update.reason,
  ...(update.state === 'waiting'
    ? { due_at: update.dueAt }
    : { ended_at: update.endedAt, ...(update.state === 'dead' ? {} : { payload: null }) }),
})
