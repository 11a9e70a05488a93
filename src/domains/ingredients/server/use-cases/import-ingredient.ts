import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { toMilli } from '#platform/shared/quantity.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { NewIngredient, ShelfLife } from '../../contract/index.ts'
import { indexIngredients, ingredientKey } from '../../rules/match-ingredient.ts'
import * as store from '../store.ts'
import { newRow, unknownShelfLife } from './edit-ingredient.ts'
import { findCommonFood, translationsOf } from './ingredients.ts'

export type FindIngredient = (name: string) => store.IngredientRow | null

/** As `findByName`, for many names at once. */
export async function ingredientFinder(q: Reader, householdId: HouseholdId): Promise<FindIngredient> {
  const rows = await store.listIngredients(q, householdId)
  const exact = new Map(rows.map((row) => [row.name_key, row]))
  const ingredients = rows.map((row) => ({ row, name: row.name, aliases: JSON.parse(row.aliases) as string[] }))
  const own = indexIngredients(ingredients)
  const byKey = new Map(rows.toReversed().map((row) => [ingredientKey(row.name), row]))
  const translated = (name: string) => translationsOf(name).flatMap((other) => byKey.get(ingredientKey(other)) ?? [])[0]
  return (name) => exact.get(nameKey(name)) ?? own(name)?.row ?? translated(name) ?? null
}

/** A food as another app knows it; what that does not say of its shelf life comes from the built-in table. */
export type ImportedIngredient = Omit<NewIngredient, 'shelfLife'> & { shelfLife?: Partial<ShelfLife> | undefined }

/** Puts a food in whose change somebody else records; null where there is one of that name. */
export async function importIngredient(
  tx: Transaction,
  member: Member,
  { shelfLife, ...ingredient }: ImportedIngredient,
): Promise<store.IngredientRow | null> {
  const whole = shelfLife && { ...(findCommonFood(ingredient.name)?.shelfLife ?? unknownShelfLife), ...shelfLife }
  const row = newRow(member, { ...ingredient, ...(whole ? { shelfLife: whole } : {}) })
  return (await store.insertIngredient(tx, row)) ? row : null
}

/** Remembers a code, in normal form, of a food; false where it means something here already. */
export async function importBarcode(
  tx: Transaction,
  householdId: HouseholdId,
  {
    ingredientId,
    code,
    packQuantity,
    packUnit,
    label = null,
  }: { ingredientId: string; code: string; packQuantity: number | null; packUnit: Unit | null; label?: string | null | undefined },
): Promise<boolean> {
  if (await store.findBarcode(tx, householdId, code)) return false
  const pack_milli = packQuantity === null ? null : toMilli(packQuantity)
  await store.putBarcode(tx, { household_id: householdId, code, ingredient_id: ingredientId, label, pack_milli, pack_unit: packUnit })
  return true
}

/** Forgets a code, unless it was moved to another food since. */
export async function dropBarcode(tx: Transaction, householdId: HouseholdId, code: string, ingredientId: string): Promise<boolean> {
  if ((await store.findBarcode(tx, householdId, code))?.id !== ingredientId) return false
  await store.deleteBarcode(tx, householdId, code)
  return true
}

/**
 * Takes a food off again that nobody has changed since it was brought; false where it stays. Its brought codes went before: one that it
 * still has was taught since.
 */
export async function rollbackIngredient(tx: Transaction, { householdId, now }: Member, id: string): Promise<boolean> {
  const row = await store.findIngredient(tx, householdId, id)
  if (row?.version !== 1 || (await store.listBarcodes(tx, householdId, id)).length > 0) return false
  await store.updateIngredient(tx, householdId, id, { removed_at: now.toISOString() }, null)
  return true
}
