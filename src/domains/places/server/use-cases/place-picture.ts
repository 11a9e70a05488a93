import { findPicture, type PictureQuota, savePicture } from '#domains/ingredients/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { notFound } from '#platform/shared/problem.ts'
import { type Place, placeChanged } from '../../contract.ts'
import * as store from '../store.ts'
import { getActivePlace, type PlaceUndo, toPlace } from './edit-place.ts'

/** Returns the bytes of a place's picture. Throws `not_found`, also if `version` isn't the current picture. */
export async function readPlacePicture(q: Reader, member: Member, id: string, version: string | undefined): Promise<Uint8Array> {
  const { picture } = await getActivePlace(q, member, id)
  const isCurrent = picture !== null && (version === undefined || version === picture)
  const jpeg = isCurrent ? await findPicture(q, member.householdId, picture) : undefined
  if (!jpeg) throw notFound()
  return jpeg
}

/** Sets or replaces a place's picture. Throws `not_found` or 409 `quota_reached`. */
export async function setPlacePicture(tx: Transaction, quota: PictureQuota, member: Member, id: string, jpeg: Uint8Array): Promise<Place> {
  const row = await getActivePlace(tx, member, id)
  await changePicture(tx, member, row, await savePicture(tx, quota, member, jpeg))
  return toPlace(await getActivePlace(tx, member, id))
}

/** Removes a place's picture. The job erases the picture once an undo no longer needs it. */
export async function removePlacePicture(tx: Transaction, member: Member, id: string): Promise<void> {
  await changePicture(tx, member, await getActivePlace(tx, member, id), null)
}

async function changePicture(tx: Transaction, member: Member, row: store.PlaceRow, picture: string | null): Promise<void> {
  if (row.picture === picture) return
  await store.updatePlace(tx, member.householdId, row.id, { picture, updated_at: member.now.toISOString() })
  const undo: PlaceUndo = { placeId: row.id, set: { picture: row.picture }, expect: { removed_at: null, picture } }
  await recordChange(tx, member, placeChanged, { placeId: row.id }, undo)
}
