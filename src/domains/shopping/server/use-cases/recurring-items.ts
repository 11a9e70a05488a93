import { randomUUIDv7 } from 'node:crypto'
import { changeUndone } from '#domains/households/contract/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import * as contract from '../../contract/index.ts'
import { isSameItem } from '../../rules/merge-rows.ts'
import { addInterval, monthDayOf } from '../../rules/plan-recurring.ts'
import * as store from '../store/recurring-items.ts'
import type { ItemRow } from '../store/rows.ts'
import { findItems, itemGone } from './read-list.ts'

type RecurringRow = store.RecurringRow

export const everyOf = ({ every_count: count, every_unit: unit }: RecurringRow): contract.Interval => ({ count, unit })

export const toRecurringItem = (row: RecurringRow): contract.RecurringItem => ({
  id: row.id,
  ingredientId: row.ingredient_id,
  ingredientName: row.name,
  category: row.category,
  suggestedQuantity: fromMilli(row.milli),
  unit: row.unit,
  listId: row.list_id,
  every: everyOf(row),
  dueOn: row.due_on,
  createdAt: row.created_at,
  version: row.version,
})

export const listRecurringItems = async (q: Reader, { householdId }: Member): Promise<contract.RecurringItem[]> =>
  (await store.listRecurring(q, householdId)).map(toRecurringItem)

/** Stored in the change log to undo a change: previous columns, and those required for the undo. */
interface RecurringUndo {
  recurringId: string
  set: Partial<RecurringRow>
  expect: Partial<RecurringRow>
}

const record = (tx: Transaction, member: Member, event: EventType, undo: RecurringUndo) =>
  recordChange(tx, member, event, { recurringId: undo.recurringId }, undo)

/** Returns what an id stands for, also what has ended. Throws `not_found`. */
async function findRow(q: Reader, householdId: HouseholdId, id: string): Promise<RecurringRow> {
  const [row] = await store.findRecurring(q, householdId, [id])
  const [target] = row?.merged_into ? await store.findRecurring(q, householdId, [row.merged_into]) : [row]
  if (!target) throw notFound()
  return target
}

async function findActive(q: Reader, householdId: HouseholdId, id: string): Promise<RecurringRow> {
  const row = await findRow(q, householdId, id)
  if (row.ended_at !== null) throw notFound()
  return row
}

/** What is repeated of a row. Notes and stores are those of the last row about the same thing. */
const copyOf = ({ ingredient_id, name, food_key, category, milli, unit, priority, list_id }: ItemRow) => ({
  ingredient_id,
  name,
  food_key,
  category,
  milli,
  unit,
  priority,
  list_id,
})

export const identityOf = ({ ingredient_id, food_key }: Pick<RecurringRow, 'ingredient_id' | 'food_key'>) => ({
  ingredientId: ingredient_id,
  ingredientKey: food_key,
})

/** Returns the columns that set the interval. One that waits for its due date counts the new interval from the same day. */
function columnsFor({ count, unit }: contract.Interval, row: RecurringRow) {
  const isChanged = count !== row.every_count || unit !== row.every_unit
  const since = addInterval(row.due_on, everyOf(row), -1, row.month_day ?? undefined)
  return {
    every_count: count,
    every_unit: unit,
    ...(isChanged && row.item_id === null ? { due_on: addInterval(since, { count, unit }), month_day: monthDayOf(since) } : {}),
  }
}

/** Sets columns and records the change; does nothing if they have these values. */
async function change(tx: Transaction, member: Member, row: RecurringRow, to: Partial<RecurringRow>): Promise<void> {
  const set = Object.fromEntries(Object.entries(to).filter(([column, value]) => row[column as keyof RecurringRow] !== value))
  const columns = Object.keys(set) as (keyof RecurringRow)[]
  if (columns.length === 0) return
  await store.updateRecurring(tx, member.householdId, row.id, { ...set, updated_at: member.now.toISOString() })
  const before = Object.fromEntries(columns.map((column) => [column, row[column]]))
  const expect = { ended_at: null, every_count: row.every_count, every_unit: row.every_unit, ...set }
  await record(tx, member, contract.recurringItemChanged, { recurringId: row.id, set: before, expect })
}

const tooMany = () => conflict('too_many', 'That’s too many repeating items. Stop one first.')

/**
 * Repeats a row. If the same thing repeats already, that takes the row's amount and list and the interval, and the id stands for it.
 * Idempotent by `input.id`, unless that was ended since: that throws 404. Throws 404 for an unknown
 * row, 409 `item_gone` for a removed one, and 409 `too_many`.
 */
export async function repeatItem(
  tx: Transaction,
  member: Member,
  { id, itemId, every }: contract.NewRecurringItem,
): Promise<contract.RecurringItem> {
  const { householdId } = member
  const at = member.now.toISOString()
  const [found] = await findItems(tx, member, [itemId])
  if (!found) throw notFound()
  if (found.row.state === 'removed') throw itemGone()
  const copy = copyOf(found.row)
  const isKnownId = id !== undefined && (await store.findRecurring(tx, householdId, [id])).length > 0
  const all = await store.listRecurring(tx, householdId)
  const known = isKnownId ? await findActive(tx, householdId, id) : all.find((one) => isSameItem(identityOf(one), identityOf(copy)))
  const created: RecurringRow = {
    household_id: householdId,
    id: id ?? randomUUIDv7(),
    ...copy,
    every_count: every.count,
    every_unit: every.unit,
    due_on: member.today,
    month_day: null,
    item_id: found.row.id,
    ended_at: null,
    merged_into: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
  if (known) {
    if (id !== undefined && !isKnownId) await store.insertRecurring(tx, { ...created, ended_at: at, merged_into: known.id })
    await change(tx, member, known, { ...copy, ...columnsFor(every, known) })
    return toRecurringItem(await findActive(tx, householdId, known.id))
  }
  if (all.length >= contract.maxRecurring) throw tooMany()
  await store.insertRecurring(tx, created)
  const { every_count, every_unit, milli, unit, priority, list_id } = created
  const expect = { ended_at: null, every_count, every_unit, milli, unit, priority, list_id }
  await record(tx, member, contract.recurringItemAdded, { recurringId: created.id, set: { ended_at: at }, expect })
  return toRecurringItem(created)
}

/** Changes the interval or the amount. Throws `not_found`, also if it has ended. */
export async function changeRecurringItem(
  tx: Transaction,
  member: Member,
  id: string,
  { every, suggestedQuantity, unit }: contract.RecurringItemChange,
): Promise<contract.RecurringItem> {
  const row = await findActive(tx, member.householdId, id)
  await change(tx, member, row, {
    ...(every ? columnsFor(every, row) : {}),
    ...(suggestedQuantity === undefined ? {} : { milli: toMilli(suggestedQuantity) }),
    ...(unit ? { unit } : {}),
  })
  return toRecurringItem(await findActive(tx, member.householdId, row.id))
}

/** Stops repeating. Does nothing if it has ended. Throws `not_found`. */
export async function endRecurringItem(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await findRow(tx, member.householdId, id)
  if (row.ended_at !== null) return
  const at = member.now.toISOString()
  await store.updateRecurring(tx, member.householdId, row.id, { ended_at: at, updated_at: at })
  await record(tx, member, contract.recurringItemEnded, { recurringId: row.id, set: { ended_at: null }, expect: { ended_at: at } })
}

/** Undoes a change. Throws 409 `undo_in_the_way` if it was changed since, or the same thing repeats again, and 409 `too_many`. */
export async function undoRecurringChange(tx: Transaction, member: Member, { seq, undo }: Change): Promise<number> {
  const { recurringId, set, expect } = undo as RecurringUndo
  const row = await findRow(tx, member.householdId, recurringId)
  const isUnchanged = hasColumns(row, expect)
  const resumes = row.ended_at !== null && set.ended_at === null
  const others = resumes ? await store.listRecurring(tx, member.householdId) : []
  const isTaken = others.some((one) => isSameItem(identityOf(one), identityOf(row)))
  if (!isUnchanged || isTaken) throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
  if (others.length >= contract.maxRecurring) throw tooMany()
  const at = member.now.toISOString()
  await store.updateRecurring(tx, member.householdId, row.id, { ...set, ...(set.ended_at ? { ended_at: at } : {}), updated_at: at })
  return recordChange(tx, member, changeUndone, { undoneSeq: seq, recurringId })
}
