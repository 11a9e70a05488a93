import { changeUndone } from '#domains/households/contract/index.ts'
import { type Change, recordChange } from '#platform/server/changes/log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { conflict } from '#platform/shared/problem.ts'
import { ingredientAdded, ingredientRemoved } from '../../contract/index.ts'
import * as store from '../store.ts'
import { pick, takeOff } from './edit-ingredient.ts'
import { moveBarcode } from './find-barcode.ts'
import type { IngredientStock } from './ingredient-stock.ts'

/** What takes a change of a food back, kept in the log: columns as they were, what must still stand for that, codes as they were. */
export interface IngredientUndo {
  set?: Partial<store.IngredientRow>
  expect?: Partial<store.IngredientRow>
  barcodes?: store.BarcodeRow[]
}

/** Takes back an added, changed or removed food. Throws 409 where what came later stands in the way. */
export async function undoIngredient(tx: Transaction, member: Member, stock: IngredientStock, change: Change): Promise<number> {
  const { ingredientId } = change.payload as { ingredientId: string }
  const kept = change.undo as IngredientUndo
  if (change.name === ingredientAdded.name) await takeOff(tx, member, stock, ingredientId)
  else await putBack(tx, member, ingredientId, kept, change.name === ingredientRemoved.name)
  const seq = await recordChange(tx, member, changeUndone, { undoneSeq: change.seq, ingredientId })
  if (kept.set?.shelf_life !== undefined) await stock.refreshDates(tx, member, ingredientId)
  return seq
}

async function putBack(
  tx: Transaction,
  member: Member,
  id: string,
  { set, expect = {}, barcodes }: IngredientUndo,
  wasRemoved: boolean,
): Promise<void> {
  const { householdId } = member
  const row = await store.findIngredient(tx, householdId, id)
  const hasMoved = wasRemoved ? row !== undefined : !row || Object.keys(pick(expect, (column, value) => row[column] !== value)).length > 0
  if (hasMoved) throw conflict('undo_in_the_way', 'Can’t undo: the ingredient has been changed since.')
  const back = wasRemoved ? { removed_at: null } : {}
  await store.updateIngredient(tx, householdId, id, { ...set, ...back, updated_at: member.now.toISOString() }, null)
  if (!barcodes) return
  await store.deleteBarcodes(tx, householdId, id)
  for (const barcode of barcodes) await moveBarcode(tx, member, barcode)
}
