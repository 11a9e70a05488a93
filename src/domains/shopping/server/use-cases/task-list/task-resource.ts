import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { formatExactAmount } from '#platform/shared/unit-display.ts'
import { familyOf } from '#platform/shared/units.ts'
import { davListPath, defaultTaskList } from '../../../contract/tasks.ts'
import { formatTask, type KeptTask, type Task } from '../../../rules/vtodo.ts'
import { findList, type ListRow, listExistingLists } from '../../store/lists.ts'
import { findTasks, findTasksByName, type TaskRow } from '../../store/tasks.ts'

/** A list as a collection of tasks. */
export interface TaskList {
  /** In paths: `shopping` for the default list, otherwise the list's id. */
  readonly name: string
  /** Null for the default list. */
  readonly listId: string | null
  /** As people named it. Null for the default list. */
  readonly title: string | null
}

const defaultList: TaskList = { name: defaultTaskList, listId: null, title: null }
const toTaskList = ({ id, name }: ListRow): TaskList => ({ name: id, listId: id, title: name })
const isOpen = ({ archived_at, removed_at }: ListRow) => archived_at === null && removed_at === null

/** Returns the household's lists without archived ones, the default list first. */
export const listTaskLists = async (q: Reader, householdId: HouseholdId): Promise<TaskList[]> => [
  defaultList,
  ...(await listExistingLists(q, householdId)).filter(isOpen).map(toTaskList),
]

/** Throws 404 for an archived list, and for one that isn't the household's. */
export async function findTaskList(q: Reader, householdId: HouseholdId, name: string): Promise<TaskList> {
  if (name === defaultTaskList) return defaultList
  const row = await findList(q, householdId, name)
  if (!row || !isOpen(row)) throw notFound()
  return toTaskList(row)
}

/** Whether a row is a task of this list. For a program, a row that was moved to another list has left this one. */
export const isTaskOf = ({ listId }: TaskList, row: TaskRow | undefined): row is TaskRow =>
  row?.state === 'listed' && row.list_id === listId

export const taskName = (row: TaskRow): string => row.task_name ?? `${row.id}.ics`
export const taskPath = ({ name }: TaskList, row: TaskRow): string => `${davListPath(name)}${encodeURIComponent(taskName(row))}`
/** With the id: another row may take the name of a removed one. */
export const etagOf = ({ id, version }: Pick<TaskRow, 'id' | 'version'>): string => `"${id}-${version}"`

const ownName = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.ics$/

/** Returns the rows of resources in any state, by name. */
export async function findTasksNamed(q: Reader, householdId: HouseholdId, names: readonly string[]): Promise<Map<string, TaskRow>> {
  const found = new Map((await findTasksByName(q, householdId, names)).map((row) => [taskName(row), row]))
  const ids = names.filter((name) => !found.has(name)).flatMap((name) => ownName.exec(name)?.[1] ?? [])
  for (const row of await findTasks(q, householdId, ids)) if (row.task_name === null) found.set(taskName(row), row)
  return found
}

/** Returns the row of a resource in any state, or undefined. */
export const findTask = async (q: Reader, householdId: HouseholdId, name: string): Promise<TaskRow | undefined> =>
  (await findTasksNamed(q, householdId, [name])).get(name)

/** `2 kg Potatoes`, `3 Eggs`, `Milk` for one piece. */
export function summaryOf({ name, milli, unit }: Pick<TaskRow, 'name' | 'milli' | 'unit'>): string {
  const isOne = familyOf(unit) === 'count' && milli === 1000
  return isOne ? name : `${formatExactAmount(milli, unit)} ${name}`
}

/** What a program wrote, and the amount and name that Larder read from it. */
interface Stored extends KeptTask {
  readonly read: { readonly name: string; readonly milli: number; readonly unit: string }
}

export const storedOf = (row: TaskRow): Stored | null => (row.task === null ? null : (JSON.parse(row.task) as Stored))
export const toStored = (kept: KeptTask, { name, milli, unit }: Pick<TaskRow, 'name' | 'milli' | 'unit'>): string =>
  JSON.stringify({
    uid: kept.uid,
    summary: kept.summary,
    lines: kept.lines,
    zones: kept.zones,
    read: { name, milli, unit },
  } satisfies Stored)

/** Returns a row as a task: with the program's own words while they are still true. */
export function toTask(row: TaskRow): Task {
  const stored = storedOf(row)
  const isAsRead = stored !== null && stored.read.name === row.name && stored.read.milli === row.milli && stored.read.unit === row.unit
  return {
    uid: stored?.uid ?? row.id,
    summary: isAsRead ? stored.summary : summaryOf(row),
    note: row.note,
    isChecked: row.is_checked === 1,
    checkedAt: row.checked_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lines: stored?.lines ?? [],
    zones: stored?.zones ?? [],
  }
}

export const taskText = (row: TaskRow): string => formatTask(toTask(row))
