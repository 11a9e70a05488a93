import { hash } from 'node:crypto'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota } from '#domains/households/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { safeImage } from '#platform/server/security/safe-image.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { type Ingredient, ingredientChanged } from '../../contract/index.ts'
import * as store from '../store.ts'
import type { IngredientUndo } from './history-handler.ts'
import { getIngredient } from './manage-ingredients.ts'

/** The space for pictures, shared with the recipes' photos. */
export interface PictureQuota {
  readonly limits: QuotaLimits
  storedBytes(q: Reader, householdId: HouseholdId): Promise<number>
}

/** Enough to read a label, on a phone's whole screen. */
export const longestPictureSide = 800

/** Re-encodes a picture, upright and without metadata. Throws as `safeImage` does. */
export const encodePicture = async (picture: Uint8Array): Promise<Buffer> =>
  (await (await safeImage(picture)).toStored(longestPictureSide)).bytes

/** Does the same with a picture from an export. Refuses one that this app can't have stored before it decodes it. */
export async function encodeExportedPicture(picture: Uint8Array, longestSide: number): Promise<Buffer | null> {
  const image = await safeImage(picture)
  return Math.max(image.width, image.height) > longestSide ? null : (await image.toStored(longestSide)).bytes
}

const idOf = (jpeg: Uint8Array) => hash('sha256', jpeg, 'base64url')

async function findRow(q: Reader, householdId: HouseholdId, id: string): Promise<store.IngredientRow> {
  const row = await store.findIngredient(q, householdId, id)
  if (!row) throw notFound()
  return row
}

/** Returns the bytes of an ingredient's picture. Throws `not_found`, also if `version` isn't the current picture. */
export async function readPicture(q: Reader, { householdId }: Member, id: string, version: string | undefined): Promise<Uint8Array> {
  const { picture } = await findRow(q, householdId, id)
  const isCurrent = picture !== null && (version === undefined || version === picture)
  const jpeg = isCurrent ? await store.findPicture(q, householdId, picture) : undefined
  if (!jpeg) throw notFound()
  return jpeg
}

/** Returns the bytes in use before a picture is added; null if it is stored already. */
async function usedBefore(tx: Transaction, quota: PictureQuota, { householdId }: Member, id: string): Promise<number | null> {
  return (await store.hasPicture(tx, householdId, id)) ? null : quota.storedBytes(tx, householdId)
}

/** Stores a picture for an ingredient to be imported. Returns its id, or null if the household has no space for it. */
export async function storePictureIfFits(tx: Transaction, quota: PictureQuota, member: Member, jpeg: Uint8Array): Promise<string | null> {
  const id = idOf(jpeg)
  const used = await usedBefore(tx, quota, member, id)
  if (used !== null && used + jpeg.length > quota.limits.storedBytes) return null
  await store.insertPicture(tx, member.householdId, id, jpeg, member.now.toISOString())
  return id
}

/** Returns a picture's bytes, and how many of them no longer count because it is erased soon unless something else has it. */
export async function takePicture(
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
): Promise<{ jpeg: Uint8Array | null; freed: number }> {
  const jpeg = await store.findPicture(tx, householdId, id)
  if (!jpeg) return { jpeg: null, freed: 0 }
  return { jpeg, freed: (await store.markTaken(tx, householdId, id)) ? jpeg.length : 0 }
}

/** Stores a picture. Returns its id. Throws 409 `quota_reached`. */
export async function savePicture(tx: Transaction, quota: PictureQuota, member: Member, jpeg: Uint8Array): Promise<string> {
  const picture = idOf(jpeg)
  const used = await usedBefore(tx, quota, member, picture)
  if (used !== null) checkQuota(quota.limits, 'storedBytes', used, jpeg.length)
  await store.insertPicture(tx, member.householdId, picture, jpeg, member.now.toISOString())
  return picture
}

/** Sets or replaces an ingredient's picture. Throws `not_found` or 409 `quota_reached`. */
export async function setPicture(tx: Transaction, quota: PictureQuota, member: Member, id: string, jpeg: Uint8Array): Promise<Ingredient> {
  const row = await findRow(tx, member.householdId, id)
  await changePicture(tx, member, row, await savePicture(tx, quota, member, jpeg))
  return getIngredient(tx, member, id)
}

/** Removes an ingredient's picture. The job erases the picture once an undo no longer needs it. */
export async function removePicture(tx: Transaction, member: Member, id: string): Promise<void> {
  await changePicture(tx, member, await findRow(tx, member.householdId, id), null)
}

async function changePicture(tx: Transaction, member: Member, row: store.IngredientRow, picture: string | null): Promise<void> {
  if (row.picture === picture) return
  await store.updateIngredient(tx, member.householdId, row.id, { picture, updated_at: member.now.toISOString() }, null)
  const undo: IngredientUndo = { set: { picture: row.picture }, expect: { picture } }
  await recordChange(tx, member, ingredientChanged, { ingredientId: row.id }, undo)
}
