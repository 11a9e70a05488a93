import { type Insertable, sql } from 'kysely'
import type { AccountViews } from '#domains/account/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Role } from '#platform/shared/roles.ts'
import type { HouseholdTables } from '../tables.ts'

const on = (q: Reader) => q.on<HouseholdTables & AccountViews>()

const householdFields = [
  'households.id',
  'name',
  'time_zone',
  'currency',
  'locations',
  'restocks_list',
  'invite_hash',
  'invite_box',
  'invite_changed_at',
  'sample_import',
  'households.version',
  'created_at',
] as const

/** Returns a user's households, oldest membership first. */
export const householdsOf = (q: Reader, userId: UserId) =>
  on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select([...householdFields, 'role'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('joined_at')
    .orderBy('households.id')
    .execute()

export const householdsOfIncludingDeleted = (q: Reader, userId: UserId) =>
  on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select(['households.id', 'name', 'deleted_at'])
    .where('user_id', '=', userId)
    .orderBy('households.id')
    .execute()

/** Counts a user's households, including deleted ones they own until those are erased. */
export async function countHouseholdsOf(q: Reader, userId: UserId): Promise<number> {
  const { count } = await on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where((where) => where.or([where('deleted_at', 'is', null), where('role', '=', 'OWNER')]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns households that the user owns and that were deleted after `since`, latest first. */
export const deletedHouseholdsOf = (q: Reader, userId: UserId, since: string) =>
  on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select(['households.id', 'name', 'deleted_at'])
    .where('user_id', '=', userId)
    .where('role', '=', 'OWNER')
    .where('deleted_at', '>', since)
    .orderBy('deleted_at', 'desc')
    .limit(50)
    .execute()

/** Returns false if the household wasn't deleted after `since`. */
export async function undeleteHousehold(tx: Transaction, householdId: HouseholdId, since: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('households')
    .set({ deleted_at: null, version: sql`version + 1` })
    .where('id', '=', householdId)
    .where('deleted_at', '>', since)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Clears an erased household. Its row stays, because other rows may reference its id. */
export const anonymizeHousehold = (tx: Transaction, householdId: HouseholdId) =>
  on(tx)
    .updateTable('households')
    .set({ name: '', invite_hash: `gone ${householdId}`, invite_box: '', seq: 0 })
    .where('id', '=', householdId)
    .execute()

/** Returns deleted households that haven't been erased. Requires the `jobs` scope. */
export async function householdsToErase(q: Reader, before: string): Promise<HouseholdId[]> {
  const rows = await on(q)
    .selectFrom('households')
    .select('id')
    .where('deleted_at', '<', before)
    .where('invite_hash', 'not like', 'gone %')
    .orderBy('deleted_at')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns households that weren't deleted, with an id after `after`, in order. Requires the `jobs` scope. */
export async function householdsAfter(q: Reader, after: string, limit: number): Promise<HouseholdId[]> {
  const rows = await on(q)
    .selectFrom('households')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ eb, ref }) => eb(ref('id').$castTo<string>(), '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const getHousehold = (q: Reader, householdId: HouseholdId, userId: UserId) =>
  on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select([...householdFields, 'role'])
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

export type HouseholdRow = Awaited<ReturnType<typeof getHousehold>>

export const insertHousehold = (
  tx: Transaction,
  row: Omit<HouseholdTables['households'], 'deleted_at' | 'invite_changed_at' | 'sample_import' | 'restocks_list'>,
) =>
  on(tx)
    .insertInto('households')
    .values({ ...row, deleted_at: null, invite_changed_at: null, sample_import: null })
    .execute()

/** Returns the import that filled the household with a sample kitchen, or null. */
export async function sampleImportOf(q: Reader, householdId: HouseholdId): Promise<string | null> {
  const row = await on(q).selectFrom('households').select('sample_import').where('id', '=', householdId).executeTakeFirst()
  return row?.sample_import ?? null
}

/** Sets the import of the sample kitchen. Returns false if it isn't `from`. */
export async function setSampleImport(tx: Transaction, householdId: HouseholdId, from: string | null, to: string | null): Promise<boolean> {
  const { numUpdatedRows } = await on(tx)
    .updateTable('households')
    .set({ sample_import: to })
    .where('id', '=', householdId)
    .where('sample_import', from === null ? 'is' : '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false if the household was deleted or has another version. */
export async function updateHousehold(
  tx: Transaction,
  householdId: HouseholdId,
  set: Partial<Pick<HouseholdTables['households'], 'name' | 'time_zone' | 'currency' | 'locations' | 'deleted_at'>>,
  version: number | null,
): Promise<boolean> {
  let query = on(tx)
    .updateTable('households')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', householdId)
    .where('deleted_at', 'is', null)
  if (version !== null) query = query.where('version', '=', version)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

export const settingsOf = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('households')
    .select(['name', 'time_zone', 'currency', 'restocks_list', 'locations'])
    .where('id', '=', householdId)
    .executeTakeFirstOrThrow()

/** Returns the household's names of places. */
export async function locationsOf(q: Reader, householdId: HouseholdId): Promise<string[]> {
  const { locations } = await on(q).selectFrom('households').select('locations').where('id', '=', householdId).executeTakeFirstOrThrow()
  return JSON.parse(locations)
}

export const setLocations = (tx: Transaction, householdId: HouseholdId, names: readonly string[]) =>
  updateHousehold(tx, householdId, { locations: JSON.stringify(names) }, null)

/** Returns false if the user is already a member. */
export async function insertMember(tx: Transaction, row: Insertable<HouseholdTables['members']>): Promise<boolean> {
  const result = await on(tx)
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

const memberFields = [
  'members.user_id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'members.role',
  'members.joined_at',
  'members.version',
] as const

export const listMembers = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(memberFields)
    .where('household_id', '=', householdId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute()

export const findMember = (q: Reader, householdId: HouseholdId, userId: string) =>
  on(q)
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(memberFields)
    .where('household_id', '=', householdId)
    .where('members.user_id', '=', userId)
    .executeTakeFirst()

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>

/** Returns false if the role is no longer `from`. */
export async function updateRole(tx: Transaction, householdId: HouseholdId, userId: string, from: Role, to: Role): Promise<boolean> {
  const result = await on(tx)
    .updateTable('members')
    .set({ role: to, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .where('role', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteMember(tx: Transaction, householdId: HouseholdId, userId: string): Promise<boolean> {
  const result = await on(tx).deleteFrom('members').where('household_id', '=', householdId).where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function countMembers(q: Reader, householdId: HouseholdId): Promise<number> {
  const { count } = await on(q)
    .selectFrom('members')
    .select(sql<number>`count(*)`.as('count'))
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countOwners(q: Reader, householdId: HouseholdId): Promise<number> {
  const { count } = await on(q)
    .selectFrom('members')
    .select(sql<number>`count(*)`.as('count'))
    .where('household_id', '=', householdId)
    .where('role', '=', 'OWNER')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns users' names by id. Deleted users have none. */
export async function userNamesOf(q: Reader, userIds: readonly string[]): Promise<Map<string, { firstName: string; lastName: string }>> {
  if (userIds.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(userIds)])
    .execute()
  return new Map(rows.map((row) => [row.id, { firstName: row.first_name, lastName: row.last_name }]))
}

export async function timeZoneOf(q: Reader, householdId: HouseholdId): Promise<string> {
  const row = await on(q).selectFrom('households').select('time_zone').where('id', '=', householdId).executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}

export async function isHouseholdDeleted(q: Reader, householdId: HouseholdId): Promise<boolean> {
  const row = await on(q).selectFrom('households').select('deleted_at').where('id', '=', householdId).executeTakeFirst()
  return row?.deleted_at !== null
}

/** Returns the id of the household with an id from a request, also of a deleted household. */
export const findHouseholdId = async (q: Reader, id: string): Promise<HouseholdId | undefined> => {
  const ids = on(q).selectFrom('households').select('id')
  return (await ids.where(({ eb, ref }) => eb(ref('id').$castTo<string>(), '=', id)).executeTakeFirst())?.id
}

/** Returns a user's membership, or undefined if they aren't a member or the household was deleted. `id` may come from a request. */
export const membershipOf = (q: Reader, userId: string, id: string): Promise<{ householdId: HouseholdId; role: Role } | undefined> =>
  on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select(['households.id as householdId', 'role'])
    .where(({ eb, ref }) => eb(ref('households.id').$castTo<string>(), '=', id))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export async function membersOf(q: Reader, householdId: HouseholdId): Promise<{ userId: UserId; role: Role }[]> {
  const rows = await on(q)
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('household_id', '=', householdId)
    .orderBy('joined_at')
    .execute()
  return rows.map(({ user_id, role }) => ({ userId: user_id as UserId, role }))
}

export async function nameOfHousehold(q: Reader, householdId: HouseholdId): Promise<string> {
  return (await on(q).selectFrom('households').select('name').where('id', '=', householdId).executeTakeFirst())?.name ?? ''
}
