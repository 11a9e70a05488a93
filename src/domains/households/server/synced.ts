import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { type SyncedTable, smallMemberTable } from '#platform/server/sync/synced-table.ts'
import type { Role } from '#platform/shared/roles.ts'
import { membershipOf } from './store/index.ts'
import type { InviteCodes } from './use-cases/invite-code.ts'
import { readHousehold } from './use-cases/manage-household.ts'
import { listMembers } from './use-cases/members.ts'

/** What browsers keep a copy of: the household and its members, as the API returns them to the member. */
export const syncedHousehold = (codes: InviteCodes): readonly SyncedTable[] => [
  smallMemberTable('household', async (q, owner) => [await readHousehold(q, codes, owner, owner.householdId)]),
  smallMemberTable('members', async (q, owner) => (await listMembers(q, owner)).map((member) => ({ id: member.userId, ...member }))),
]

/** Returns a member's role as of the reader's snapshot; null if the membership has ended. */
export const syncedRoleOf = async (q: Reader, { householdId, userId }: Member): Promise<Role | null> =>
  (await membershipOf(q, userId, householdId))?.role ?? null
