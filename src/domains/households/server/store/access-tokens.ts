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
