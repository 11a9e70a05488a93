import { notFound } from '#platform/contract/problem.ts'
import { record } from '#platform/server/changes.ts'
import type { Reader, Transaction } from '#platform/server/database.ts'
import { safeImage } from '#platform/server/safe-image.ts'
import type { Member } from '#platform/server/serve/call.ts'
import { photoChanged, type Recipe } from '../../contract.ts'
import * as store from '../store/recipes.ts'
import { getRecipe, presentRow } from './present.ts'
import { ownRow } from './recipe.ts'

/** Long enough for a large screen, small enough for a database. */
const longestSide = 1200

/** A picture as it is kept: re-encoded, upright, nothing of the original but its pixels. Base64. */
export async function keptPhoto(picture: Uint8Array): Promise<string> {
  return (await (await safeImage(picture)).toKeep(longestSide)).bytes.toString('base64')
}

/** The bytes of a recipe's photo. Throws `not_found` where it has none. */
export async function getPhoto(q: Reader, { householdId }: Member, id: string): Promise<Buffer> {
  await presentRow(q, householdId, id)
  const jpeg = await store.findPhoto(q, householdId, id)
  if (jpeg === null) throw notFound()
  return Buffer.from(jpeg, 'base64')
}

export async function setPhoto(tx: Transaction, member: Member, id: string, jpeg: string): Promise<Recipe> {
  const row = await ownRow(tx, member, id)
  await store.putPhoto(tx, member.householdId, id, jpeg)
  await mark(tx, member, row, String(row.version + 1))
  return getRecipe(tx, member, id)
}

export async function removePhoto(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await ownRow(tx, member, id)
  if (row.photo === null) return
  await store.dropPhoto(tx, member.householdId, id)
  await mark(tx, member, row, null)
}

async function mark(tx: Transaction, member: Member, row: store.RecipeRow, photo: string | null): Promise<void> {
  await store.updateRecipe(tx, member.householdId, row.id, { photo, updated_at: member.now.toISOString() }, null)
  await record(tx, member, photoChanged, { recipeId: row.id })
}
