import { findHouseholdId, type InviteCodes, membershipOf } from '#domains/households/server/index.ts'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import { inFoundScope, ScopeOutdatedError } from '#platform/server/endpoints/found-scope.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import * as contract from '../../contract.ts'
import * as store from '../store/index.ts'
import { adminsOnly, findCircleWriteScope, requireRole } from './circle-access.ts'
import { deleteCircleUnchecked, replaceCodeUnchecked } from './edit-circle.ts'
import { publishToCircle } from './publish-to-circle.ts'

/** The loans to end: all of the circle's, or only a user's requests or a household's lending. */
export interface LoansToEnd {
  readonly circleId: string
  readonly userId?: string
  readonly householdId?: HouseholdId
}

/** Ends the open requests and offers made through a circle. Implemented by the sharing domain. */
export interface CircleLoanCloser {
  /** Returns the households that the loans involve. */
  reach(q: Reader, ending: LoansToEnd): Promise<HouseholdId[]>
  /** Ends the loans. Returns false, without changes, if they now involve a household that is not in `households`. */
  end(tx: Transaction, caller: AuthenticatedUser, ending: LoansToEnd, households: readonly HouseholdId[]): Promise<boolean>
}

export interface LeaveCircleDeps {
  readonly loans: CircleLoanCloser
  readonly codes: InviteCodes
}

/** Returns the scope of a write in the circle that ends loans: also the households that the loans involve. */
export async function findScopeToEndLoans(
  q: Reader,
  caller: AuthenticatedUser,
  loans: CircleLoanCloser,
  ending: LoansToEnd,
  requiredRole: contract.CircleRole | 'outsider',
) {
  const reach = await loans.reach(q, ending)
  return findCircleWriteScope(q, caller, ending.circleId, requiredRole, [...reach, ...(ending.householdId ? [ending.householdId] : [])])
}

/** Throws `ScopeOutdated` if a new loan involves another household since the scope was found. */
async function endLoans(
  tx: Transaction,
  caller: AuthenticatedUser,
  loans: CircleLoanCloser,
  ending: LoansToEnd,
  households: readonly HouseholdId[],
): Promise<void> {
  if (!(await loans.end(tx, caller, ending, households))) throw new ScopeOutdatedError('loans involve another household')
}

/**
 * Removes a member, or the caller. Replaces the circle's code and revokes the member's open invitations, because they know them. If the last
 * admin leaves, the longest-standing member becomes admin; if the last member leaves, the circle is deleted.
 */
export async function removeMember(
  tx: Transaction,
  { loans, codes }: LeaveCircleDeps,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
  userId: string,
): Promise<void> {
  const { role } = await requireRole(tx, caller, circleId, 'MEMBER')
  const isSelf = userId === caller.userId
  if (!isSelf && role !== 'ADMIN') throw adminsOnly()
  if (!isSelf && !(await store.lockMember(tx, circleId, userId))) throw notFound()
  await endLoans(tx, caller, loans, { circleId, userId }, households)
  const others = (await store.membersOf(tx, [circleId])).filter((member) => member.user_id !== userId)
  const [successor] = others
  if (!successor) return deleteCircleUnchecked(tx, caller, circleId, households)
  if (!others.some((member) => member.role === 'ADMIN')) await store.setMemberRole(tx, circleId, successor.user_id, 'ADMIN')
  await replaceCodeUnchecked(tx, codes, circleId)
  await store.revokeInvitesBy(tx, circleId, userId)
  await publishToCircle(tx, caller, circleId, households, contract.circleLeft, { userId })
  // Unlinks households that have no other member in the circle.
  await store.deleteLinksWithoutOtherMembers(tx, circleId, userId)
  await store.deleteMember(tx, circleId, userId)
}

export async function deleteCircle(
  tx: Transaction,
  loans: CircleLoanCloser,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
): Promise<void> {
  await requireRole(tx, caller, circleId, 'ADMIN')
  await store.lockMembers(tx, circleId)
  await endLoans(tx, caller, loans, { circleId }, households)
  await deleteCircleUnchecked(tx, caller, circleId, households)
}

async function isAdminOf(q: Reader, { userId }: AuthenticatedUser, householdId: HouseholdId): Promise<boolean> {
  const membership = await membershipOf(q, userId, householdId)
  return membership !== undefined && isRoleAtLeast(membership.role, 'ADMIN')
}

/** Returns the scope of unlinking a household, and whether the caller may do it from outside the circle, as the household's admin. */
export async function findUnlinkScope(q: Reader, loans: CircleLoanCloser, caller: AuthenticatedUser, circleId: string, id: string) {
  const householdId = await findHouseholdId(q, id)
  if (!householdId) throw notFound()
  const isAllowedOutside = await isAdminOf(q, caller, householdId)
  // A non-member can't read the members inside the transaction.
  const alsoSignal = isAllowedOutside ? (await store.membersOf(q, [circleId])).map(({ user_id }) => user_id) : []
  const found = await findScopeToEndLoans(q, caller, loans, { circleId, householdId }, isAllowedOutside ? 'outsider' : 'MEMBER')
  return { ...found, householdId, isAllowedOutside, alsoSignal }
}

/** Unlinks a household. Allowed for the circle's admins and for the household's, even outside the circle. */
export async function unlinkHousehold(
  tx: Transaction,
  loans: CircleLoanCloser,
  caller: AuthenticatedUser,
  circleId: string,
  { households, householdId, isAllowedOutside, alsoSignal }: Awaited<ReturnType<typeof findUnlinkScope>>,
): Promise<void> {
  const mayUnlink = isAllowedOutside && (await isAdminOf(tx, caller, householdId))
  const role = mayUnlink ? null : (await requireRole(tx, caller, circleId, 'MEMBER')).role
  const linked = await store.linkedHouseholds(tx, circleId)
  if (!linked.includes(householdId)) throw notFound()
  if (!mayUnlink && role !== 'ADMIN')
    throw new Problem(403, 'role_denied', 'Only the household’s owner or admins, or the circle’s admins, can unlink it.')
  await endLoans(tx, caller, loans, { circleId, householdId }, households)
  await publishToCircle(tx, caller, circleId, households, contract.circleUnlinked, { householdId }, alsoSignal)
  await store.deleteLink(tx, circleId, householdId)
}

const crossHousehold = { crossHousehold: 'circles' } as const

/** Account-deletion step: leaves every circle of the caller. */
export async function leaveAllCircles(database: Database, dependencies: LeaveCircleDeps, caller: AuthenticatedUser): Promise<void> {
  const { userId } = caller
  for (const { id } of await database.read(crossHousehold, (q) => store.circlesOf(q, userId)))
    await inFoundScope(
      () => database.read(crossHousehold, (q) => findScopeToEndLoans(q, caller, dependencies.loans, { circleId: id, userId }, 'MEMBER')),
      ({ scope, households }) =>
        database.write(scope, 'leave circles', (tx) => removeMember(tx, dependencies, caller, id, households, userId), userId),
    )
}
