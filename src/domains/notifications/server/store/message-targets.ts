import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { TargetProblem } from '../../contract/index.ts'
import type { NotificationTables } from '../tables.ts'
import { deleteUnsent } from './deliveries.ts'

const on = (q: Reader) => q.on<NotificationTables>()

export type TargetRow = NotificationTables['message_targets']

/** Returns a user's targets, oldest first. */
export const listTargets = (q: Reader, userId: UserId): Promise<TargetRow[]> =>
  on(q).selectFrom('message_targets').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

export const countTargets = async (q: Reader, userId: UserId): Promise<number> => (await listTargets(q, userId)).length

export const findTarget = (q: Reader, userId: UserId, id: string): Promise<TargetRow | undefined> =>
  on(q).selectFrom('message_targets').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

export const insertTarget = (tx: Transaction, row: TargetRow) => on(tx).insertInto('message_targets').values(row).execute()

/** Deletes a target and its unsent messages. Returns false if it doesn't exist. */
export async function deleteTarget(tx: Transaction, userId: UserId, id: string): Promise<boolean> {
  await deleteUnsent(tx, userId, id)
  const result = await on(tx).deleteFrom('message_targets').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Records why the last message wasn't delivered. Keeps since when messages haven't been. Returns false if the problem was known. */
export async function setProblem(tx: Transaction, userId: UserId, id: string, problem: TargetProblem, now: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('message_targets')
    .set(({ fn, val }) => ({ problem, problem_since: fn.coalesce('problem_since', val(now)) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('problem', 'is', null), eb('problem', '<>', problem)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Records that a message was delivered. */
export const clearProblem = (tx: Transaction, userId: UserId, id: string) =>
  on(tx)
    .updateTable('message_targets')
    .set({ problem: null, problem_since: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('problem', 'is not', null)
    .execute()
