import { randomUUIDv7 } from 'node:crypto'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import type { InviteCodes } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store/index.ts'
import { checkCircles } from './check-circles.ts'
import { addCircleEvent } from './circle-updates.ts'
import { rotateCode } from './edit-circle.ts'
import { adminsOnly, publishToCircle, requireRole } from './enter-circle.ts'
import { readCircle, readPublicCircle } from './to-response.ts'

export const inviteDays = 14
/** Open invitations of a circle at a time. */
const maxOpen = 100

const wrongCode = () => new Problem(404, 'invite_unknown', 'That invite code doesn’t work. Ask for a new one.')
const invitesOff = () => conflict('invites_disabled', 'Invitations are turned off for this circle. An admin can turn them on.')
const tooManyOpen = () => conflict('too_many_invites', 'This circle has 100 open invitations. Revoke some first.')

/** The circle a code leads to. Throws `invite_unknown`. */
export async function findCircle(q: Reader, { now }: Caller, hash: string): Promise<Found> {
  const found = await store.findByCode(q, hash, now.toISOString())
  if (!found) throw wrongCode()
  return found
}

type Found = NonNullable<Awaited<ReturnType<typeof store.findByCode>>>

/**
 * Joins as MEMBER; who is in already stays what they are, and uses up no invitation. The code is checked again inside the transaction:
 * oneself goes in first, since only members may look. Throws 409 `quota_reached`.
 */
export async function join(
  tx: Transaction,
  limits: QuotaLimits,
  caller: Caller,
  { circleId, inviteId }: Found,
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
    await checkCircles(tx, limits, caller.userId)
    await publishJoin(tx, caller, circleId, households, caller.userId)
  }
  return readCircle(tx, caller, circleId)
}

async function publishJoin(
  tx: Transaction,
  caller: Caller,
  circleId: string,
  households: readonly HouseholdId[],
  userId: string,
): Promise<void> {
  await publishToCircle(tx, caller, circleId, households, contract.circleJoined, { userId })
  const circle = (await store.circleOf(tx, caller.userId, circleId))?.name ?? ''
  await addCircleEvent(tx, caller, circleId, 'joined', { userId, circle })
}

/** True when they were not in yet. What they asked for is answered then. */
async function addMember(tx: Transaction, userId: string, { now }: Caller, circleId: string): Promise<boolean> {
  const isNew = await store.insertMember(tx, { circle_id: circleId, user_id: userId, role: 'MEMBER', joined_at: now.toISOString() })
  if (isNew) await store.deleteAsk(tx, circleId, userId)
  return isNew
}

/** The code to invite with: the circle's own, or one that lets one person in. Throws `too_many_invites`. */
export async function invite(
  tx: Transaction,
  codes: InviteCodes,
  caller: Caller,
  circleId: string,
  isForOne: boolean,
): Promise<{ circle: store.CircleRow; code: string }> {
  const circle = await requireRole(tx, caller, circleId, 'MEMBER')
  if (circle.allow_invites !== 1) throw invitesOff()
  if (!isForOne) return { circle, code: store.isCodeEnded(circle) ? await rotateCode(tx, codes, circleId) : codes.decrypt(circle.code_box) }
  if ((await store.openInvitesOf(tx, [circleId], caller.now.toISOString())).length >= maxOpen) throw tooManyOpen()
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

/** Whoever has this address here is told of their invitation on their screen, too. */
export async function publishInvitation(tx: Transaction, caller: Caller, circle: store.CircleRow, email: string): Promise<void> {
  const userId = await store.userByEmail(tx, email)
  if (userId !== undefined && userId !== caller.userId)
    await addCircleEvent(tx, caller, circle.id, 'invited', { userId, circle: circle.name })
}

export async function revokeInvite(tx: Transaction, caller: Caller, circleId: string, inviteId: string): Promise<void> {
  await requireRole(tx, caller, circleId, 'ADMIN')
  if (!(await store.endInvite(tx, circleId, inviteId, { state: 'revoked' }, caller.now.toISOString()))) throw notFound()
}

/** Asks to join a public circle; asking twice is asking once. Throws 409 `quota_reached`. */
export async function ask(
  tx: Transaction,
  limits: QuotaLimits,
  caller: Caller,
  circleId: string,
  households: readonly HouseholdId[],
): Promise<contract.PublicCircle> {
  await readPublicCircle(tx, caller.userId, circleId)
  const isNew = await store.insertAsk(tx, { circle_id: circleId, user_id: caller.userId, asked_at: caller.now.toISOString() })
  const asked = await readPublicCircle(tx, caller.userId, circleId)
  if (!isNew) return asked
  await checkCircles(tx, limits, caller.userId)
  await publishToCircle(tx, caller, circleId, households, contract.circleJoinAsked, { userId: caller.userId })
  await addCircleEvent(tx, caller, circleId, 'asked', { userId: caller.userId, circle: asked.name })
  return asked
}

export async function approve(
  tx: Transaction,
  caller: Caller,
  circleId: string,
  households: readonly HouseholdId[],
  userId: string,
): Promise<contract.Circle> {
  await requireRole(tx, caller, circleId, 'ADMIN')
  if (!(await store.deleteAsk(tx, circleId, userId))) throw notFound()
  if (await addMember(tx, userId, caller, circleId)) await publishJoin(tx, caller, circleId, households, userId)
  return readCircle(tx, caller, circleId)
}

/** Declines somebody's wish, or takes back one's own. */
export async function decline(tx: Transaction, caller: Caller, circleId: string, userId: string): Promise<void> {
  if (userId !== caller.userId) {
    const { role } = await requireRole(tx, caller, circleId, 'MEMBER')
    if (role !== 'ADMIN') throw adminsOnly()
  }
  if (!(await store.deleteAsk(tx, circleId, userId))) throw notFound()
  await addCircleEvent(tx, caller, circleId, 'answered', { userId })
}
