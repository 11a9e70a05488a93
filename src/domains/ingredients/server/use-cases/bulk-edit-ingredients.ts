import { changeUndone } from '#domains/households/contract/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/bulk-edit.ts'
import * as store from '../store.ts'
import { columnsOfIngredient, type IngredientStock, pick, requireOneLevel } from './manage-ingredients.ts'

type Edit = BodyOf<typeof contract.bulkEditIngredients>
type Reply = ReplyOf<typeof contract.bulkEditIngredients>
type Columns = Partial<store.IngredientRow>

/** Ingredients that had the same values, and the values that the edit gave them. */
interface ChangedAlike {
  ids: string[]
  set: Columns
  expect: Columns
}

/** Stored in the change log to undo a bulk edit. */
interface ChangeUndo {
  changed: ChangedAlike[]
}
interface RemovalUndo {
  removedAt: string
  barcodes: store.BarcodeRow[]
}

/**
 * Changes many ingredients, or removes those without stock, as one change with one undo. Leaves out unknown and deleted ones, and those to
 * remove that have stock. Throws `not_found` if all are unknown or deleted, and `has_stock` if all have stock.
 */
export async function bulkEditIngredients(tx: Transaction, member: Member, stock: IngredientStock, { ids, edit }: Edit): Promise<Reply> {
  if (edit.do === 'change' && Object.keys(edit.fields).length === 0) throw new Problem(422, 'invalid_input', 'Choose what to change.')
  const distinct = [...new Set(ids)]
  const rows = await store.findIngredients(tx, member.householdId, distinct)
  if (rows.length === 0) throw notFound()
  const known = new Set(rows.map(({ id }) => id))
  const unknown = distinct
    .filter((id) => !known.has(id))
    .map((id) => ({ id, code: 'not_found', reason: say`Not found. It may have been deleted.` }))
  const { changedCount, skipped } =
    edit.do === 'change' ? await changeAll(tx, member, rows, edit.fields) : await removeAll(tx, member, stock, rows)
  return { changedCount, skipped: [...unknown, ...skipped] }
}

async function changeAll(
  tx: Transaction,
  member: Member,
  rows: readonly store.IngredientRow[],
  fields: contract.BulkIngredientFields,
): Promise<Reply> {
  const columns = columnsOfIngredient(fields)
  const alike = new Map<string, ChangedAlike>()
  for (const row of rows) {
    const expect = pick(columns, (column, value) => row[column] !== value)
    if (Object.keys(expect).length === 0) continue
    const set = pick(row, (column) => column in expect)
    const key = JSON.stringify(set)
    const known = alike.get(key)
    if (known) known.ids.push(row.id)
    else alike.set(key, { ids: [row.id], set, expect })
  }
  const changed = [...alike.values()]
  const ids = changed.flatMap((one) => one.ids)
  if (ids.length === 0) return { changedCount: 0, skipped: [] }
  await store.updateIngredients(tx, member.householdId, ids, { ...columns, updated_at: member.now.toISOString() })
  const undo: ChangeUndo = { changed }
  await recordChange(tx, member, contract.ingredientsChanged, { ingredientIds: ids, fields: Object.keys(fields) }, undo)
  return { changedCount: ids.length, skipped: [] }
}

async function removeAll(tx: Transaction, member: Member, stock: IngredientStock, rows: readonly store.IngredientRow[]): Promise<Reply> {
  const { householdId } = member
  const all = rows.map(({ id }) => id)
  const stocked = await stock.stocked(tx, householdId, all)
  const ids = all.filter((id) => !stocked.has(id))
  if (ids.length === 0) throw hasStock()
  const removedAt = member.now.toISOString()
  const barcodes = await store.takeBarcodes(tx, householdId, ids)
  await store.updateIngredients(tx, householdId, ids, { removed_at: removedAt })
  await recordChange(tx, member, contract.ingredientsRemoved, { ingredientIds: ids }, { removedAt, barcodes } satisfies RemovalUndo)
  const skipped = [...stocked].map((id) => ({ id, code: 'has_stock', reason: say`You still have some of this in your inventory.` }))
  return { changedCount: ids.length, skipped }
}

const hasStock = () => conflict('has_stock', 'You still have all of these in your inventory.')

/**
 * Undoes a bulk edit for the ingredients that still are as it left them: what others changed, removed or added again since stays. Throws 409
 * `undo_in_the_way` if that is so for all.
 */
export async function undoBulkEdit(tx: Transaction, member: Member, change: Change): Promise<number> {
  const isRemoval = change.name === contract.ingredientsRemoved.name
  const ingredientIds = isRemoval ? await restoreRemoved(tx, member, change) : await restoreChanged(tx, member, change)
  if (ingredientIds.length === 0) throw conflict('undo_in_the_way', 'Can’t undo: all of these have been changed since.')
  const { fields = [] } = change.payload as { fields?: string[] }
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, ingredientIds, ...(isRemoval ? {} : { fields }) })
}

async function restoreChanged(tx: Transaction, { householdId, now }: Member, change: Change): Promise<string[]> {
  const updated_at = now.toISOString()
  const restored: string[] = []
  for (const { ids, set, expect } of (change.undo as ChangeUndo).changed)
    restored.push(...(await store.updateIngredients(tx, householdId, ids, { ...set, updated_at }, expect)))
  return restored
}

async function restoreRemoved(tx: Transaction, member: Member, change: Change): Promise<string[]> {
  const { householdId, now } = member
  const { removedAt, barcodes } = change.undo as RemovalUndo
  const { ingredientIds } = contract.ingredientsRemoved.payload.parse(change.payload)
  const restored = await store.restoreIngredients(tx, householdId, ingredientIds, removedAt, now.toISOString())
  await requireOneLevel(tx, member, restored)
  const isBack = new Set(restored)
  await store.addFreeBarcodes(
    tx,
    barcodes.filter(({ ingredient_id }) => isBack.has(ingredient_id)),
  )
  return restored
}
