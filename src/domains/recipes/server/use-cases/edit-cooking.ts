import { randomUUIDv7 } from 'node:crypto'
import { hasPicture } from '#domains/ingredients/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import { newestFirst } from '../../rules/cookings.ts'
import * as store from '../store/cookings.ts'
import { getEditableRow } from './edit-recipe.ts'
import { getRecipeRow } from './recipe-entries.ts'

/** Stored in the change log to undo a change: previous columns, and those required for the undo. */
export interface CookingUndo {
  cookingId: string
  set: Partial<store.CookingRow>
  expect: Partial<store.CookingRow>
}

export const toCooking = (row: store.CookingRow): contract.Cooking => ({
  id: row.id,
  recipeId: row.recipe_id,
  date: row.cooked_on,
  rating: row.rating_tenths === null ? null : row.rating_tenths / 10,
  notes: row.notes,
  picture: row.picture === null ? null : `/api/cookings/${row.id}/picture?v=${row.picture}`,
  createdAt: row.created_at,
  version: row.version,
})

function toColumns({ date, rating, notes }: contract.CookingChange): Partial<store.CookingRow> {
  return {
    ...(date === undefined ? {} : { cooked_on: date }),
    ...(rating === undefined ? {} : { rating_tenths: rating === null ? null : Math.round(rating * 10) }),
    ...(notes === undefined ? {} : { notes }),
  }
}

/** Returns when a recipe was made. Throws `not_found`. */
export async function listCookings(q: Reader, member: Member, recipeId: string): Promise<contract.Cooking[]> {
  await getRecipeRow(q, member.householdId, recipeId)
  return (await store.listCookingsOf(q, member.householdId, recipeId)).map(toCooking).sort(newestFirst)
}

/** Inserts a row without recording a change. Throws 409 if its id exists. */
export async function insertCooking(
  tx: Transaction,
  member: Pick<Member, 'householdId' | 'now' | 'today'>,
  recipeId: string,
  { id = randomUUIDv7(), picture = null, ...input }: contract.NewCooking & { picture?: string | null },
): Promise<{ row: store.CookingRow; undo: CookingUndo }> {
  if (await store.findCooking(tx, member.householdId, id)) throw conflict('already_exists', 'This already exists.')
  const at = member.now.toISOString()
  const blank = { cooked_on: member.today, rating_tenths: null, notes: '', picture }
  const times = { version: 1, created_at: at, updated_at: at, removed_at: null }
  const row: store.CookingRow = { household_id: member.householdId, id, recipe_id: recipeId, ...blank, ...times, ...toColumns(input) }
  await store.insertCooking(tx, row)
  return { row, undo: { cookingId: id, set: { removed_at: at }, expect: { removed_at: null } } }
}

export async function addCooking(tx: Transaction, member: Member, recipeId: string, input: contract.NewCooking): Promise<contract.Cooking> {
  const recipe = await getEditableRow(tx, member, recipeId)
  const { row, undo } = await insertCooking(tx, member, recipe.id, input)
  await recordChange(tx, member, contract.cookingAdded, { recipeId: recipe.id, cookingId: row.id }, [undo])
  return toCooking(row)
}

/** Adds the times that an imported recipe was made, without recording a change. `pictureId`: a stored picture. */
export async function importCookings(
  tx: Transaction,
  member: Member,
  recipeId: string,
  cookings: readonly (contract.NewCooking & { pictureId?: string })[],
): Promise<void> {
  for (const { pictureId, ...cooking } of cookings) {
    const isStored = pictureId !== undefined && (await hasPicture(tx, member.householdId, pictureId))
    await insertCooking(tx, member, recipeId, { ...cooking, picture: isStored ? pictureId : null })
  }
}

/** Throws `not_found`. */
export async function getCookingRow(q: Reader, member: Member, id: string): Promise<store.CookingRow> {
  const row = await store.findCooking(q, member.householdId, id)
  if (!row || row.removed_at !== null) throw notFound()
  return row
}

/** Changes a row. Throws 412 if it was changed since `ifMatch`. */
export async function changeCooking(
  tx: Transaction,
  member: Member,
  id: string,
  change: contract.CookingChange,
  ifMatch: number | null,
): Promise<contract.Cooking> {
  const row = await getCookingRow(tx, member, id)
  const to = toColumns(change)
  const columns = (Object.keys(to) as (keyof store.CookingRow)[]).filter((column) => row[column] !== to[column])
  if (columns.length === 0 && (ifMatch === null || ifMatch === row.version)) return toCooking(row)
  const pick = (from: Partial<store.CookingRow>): Partial<store.CookingRow> =>
    Object.fromEntries(columns.map((column) => [column, from[column]]))
  const isChanged = await store.updateCooking(tx, member.householdId, id, { ...pick(to), updated_at: member.now.toISOString() }, ifMatch)
  const current = toCooking(await getCookingRow(tx, member, id))
  if (!isChanged) throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current })
  const undo: CookingUndo = { cookingId: id, set: pick(row), expect: { removed_at: null, ...pick(to) } }
  await recordChange(tx, member, contract.cookingChanged, { recipeId: row.recipe_id, cookingId: id }, [undo])
  return current
}

export async function removeCooking(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await getCookingRow(tx, member, id)
  const at = member.now.toISOString()
  await store.updateCooking(tx, member.householdId, id, { removed_at: at, updated_at: at }, null)
  const undo: CookingUndo = { cookingId: id, set: { removed_at: null }, expect: { removed_at: at } }
  await recordChange(tx, member, contract.cookingRemoved, { recipeId: row.recipe_id, cookingId: id }, [undo])
}

/** Removes the note that a meal was made, because cooking it is undone; does nothing if it is gone. */
export async function forgetCooking(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await store.findCooking(tx, member.householdId, id)
  const at = member.now.toISOString()
  if (row?.removed_at === null) await store.updateCooking(tx, member.householdId, id, { removed_at: at, updated_at: at }, null)
}

const hasErasedPicture = async (q: Reader, { householdId }: Member, { picture }: Pick<store.CookingRow, 'picture'>) =>
  picture !== null && !(await hasPicture(q, householdId, picture))

/** Leaves out the photos of a restored recipe that were erased while it was removed. */
export async function dropErasedPictures(tx: Transaction, member: Member, recipeId: string): Promise<void> {
  for (const row of await store.listCookingsOf(tx, member.householdId, recipeId))
    if (await hasErasedPicture(tx, member, row))
      await store.updateCooking(tx, member.householdId, row.id, { picture: null, updated_at: member.now.toISOString() }, null)
}

/**
 * Undoes a change; the caller records that. A restored note comes without a photo that was erased. Throws 409 if the row was changed since,
 * or the photo to put back was erased.
 */
export async function restoreCooking(tx: Transaction, member: Member, { cookingId, set, expect }: CookingUndo): Promise<void> {
  const row = await store.findCooking(tx, member.householdId, cookingId)
  const isUnchanged = hasColumns(row, expect)
  const isErased = set.picture !== undefined && (await hasErasedPicture(tx, member, { picture: set.picture }))
  const isWithoutPicture = isUnchanged && set.removed_at === null && (await hasErasedPicture(tx, member, row))
  const to = { ...set, ...(isWithoutPicture ? { picture: null } : {}), updated_at: member.now.toISOString() }
  if (!isUnchanged || isErased || !(await store.updateCooking(tx, member.householdId, cookingId, to, row.version)))
    throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
}
