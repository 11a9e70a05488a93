import { sql } from 'kysely'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { HouseholdTables } from '../tables.ts'

const on = (q: Reader) => q.on<HouseholdTables>()

/** The household whose code has this hash; through the invites door, since nobody is a member yet. */
export const findByInvite = (q: Reader, inviteHash: string) =>
  on(q).selectFrom('households').select('id').where('invite_hash', '=', inviteHash).where('deleted_at', 'is', null).executeTakeFirst()

/** Replaces the invite code, of a deleted household too: it may be brought back. */
export const setInvite = (
  tx: Transaction,
  householdId: HouseholdId,
  set: Pick<HouseholdTables['households'], 'invite_hash' | 'invite_box' | 'invite_changed_at'>,
) =>
  on(tx)
    .updateTable('households')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', householdId)
    .execute()

/** An upgrade leaves this, and the household's id, in the place of a code's hash. */
const endedMark = 'ended '
export const isInviteEnded = ({ invite_hash }: Pick<HouseholdTables['households'], 'invite_hash'>): boolean =>
  invite_hash.startsWith(endedMark)

export const hasEndedInvite = (q: Reader, householdId: HouseholdId): Promise<boolean> =>
  hasInvite(q, householdId, `${endedMark}${householdId}`)

/** Households with an id after `after` that wait for a new code, in order; through the jobs door. */
export const withEndedInvite = (q: Reader, after: string, limit: number): Promise<{ id: HouseholdId }[]> =>
  q.rows(`select id from households where invite_hash like '${endedMark}%' and deleted_at is null and id > ? order by id limit ${limit}`, [
    after,
  ])

/** Whether `inviteHash` is this household's code at this moment of the transaction. */
export const hasInvite = async (tx: Reader, householdId: HouseholdId, inviteHash: string): Promise<boolean> =>
  (await on(tx)
    .selectFrom('households')
    .select('id')
    .where('id', '=', householdId)
    .where('invite_hash', '=', inviteHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Remembers a VIEWER whose membership ends. */
export const insertFormerViewer = (tx: Transaction, row: HouseholdTables['former_viewers']) =>
  on(tx)
    .insertInto('former_viewers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Forgets one former VIEWER; false when they were none. */
export async function deleteFormerViewer(tx: Transaction, householdId: HouseholdId, userId: UserId): Promise<boolean> {
  const result = await on(tx)
    .deleteFrom('former_viewers')
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export const deleteFormerViewers = (tx: Transaction, householdId: HouseholdId) =>
  on(tx).deleteFrom('former_viewers').where('household_id', '=', householdId).execute()
