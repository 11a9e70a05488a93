import { sql } from 'kysely'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { CircleRole } from '../../contract.ts'
import type { CircleTables } from '../tables.ts'

const on = (tx: Transaction) => tx.on<CircleTables>()

export const insertCircle = (tx: Transaction, row: CircleTables['circles']) => on(tx).insertInto('circles').values(row).execute()

/** Returns false if the circle was deleted or does not match `having`. */
export async function updateCircle(
  tx: Transaction,
  circleId: string,
  set: Partial<Omit<CircleTables['circles'], 'id' | 'version'>> = {},
  having: Partial<Pick<CircleTables['circles'], 'version' | 'code_hash' | 'allow_invites'>> = {},
): Promise<boolean> {
  let query = on(tx)
    .updateTable('circles')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', circleId)
    .where('deleted_at', 'is', null)
  for (const [column, value] of Object.entries(having)) query = query.where(column as 'version', '=', value as number)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

/** Returns false if the user already is a member. */
export async function insertMember(tx: Transaction, row: CircleTables['circle_members']): Promise<boolean> {
  const result = await on(tx)
    .insertInto('circle_members')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Returns false if the user is not a member. */
export async function setMemberRole(tx: Transaction, circleId: string, userId: string, role: CircleRole): Promise<boolean> {
  const result = await on(tx)
    .updateTable('circle_members')
    .set({ role })
    .where('circle_id', '=', circleId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const unchangedRole = { role: sql<CircleRole>`role` }

/** Locks a membership until the transaction ends. Returns false if there is none. */
export async function lockMember(tx: Transaction, circleId: string, userId: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('circle_members')
    .set(unchangedRole)
    .where('circle_id', '=', circleId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const lockMembers = (tx: Transaction, circleId: string) =>
  on(tx).updateTable('circle_members').set(unchangedRole).where('circle_id', '=', circleId).execute()

/** Locks a circle until the transaction ends. */
export const lockCircle = (tx: Transaction, circleId: string) =>
  on(tx).updateTable('circles').set({ version: sql`version` }).where('id', '=', circleId).execute()

export async function deleteMember(tx: Transaction, circleId: string, userId: string): Promise<boolean> {
  const result = await on(tx)
    .deleteFrom('circle_members')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Deletes a circle's links and requests to join and revokes its invitations. Call before `deleteMembers`, which ends the permission. */
export async function deleteDependents(tx: Transaction, circleId: string): Promise<void> {
  await on(tx)
    .updateTable('circle_invites')
    .set({ state: 'revoked' })
    .where('circle_id', '=', circleId)
    .where('state', '=', 'open')
    .execute()
  for (const table of ['circle_asks', 'circle_households'] as const)
    await on(tx).deleteFrom(table).where('circle_id', '=', circleId).execute()
}

/** Deletes the caller's membership last, because the others need its permission. */
export async function deleteMembers(tx: Transaction, circleId: string, userId: UserId): Promise<void> {
  await on(tx).deleteFrom('circle_members').where('circle_id', '=', circleId).where('user_id', '<>', userId).execute()
  await deleteMember(tx, circleId, userId)
}

export async function insertLink(tx: Transaction, row: CircleTables['circle_households']): Promise<boolean> {
  const result = await on(tx)
    .insertInto('circle_households')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function deleteLink(tx: Transaction, circleId: string, householdId: HouseholdId): Promise<boolean> {
  const result = await on(tx)
    .deleteFrom('circle_households')
    .where('circle_id', '=', circleId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Deletes the links of households that have no member in the circle but this user. */
export const deleteLinksWithoutOtherMembers = (tx: Transaction, circleId: string, userId: string) =>
  tx
    .on<CircleTables & HouseholdViews>()
    .deleteFrom('circle_households')
    .where('circle_id', '=', circleId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('members')
            .innerJoin('circle_members', 'circle_members.user_id', 'members.user_id')
            .select('members.user_id')
            .whereRef('members.household_id', '=', 'circle_households.household_id')
            .whereRef('circle_members.circle_id', '=', 'circle_households.circle_id')
            .where('members.user_id', '<>', userId),
        ),
      ),
    )
    .execute()

export const insertInvite = (tx: Transaction, row: CircleTables['circle_invites']) =>
  on(tx).insertInto('circle_invites').values(row).execute()

export const revokeInvitesBy = (tx: Transaction, circleId: string, userId: string) =>
  on(tx)
    .updateTable('circle_invites')
    .set({ state: 'revoked' })
    .where('circle_id', '=', circleId)
    .where('made_by', '=', userId)
    .where('state', '=', 'open')
    .execute()

/** Marks an invitation as used or revoked. Returns false if it is no longer open or has expired. */
export async function endInvite(
  tx: Transaction,
  circleId: string,
  id: string,
  set: { state: 'used'; used_by: string } | { state: 'revoked' },
  now: string,
): Promise<boolean> {
  const result = await on(tx)
    .updateTable('circle_invites')
    .set(set)
    .where('circle_id', '=', circleId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function insertJoinRequest(tx: Transaction, row: CircleTables['circle_asks']): Promise<boolean> {
  const result = await on(tx)
    .insertInto('circle_asks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function deleteJoinRequest(tx: Transaction, circleId: string, userId: string): Promise<boolean> {
  const result = await on(tx).deleteFrom('circle_asks').where('circle_id', '=', circleId).where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows === 1n
}

export const insertCircleEvent = (tx: Transaction, row: CircleTables['circle_news']) =>
  on(tx).insertInto('circle_news').values(row).execute()

/** Deletes and returns the `max` oldest events, in any order. */
export const takeCircleEvents = (tx: Transaction, max: number) =>
  on(tx)
    .deleteFrom('circle_news')
    .where('id', 'in', on(tx).selectFrom('circle_news').select('id').orderBy('id').limit(max))
    .returningAll()
    .execute()
