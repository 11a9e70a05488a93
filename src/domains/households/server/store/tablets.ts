import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { HouseholdTables } from '../tables.ts'

const on = (q: Reader) => q.on<HouseholdTables>()

export const insertTablet = (tx: Transaction, row: HouseholdTables['tablets']) => on(tx).insertInto('tablets').values(row).execute()

/** Returns the names of tablets, also of those that ended. */
export async function tabletNamesOf(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('tablets')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const insertPairing = (tx: Transaction, row: HouseholdTables['tablet_pairings']) =>
  on(tx).insertInto('tablet_pairings').values(row).execute()

export const deleteExpiredPairings = (tx: Transaction, now: string) =>
  on(tx).deleteFrom('tablet_pairings').where('expires_at', '<=', now).execute()

export async function countPairings(q: Reader): Promise<number> {
  const { n } = await on(q)
    .selectFrom('tablet_pairings')
    .select(({ fn }) => fn.countAll<number | bigint>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Takes a waiting code, so that it counts once. Returns undefined if there is none. */
export const takePairing = (tx: Transaction, codeHash: string, now: string) =>
  on(tx)
    .deleteFrom('tablet_pairings')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning(['secret_hash', 'expires_at'])
    .executeTakeFirst()

export const isPairingWaiting = async (q: Reader, secretHash: string, now: string): Promise<boolean> =>
  (await on(q)
    .selectFrom('tablet_pairings')
    .select('code_hash')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined
