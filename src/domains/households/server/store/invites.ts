import { sql } from 'kysely'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { HouseholdTables } from '../tables.ts'

const on = (q: Reader) => q.on<HouseholdTables>()

/** Returns the household with this code hash. Requires the `invites` scope, because the user isn't a member. */
export const findByInvite = (q: Reader, inviteHash: string) =>
  on(q).selectFrom('households').select('id').where('invite_hash', '=', inviteHash).where('deleted_at', 'is', null).executeTakeFirst()

/** Replaces the invite code, also of a deleted household, which may be restored. */
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

/** An upgrade replaces a code's hash with this prefix and the household's id. */
const endedPrefix = 'ended '
export const isInviteEnded = ({ invite_hash }: Pick<HouseholdTables['households'], 'invite_hash'>): boolean =>
  invite_hash.startsWith(endedPrefix)

export const hasEndedInvite = (q: Reader, householdId: HouseholdId): Promise<boolean> =>
  isCurrentInvite(q, householdId, `${endedPrefix}${householdId}`)

/** Returns households without a valid code, by id from `after` on. Requires the `jobs` scope. */
export const householdsWithEndedInvite = (q: Reader, after: string, limit: number) =>
  on(q)
    .selectFrom('households')
    .select('id')
    .where('invite_hash', 'like', `${endedPrefix}%`)
    .where('deleted_at', 'is', null)
    .where(({ eb, ref }) => eb(ref('id').$castTo<string>(), '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()

export const isCurrentInvite = async (tx: Reader, householdId: HouseholdId, inviteHash: string): Promise<boolean> =>
  (await on(tx)
    .selectFrom('households')
    .select('id')
    .where('id', '=', householdId)
    .where('invite_hash', '=', inviteHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Records a VIEWER whose membership ends. */
export const insertFormerViewer = (tx: Transaction, row: HouseholdTables['former_viewers']) =>
  on(tx)
    .insertInto('former_viewers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Returns false if the user wasn't a former VIEWER. */
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
