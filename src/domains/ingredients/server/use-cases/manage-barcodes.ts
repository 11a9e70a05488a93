import type { z } from 'zod'
import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { invalid } from '#platform/shared/problem.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { type Barcode, barcodeLearned, type NewIngredient } from '../../contract/index.ts'
import { normalizeBarcode } from '../../rules/barcode.ts'
import * as store from '../store.ts'

type NewBarcodes = NonNullable<z.infer<typeof NewIngredient>['barcodes']>

/** Finds the ingredient of a normalized code. Returns null if there is none. */
export async function findIngredientByBarcode(
  q: Reader,
  householdId: HouseholdId,
  code: string,
): Promise<{ id: string; name: string; label: string | null } | null> {
  return (await store.findBarcode(q, householdId, code)) ?? null
}

/** Normalizes a code. Throws `barcode_invalid`. */
function parseBarcode(code: string): string {
  const barcode = normalizeBarcode(code)
  if (!barcode) throw invalid('barcode_invalid', 'That isn’t a supported barcode.', 'barcode')
  return barcode.code
}

/** Assigns a code. Bumps the version of an ingredient that loses it, so that a form opened before can't take the code back. */
export async function moveBarcode(tx: Transaction, actor: Actor, row: store.BarcodeRow): Promise<void> {
  const holder = await store.findBarcode(tx, actor.householdId, row.code)
  await store.putBarcode(tx, row)
  if (holder && holder.id !== row.ingredient_id) await bumpVersion(tx, actor, holder.id)
}

const bumpVersion = (tx: Transaction, { householdId, now }: Actor, ingredientId: string) =>
  store.updateIngredient(tx, householdId, ingredientId, { updated_at: now.toISOString() }, null)

/** Moves codes that belong to another ingredient. Throws `barcode_invalid`. */
export async function saveBarcodes(tx: Transaction, actor: Actor, ingredientId: string, barcodes: NewBarcodes): Promise<void> {
  for (const { code, label, packQuantity, packUnit, packName } of barcodes) {
    await moveBarcode(tx, actor, {
      household_id: actor.householdId,
      code: parseBarcode(code),
      ingredient_id: ingredientId,
      label,
      pack_milli: packQuantity === null ? null : toMilli(packQuantity),
      pack_unit: packUnit,
      pack_name: packName,
    })
  }
}

const unknownPack = { packQuantity: null, packUnit: null, packName: null }

/**
 * Assigns a lot's code to its ingredient, with the lot's quantity as pack size, unless the ingredient has the code already. Call it before
 * recording the lot's change, which is the one that can be undone. Returns the normalized code. Throws `barcode_invalid`.
 */
export async function learnBarcode(
  tx: Transaction,
  actor: Actor,
  ingredientId: string,
  input: string,
  pack: Pick<Barcode, 'packQuantity' | 'packUnit' | 'packName'> = unknownPack,
): Promise<string> {
  const code = parseBarcode(input)
  const known = await store.findBarcode(tx, actor.householdId, code)
  if (known?.id === ingredientId) return code
  await saveBarcodes(tx, actor, ingredientId, [{ code, label: null, ...pack }])
  await bumpVersion(tx, actor, ingredientId)
  await recordChange(tx, actor, barcodeLearned, { ingredientId })
  return code
}

export const toBarcode = (row: store.BarcodeRow): Barcode => ({
  code: row.code,
  label: row.label,
  packQuantity: row.pack_milli === null ? null : fromMilli(row.pack_milli),
  packUnit: row.pack_unit,
  packName: row.pack_name,
})
