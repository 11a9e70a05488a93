import { isAccountLocked } from '#domains/account/server/index.ts'
import { isAlertOpen } from '#domains/alerts/server/index.ts'
import { membershipOf } from '#domains/households/server/index.ts'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { MessageUpdate, OutboxMessage, OutboxTransport, SendResult } from '#platform/server/outbox/outbox.ts'
import { type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import { say } from '#platform/shared/say.ts'
import {
  type NotificationSettings,
  type OutgoingChannel,
  outgoingChannels,
  type StoredChannel,
  type TestOutcome,
} from '../../contract/index.ts'
import * as store from '../store/deliveries.ts'
import type { ListedNotificationRow } from '../store/notifications.ts'
import { getSettings, quietUntil } from '../use-cases/notification-settings.ts'
import type { BatchMessage } from './batch-messages.ts'
import type { QueuedMessage } from './queued-message.ts'

/** A user's due notifications of one household. */
export interface DueBatch {
  readonly userId: UserId
  readonly language: Language
  readonly rows: readonly [ListedNotificationRow, ...ListedNotificationRow[]]
  readonly now: Date
}

/** A message to queue. There is at most one per user and cause. */
export interface ComposedMessage {
  readonly cause: string
  readonly deviceId: string | null
  /** Stored as JSON and passed to `send`. */
  readonly message: object
  /** The notifications it contains. */
  readonly rows: readonly ListedNotificationRow[]
}

/** Database access of a request of the user. */
interface UserAccess {
  readonly read: Database['read']
  readonly write: (work: (tx: Transaction) => Promise<unknown>) => Promise<unknown>
}

/** A channel that sends notifications out of the server. */
export interface ChannelTransport {
  /** Turns due notifications into messages, in the language of the user. Returns none if the user can't receive any. */
  compose(tx: Transaction, batch: DueBatch): Promise<ComposedMessage[]>
  /** Groups deliveries by the host that accepts them; an outage of a host delays its whole group. */
  groupByHost(q: Reader, rows: readonly store.DeliveryRow[]): Promise<Map<string, store.DeliveryRow[]>>
  send(row: store.DeliveryRow, message: unknown, now: Date): Promise<SendResult>
  /** Runs in the transaction that stores the result of an attempt. */
  onSettled?(tx: Transaction, row: store.DeliveryRow, result: SendResult, now: Date): Promise<void>
}
/** A channel that sends at once. */
export interface ImmediateTransport extends ChannelTransport {
  /** Addresses messages to each of the user's devices or apps. Returns none if there are none. */
  address(tx: Transaction, userId: UserId, messages: readonly BatchMessage[]): Promise<ComposedMessage[]>
}
/** A channel that is tested as a whole. */
export interface TestableTransport extends ChannelTransport {
  /** Sends a test message now, regardless of settings and quiet hours. */
  sendTest(access: UserAccess, userId: UserId): Promise<TestOutcome>
}

export const testMessageTexts = () => ({
  title: say`Test notification from Larder`,
  message: say`If you can read this, notifications work.`,
})

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
    const { message, ids, kinds, timeZone, food } = JSON.parse(row.payload ?? 'null') as QueuedMessage
    const userId = row.user_id as UserId
    const { settings, isUnread } = await database.read(crossHousehold, async (q) => ({
      settings: await getSettings(q, userId),
      isUnread: food !== undefined || (await store.hasUnread(q, userId, ids, now.toISOString())),
    }))
    if (!isUnread || !kinds.some((kind) => settings.kinds[kind][channel])) return { kind: 'unwanted' }
    if (food && !(await isFoodMessageWanted(database, userId, food, settings, dateInTimeZone(timeZone, now)))) return { kind: 'unwanted' }
    // A locked user can't sign in, so their data must not leave by other channels either.
    if (await isAccountLocked(database, userId)) return { kind: 'unwanted' }
    const until = timing === 'immediate' ? quietUntil(settings, timeZone, now) : now
    return until > now ? { kind: 'later', until } : transport.send(row, message, now)
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
    settle: ({ row }, update, result, now) =>
      database.write(crossHousehold, 'deliveries', async (tx) => {
        await store.setDelivery(tx, row, toColumns(update))
        await transport.onSettled?.(tx, row, result, now)
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

/** Yesterday's message about food isn't sent any more, nor one about food that is gone or of a household that the user left. */
async function isFoodMessageWanted(
  database: Database,
  userId: UserId,
  { day, alerts }: NonNullable<QueuedMessage['food']>,
  { foodMessages }: NotificationSettings,
  today: CalendarDate,
): Promise<boolean> {
  if (day !== today || foodMessages !== 'daily') return false
  const householdIds = new Set(alerts.map(({ householdId }) => householdId))
  const memberships = await database.read({ user: userId }, (q) => Promise.all([...householdIds].map((id) => membershipOf(q, userId, id))))
  if (memberships.includes(undefined)) return false
  for (const { householdId, alertId } of alerts)
    if (await database.read(householdId, (q) => isAlertOpen(q, householdId, alertId))) return true
  return false
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
