import { changeUndone } from '#domains/households/contract/index.ts'
import type { HistoryHandler } from '#domains/households/server/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { listNames, maxListed } from '#platform/shared/list-names.ts'
import { conflict } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { ingredientsChanged, ingredientsRemoved } from '../../contract/bulk-edit.ts'
import { ingredientAdded, ingredientChanged, ingredientRemoved, ingredientsMerged } from '../../contract/index.ts'
import * as store from '../store.ts'
import { undoBulkEdit } from './bulk-edit-ingredients.ts'
import { moveBarcode } from './manage-barcodes.ts'
import { deleteIngredient, type IngredientStock, pick, requireOneLevel } from './manage-ingredients.ts'
import { type MergeDeps, undoMerge } from './merge-ingredients.ts'

/** Stored in the change log: the old columns and barcodes, and the new columns, which must be unchanged for an undo. */
export interface IngredientUndo {
  set?: Partial<store.IngredientRow>
  expect?: Partial<store.IngredientRow>
  barcodes?: store.BarcodeRow[]
  /** The codes that the change left it with; absent in changes of earlier releases. */
  barcodesAfter?: string[]
}

function describe({ name }: Change, [food = '', merged = '', ...others]: readonly string[]): string {
  if (name === ingredientsMerged.name) return say`Merged ${merged} into ${food}`
  if (name === ingredientAdded.name) return say`Added the ingredient ${food}`
  const isRemoval = name === ingredientRemoved.name || name === ingredientsRemoved.name
  if (merged === '') return isRemoval ? say`Deleted the ingredient ${food}` : say`Changed the ingredient ${food}`
  const foods = listNames([food, merged, ...others])
  return isRemoval ? say`Deleted the ingredients ${foods}` : say`Changed the ingredients ${foods}`
}

const bulkEdits = [ingredientsChanged.name, ingredientsRemoved.name] as const

export const ingredientHistory = (merging: MergeDeps): HistoryHandler => ({
  names: [...[ingredientAdded, ingredientChanged, ingredientRemoved, ingredientsMerged].map(({ name }) => name), ...bulkEdits],
  async describe(q, householdId, changes) {
    const idsOf = ({ payload }: Change) => {
      const { ingredientId, ingredientIds = [] } = payload as { ingredientId?: string; ingredientIds?: string[] }
      return ingredientId === undefined ? ingredientIds : [ingredientId, ...ingredientIds]
    }
    const shown = changes.flatMap((change) => idsOf(change).slice(0, maxListed + 1))
    const names = new Map((await store.listIngredientNames(q, householdId, shown)).map(({ id, name }) => [id, name]))
    const nameOf = (id: string) => names.get(id) ?? say`(deleted)`
    return new Map(changes.map((change) => [change.seq, describe(change, idsOf(change).map(nameOf))]))
  },
  undo(tx, member, change) {
    if (bulkEdits.some((name) => name === change.name)) return undoBulkEdit(tx, member, change)
    return change.name === ingredientsMerged.name
      ? undoMerge(tx, member, merging, change)
      : undoIngredient(tx, member, merging.stock, change)
  },
})

/** Throws 409 `undo_in_the_way` if the ingredient was changed since, `has_stock` if an added one has stock. */
async function undoIngredient(tx: Transaction, member: Member, stock: IngredientStock, change: Change): Promise<number> {
  const { ingredientId } = change.payload as { ingredientId: string }
  const before = change.undo as IngredientUndo
  if (change.name === ingredientAdded.name) await undoAdding(tx, member, stock, ingredientId)
  else await restoreIngredient(tx, member, ingredientId, before, change.name === ingredientRemoved.name)
  const seq = await recordChange(tx, member, changeUndone, { undoneSeq: change.seq, ingredientId })
  if (before.set?.shelf_life !== undefined) await stock.refreshExpirationDates(tx, member, ingredientId)
  return seq
}

/** Throws 409 `undo_in_the_way` if another ingredient became part of it. */
async function undoAdding(tx: Transaction, member: Member, stock: IngredientStock, id: string): Promise<void> {
  if ((await store.listMergedInto(tx, member.householdId, [id])).length > 0)
    throw conflict('undo_in_the_way', 'Can’t undo: the ingredient has been changed since.')
  await deleteIngredient(tx, member, stock, id)
}

async function restoreIngredient(
  tx: Transaction,
  member: Member,
  id: string,
  { set, expect = {}, barcodes, barcodesAfter }: IngredientUndo,
  wasRemoved: boolean,
): Promise<void> {
  const { householdId } = member
  const row = await store.findIngredient(tx, householdId, id)
  const isPictureErased = typeof set?.picture === 'string' && !(await store.hasPicture(tx, householdId, set.picture))
  const hasChanged = wasRemoved ? row !== undefined : !row || Object.keys(pick(expect, (column, value) => row[column] !== value)).length > 0
  if (hasChanged || isPictureErased) throw conflict('undo_in_the_way', 'Can’t undo: the ingredient has been changed since.')
  const restored = wasRemoved ? { removed_at: null } : {}
  await store.updateIngredient(tx, householdId, id, { ...set, ...restored, updated_at: member.now.toISOString() }, null)
  if (wasRemoved || set?.parent_id) await requireOneLevel(tx, member, [id, ...(set?.parent_id ? [set.parent_id] : [])])
  if (!barcodes) return
  // Codes that it got since, such as those of a merged ingredient, stay.
  const codes = barcodesAfter ?? (await store.listBarcodes(tx, householdId, id)).map(({ code }) => code)
  for (const code of codes) await store.deleteBarcode(tx, householdId, code, id)
  for (const barcode of barcodes) await moveBarcode(tx, member, barcode)
}
