import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { type SafePicture, safeImage } from '#platform/server/security/safe-image.ts'
import { notFound } from '#platform/shared/problem.ts'
import { photoChanged, type Recipe } from '../../contract/index.ts'
import * as photos from '../store/photos.ts'
import * as store from '../store/recipes.ts'
import { checkStorageQuota, getEditableRow } from './edit-recipe.ts'
import { getRecipe, getRecipeRow } from './recipe-entries.ts'

/** Enough for a large screen, small enough for a database. */
export const longestPhotoSide = 1200

/** Re-encodes a picture, upright and without metadata. Returns base64. */
export async function encodePhoto(picture: Uint8Array): Promise<string> {
  return encoded(await safeImage(picture))
}
const encoded = async (picture: SafePicture) => (await picture.toStored(longestPhotoSide)).bytes.toString('base64')

/** Pixels decoded per upload: a hundred phone photos of a few megapixels, about two seconds of one core. */
const maxPixelsPerUpload = 400_000_000

/** Encodes the pictures of an upload in order; null for one that is damaged or exceeds the remaining pixels. */
export async function encodePhotos(pictures: readonly Uint8Array[], maxPixels = maxPixelsPerUpload): Promise<(string | null)[]> {
  const photos: (string | null)[] = []
  let left = maxPixels
  for (const bytes of pictures) {
    // Reads only the header.
    const picture = await safeImage(bytes).catch(() => null)
    const pixels = picture ? picture.width * picture.height : 0
    const fits = picture !== null && pixels <= left
    if (fits) left -= pixels
    photos.push(fits ? await encoded(picture).catch(() => null) : null)
  }
  return photos
}

/** Returns the bytes of a recipe's photo. Throws `not_found`. */
export async function getPhoto(q: Reader, { householdId }: Member, id: string): Promise<Buffer> {
  await getRecipeRow(q, householdId, id)
  const jpeg = await photos.findPhoto(q, householdId, id)
  if (jpeg === null) throw notFound()
  return Buffer.from(jpeg, 'base64')
}

/** Sets or replaces a recipe's photo. Throws 409 `quota_reached`. */
export async function setPhoto(tx: Transaction, limits: QuotaLimits, member: Member, id: string, jpeg: string): Promise<Recipe> {
  const row = await getEditableRow(tx, member, id)
  await checkStorageQuota(tx, limits, member.householdId, jpeg.length - (await photos.photoBytes(tx, member.householdId, id)))
  await photos.putPhoto(tx, member.householdId, id, jpeg)
  await mark(tx, member, row, String(row.version + 1))
  return getRecipe(tx, member, id)
}

export async function removePhoto(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await getEditableRow(tx, member, id)
  if (row.photo === null) return
  await photos.dropPhoto(tx, member.householdId, id)
  await mark(tx, member, row, null)
}

async function mark(tx: Transaction, member: Member, row: store.RecipeRow, photo: string | null): Promise<void> {
  await store.updateRecipe(tx, member.householdId, row.id, { photo, updated_at: member.now.toISOString() }, null)
  await recordChange(tx, member, photoChanged, { recipeId: row.id })
}
