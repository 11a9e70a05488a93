import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { NotificationTables } from '../tables.ts'

const on = (q: Reader) => q.on<NotificationTables>()

/** The stored settings of these people; who has none is left out. */
export async function findSettings(q: Reader, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await on(q).selectFrom('notification_settings').select(['user_id', 'settings']).where('user_id', 'in', userIds).execute()
  return new Map(rows.map(({ user_id, settings }) => [user_id, settings]))
}

export const putSettings = (tx: Transaction, userId: UserId, settings: string, now: string) =>
  on(tx)
    .insertInto('notification_settings')
    .values({ user_id: userId, settings, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ settings, updated_at: now }))
    .execute()
