import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../../contract/index.ts'
import * as store from '../store/deliveries.ts'

const maxShown = 100

/** What waits and what was given up. */
export async function listDeliveries(q: Reader): Promise<ReplyOf<typeof contract.listDeliveries>> {
  const rows = await store.deadLetters(q, maxShown)
  const parked = rows.map(({ channel, tries, reason, created_at, ended_at }) => ({
    channel,
    tries: Number(tries),
    reason: reason ?? '',
    parkedAt: ended_at ?? created_at,
  }))
  return { waiting: await store.countWaiting(q), parked }
}

/** Gives all that was given up its five tries again. */
export async function retryDeadLetters(tx: Transaction, now: Date): Promise<{ waiting: number }> {
  await store.retryDeadLetters(tx, now.toISOString())
  return { waiting: await store.countWaiting(tx) }
}
