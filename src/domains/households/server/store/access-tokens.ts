import type { AccountViews } from '#domains/account/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { HouseholdTables } from '../tables.ts'

const on = (q: Reader) => q.on<HouseholdTables & AccountViews>()
export type KeyKind = HouseholdTables['access_keys']['kind']

/** Returns a member's keys, newest first. */
export const keysOf = (q: Reader, householdId: HouseholdId, userId: UserId, kinds: readonly KeyKind[]) =>
  on(q)
    .selectFrom('access_keys')
    .leftJoin('last_seen', 'last_seen.id', 'access_keys.id')
    .select(['access_keys.id', 'kind', 'name', 'created_at', 'expires_at', 'last_seen.at as used_at'])
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .orderBy('created_at', 'desc')
    .orderBy('access_keys.id')
    .execute()

export const countTokens = async (q: Reader, householdId: HouseholdId, userId: UserId): Promise<number> =>
  (await keysOf(q, householdId, userId, ['read', 'write', 'tasks'])).length

export const insertKey = (tx: Transaction, row: HouseholdTables['access_keys']) => on(tx).insertInto('access_keys').values(row).execute()

/** Returns false if the member has no such key. */
export async function deleteKey(tx: Transaction, householdId: HouseholdId, userId: UserId, id: string): Promise<boolean> {
  const deleted = await on(tx)
    .deleteFrom('access_keys')
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Returns false if the member has no such token. */
export async function setTokenEnd(tx: Transaction, householdId: HouseholdId, userId: UserId, id: string, at: string): Promise<boolean> {
  const changed = await on(tx)
    .updateTable('access_keys')
    .set({ expires_at: at })
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('kind', 'in', ['read', 'write'])
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Returns a household's paired tablets, newest first. */
export const tabletsOf = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('access_keys')
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .leftJoin('last_seen', 'last_seen.id', 'access_keys.id')
    .select(['access_keys.id', 'access_keys.name', 'access_keys.created_at', 'expires_at', 'last_seen.at as used_at'])
    .select(['first_name', 'last_name'])
    .where('household_id', '=', householdId)
    .where('kind', '=', 'tablet')
    .orderBy('access_keys.created_at', 'desc')
    .orderBy('access_keys.id')
    .execute()

/** Deletes tablets: one, or those that a member paired. Returns their ids. */
export async function deleteTablets(
  tx: Transaction,
  householdId: HouseholdId,
  which: { id: string } | { userId: string },
): Promise<string[]> {
  const tablets = on(tx).deleteFrom('access_keys').where('household_id', '=', householdId).where('kind', '=', 'tablet')
  const chosen = 'id' in which ? tablets.where('id', '=', which.id) : tablets.where('user_id', '=', which.userId)
  return (await chosen.returning('id').execute()).map(({ id }) => id)
}

export const isTabletActive = async (q: Reader, householdId: HouseholdId, id: string): Promise<boolean> =>
  (await on(q)
    .selectFrom('access_keys')
    .select('id')
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('kind', '=', 'tablet')
    .executeTakeFirst()) !== undefined

/** Gives a tablet a later end. */
export const extendTabletKey = (tx: Transaction, householdId: HouseholdId, id: string, expiresAt: string) =>
  on(tx)
    .updateTable('access_keys')
    .set({ expires_at: expiresAt })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('expires_at', '<', expiresAt)
    .execute()

/** Replaces the hash that a key waits under. Returns false if it was replaced before, or expired. */
export async function replaceKeyHash(
  tx: Transaction,
  householdId: HouseholdId,
  from: string,
  to: { hash: string; expires_at: string },
  now: string,
): Promise<boolean> {
  const changed = await on(tx)
    .updateTable('access_keys')
    .set(to)
    .where('household_id', '=', householdId)
    .where('hash', '=', from)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Deletes all of a user's keys, in every household. Returns their ids. */
export async function deleteKeysOf(tx: Transaction, userId: UserId): Promise<string[]> {
  return (await on(tx).deleteFrom('access_keys').where('user_id', '=', userId).returning('id').execute()).map(({ id }) => id)
}

/** Returns the key's user, household and role. Requires the `keys` scope, because the household isn't known. */
export const holderOf = (q: Reader, hash: string) =>
  on(q)
    .selectFrom('access_keys')
    .innerJoin('households', 'households.id', 'access_keys.household_id')
    .innerJoin('members', (join) =>
      join.onRef('members.household_id', '=', 'access_keys.household_id').onRef('members.user_id', '=', 'access_keys.user_id'),
    )
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .select(['access_keys.id', 'access_keys.household_id', 'access_keys.user_id', 'kind', 'expires_at', 'role', 'time_zone'])
    .where('access_keys.hash', '=', hash)
    .where('households.deleted_at', 'is', null)
    .where('users.locked_at', 'is', null)
    .executeTakeFirst()

/** Returns those of the keys that are valid: their user isn't locked and they haven't expired. */
export const validKeys = (q: Reader, householdIds: readonly HouseholdId[], ids: readonly string[], now: Date) =>
  on(q)
    .selectFrom('access_keys')
    .innerJoin('households', 'households.id', 'household_id')
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .select(['access_keys.id', 'household_id'])
    .where('household_id', 'in', householdIds)
    .where('access_keys.id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('locked_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .execute()
