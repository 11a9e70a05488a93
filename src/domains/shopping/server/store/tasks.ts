import { sql } from 'kysely'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

/** A row with what a program with the task list wrote about it. `task` is JSON of `KeptTask`. */
export type TaskRow = ShoppingTables['shopping_items'] & { task_name: string | null; task_uid: string | null; task: string | null }

const rowsOf = (q: Reader, householdId: HouseholdId) =>
  q.on<{ shopping_items: TaskRow }>().selectFrom('shopping_items').selectAll().where('household_id', '=', householdId)

/** For a program, a row that was moved to another list has left this one. */
const ofDefaultList = (row: TaskRow): TaskRow => (row.list_id === null || row.state !== 'listed' ? row : { ...row, state: 'removed' })

/** Returns the rows on the household's default list. */
export const listTasks = (q: Reader, householdId: HouseholdId): Promise<TaskRow[]> =>
  rowsOf(q, householdId).where('list_id', 'is', null).where(sql<boolean>`state = 'listed'`).orderBy('created_at').orderBy('id').execute()

const idsPerQuery = 500

/** Returns rows in any state by id. */
export async function findTasks(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<TaskRow[]> {
  const rows: TaskRow[] = []
  for (let at = 0; at < ids.length; at += idsPerQuery)
    rows.push(
      ...(await rowsOf(q, householdId)
        .where('id', 'in', padInList(ids.slice(at, at + idsPerQuery)))
        .execute()),
    )
  return rows.map(ofDefaultList)
}

/** Returns the row in any state that a program gave this name. */
export async function findTaskByName(q: Reader, householdId: HouseholdId, name: string): Promise<TaskRow | undefined> {
  const row = await rowsOf(q, householdId).where('task_name', '=', name).executeTakeFirst()
  return row && ofDefaultList(row)
}

/** Returns the row on the default list with this UID. */
export const findTaskByUid = (q: Reader, householdId: HouseholdId, uid: string): Promise<TaskRow | undefined> =>
  rowsOf(q, householdId)
    .where(({ eb, or, and }) => or([eb('task_uid', '=', uid), and([eb('id', '=', uid), eb('task_uid', 'is', null)])]))
    .where('list_id', 'is', null)
    .where(sql<boolean>`state = 'listed'`)
    .executeTakeFirst()

/** Keeps what a program wrote about a row, as a new version of it. */
export const keepTask = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  task: Pick<TaskRow, 'task_name' | 'task_uid' | 'task'>,
): Promise<unknown> =>
  tx
    .on<{ shopping_items: TaskRow }>()
    .updateTable('shopping_items')
    .set((eb) => ({ ...task, version: eb('version', '+', 1) }))
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

/** Frees the name of a row that left the list. */
export const dropTaskName = (tx: Transaction, householdId: HouseholdId, id: string): Promise<unknown> =>
  tx
    .on<{ shopping_items: TaskRow }>()
    .updateTable('shopping_items')
    .set({ task_name: null })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()
