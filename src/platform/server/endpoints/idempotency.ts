import { createHash } from 'node:crypto'
import { Problem } from '#platform/shared/problem.ts'
import type { Database, Transaction } from '../database/index.ts'
import type { Caller } from './route.ts'

interface StoredResponseTables {
  answers: {
    user_id: string
    route: string
    idempotency_key: string
    household_id: string
    body_hash: string
    status: number
    change_seq: number | null
    answer: string | null
    row_id: string | null
    created_at: string
  }
}

/** A write the client may repeat: the key is theirs, the rest says what it was for. */
export interface Claim {
  readonly caller: Caller
  readonly route: string
  readonly key: string
  readonly householdId: string
  readonly bodyHash: string
}

export interface StoredResponse {
  status: number
  changeSeq: number | null
  /** Null: it grew old and was dropped. */
  answer: string | null
  /** The `id` of what was answered, where it has one. */
  rowId: string | null
}

/** Reads the key of a request; null without one. Throws `idempotency_key` when it is no key. */
export function claimFrom(header: unknown, caller: Caller, route: string, householdId: string, input: unknown): Claim | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(header))
    throw new Problem(400, 'idempotency_key', 'The Idempotency-Key isn’t valid.')
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([householdId, input]))
    .digest('base64url')
  return { caller, route, key: header, householdId, bodyHash }
}

/**
 * Takes the key inside the transaction of its work. Null: it is ours, do the work and `keep` the answer.
 * Otherwise the work was done before: its answer, however late. Throws when the key was used for something else.
 */
export async function claimKey(tx: Transaction, claim: Claim): Promise<StoredResponse | null> {
  const db = tx.on<StoredResponseTables>()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('answers')
    .values({
      user_id: claim.caller.userId,
      route: claim.route,
      idempotency_key: claim.key,
      household_id: claim.householdId,
      body_hash: claim.bodyHash,
      status: 0,
      change_seq: null,
      answer: null,
      row_id: null,
      created_at: claim.caller.now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return null
  const row = await db
    .selectFrom('answers')
    .select(['body_hash', 'status', 'change_seq', 'answer', 'row_id'])
    .where((row) => row.and(keyOf(claim)))
    .executeTakeFirst()
  if (row?.body_hash !== claim.bodyHash)
    throw new Problem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.')
  return { status: row.status, changeSeq: row.change_seq, answer: row.answer, rowId: row.row_id }
}

/** Keeps the answer beside the claim, in the same transaction. */
export async function storeResponse(tx: Transaction, claim: Claim, response: StoredResponse): Promise<void> {
  await tx
    .on<StoredResponseTables>()
    .updateTable('answers')
    .set({ status: response.status, change_seq: response.changeSeq, answer: response.answer, row_id: response.rowId })
    .where((row) => row.and(keyOf(claim)))
    .execute()
}

const keyOf = (claim: Claim) => ({ user_id: claim.caller.userId, route: claim.route, idempotency_key: claim.key })

const retentionDays = 7

/** Drops answers older than a week. Their keys stay for ever: what was done once is never done again, however late it is asked for. */
export async function expireStoredResponses(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000).toISOString()
  await database.write({ crossHousehold: 'jobs' }, 'answers grow old', (tx) =>
    tx
      .on<StoredResponseTables>()
      .updateTable('answers')
      .set({ answer: null })
      .where('created_at', '<', before)
      .where('answer', 'is not', null)
      .execute(),
  )
}
