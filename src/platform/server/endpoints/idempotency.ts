import { createHash } from 'node:crypto'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { once } from '#platform/shared/once.ts'
import { conflict, Problem } from '#platform/shared/problem.ts'
import type { Database, Transaction } from '../database/index.ts'
import type { AuthenticatedUser, Route } from './route.ts'

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

/** A write with the client's idempotency key. */
export interface Claim {
  readonly caller: AuthenticatedUser
  readonly route: string
  readonly key: string
  readonly householdId: string
  readonly bodyHash: string
}

export interface StoredResponse {
  status: number
  changeSeq: number | null
  /** Null if it expired. */
  answer: string | null
  /** The `id` in the response, if it has one. */
  rowId: string | null
}

/** Returns the claim of a request; null without a key. Throws `idempotency_key` if the key is invalid. */
export function claimFrom(header: unknown, caller: AuthenticatedUser, route: string, householdId: string, input: unknown): Claim | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(header))
    throw new Problem(400, 'idempotency_key', 'The Idempotency-Key isn’t valid.')
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([householdId, input]))
    .digest('base64url')
  return { caller, route, key: header, householdId, bodyHash }
}

/**
 * Claims the key in the transaction of its work. Returns null if it is new: do the work, then call `storeResponse`. Otherwise returns the
 * response of the earlier request. Throws `idempotency_key_reused` if that was a different request.
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

/** Stores the response with its claim, in the same transaction. */
export async function storeResponse(tx: Transaction, claim: Claim, response: StoredResponse): Promise<void> {
  await tx
    .on<StoredResponseTables>()
    .updateTable('answers')
    .set({ status: response.status, change_seq: response.changeSeq, answer: response.answer, row_id: response.rowId })
    .where((row) => row.and(keyOf(claim)))
    .execute()
}

const keyOf = (claim: Claim) => ({ user_id: claim.caller.userId, route: claim.route, idempotency_key: claim.key })

/** Reads the current state of what a write returned. */
export type Replay = (tx: Transaction, base: object, params: object, stored: StoredResponse) => Promise<unknown>

/**
 * Returns the response for a repeated write whose stored response expired: the result of the read route with the same reply, at the
 * write's path, its parent or below it by id. Throws `done_before` if there is no such route.
 */
export function replayOf(endpoint: Endpoint, routes: readonly Route[]): Replay {
  const { path, reply } = endpoint
  const paths = [path, path.slice(0, path.lastIndexOf('/')), `${path}/{id}`]
  const findReader = once(() =>
    routes.find(
      ({ endpoint: other, prepare }) =>
        other.mode === 'read' &&
        (other.scope === 'household' || other.scope === 'person') &&
        prepare === null &&
        paths.includes(other.path) &&
        other.reply === reply,
    ),
  )
  return async (tx, base, params, { rowId }) => {
    const reader = findReader()
    const readParams = reader?.endpoint.params.safeParse({ ...params, ...(rowId === null ? {} : { id: rowId }) })
    const query = reader?.endpoint.query.safeParse({})
    if (!reader || !readParams?.success || !query?.success)
      throw conflict('done_before', 'This was already done some time ago. Check its current state.')
    return reader.handle({ ...base, q: tx, params: readParams.data, query: query.data, body: undefined })
  }
}

/** Deletes the responses stored for a user, which may contain the profile. */
export const deleteStoredResponses = (tx: Transaction, userId: UserId) =>
  tx.on<StoredResponseTables>().deleteFrom('answers').where('user_id', '=', userId).execute()

/** Clears a household's stored responses, which may contain names. Their keys stay, so that a late repeat has no effect. */
export const clearStoredResponses = (tx: Transaction, householdId: HouseholdId) =>
  tx
    .on<StoredResponseTables>()
    .updateTable('answers')
    .set({ answer: null })
    .where('household_id', '=', householdId)
    .where('answer', 'is not', null)
    .execute()

const retentionDays = 7

/** Deletes responses older than a week. Their keys stay, so that a late repeat has no effect. */
export async function expireStoredResponses(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000).toISOString()
  await database.write({ crossHousehold: 'jobs' }, 'expire stored responses', (tx) =>
    tx
      .on<StoredResponseTables>()
      .updateTable('answers')
      .set({ answer: null })
      .where('created_at', '<', before)
      .where('answer', 'is not', null)
      .execute(),
  )
}
