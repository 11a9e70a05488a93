import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { NewIngredient, ShelfLife } from '../../contract/index.ts'
import { indexIngredients, ingredientKey } from '../../rules/match-ingredient.ts'
import { unknownShelfLife } from '../../rules/new-ingredient.ts'
import * as store from '../store.ts'
import { markRemoved, newIngredientRow } from './manage-ingredients.ts'
import { findBuiltInFoodInCurrentLanguage, translationsOf } from './search-built-in-foods.ts'

export type FindIngredient = (name: string) => store.IngredientRow | null

/** Returns a function like `findByName` for many names. */
export async function ingredientFinder(q: Reader, householdId: HouseholdId): Promise<FindIngredient> {
  const rows = await store.listIngredients(q, householdId)
  const exact = new Map(rows.map((row) => [row.name_key, row]))
  const ingredients = rows.map((row) => ({ row, name: row.name, aliases: JSON.parse(row.aliases) as string[] }))
  const findOwn = indexIngredients(ingredients)
  const byKey = new Map(rows.toReversed().map((row) => [ingredientKey(row.name), row]))
  const findTranslated = (name: string) => translationsOf(name).flatMap((other) => byKey.get(ingredientKey(other)) ?? [])[0]
  return (name) => exact.get(nameKey(name)) ?? findOwn(name)?.row ?? findTranslated(name) ?? null
}

/** An ingredient from another app, and its stored picture. Missing parts of the shelf life default to the built-in food. */
export type ImportedIngredient = Omit<NewIngredient, 'shelfLife'> & {
  shelfLife?: Partial<ShelfLife> | undefined
  pictureId?: string | undefined
}

/** Adds an ingredient without recording a change, for itself if its parent can't have kinds. Returns null if the name is taken. */
export async function insertImportedIngredient(
  tx: Transaction,
  member: Member,
  { shelfLife, pictureId, ...ingredient }: ImportedIngredient,
): Promise<store.IngredientRow | null> {
  const completeShelfLife = shelfLife && {
    ...(findBuiltInFoodInCurrentLanguage(ingredient.name)?.shelfLife ?? unknownShelfLife),
    ...shelfLife,
  }
  // It may have been erased since it was stored.
  const picture = pictureId !== undefined && (await store.hasPicture(tx, member.householdId, pictureId)) ? pictureId : null
  const columns = newIngredientRow(member, { ...ingredient, ...(completeShelfLife ? { shelfLife: completeShelfLife } : {}) })
  const parent = columns.parent_id === null ? undefined : await store.findIngredient(tx, member.householdId, columns.parent_id)
  const row = { ...columns, parent_id: parent?.parent_id === null ? parent.id : null, picture }
  return (await store.insertIngredient(tx, row)) ? row : null
}

/** Assigns a normalized code. Returns false if the household has it already. */
export async function importBarcode(
  tx: Transaction,
  householdId: HouseholdId,
  {
    ingredientId,
    code,
    packQuantity,
    packUnit,
    packName = null,
    label = null,
  }: {
    ingredientId: string
    code: string
    packQuantity: number | null
    packUnit: Unit | null
    packName?: string | null | undefined
    label?: string | null | undefined
  },
): Promise<boolean> {
  if (await store.findBarcode(tx, householdId, code)) return false
  const pack_milli = packQuantity === null ? null : toMilli(packQuantity)
  await store.putBarcode(tx, {
    household_id: householdId,
    code,
    ingredient_id: ingredientId,
    label,
    pack_milli,
    pack_unit: packUnit,
    pack_name: packName,
  })
  return true
}

/** Deletes an imported code. Returns false if it was moved to another ingredient. */
export async function rollbackBarcode(tx: Transaction, householdId: HouseholdId, code: string, ingredientId: string): Promise<boolean> {
  if ((await store.findBarcode(tx, householdId, code))?.id !== ingredientId) return false
  await store.deleteBarcode(tx, householdId, code, ingredientId)
  return true
}

/**
 * Removes an imported ingredient without stock. Keeps it if it was changed or got a barcode since, unless `includeChanged`. Returns whether it
 * was removed. Remove the imported barcodes first.
 */
export async function rollbackIngredient(
  tx: Transaction,
  member: Member,
  id: string,
  { includeChanged }: { includeChanged: boolean },
): Promise<boolean> {
  const row = await store.findIngredient(tx, member.householdId, id)
  if (!row) return false
  const isChanged = async () => row.version !== 1 || (await store.listBarcodes(tx, member.householdId, id)).length > 0
  if (!includeChanged && (await isChanged())) return false
  await markRemoved(tx, member, id)
  return true
}
