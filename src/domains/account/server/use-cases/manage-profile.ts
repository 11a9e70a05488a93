import { randomUUID } from 'node:crypto'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { safeImage } from '#platform/server/security/safe-image.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { defaultPreferences, Preferences, type User } from '../../contract/index.ts'
import { fullName } from '../../rules/full-name.ts'
import { avatarById, deleteAvatar, type ProfileRow, profileOf, replaceAvatar, updateProfile } from '../store/accounts.ts'

/** Throws 404 if the account no longer exists. */
export async function getMe(q: Reader, userId: UserId): Promise<User> {
  return toUser(await profileOf(q, userId))
}

/** Returns the version for `If-Match`: the milliseconds of `updatedAt`. */
export const versionOf = ({ updatedAt }: User): number => Date.parse(updatedAt)

/** Replaces the preferences. Throws 412 with the current user if they changed since `ifMatch`. */
export async function changePreferences(
  tx: Transaction,
  userId: UserId,
  preferences: Preferences,
  now: Date,
  ifMatch: number | null,
): Promise<User> {
  return change(tx, userId, { preferences: JSON.stringify(withShortUnitNames(preferences)) }, now, ifMatch)
}

/** Changes one or both names. Throws 412 as `changePreferences` does. */
export async function changeProfile(
  tx: Transaction,
  userId: UserId,
  { firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined },
  now: Date,
  ifMatch: number | null,
): Promise<User> {
  const names = {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
  }
  const user = await change(tx, userId, names, now, ifMatch)
  // Joined only now, from the row this transaction has locked: the other name may have just been changed by another.
  return toUser(await updateProfile(tx, userId, { name: fullName(user) }, new Date(user.updatedAt)))
}

async function change(
  tx: Transaction,
  userId: UserId,
  set: Parameters<typeof updateProfile>[2],
  now: Date,
  ifMatch: number | null,
): Promise<User> {
  if (ifMatch === null) return toUser(await updateProfile(tx, userId, set, now))
  const before = await profileOf(tx, userId)
  const user = toUser(before)
  // Increases the version even within the same millisecond.
  const at = new Date(Math.max(now.getTime(), ifMatch + 1))
  const after = versionOf(user) === ifMatch ? await updateProfile(tx, userId, set, at, before) : undefined
  if (!after) throw new Problem(412, 'changed_meanwhile', 'This was changed in the meantime, perhaps in another tab.', { current: user })
  return toUser(after)
}

/** Copies the preferred units of `unitDisplay`, which take precedence, to the three short fields. */
function withShortUnitNames(preferences: Preferences): Preferences {
  const { mass, volume, count } = preferences.unitDisplay
  return { ...preferences, massUnit: mass.preferred, volumeUnit: volume.preferred, countUnit: count.preferred }
}

/** Converts a row to the contract's user. Throws 404 if it is undefined. */
export function toUser(row: ProfileRow | undefined): User {
  if (!row) throw notFound()
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    avatar: row.image,
    preferences: readPreferences(row.preferences),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

// Another version may have written them: unreadable preferences become the defaults.
function readPreferences(text: string): Preferences {
  try {
    return withShortUnitNames(Preferences.parse({ ...defaultPreferences, ...JSON.parse(text) }))
  } catch {
    return defaultPreferences
  }
}

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
