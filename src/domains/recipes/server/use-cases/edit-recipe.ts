import { randomUUIDv7 } from 'node:crypto'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota } from '#domains/households/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import * as photos from '../store/photos.ts'
import * as store from '../store/recipes.ts'
import { getRecipe, getRecipeRow } from './recipe-entries.ts'
import { newRow, searchKeyOf, starterRow, toColumns } from './recipe-row.ts'

/** Stored in the change log to undo a change of recipes: previous columns, and the version required for the undo. */
export interface RecipeUndo {
  recipeId: string
  set: Partial<store.RecipeRow>
  expect: Partial<store.RecipeRow>
}

const alreadyThere = () => conflict('already_exists', 'This already exists.')

/** Returns an existing recipe as an editable row, creating one for a starter. Throws `not_found`. */
export async function getEditableRow(tx: Transaction, member: Member, id: string): Promise<store.RecipeRow> {
  const row = await getRecipeRow(tx, member.householdId, id)
  const own = { ...row, household_id: member.householdId }
  if (row.household_id === undefined) await store.insertRecipe(tx, own)
  return own
}

/** Inserts a row. Returns what undoes it. */
export async function insertRecipeWithUndo(tx: Transaction, row: store.RecipeRow): Promise<RecipeUndo> {
  if (starterRow(row.id) || !(await store.insertRecipe(tx, row))) throw alreadyThere()
  return { recipeId: row.id, set: { removed_at: row.created_at }, expect: { removed_at: null } }
}

/** Throws 409 `quota_reached`. */
export async function addRecipe(tx: Transaction, limits: QuotaLimits, member: Member, input: contract.NewRecipe): Promise<contract.Recipe> {
  await checkRecipeQuota(tx, limits, member.householdId)
  const row = { ...newRow(input, member.now.toISOString()), household_id: member.householdId }
  const undo = await insertRecipeWithUndo(tx, row)
  await recordChange(tx, member, contract.recipeAdded, { recipeId: row.id }, [undo])
  return getRecipe(tx, member, row.id)
}

/** Changes a recipe. Throws 412 if it was changed since `ifMatch`. */
export async function changeRecipe(
  tx: Transaction,
  member: Member,
  id: string,
  change: contract.RecipeChange,
  ifMatch: number | null,
): Promise<contract.Recipe> {
  const row = await getEditableRow(tx, member, id)
  const columns = toColumns(change)
  const after = { ...row, ...columns }
  const changes: Partial<store.RecipeRow> = { ...columns, search_key: searchKeyOf(after) }
  const changed = Object.keys(changes).filter((column) => row[column as keyof store.RecipeRow] !== changes[column as keyof store.RecipeRow])
  const pick = (from: Partial<store.RecipeRow>) =>
    Object.fromEntries(changed.map((column) => [column, from[column as keyof store.RecipeRow]]))
  if (changed.length === 0 && (ifMatch === null || ifMatch === row.version)) return getRecipe(tx, member, id)
  if (!(await store.updateRecipe(tx, member.householdId, id, { ...pick(changes), updated_at: member.now.toISOString() }, ifMatch)))
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: await getRecipe(tx, member, id) })
  await recordChange(tx, member, contract.recipeChanged, { recipeId: id }, [{ recipeId: id, set: pick(row), expect: pick(changes) }])
  return getRecipe(tx, member, id)
}

export async function removeRecipe(tx: Transaction, member: Member, id: string): Promise<void> {
  await getEditableRow(tx, member, id)
  const at = member.now.toISOString()
  await store.updateRecipe(tx, member.householdId, id, { removed_at: at }, null)
  const undo: RecipeUndo = { recipeId: id, set: { removed_at: null }, expect: { removed_at: at } }
  await recordChange(tx, member, contract.recipeRemoved, { recipeId: id }, [undo])
}

/** Copies a recipe with its photo under a new name. Throws 409 `quota_reached`. */
export async function duplicateRecipe(tx: Transaction, limits: QuotaLimits, member: Member, id: string): Promise<contract.Recipe> {
  await checkRecipeQuota(tx, limits, member.householdId)
  const row = await getRecipeRow(tx, member.householdId, id)
  const at = member.now.toISOString()
  const copy: store.RecipeRow = {
    ...row,
    household_id: member.householdId,
    id: randomUUIDv7(),
    name: `${row.name.slice(0, 150)} (copy)`,
    is_starter: 0,
    is_favorite: 0,
    version: 1,
    created_at: at,
    updated_at: at,
  }
  const undo = await insertRecipeWithUndo(tx, { ...copy, search_key: searchKeyOf(copy) })
  const jpeg = row.photo === null ? null : await photos.findPhoto(tx, member.householdId, id)
  if (jpeg !== null) {
    await checkStorageQuota(tx, limits, member.householdId, jpeg.length)
    await photos.putPhoto(tx, member.householdId, copy.id, jpeg)
  }
  await recordChange(tx, member, contract.recipeAdded, { recipeId: copy.id }, [undo])
  return getRecipe(tx, member, copy.id)
}

/** Throws 409 `quota_reached` if the household may not have `adding` more recipes. */
export const checkRecipeQuota = async (tx: Transaction, limits: QuotaLimits, householdId: HouseholdId, adding = 1): Promise<void> =>
  checkQuota(limits, 'recipes', await store.countOwnRecipes(tx, householdId), adding)

/** Throws 409 `quota_reached` if the household may not store `adding` more bytes. */
export async function checkStorageQuota(tx: Transaction, limits: QuotaLimits, householdId: HouseholdId, adding: number): Promise<void> {
  if (adding > 0) checkQuota(limits, 'storedBytes', await photos.storedPhotoBytes(tx, householdId), adding)
}
