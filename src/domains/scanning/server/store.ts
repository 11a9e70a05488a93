import type { Reader, Transaction } from '#platform/server/database.ts'
import type { ScanningTables } from './tables.ts'

const on = (q: Reader) => q.on<ScanningTables>()

export type LookupRow = ScanningTables['lookups']

/** What `source` answered about the code, while that still counts at `now` (ISO). */
export const findLookup = (q: Reader, source: string, code: string, now: string) =>
  on(q)
    .selectFrom('lookups')
    .select('product')
    .where('source', '=', source)
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Keeps an answer and drops those that count no longer. */
export async function putLookup(tx: Transaction, row: LookupRow, now: string): Promise<void> {
  await on(tx).deleteFrom('lookups').where('expires_at', '<=', now).execute()
  await on(tx)
    .insertInto('lookups')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source', 'code']).doUpdateSet({ product: row.product, expires_at: row.expires_at }))
    .execute()
}
