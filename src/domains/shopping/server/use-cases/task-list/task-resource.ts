import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { formatExactAmount } from '#platform/shared/unit-display.ts'
import { familyOf } from '#platform/shared/units.ts'
import { davListPath, defaultTaskList } from '../../../contract/tasks.ts'
import { formatTask, type KeptTask, type Task } from '../../../rules/vtodo.ts'
import { findTaskByName, findTasks, type TaskRow } from '../../store/tasks.ts'

/** A list as a collection of tasks. A household has one until it has several lists. */
export interface TaskList {
  readonly name: string
}

/** Throws 404 for a list that isn't the household's. */
export function findTaskList(name: string): TaskList {
  if (name !== defaultTaskList) throw notFound()
  return { name }
}

export const taskName = (row: TaskRow): string => row.task_name ?? `${row.id}.ics`
export const taskPath = ({ name }: TaskList, row: TaskRow): string => `${davListPath(name)}${encodeURIComponent(taskName(row))}`
export const etagOf = ({ version }: Pick<TaskRow, 'version'>): string => `"${version}"`

const ownName = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.ics$/

/** Returns the row of a resource in any state, or undefined. */
export async function findTask(q: Reader, householdId: HouseholdId, name: string): Promise<TaskRow | undefined> {
  const named = await findTaskByName(q, householdId, name)
  if (named) return named
  const [, id] = ownName.exec(name) ?? []
  const [row] = id === undefined ? [] : await findTasks(q, householdId, [id])
  return row?.task_name === null ? row : undefined
}

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
