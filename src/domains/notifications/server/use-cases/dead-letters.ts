import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../../contract/index.ts'
import * as store from '../store/deliveries.ts'

const listLimit = 100

/** Returns the number of waiting messages and the latest dead letters. */
export async function listDeliveries(q: Reader): Promise<ReplyOf<typeof contract.listDeliveries>> {
  const rows = await store.listDeadLetters(q, listLimit)
  const parked = rows.map(({ channel, tries, reason, created_at, ended_at }) => ({
    channel,
    tries: Number(tries),
    reason: reason ?? '',
    parkedAt: ended_at ?? created_at,
  }))
  return { waiting: await store.countWaiting(q), parked }
}

/** Queues all dead letters again, as new messages. */
export async function retryDeadLetters(tx: Transaction, now: Date): Promise<{ waiting: number }> {
  await store.retryDeadLetters(tx, now.toISOString())
  return { waiting: await store.countWaiting(tx) }
}
