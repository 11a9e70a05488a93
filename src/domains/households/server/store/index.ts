import { type Insertable, sql } from 'kysely'
import type { AccountTables } from '#domains/account/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Role } from '#platform/shared/roles.ts'
import type { HouseholdTables } from '../tables.ts'

const on = (q: Reader) => q.on<HouseholdTables & Pick<AccountTables, 'users'>>()

const householdFields = [
  'households.id',
  'name',
  'time_zone',
  'currency',
  'invite_hash',
  'invite_box',
  'invite_changed_at',
  'households.version',
  'created_at',
] as const

/** The households a person belongs to, oldest membership first. */
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

/** Also those that were deleted. */
export const allHouseholdsOf = (q: Reader, userId: UserId) =>
  on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select(['households.id', 'name', 'deleted_at'])
    .where('user_id', '=', userId)
    .orderBy('households.id')
    .execute()

/** Households a person belongs to; of those that were deleted the ones they can still restore, or that are about to be erased. */
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

/** Households that were deleted after `since` and of which the person is OWNER, the last first. */
export const deletedOf = (q: Reader, userId: UserId, since: string) =>
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

/** False where it was not deleted, or not after `since`. */
export async function bringBack(tx: Transaction, householdId: HouseholdId, since: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('households')
    .set({ deleted_at: null, version: sql`version + 1` })
    .where('id', '=', householdId)
    .where('deleted_at', '>', since)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** What is left of a household whose rows are gone: an id that others may point at, without a name, a code or a log. */
export const emptyHousehold = (tx: Transaction, householdId: HouseholdId) =>
  on(tx)
    .updateTable('households')
    .set({ name: '', invite_hash: `gone ${householdId}`, invite_box: '', seq: 0 })
    .where('id', '=', householdId)
    .execute()

/** Households that were deleted before and still have their rows; through the jobs door. */
export async function deletedBefore(q: Reader, before: string): Promise<HouseholdId[]> {
  const rows = await q.rows<{ id: HouseholdId }>(
    `select id from households where deleted_at < ? and invite_hash not like 'gone %' order by deleted_at limit 100`,
    [before],
  )
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

export const insertHousehold = (tx: Transaction, row: Omit<HouseholdTables['households'], 'deleted_at' | 'invite_changed_at'>) =>
  on(tx)
    .insertInto('households')
    .values({ ...row, deleted_at: null, invite_changed_at: null })
    .execute()

/** Changes a household; false when it was deleted or has another version. */
export async function updateHousehold(
  tx: Transaction,
  householdId: HouseholdId,
  set: Partial<Pick<HouseholdTables['households'], 'name' | 'time_zone' | 'currency' | 'deleted_at'>>,
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

/** False when they are a member already. */
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

/** Conditional on the role it was read with; false when somebody was faster. */
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

/** First and last names of users, for the log's readers. Somebody who is gone has none. */
export async function namesOf(q: Reader, userIds: readonly string[]): Promise<Map<string, { firstName: string; lastName: string }>> {
  if (userIds.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(userIds)])
    .execute()
  return new Map(rows.map((row) => [row.id, { firstName: row.first_name, lastName: row.last_name }]))
}

/** The zone whose calendar the household lives by. */
export async function timeZoneOf(q: Reader, householdId: HouseholdId): Promise<string> {
  const row = await on(q).selectFrom('households').select('time_zone').where('id', '=', householdId).executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}

/** Whether a household was deleted; its rows stay until it can be brought back no more. */
export async function isDeleted(q: Reader, householdId: HouseholdId): Promise<boolean> {
  const row = await on(q).selectFrom('households').select('deleted_at').where('id', '=', householdId).executeTakeFirst()
  return row?.deleted_at !== null
}

/** What somebody is in a household; null when they are no member, or it is gone. */
export async function membershipOf(q: Reader, userId: string, householdId: string): Promise<Role | null> {
  const row = await on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .select('role')
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.role ?? null
}

/** Who belongs to the household, and as what. */
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
