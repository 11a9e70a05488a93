import type { InviteCodes } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store/index.ts'
import { adminsOnly, type CircleCall, publishToCircle, requireRole, writeInCircle } from './circle-access.ts'
import { deleteCircleUnchecked, replaceCodeUnchecked } from './edit-circle.ts'

/** The loans to end: all of the circle's, or only a user's requests or a household's lending. */
export interface LoansToEnd {
  readonly circleId: string
  readonly userId?: string
  readonly householdId?: HouseholdId
}

/** Ends the open requests and offers made through a circle. Implemented by the sharing domain. */
export interface LoansOfCircle {
  /** Returns the households that the loans involve. */
  reach(q: Reader, ending: LoansToEnd): Promise<HouseholdId[]>
  /** Ends the loans. Returns false, without changes, if they now involve a household that is not in `households`. */
  end(tx: Transaction, caller: Caller, ending: LoansToEnd, households: readonly HouseholdId[]): Promise<boolean>
}

export interface LeaveDependencies {
  readonly loans: LoansOfCircle
  readonly codes: InviteCodes
}

class ScopeTooSmall extends Error {}
const maxAttempts = 8

/** Writes in a circle and ends loans. Retries if a new loan involves another household since the scope was read. */
async function writeEndingLoans<Reply, Answer>(
  call: CircleCall<Reply, Answer>,
  loans: LoansOfCircle,
  ending: LoansToEnd,
  requiredRole: contract.CircleRole | 'outsider',
  work: (tx: Transaction, households: readonly HouseholdId[], endLoans: () => Promise<void>) => Promise<Reply>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const reach = await call.read({ crossHousehold: 'circles' }, (q) => loans.reach(q, ending))
    try {
      return await writeInCircle(
        call,
        ending.circleId,
        requiredRole,
        (tx, households) =>
          work(tx, households, async () => {
            if (!(await loans.end(tx, call.caller, ending, households))) throw new ScopeTooSmall('loans involve another household')
          }),
        [...reach, ...(ending.householdId ? [ending.householdId] : [])],
      )
    } catch (error) {
      if (!(error instanceof ScopeTooSmall) || attempt >= maxAttempts) throw error
    }
  }
}

/**
 * Removes a member, or the caller. Replaces the circle's code and revokes the member's open invitations, because they know them. If the last
 * admin leaves, the longest-standing member becomes admin; if the last member leaves, the circle is deleted.
 */
export const removeMember = <Answer>(
  call: CircleCall<void, Answer>,
  { loans, codes }: LeaveDependencies,
  circleId: string,
  userId: string,
): Promise<Answer> =>
  writeEndingLoans(call, loans, { circleId, userId }, 'MEMBER', async (tx, households, endLoans) => {
    const { caller } = call
    const { role } = await requireRole(tx, caller, circleId, 'MEMBER')
    const isSelf = userId === caller.userId
    if (!isSelf && role !== 'ADMIN') throw adminsOnly()
    if (!isSelf && !(await store.lockMember(tx, circleId, userId))) throw notFound()
    await endLoans()
    const others = (await store.membersOf(tx, [circleId])).filter((member) => member.user_id !== userId)
    const [successor] = others
    if (!successor) return deleteCircleUnchecked(tx, caller, circleId, households)
    if (!others.some((member) => member.role === 'ADMIN')) await store.updateMember(tx, circleId, successor.user_id, 'ADMIN')
    await replaceCodeUnchecked(tx, codes, circleId)
    await store.revokeInvitesBy(tx, circleId, userId)
    await publishToCircle(tx, caller, circleId, households, contract.circleLeft, { userId })
    // Unlinks households that have no other member in the circle.
    await store.deleteLinksWithoutOtherMembers(tx, circleId, userId)
    await store.deleteMember(tx, circleId, userId)
  })

export const deleteCircle = <Answer>(call: CircleCall<void, Answer>, loans: LoansOfCircle, circleId: string): Promise<Answer> =>
  writeEndingLoans(call, loans, { circleId }, 'ADMIN', async (tx, households, endLoans) => {
    await requireRole(tx, call.caller, circleId, 'ADMIN')
    await store.lockMembers(tx, circleId)
    await endLoans()
    await deleteCircleUnchecked(tx, call.caller, circleId, households)
  })

/** Unlinks a household. Allowed for the circle's admins and for the household's (`isHouseholdAdmin`), even outside the circle. */
export async function unlinkHousehold<Answer>(
  call: CircleCall<void, Answer>,
  loans: LoansOfCircle,
  circleId: string,
  householdId: HouseholdId,
  isHouseholdAdmin: (q: Reader) => Promise<boolean>,
): Promise<Answer> {
  const { caller, read } = call
  const isAllowedOutside = await read({ user: caller.userId }, isHouseholdAdmin)
  // A non-member can't read the members inside the transaction.
  const alsoSignal = isAllowedOutside
    ? (await read({ crossHousehold: 'circles' }, (q) => store.membersOf(q, [circleId]))).map(({ user_id }) => user_id)
    : []
  return writeEndingLoans(
    call,
    loans,
    { circleId, householdId },
    isAllowedOutside ? 'outsider' : 'MEMBER',
    async (tx, households, endLoans) => {
      const mayUnlink = isAllowedOutside && (await isHouseholdAdmin(tx))
      const role = mayUnlink ? null : (await requireRole(tx, caller, circleId, 'MEMBER')).role
      const linked = await store.linkedHouseholds(tx, circleId)
      if (!linked.includes(householdId)) throw notFound()
      if (!mayUnlink && role !== 'ADMIN')
        throw new Problem(403, 'role_denied', 'Only the household’s owner or admins, or the circle’s admins, can unlink it.')
      await endLoans()
      await publishToCircle(tx, caller, circleId, households, contract.circleUnlinked, { householdId }, alsoSignal)
      await store.deleteLink(tx, circleId, householdId)
    },
  )
}

/** Account-deletion step: leaves every circle of the caller. */
export async function leaveAllCircles(call: CircleCall<void, void>, dependencies: LeaveDependencies): Promise<void> {
  const { userId } = call.caller
  for (const { id } of await call.read({ crossHousehold: 'circles' }, (q) => store.circlesOf(q, userId)))
    await removeMember(call, dependencies, id, userId)
}
