import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { SyncAccess } from '#platform/server/sync/read-sync.ts'
import { type SyncedTable, smallMemberTable } from '#platform/server/sync/synced-table.ts'
import type { HouseholdTables } from './tables.ts'
import type { InviteCodes } from './use-cases/invite-code.ts'
import { readHousehold } from './use-cases/manage-household.ts'
import { listMembers } from './use-cases/members.ts'

/** What browsers keep a copy of: the household and its members, as the API returns them to the member. */
export const syncedHousehold = (codes: InviteCodes): readonly SyncedTable[] => [
  smallMemberTable('household', async (q, owner) => [await readHousehold(q, codes, owner, owner.householdId)]),
  smallMemberTable('members', async (q, owner) => (await listMembers(q, owner)).map((member) => ({ id: member.userId, ...member }))),
]

/** Returns what a member may see as of the reader's snapshot; null if the membership has ended. */
export async function syncAccessOf(q: Reader, { householdId, userId, sessionId }: Member): Promise<SyncAccess | null> {
  const row = await q
    .on<HouseholdTables>()
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .leftJoin('access_keys', (join) =>
      join.onRef('access_keys.household_id', '=', 'members.household_id').on('access_keys.id', '=', sessionId),
    )
    .select(['members.role', 'access_keys.id as key_id'])
    .where('members.household_id', '=', householdId)
    .where('members.user_id', '=', userId)
    .where('households.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { role: row.role, isToken: row.key_id !== null } : null
}
