import { createHmac } from 'node:crypto'
import type { Database } from '#platform/server/database/index.ts'
import type { OutboxMessage, OutboxTransport, SendResult } from '#platform/server/outbox/outbox.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import { anyType, safeFetch } from '#platform/server/security/safe-fetch.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import * as store from '../store/webhooks.ts'

export interface HookSettings {
  /** Whether addresses in the local network are allowed, as the operator sets. */
  readonly allowsLan: boolean
  /** Host names of this server. */
  readonly ownHosts: readonly string[]
}

const timeoutMs = 10_000
const maxAnswered = 64 * 1024

/** Returns `t=<seconds>,v1=<hex>`. A receiver computes v1 over `<t>.<body>` and rejects messages older than a few minutes. */
function signature(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** Sends one signed message. Returns the status; null if nothing was sent or there was no response. */
async function post(
  { allowsLan, ownHosts }: HookSettings,
  { url, secret, id, event, body }: { url: string; secret: string; id: string; event: string; body: string },
  now: Date,
): Promise<number | null> {
  const answer = await safeFetch(url, {
    method: 'POST',
    timeoutMs,
    maxBytes: maxAnswered,
    accept: anyType,
    ownHosts,
    headers: {
      'Content-Type': 'application/json',
      'X-Larder-Event': event,
      'X-Larder-Delivery': id,
      'X-Larder-Signature': signature(secret, body, now),
    },
    body,
    ...(allowsLan ? { trustedOrigin: new URL(url).origin } : {}),
  }).catch(() => null)
  return answer?.status ?? null
}

interface WebhookMessage extends OutboxMessage {
  readonly householdId: HouseholdId
}
/** The receiver's status is stored with the message, so the result carries it. */
type WebhookResult = SendResult & { readonly status?: number }

// Messages per webhook and run, and messages per run.
const [perWebhook, limit] = [20, 400]
const crossHousehold = { crossHousehold: 'jobs' } as const
const hourMs = 3_600_000
/** Five attempts within 15 hours, after pauses of about 1 minute, 9 minutes, an hour and a half, and 13 hours. */
const retry = { firstMs: 60_000, factor: 9.25, jitter: 0.05, maxAttempts: 5 }

/** Sends the messages of each webhook in order, one at a time. */
export function webhookTransport(database: Database, secrets: Encryption, hooks: HookSettings): OutboxTransport<WebhookMessage, 'webhook'> {
  async function send({ householdId, id }: WebhookMessage, now: Date): Promise<WebhookResult> {
    const delivery = await database.read(householdId, (q) => store.findDelivery(q, householdId, id))
    if (!delivery) return { kind: 'gone' }
    // A locked user can't sign in, so the household's data must not leave by their webhooks either.
    if (await database.read(householdId, (q) => store.isLockedOut(q, delivery.created_by))) return { kind: 'unwanted' }
    const status = await post(hooks, { ...delivery, secret: secrets.decrypt(delivery.secret_box) }, now)
    if (status === null) return { kind: 'away', reason: 'no response', retryAfterMs: 0 }
    return status >= 200 && status < 300 ? { kind: 'delivered', status } : { kind: 'refused', reason: `answered ${status}`, status }
  }

  return {
    channel: 'webhook',
    retry,
    maxOutageMs: 15 * hourMs,
    countsOutages: true,
    maxConcurrent: 1,
    maxTargets: 64,
    async listDue(now) {
      const due = await database.read(crossHousehold, (q) => store.dueDeliveries(q, now.toISOString(), { perWebhook, limit }))
      const messages = due.map(({ household_id: householdId, id, webhook_id, tries, created_at: createdAt }) => ({
        householdId,
        id,
        webhookId: webhook_id,
        attempts: Number(tries),
        createdAt,
      }))
      return Map.groupBy(messages, ({ webhookId }) => webhookId)
    },
    claim: ({ householdId, ...message }, dueAt) =>
      database.write(householdId, 'claim a webhook message', (tx) => store.claimDelivery(tx, householdId, message, dueAt)),
    send,
    async settle({ householdId, id }, update, result: WebhookResult, now) {
      await database.write(householdId, 'settle a webhook message', (tx) =>
        store.settleDelivery(tx, householdId, id, {
          state: update.state === 'delivered' || update.state === 'waiting' ? update.state : 'given_up',
          tries: update.attempts,
          status: result.status ?? null,
          // Null marks a message that was dropped and not tried.
          tried_at: update.state === 'dropped' ? null : now.toISOString(),
          ...(update.state === 'waiting' ? { next_at: update.dueAt } : {}),
        }),
      )
    },
    async postpone(messages, dueAt) {
      for (const [householdId, ofHousehold] of Map.groupBy(messages, (message) => message.householdId)) {
        const ids = ofHousehold.map(({ id }) => id)
        await database.write(householdId, 'postpone webhook messages', (tx) => store.postponeDeliveries(tx, householdId, ids, dueAt))
      }
    },
    countWaiting: () => database.read(crossHousehold, store.countWaiting),
    async listDeadLetters(max) {
      const rows = await database.read(crossHousehold, (q) => store.listDeadLetters(q, max))
      return rows.map(({ tries, status, tried_at, created_at }) => ({
        channel: 'webhook',
        tries: Number(tries),
        reason: status === null ? 'no response' : `answered ${status}`,
        parkedAt: tried_at ?? created_at,
      }))
    },
    async retryDeadLetters(now) {
      for (const householdId of await database.read(crossHousehold, store.householdsWithDeadLetters))
        await database.write(householdId, 'retry webhook messages', (tx) => store.retryDeadLetters(tx, householdId, now.toISOString()))
    },
  }
}
