import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { AccountTables } from '../tables.ts'

const on = (q: Reader) => q.on<AccountTables>()

export interface TwoFactorRow {
  id: string
  secret: string
  backup_codes: string
  isEnabled: boolean
}

/** Returns the two-factor setup, enabled or not, or undefined if there is none. */
export async function twoFactorOf(q: Reader, userId: UserId): Promise<TwoFactorRow | undefined> {
  const row = await on(q)
    .selectFrom('two_factors')
    .innerJoin('users', 'users.id', 'two_factors.user_id')
    .select(['two_factors.id', 'secret', 'backup_codes', 'verified', 'two_factor_enabled'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { ...row, isEnabled: Boolean(row.verified) && Boolean(row.two_factor_enabled) }
}

/** Enables a setup. Returns false if it has been replaced. */
export async function enableTwoFactor(tx: Transaction, userId: UserId, { id, secret }: TwoFactorRow): Promise<boolean> {
  const verified = await on(tx)
    .updateTable('two_factors')
    .set({ verified: true })
    .where('id', '=', id)
    .where('secret', '=', secret)
    .executeTakeFirst()
  if (verified.numUpdatedRows !== 1n) return false
  await on(tx).updateTable('users').set({ two_factor_enabled: true }).where('id', '=', userId).execute()
  return true
}

/** Marks a code's 30-second period as used. Returns false if it or a later one has been used. */
export async function claimPeriod(tx: Transaction, userId: UserId, period: number): Promise<boolean> {
  const claimed = await on(tx)
    .updateTable('two_factors')
    .set({ last_period: period })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('last_period', 'is', null), where('last_period', '<', period)]))
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

/** Returns whether it was enabled. */
export async function disableTwoFactor(tx: Transaction, userId: UserId): Promise<boolean> {
  const wasOn = (await twoFactorOf(tx, userId))?.isEnabled ?? false
  await on(tx).deleteFrom('two_factors').where('user_id', '=', userId).execute()
  await on(tx).updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
  return wasOn
}
