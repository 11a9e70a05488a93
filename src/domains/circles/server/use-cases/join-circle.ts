import { randomUUIDv7 } from 'node:crypto'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { type InviteCodes, userNamesOf } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store/index.ts'
import { adminsOnly, requireRole } from './circle-access.ts'
import { addCircleEvent } from './circle-events.ts'
import { checkCircleQuota, replaceCodeUnchecked } from './edit-circle.ts'
import { publishToCircle } from './publish-to-circle.ts'
import { readCircle, readPublicCircle } from './read-circles.ts'

export const inviteDays = 14
const maxOpenInvites = 100

const wrongCode = () => new Problem(404, 'invite_unknown', 'That invite code doesn’t work. Ask for a new one.')
const invitesOff = () => conflict('invites_disabled', 'Invitations are turned off for this circle. An admin can turn them on.')
const tooManyOpen = () => conflict('too_many_invites', 'This circle has 100 open invitations. Revoke some first.')

/** Finds the circle by the hash of its code or of an invitation. Throws `invite_unknown`. */
export async function findCircleByCode(q: Reader, { now }: AuthenticatedUser, hash: string): Promise<store.FoundInvite> {
  const found = await store.findByCode(q, hash, now.toISOString())
  if (!found) throw wrongCode()
  return found
}

/** Returns the names that an invitation shows. Throws `invite_unknown`, also while invites are disabled. */
export async function previewInvite(q: Reader, caller: AuthenticatedUser, hash: string): Promise<contract.CircleInvite> {
  const { name, allowsInvites, madeBy } = await findCircleByCode(q, caller, hash)
  if (!allowsInvites) throw wrongCode()
  const inviter = madeBy === null ? undefined : (await userNamesOf(q, [madeBy])).get(madeBy)
  return { circle: { name }, inviter: inviter ? { firstName: inviter.firstName } : null }
}

/**
 * Joins as MEMBER. Does nothing for a member, and leaves the invitation unused. Adds the caller before it checks the code again, because only
 * members can read the circle. Throws `invite_unknown` or `quota_reached`.
 */
export async function joinCircle(
  tx: Transaction,
  limits: QuotaLimits,
  caller: AuthenticatedUser,
  { circleId, inviteId }: store.FoundInvite,
  households: readonly HouseholdId[],
  hash: string,
): Promise<contract.Circle> {
  const isNew = await addMember(tx, caller.userId, caller, circleId)
  if (isNew) {
    const at = caller.now.toISOString()
    const having = inviteId === null ? { code_hash: hash, allow_invites: 1 as const } : { allow_invites: 1 as const }
    if (!(await store.updateCircle(tx, circleId, {}, having))) throw wrongCode()
    if (inviteId !== null && !(await store.endInvite(tx, circleId, inviteId, { state: 'used', used_by: caller.userId }, at)))
      throw wrongCode()
    await checkCircleQuota(tx, limits, caller.userId)
    await publishJoin(tx, caller, circleId, households, caller.userId)
  }
  return readCircle(tx, caller, circleId)
}

async function publishJoin(
  tx: Transaction,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
  userId: string,
): Promise<void> {
  await publishToCircle(tx, caller, circleId, households, contract.circleJoined, { userId })
  const circle = (await store.circleOf(tx, caller.userId, circleId))?.name ?? ''
  await addCircleEvent(tx, caller, circleId, 'joined', { userId, circle })
}

/** Adds a member and deletes their request to join. Returns false if they already were a member. */
async function addMember(tx: Transaction, userId: string, { now }: AuthenticatedUser, circleId: string): Promise<boolean> {
  const isNew = await store.insertMember(tx, { circle_id: circleId, user_id: userId, role: 'MEMBER', joined_at: now.toISOString() })
  if (isNew) await store.deleteJoinRequest(tx, circleId, userId)
  return isNew
}

/** Returns the circle's code, or creates a single-use invitation. Throws `invites_disabled` or `too_many_invites`. */
export async function getOrCreateInvite(
  tx: Transaction,
  codes: InviteCodes,
  caller: AuthenticatedUser,
  circleId: string,
  isSingleUse: boolean,
): Promise<{ circle: store.CircleRow; code: string }> {
  const circle = await requireRole(tx, caller, circleId, 'MEMBER')
  if (circle.allow_invites !== 1) throw invitesOff()
  if (!isSingleUse)
    return { circle, code: store.isCodeEnded(circle) ? await replaceCodeUnchecked(tx, codes, circleId) : codes.decrypt(circle.code_box) }
  if ((await store.openInvitesOf(tx, [circleId], caller.now.toISOString())).length >= maxOpenInvites) throw tooManyOpen()
  const { code, hash } = codes.create()
  await store.insertInvite(tx, {
    circle_id: circleId,
    id: randomUUIDv7(),
    code_hash: hash,
    made_by: caller.userId,
    created_at: caller.now.toISOString(),
    expires_at: new Date(caller.now.getTime() + inviteDays * 86_400_000).toISOString(),
    state: 'open',
    used_by: null,
  })
  return { circle, code }
}

/** Notifies the user with this address of the invitation, if there is one. */
export async function notifyInvitee(tx: Transaction, caller: AuthenticatedUser, circle: store.CircleRow, email: string): Promise<void> {
  const userId = await store.userByEmail(tx, email)
  if (userId !== undefined && userId !== caller.userId)
    await addCircleEvent(tx, caller, circle.id, 'invited', { userId, circle: circle.name })
}

export async function revokeInvite(tx: Transaction, caller: AuthenticatedUser, circleId: string, inviteId: string): Promise<void> {
  await requireRole(tx, caller, circleId, 'ADMIN')
  if (!(await store.endInvite(tx, circleId, inviteId, { state: 'revoked' }, caller.now.toISOString()))) throw notFound()
}

/** Requests to join a public circle. Does nothing if the caller already has. Throws 409 `quota_reached`. */
export async function askToJoin(
  tx: Transaction,
  limits: QuotaLimits,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
): Promise<contract.PublicCircle> {
  await readPublicCircle(tx, caller.userId, circleId)
  const isNew = await store.insertJoinRequest(tx, { circle_id: circleId, user_id: caller.userId, asked_at: caller.now.toISOString() })
  const circle = await readPublicCircle(tx, caller.userId, circleId)
  if (!isNew) return circle
  await checkCircleQuota(tx, limits, caller.userId)
  await publishToCircle(tx, caller, circleId, households, contract.circleJoinAsked, { userId: caller.userId })
  await addCircleEvent(tx, caller, circleId, 'asked', { userId: caller.userId, circle: circle.name })
  return circle
}

export async function approveJoinRequest(
  tx: Transaction,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
  userId: string,
): Promise<contract.Circle> {
  await requireRole(tx, caller, circleId, 'ADMIN')
  if (!(await store.deleteJoinRequest(tx, circleId, userId))) throw notFound()
  if (await addMember(tx, userId, caller, circleId)) await publishJoin(tx, caller, circleId, households, userId)
  return readCircle(tx, caller, circleId)
}

/** Declines a user's request to join, or withdraws the caller's own. */
export async function declineJoinRequest(tx: Transaction, caller: AuthenticatedUser, circleId: string, userId: string): Promise<void> {
  if (userId !== caller.userId) {
    const { role } = await requireRole(tx, caller, circleId, 'MEMBER')
    if (role !== 'ADMIN') throw adminsOnly()
  }
  if (!(await store.deleteJoinRequest(tx, circleId, userId))) throw notFound()
  await addCircleEvent(tx, caller, circleId, 'answered', { userId })
}
