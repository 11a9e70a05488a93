import { findPicture, type PictureQuota, savePicture } from '#domains/ingredients/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { notFound } from '#platform/shared/problem.ts'
import { type Cooking, cookingPictureChanged } from '../../contract/index.ts'
import * as store from '../store/cookings.ts'
import { type CookingUndo, getCookingRow, toCooking } from './edit-cooking.ts'

/** Returns the bytes of a photo. Throws `not_found`, also if `version` isn't the current photo. */
export async function readCookingPicture(q: Reader, member: Member, id: string, version: string | undefined): Promise<Uint8Array> {
  const { picture } = await getCookingRow(q, member, id)
  const isCurrent = picture !== null && (version === undefined || version === picture)
  const jpeg = isCurrent ? await findPicture(q, member.householdId, picture) : undefined
  if (!jpeg) throw notFound()
  return jpeg
}

/** Sets or replaces the photo of a time that a recipe was made. Throws `not_found` or 409 `quota_reached`. */
export async function setCookingPicture(
  tx: Transaction,
  quota: PictureQuota,
  member: Member,
  id: string,
  jpeg: Uint8Array,
): Promise<Cooking> {
  const row = await getCookingRow(tx, member, id)
  await changePicture(tx, member, row, await savePicture(tx, quota, member, jpeg))
  return toCooking(await getCookingRow(tx, member, id))
}

/** Removes a photo. The job erases it once an undo no longer needs it. */
export async function removeCookingPicture(tx: Transaction, member: Member, id: string): Promise<void> {
  await changePicture(tx, member, await getCookingRow(tx, member, id), null)
}

async function changePicture(tx: Transaction, member: Member, row: store.CookingRow, picture: string | null): Promise<void> {
  if (row.picture === picture) return
  await store.updateCooking(tx, member.householdId, row.id, { picture, updated_at: member.now.toISOString() }, null)
  const undo: CookingUndo = { cookingId: row.id, set: { picture: row.picture }, expect: { removed_at: null, picture } }
  await recordChange(tx, member, cookingPictureChanged, { recipeId: row.recipe_id, cookingId: row.id }, [undo])
}
