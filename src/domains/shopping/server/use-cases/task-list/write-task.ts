import { randomUUIDv7 } from 'node:crypto'
import { findBuiltInFoodInCurrentLanguage, findIngredientByName, parseOwnUnits } from '#domains/ingredients/server/index.ts'
import type { KnownIngredient } from '#domains/inventory/rules/quick-add.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { RawResponse } from '#platform/server/endpoints/serialize.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'
import type { Unit } from '#platform/shared/units.ts'
import { listItemChecked, type ShoppingItemChange } from '../../../contract/index.ts'
import { parsePastedRows } from '../../../rules/parse-pasted-rows.ts'
import { type ParsedTask, parseTask, TaskTextError } from '../../../rules/vtodo.ts'
import { dropTaskName, findTasks, findTasksByUid, freeTaskName, keepTask, type TaskRow } from '../../store/tasks.ts'
import { addItem } from '../add-item.ts'
import { changeItem, removeItem } from '../change-item.ts'
import type { ShoppingDeps } from '../read-list.ts'
import type { DavRequest } from './dav-request.ts'
import { davAnswer, davError } from './dav-response.ts'
import { maxTaskBytes, taskType } from './find-properties.ts'
import { etagOf, findTask, findTaskList, isTaskOf, summaryOf, type TaskList, taskText, toStored, toTask } from './task-resource.ts'

interface TaskParams {
  list: string
  task: string
}

/** Longer notes are cut: other programs have no limit. */
const maxNote = 500

const changedMeanwhile = () => new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.')

/** Returns a task as text. Throws 404. */
export async function getTask(q: Reader, { householdId }: Member, { list, task }: TaskParams): Promise<RawResponse> {
  const row = await findTask(q, householdId, task)
  if (!isTaskOf(await findTaskList(q, householdId, list), row)) throw notFound()
  return davAnswer(200, { 'Content-Type': taskType, ETag: etagOf(row) }, taskText(row))
}

/** Throws 412 unless the row is as `If-Match` and `If-None-Match` say. */
function checkConditions(row: TaskRow | null, { ifMatch, ifNoneMatch }: DavRequest): void {
  const etag = row && etagOf(row)
  const names = (header: string) => header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (ifMatch !== null && !(etag !== null && (ifMatch.trim() === '*' || names(ifMatch).includes(etag)))) throw changedMeanwhile()
  if (ifNoneMatch !== null && etag !== null && (ifNoneMatch.trim() === '*' || names(ifNoneMatch).includes(etag))) throw changedMeanwhile()
}

/**
 * Adds or changes a row as a program wrote it. Returns an error document for a text that isn't one task, or whose UID another row has.
 * Throws 404 for another list, and 412 if the row isn't as the program last read it.
 */
export async function putTask(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  { list: listName, task: name }: TaskParams,
  request: DavRequest,
): Promise<RawResponse> {
  const list = await findTaskList(tx, member.householdId, listName)
  if (Buffer.byteLength(request.text) > maxTaskBytes) return davError('<C:max-resource-size/>', 413)
  const parsed = parsedOf(request.text)
  if (parsed instanceof RawResponse) return parsed
  const row = await findTask(tx, member.householdId, name)
  const here = isTaskOf(list, row) ? row : null
  checkConditions(here, request)
  const isMerged = await isMergedInto(tx, member, list, row)
  const sameUid = await findTasksByUid(tx, member.householdId, parsed.uid)
  const isOwnUid = here ? toTask(here).uid === parsed.uid : isMerged || !sameUid.some((one) => isTaskOf(list, one))
  if (!isOwnUid) return davError('<C:no-uid-conflict/>', 409)
  if (!isReadable(parsed)) return davError('<C:valid-calendar-data/>')
  if (row && (here || isMerged)) {
    await changeRow(tx, member, shopping, row, parsed)
    return davAnswer(204)
  }
  const elsewhere = sameUid.find((one) => one.id === row?.id) ?? sameUid[0]
  if (row && row.id !== elsewhere?.id) await (row.state === 'listed' ? freeTaskName : leaveTask)(tx, member.householdId, row)
  // Programs move a task by adding it to the other list before they remove it from the first, or after.
  if (elsewhere) await moveRow(tx, member, shopping, { ...elsewhere, task_name: name }, list, parsed)
  else await addRow(tx, member, shopping, list, name, parsed)
  // Without an ETag, because the text is stored in other words: the program reads it again.
  return davAnswer(201)
}

/** Whether a row was merged into one on this list. */
async function isMergedInto(q: Reader, { householdId }: Member, list: TaskList, row: TaskRow | undefined): Promise<boolean> {
  if (row?.state !== 'merged' || row.merged_into === null) return false
  const [target] = await findTasks(q, householdId, [row.merged_into])
  return isTaskOf(list, target)
}

const leaveTask = (tx: Transaction, householdId: HouseholdId, { id }: TaskRow) => dropTaskName(tx, householdId, id)

/** Whether a task's texts may be a row's: no invisible name and no marks that turn the text around, for example. */
const isReadable = ({ summary, note }: ParsedTask): boolean =>
  (summary.trim() === '' || Name(maxTaskBytes).safeParse(summary).success) && Text(maxTaskBytes).safeParse(note).success

function parsedOf(text: string): ParsedTask | RawResponse {
  try {
    return parseTask(text)
  } catch (error) {
    if (!(error instanceof TaskTextError)) throw error
    if (error.reason === 'too_large') return davError('<C:max-resource-size/>', 413)
    return davError(error.reason === 'invalid' ? '<C:valid-calendar-data/>' : '<C:supported-calendar-component/>')
  }
}

interface Amount {
  name: string
  quantity: number
  unit: Unit
}

/** Reads `2 kg Potatoes` as quick add does. A summary of several items is one name. */
async function readSummary(tx: Transaction, member: Member, summary: string): Promise<Amount> {
  const line = summary.replace(/\s+/g, ' ').trim()
  const known = new Map<string, KnownIngredient>()
  const names = new Set<string>()
  const parse = () =>
    parsePastedRows(line, member.today, (name) => {
      names.add(name)
      const unit = findBuiltInFoodInCurrentLanguage(name)?.defaultUnit
      return known.get(name) ?? (unit ? { defaultUnit: unit } : null)
    })
  parse()
  for (const name of names) {
    const ingredient = await findIngredientByName(tx, member, name)
    if (ingredient) known.set(name, { defaultUnit: ingredient.default_unit, ownUnits: parseOwnUnits(ingredient.own_units) })
  }
  const [first, ...more] = parse()
  if (!first || more.length > 0) return { name: line.slice(0, 120).trim() || '…', quantity: 1, unit: 'each' }
  return { name: first.name, quantity: first.quantity, unit: first.unit }
}

async function addRow(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  { listId }: TaskList,
  name: string,
  task: ParsedTask,
): Promise<void> {
  const { name: ingredientName, quantity: suggestedQuantity, unit } = await readSummary(tx, member, task.summary)
  const id = randomUUIDv7()
  const note = task.note.slice(0, maxNote)
  const item = await addItem(tx, member, shopping, {
    id,
    ingredientName,
    suggestedQuantity,
    unit,
    ...(note === '' ? {} : { note }),
    ...(listId === null ? {} : { listId }),
  })
  if (task.isChecked && item.id === id) await changeItem(tx, member, shopping, id, { isChecked: true }, null)
  await keep(tx, member, id, name, task)
}

/** Moves a row to this list, and changes what differs from the row as the program read it. */
async function moveRow(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  row: TaskRow,
  { listId }: TaskList,
  task: ParsedTask,
): Promise<void> {
  await changeItem(tx, member, shopping, row.id, { listId }, null)
  await changeRow(tx, member, shopping, row, task)
}

/** Changes what differs from the row as the program read it. */
async function changeRow(tx: Transaction, member: Member, shopping: ShoppingDeps, row: TaskRow, task: ParsedTask): Promise<void> {
  const was = toTask(row)
  const change: ShoppingItemChange = {}
  if (task.summary !== was.summary && task.summary !== summaryOf(row)) {
    const { name, quantity, unit } = await readSummary(tx, member, task.summary)
    if (name !== row.name) change.ingredientName = name
    if (toMilli(quantity) !== row.milli) change.suggestedQuantity = quantity
    if (unit !== row.unit) change.unit = unit
    if (change.suggestedQuantity !== undefined && change.unit === undefined) change.quantityWas = fromMilli(row.milli)
  }
  const note = task.note.slice(0, maxNote)
  if (task.note !== was.note && note !== row.note) change.note = note
  if (task.isChecked !== was.isChecked) change.isChecked = task.isChecked
  if (Object.keys(change).length > 0) await changeItem(tx, member, shopping, row.id, change, null)
  await keep(tx, member, row.id, row.task_name, task)
}

/** Keeps the program's own words about a row. */
async function keep(tx: Transaction, member: Member, id: string, name: string | null, task: ParsedTask): Promise<void> {
  const [row] = await findTasks(tx, member.householdId, [id])
  if (!row) throw new Error('a task disappeared within its transaction')
  await keepTask(tx, member.householdId, id, { task_name: name, task_uid: task.uid, task: toStored(task, row) })
  // So that the new version is part of the change log's end, which is the sync token.
  await recordChange(tx, member, listItemChecked, { items: [] })
}

/** Removes the row of a task. Throws 404, and 412 if it isn't as the program last read it. */
export async function deleteTask(tx: Transaction, member: Member, { list, task }: TaskParams, request: DavRequest): Promise<RawResponse> {
  const { householdId } = member
  const [collection, row] = [await findTaskList(tx, householdId, list), await findTask(tx, householdId, task)]
  const here = isTaskOf(collection, row) ? row : null
  if (!row || (!here && !(await isMergedInto(tx, member, collection, row)))) throw notFound()
  checkConditions(here, request)
  await removeItem(tx, member, row.id)
  return davAnswer(204)
}
