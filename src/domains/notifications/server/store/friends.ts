import type { ExpressionBuilder } from 'kysely'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { NotificationTables } from '../tables.ts'

type Beside = {
  members: { household_id: string; user_id: string; joined_at: string }
  households: { id: string; time_zone: string; deleted_at: string | null }
}
const on = (q: Reader) => q.on<NotificationTables & Beside>()
type Which = (eb: ExpressionBuilder<NotificationTables, 'notifications'>) => ReturnType<typeof eb.and>

/** What loans and circles told under these causes is over: it is read, and does not go out. Answers whose it was. */
export async function settleCauses(tx: Transaction, causes: readonly string[], now: string): Promise<string[]> {
  return causes.length === 0 ? [] : settle(tx, (eb) => eb.and([eb('cause', 'in', [...causes])]), now)
}

/** As `settleCauses`, of somebody's wish to join a circle. */
export const settleAsks = (tx: Transaction, circleId: string, userId: string, now: string): Promise<string[]> =>
  settle(tx, (eb) => eb.and([eb('type', '=', 'circle_ask'), eb('cause', 'like', `ask:${circleId}:${userId}:%`)]), now)

async function settle(tx: Transaction, which: Which, now: string): Promise<string[]> {
  const rows = await tx
    .on<NotificationTables>()
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)), email_at: null, push_at: null }))
    .where('alert_id', 'is', null)
    .where(which)
    .where(({ or, eb }) => or([eb('read_at', 'is', null), eb('email_at', 'is not', null), eb('push_at', 'is not', null)]))
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** The clock each of these people lives by: that of the household they have been in longest; who is in none is left out. */
export async function zonesOf(q: Reader, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select(['user_id', 'time_zone'])
    .where('user_id', 'in', [...new Set(userIds)])
    .where('deleted_at', 'is', null)
    .orderBy('joined_at', 'desc')
    .execute()
  return new Map(rows.map(({ user_id, time_zone }) => [user_id, time_zone]))
}
