import { randomUUID } from 'node:crypto'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { safeImage } from '#platform/server/security/safe-image.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import type { User } from '../../contract/index.ts'
import { avatarById, deleteAvatar, replaceAvatar, updateProfile } from '../store/profile.ts'
import { toUser } from './profile.ts'

const maxSidePx = 512

export type AvatarPicture = { bytes: Buffer; type: string }

/** Re-encodes an image at avatar size. Throws as `safeImage` does. */
export async function resizeAvatar(bytes: Uint8Array): Promise<AvatarPicture> {
  return (await safeImage(bytes)).toStored(maxSidePx)
}

/** Replaces the avatar, under a new unguessable path. */
export async function putAvatar(tx: Transaction, userId: UserId, { bytes, type }: AvatarPicture, now: Date): Promise<User> {
  const id = randomUUID()
  await replaceAvatar(tx, { id, user_id: userId, type, bytes, created_at: now.toISOString() })
  return toUser(await updateProfile(tx, userId, { image: `/api/avatars/${id}` }, now))
}

export async function removeAvatar(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await deleteAvatar(tx, userId)
  await updateProfile(tx, userId, { image: null }, now)
}

/** Throws 404 if it has been replaced or never existed. */
export async function readAvatar(q: Reader, id: string): Promise<AvatarPicture> {
  const row = await avatarById(q, id)
  if (!row) throw notFound()
  return { type: row.type, bytes: Buffer.from(row.bytes) }
}
