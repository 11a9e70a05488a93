import { isAdministrator } from '#domains/account/server/service.ts'
import type { ReplyOf } from '#platform/contract/endpoint.ts'
import type { UserId } from '#platform/contract/ids.ts'
import type { Transaction } from '#platform/server/database.ts'
import type { Caller, FreeCall } from '#platform/server/serve/call.ts'
import type * as contract from '../../contract.ts'
import * as store from '../store/deliveries.ts'

const mostShown = 100

/** What waits and what was given up, for whoever looks after the server; nothing for everybody else. */
export const listDeliveries = (
  read: FreeCall<typeof contract.listDeliveries>['read'],
  userId: UserId,
  admins: readonly string[],
): Promise<ReplyOf<typeof contract.listDeliveries>> =>
  read({ door: 'jobs' }, async (q) => {
    if (!(await isAdministrator(q, userId, admins))) return { isAdministrator: false, waiting: 0, parked: [] }
    const rows = await store.parkedDeliveries(q, mostShown)
    const parked = rows.map(({ channel, tries, reason, created_at, ended_at }) => ({
      channel,
      tries: Number(tries),
      reason: reason ?? '',
      parkedAt: ended_at ?? created_at,
    }))
    return { isAdministrator: true, waiting: await store.countWaiting(q), parked }
  })

/** Gives all that was given up its five tries again, when whoever looks after the server asks; for everybody else there is nothing. */
export async function retryParked(tx: Transaction, { userId, now }: Caller, admins: readonly string[]): Promise<{ waiting: number }> {
  if (!(await isAdministrator(tx, userId, admins))) return { waiting: 0 }
  await store.retryParked(tx, now.toISOString())
  return { waiting: await store.countWaiting(tx) }
}
