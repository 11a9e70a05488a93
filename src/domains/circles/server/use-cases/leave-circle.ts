import type { InviteCodes } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store/index.ts'
import { endCircle, rotateCode } from './edit-circle.ts'
import { adminsOnly, type CircleCall, publishToCircle, requireRole, writeInCircle } from './enter-circle.ts'

/** What stops being shared through a circle: all of it, what one person asked for, or what one household lends. */
export interface Ending {
  readonly circleId: string
  readonly userId?: string
  readonly householdId?: string
}

/** What hangs on circles in a later domain: open requests and offers, which end with the tie they were made through. */
export interface LoansOfCircle {
  /** The households they reach into, looked up through the door before the transaction. */
  reach(q: Reader, ending: Ending): Promise<HouseholdId[]>
  /** Ends them in a transaction that holds `households`; false, and nothing done, when they reach further by now. */
  end(tx: Transaction, caller: Caller, ending: Ending, households: readonly HouseholdId[]): Promise<boolean>
}

/** What leaving a circle needs of others. */
export interface LeavingCircle {
  readonly loans: LoansOfCircle
  readonly codes: InviteCodes
}

class ReachesFurther extends Error {}
const maxTries = 8

/** A write that ends loans: begun anew when somebody asked to borrow from yet another household meanwhile. */
async function ending<Reply, Answer>(
  call: CircleCall<Reply, Answer>,
  loans: LoansOfCircle,
  what: Ending,
  needs: contract.CircleRole | 'outsider',
  work: (tx: Transaction, households: readonly HouseholdId[], endLoans: () => Promise<void>) => Promise<Reply>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const reach = await call.read({ crossHousehold: 'circles' }, (q) => loans.reach(q, what))
    try {
      return await writeInCircle(
        call,
        what.circleId,
        needs,
        (tx, households) =>
          work(tx, households, async () => {
            if (!(await loans.end(tx, call.caller, what, households))) throw new ReachesFurther('loans reach further')
          }),
        [...reach, ...(what.householdId ? [what.householdId as HouseholdId] : [])],
      )
    } catch (error) {
      if (!(error instanceof ReachesFurther) || tries >= maxTries) throw error
    }
  }
}

/**
 * Ends a membership: removal by an admin, or leaving. The circle's code and the open invitations they made stop working, for they know them. The
 * longest member follows a last admin; a circle without members ends.
 */
export const removeMember = <Answer>(
  call: CircleCall<void, Answer>,
  { loans, codes }: LeavingCircle,
  circleId: string,
  userId: string,
): Promise<Answer> =>
  ending(call, loans, { circleId, userId }, 'MEMBER', async (tx, households, endLoans) => {
    const { caller } = call
    const { role } = await requireRole(tx, caller, circleId, 'MEMBER')
    const isSelf = userId === caller.userId
    if (!isSelf && role !== 'ADMIN') throw adminsOnly()
    if (!isSelf && !(await store.holdMember(tx, circleId, userId))) throw notFound()
    await endLoans()
    const others = (await store.membersOf(tx, [circleId])).filter((member) => member.user_id !== userId)
    const [heir] = others
    if (!heir) return endCircle(tx, caller, circleId, households)
    if (!others.some((member) => member.role === 'ADMIN')) await store.updateMember(tx, circleId, heir.user_id, 'ADMIN')
    await rotateCode(tx, codes, circleId)
    await store.revokeInvitesBy(tx, circleId, userId)
    await publishToCircle(tx, caller, circleId, households, contract.circleLeft, { userId })
    // A household nobody of is left in the circle has nobody to speak for it there.
    await store.deleteLinksWithout(tx, circleId, userId)
    await store.deleteMember(tx, circleId, userId)
  })

export const deleteCircle = <Answer>(call: CircleCall<void, Answer>, loans: LoansOfCircle, circleId: string): Promise<Answer> =>
  ending(call, loans, { circleId }, 'ADMIN', async (tx, households, endLoans) => {
    await requireRole(tx, call.caller, circleId, 'ADMIN')
    await store.holdMembers(tx, circleId)
    await endLoans()
    await endCircle(tx, call.caller, circleId, households)
  })

/** Unlinks a household: its own ADMIN may (`isKeeper`, asked again inside), in the circle or not, and the circle's admins. */
export async function unlinkHousehold<Answer>(
  call: CircleCall<void, Answer>,
  loans: LoansOfCircle,
  circleId: string,
  householdId: string,
  isKeeper: (q: Reader) => Promise<boolean>,
): Promise<Answer> {
  const { caller, read } = call
  const isKept = await read({ user: caller.userId }, isKeeper)
  // Who is not in the circle cannot see inside the transaction who is.
  const hears = isKept
    ? (await read({ crossHousehold: 'circles' }, (q) => store.membersOf(q, [circleId]))).map(({ user_id }) => user_id)
    : []
  return ending(call, loans, { circleId, householdId }, isKept ? 'outsider' : 'MEMBER', async (tx, households, endLoans) => {
    const mayUnlink = isKept && (await isKeeper(tx))
    const role = mayUnlink ? null : (await requireRole(tx, caller, circleId, 'MEMBER')).role
    const linked = await store.linkedHouseholds(tx, circleId)
    if (!linked.includes(householdId as HouseholdId)) throw notFound()
    if (!mayUnlink && role !== 'ADMIN')
      throw new Problem(403, 'role_denied', 'Only the household’s owner or admins, or the circle’s admins, can unlink it.')
    await endLoans()
    await publishToCircle(tx, caller, circleId, households, contract.circleUnlinked, { householdId }, hears)
    await store.deleteLink(tx, circleId, householdId)
  })
}

/** Leaves every circle, for good. */
export async function leaveAllCircles(call: CircleCall<void, void>, parts: LeavingCircle): Promise<void> {
  const { userId } = call.caller
  for (const { id } of await call.read({ crossHousehold: 'circles' }, (q) => store.circlesOf(q, userId)))
    await removeMember(call, parts, id, userId)
}
