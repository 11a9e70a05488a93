import type { z } from 'zod'
import { type Actor, recordChange } from '#platform/server/changes/log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { invalid } from '#platform/shared/problem.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity.ts'
import { type Barcode, barcodeLearned, type NewIngredient } from '../../contract/index.ts'
import { normaliseBarcode } from '../../rules/barcode.ts'
import * as store from '../store.ts'

type NewBarcodes = NonNullable<z.infer<typeof NewIngredient>['barcodes']>

/** What a code means in this household; null when it has not been told yet. `code` in normal form. */
export async function findByBarcode(
  q: Reader,
  householdId: HouseholdId,
  code: string,
): Promise<{ id: string; name: string; label: string | null } | null> {
  return (await store.findBarcode(q, householdId, code)) ?? null
}

/** The normal form of a code that somebody gave. Throws `barcode_invalid` where the check digit does not fit. */
function checkedBarcode(code: string): string {
  const normal = normaliseBarcode(code)
  if (!normal) throw invalid('barcode_invalid', 'That isn’t a supported barcode.', 'barcode')
  return normal.code
}

/** Writes what a code means. A food that loses it becomes a newer one: its form, open elsewhere, must not take the code back unseen. */
export async function moveBarcode(tx: Transaction, actor: Actor, row: store.BarcodeRow): Promise<void> {
  const holder = await store.findBarcode(tx, actor.householdId, row.code)
  await store.putBarcode(tx, row)
  if (holder && holder.id !== row.ingredient_id) await renew(tx, actor, holder.id)
}

const renew = (tx: Transaction, { householdId, now }: Actor, ingredientId: string) =>
  store.updateIngredient(tx, householdId, ingredientId, { updated_at: now.toISOString() }, null)

/** Remembers which food a code means; naming it again moves it. */
export async function keepBarcodes(tx: Transaction, actor: Actor, ingredientId: string, barcodes: NewBarcodes): Promise<void> {
  for (const { code, label, packQuantity, packUnit } of barcodes) {
    await moveBarcode(tx, actor, {
      household_id: actor.householdId,
      code: checkedBarcode(code),
      ingredient_id: ingredientId,
      label,
      pack_milli: packQuantity === null ? null : toMilli(packQuantity),
      pack_unit: packUnit,
    })
  }
}

const unknownPack = { packQuantity: null, packUnit: null }

/**
 * Remembers the code of a lot: the first time with what the lot held as its pack; after that the food keeps what it knows of the code.
 * What is learned makes the food a newer one, and is recorded before the change of the lot, which is the one to take back.
 * Answers the code in normal form. Throws `barcode_invalid`.
 */
export async function learnBarcode(
  tx: Transaction,
  actor: Actor,
  ingredientId: string,
  input: string,
  pack: Pick<Barcode, 'packQuantity' | 'packUnit'> = unknownPack,
): Promise<string> {
  const code = checkedBarcode(input)
  const known = await store.findBarcode(tx, actor.householdId, code)
  if (known?.id === ingredientId) return code
  await keepBarcodes(tx, actor, ingredientId, [{ code, label: null, ...pack }])
  await renew(tx, actor, ingredientId)
  await recordChange(tx, actor, barcodeLearned, { ingredientId })
  return code
}

export const toBarcode = (row: store.BarcodeRow): Barcode => ({
  code: row.code,
  label: row.label,
  packQuantity: row.pack_milli === null ? null : fromMilli(row.pack_milli),
  packUnit: row.pack_unit,
})
