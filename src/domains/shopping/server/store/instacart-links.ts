import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

export type LinkRow = ShoppingTables['instacart_links']

const on = (q: Reader) => q.on<ShoppingTables>()

export const findInstacartLink = (q: Reader, householdId: HouseholdId, contentHash: string): Promise<LinkRow | undefined> =>
  on(q)
    .selectFrom('instacart_links')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()

/** Finds the link an earlier request with this Idempotency-Key asked for. */
export const findLinkByIdempotencyKey = (q: Reader, householdId: HouseholdId, userId: string, key: string): Promise<LinkRow | undefined> =>
  on(q)
    .selectFrom('instacart_links')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('asked_by', '=', userId)
    .where('asked_key', '=', key)
    .executeTakeFirst()

export const putLink = (tx: Transaction, row: LinkRow) =>
  on(tx)
    .insertInto('instacart_links')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['household_id', 'content_hash'])
        .doUpdateSet({ state: row.state, url: row.url, asked_by: row.asked_by, asked_key: row.asked_key, asked_at: row.asked_at }),
    )
    .execute()

/** Records the outcome of an attempt, unless a newer attempt has replaced it. */
export const endAttempt = (tx: Transaction, { household_id, content_hash, asked_at }: LinkRow, set: Pick<LinkRow, 'state' | 'url'>) =>
  on(tx)
    .updateTable('instacart_links')
    .set(set)
    .where('household_id', '=', household_id)
    .where('content_hash', '=', content_hash)
    .where('asked_at', '=', asked_at)
    .execute()

/** Deletes an attempt that certainly created no page. */
export const dropAttempt = (tx: Transaction, { household_id, content_hash, asked_at }: LinkRow) =>
  on(tx)
    .deleteFrom('instacart_links')
    .where('household_id', '=', household_id)
    .where('content_hash', '=', content_hash)
    .where('asked_at', '=', asked_at)
    .execute()
