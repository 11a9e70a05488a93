import type { AccountDeletionHook } from '#domains/account/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import { purgeHousehold } from '#platform/server/database/household-rows.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import { clearStoredResponses } from '#platform/server/endpoints/idempotency.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import * as store from '../store/index.ts'
import type { InviteCodes } from './invite-code.ts'
import { replaceInvite } from './manage-household.ts'

/** Deletes what another domain stores about a user in a household. */
export type DeleteMemberData = (tx: Transaction, householdId: HouseholdId, caller: AuthenticatedUser) => Promise<void>

const lastOwnerOf = (name: string) =>
  conflict('last_owner', say`“${name}” needs an owner. Transfer it to another member or delete it first.`)

/**
 * Removes a user from their households and erases those without other members. `check` throws 409 `last_owner` if a household would
 * have no owner.
 */
export function householdDeletionHook(
  database: Database,
  codes: InviteCodes,
  forgetHooks: readonly DeleteMemberData[],
): AccountDeletionHook {
  const householdsOfCaller = ({ userId }: AuthenticatedUser) =>
    database.read({ user: userId }, (q) => store.householdsOfIncludingDeleted(q, userId))

  return {
    async check(caller) {
      for (const { id: householdId, name, deleted_at } of await householdsOfCaller(caller)) {
        if (deleted_at !== null) continue
        const isLast = await database.read(householdId, async (q) => {
          const members = await store.listMembers(q, householdId)
          const others = members.filter(({ user_id }) => user_id !== caller.userId)
          return others.length > 0 && !others.some(({ role }) => role === 'OWNER')
        })
        if (isLast) throw lastOwnerOf(name)
      }
    },

    async leave(caller) {
      for (const household of await householdsOfCaller(caller)) {
        const householdId = household.id
        const isEmpty = await database.write(
          householdId,
          'leave for good',
          async (tx) => {
            for (const forget of forgetHooks) await forget(tx, householdId, caller)
            return leave(tx, codes, caller, householdId, household.name, household.deleted_at !== null)
          },
          caller.userId,
        )
        if (!isEmpty) continue
        await purgeHousehold(database, householdId)
        await database.write(householdId, 'leave no name', (tx) => store.anonymizeHousehold(tx, householdId))
      }
    },
  }
}

/** Ends the membership. Returns true if no one else is a member; the row then stays until the household is erased, so that a failure can be retried. */
async function leave(
  tx: Transaction,
  codes: InviteCodes,
  caller: AuthenticatedUser,
  householdId: HouseholdId,
  name: string,
  isHouseholdDeleted: boolean,
): Promise<boolean> {
  await clearStoredResponses(tx, householdId)
  const others = (await store.listMembers(tx, householdId)).filter(({ user_id }) => user_id !== caller.userId)
  const actor = { ...caller, householdId }
  if (others.length === 0) {
    const at = caller.now.toISOString()
    if (!isHouseholdDeleted && (await store.updateHousehold(tx, householdId, { deleted_at: at }, null)))
      await recordChange(tx, actor, contract.householdDeleted, {})
    return true
  }
  await replaceInvite(tx, codes, actor, 'membership')
  await store.deleteMember(tx, householdId, caller.userId)
  if (isHouseholdDeleted) return false
  if ((await store.countOwners(tx, householdId)) === 0) throw lastOwnerOf(name)
  await recordChange(tx, actor, contract.memberRemoved, { userId: caller.userId })
  return false
}
