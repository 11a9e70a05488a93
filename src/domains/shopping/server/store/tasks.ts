import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

/** A row with what a program with the task list wrote about it. `task` is JSON of `KeptTask`. */
export type TaskRow = ShoppingTables['shopping_items'] & { task_name: string | null; task_uid: string | null; task: string | null }

const rowsOf = (q: Reader, householdId: HouseholdId) =>
  q.on<{ shopping_items: TaskRow }>().selectFrom('shopping_items').selectAll().where('household_id', '=', householdId)

/** Returns the rows on a list; `listId` is null for the default list. */
export const listTasks = (q: Reader, householdId: HouseholdId, listId: string | null): Promise<TaskRow[]> =>
  rowsOf(q, householdId)
    .where('list_id', listId === null ? 'is' : '=', listId)
    .where(sql<boolean>`state = 'listed'`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const valuesPerQuery = 500

async function findBy(q: Reader, householdId: HouseholdId, column: 'id' | 'task_name', values: readonly string[]): Promise<TaskRow[]> {
  const rows: TaskRow[] = []
  for (let at = 0; at < values.length; at += valuesPerQuery)
    rows.push(
      ...(await rowsOf(q, householdId)
        .where(column, 'in', padInList(values.slice(at, at + valuesPerQuery)))
        .execute()),
    )
  return rows
}

/** Returns rows in any state by id. */
export const findTasks = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<TaskRow[]> =>
  findBy(q, householdId, 'id', ids)

/** Returns the rows in any state that programs gave these names. */
export const findTasksByName = (q: Reader, householdId: HouseholdId, names: readonly string[]): Promise<TaskRow[]> =>
  findBy(q, householdId, 'task_name', names)

/** Returns the rows on any list with this UID. */
export const findTasksByUid = (q: Reader, householdId: HouseholdId, uid: string): Promise<TaskRow[]> =>
  rowsOf(q, householdId)
    .where(({ eb, or, and }) => or([eb('task_uid', '=', uid), and([eb('id', '=', uid), eb('task_uid', 'is', null)])]))
    .where(sql<boolean>`state = 'listed'`)
    .execute()

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

/** Gives the name of a row to another one, as a new version of it. */
export const freeTaskName = (tx: Transaction, householdId: HouseholdId, row: TaskRow): Promise<unknown> =>
  keepTask(tx, householdId, row.id, { task_name: `${randomUUID()}.ics`, task_uid: row.task_uid, task: row.task })

/** Frees the name and the UID of a row that left the list, which it would otherwise have again after an undo. */
export const dropTaskName = (tx: Transaction, householdId: HouseholdId, id: string): Promise<unknown> =>
  tx
    .on<{ shopping_items: TaskRow }>()
    .updateTable('shopping_items')
    .set({ task_name: `${randomUUID()}.ics`, task_uid: null, task: null })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()
