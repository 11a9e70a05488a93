import { randomUUIDv7 } from 'node:crypto'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota, type InviteCodes } from '#domains/households/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store/index.ts'
import type { CircleTables } from '../tables.ts'
import { requireRole } from './circle-access.ts'
import { publishToCircle } from './publish-to-circle.ts'
import { readCircle } from './read-circles.ts'

/** Starts a circle with the caller as its admin. Throws 409 `quota_reached`. */
export async function createCircle(
  tx: Transaction,
  { codes, limits }: { readonly codes: InviteCodes; readonly limits: QuotaLimits },
  caller: AuthenticatedUser,
  body: BodyOf<typeof contract.createCircle>,
): Promise<contract.Circle> {
  const { hash, encryptedCode } = codes.create()
  const [id, at] = [randomUUIDv7(), caller.now.toISOString()]
  await store.insertCircle(tx, {
    id,
    name: body.name,
    name_key: nameKey(body.name),
    description: body.description,
    is_public: body.isPublic ? 1 : 0,
    allow_invites: body.allowInvites ? 1 : 0,
    code_hash: hash,
    code_box: encryptedCode,
    created_by: caller.userId,
    version: 1,
    created_at: at,
    deleted_at: null,
  })
  await store.insertMember(tx, { circle_id: id, user_id: caller.userId, role: 'ADMIN', joined_at: at })
  await checkCircleQuota(tx, limits, caller.userId)
  return readCircle(tx, caller, id)
}

/** Throws 412 with the current circle if it has changed since version `ifMatch`. */
export async function changeCircle(
  tx: Transaction,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
  change: BodyOf<typeof contract.changeCircle>,
  ifMatch: number | null,
): Promise<contract.Circle> {
  await requireRole(tx, caller, circleId, 'ADMIN')
  const set: Partial<CircleTables['circles']> = {
    ...(change.name !== undefined && { name: change.name, name_key: nameKey(change.name) }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.isPublic !== undefined && { is_public: change.isPublic ? 1 : 0 }),
    ...(change.allowInvites !== undefined && { allow_invites: change.allowInvites ? 1 : 0 }),
  }
  if (!(await store.updateCircle(tx, circleId, set, ifMatch === null ? {} : { version: ifMatch }))) {
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', {
      current: await readCircle(tx, caller, circleId),
    })
  }
  await publishToCircle(tx, caller, circleId, households, contract.circleChanged)
  return readCircle(tx, caller, circleId)
}

export async function renewInviteCode(
  tx: Transaction,
  codes: InviteCodes,
  caller: AuthenticatedUser,
  circleId: string,
): Promise<{ code: string }> {
  await requireRole(tx, caller, circleId, 'ADMIN')
  return { code: await replaceCodeUnchecked(tx, codes, circleId) }
}

/** Replaces the circle's code and returns the new one. Does not check the caller's role. Throws 404 if the circle was deleted. */
export async function replaceCodeUnchecked(tx: Transaction, codes: InviteCodes, circleId: string): Promise<string> {
  const { code, hash, encryptedCode } = codes.create()
  if (!(await store.updateCircle(tx, circleId, { code_hash: hash, code_box: encryptedCode }))) throw notFound()
  return code
}

/** Deletes a circle without checking the caller's role. Keeps its row for the loan requests made through it. */
export async function deleteCircleUnchecked(
  tx: Transaction,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
): Promise<void> {
  if (!(await store.updateCircle(tx, circleId, { deleted_at: caller.now.toISOString(), is_public: 0 }))) throw notFound()
  await publishToCircle(tx, caller, circleId, households, contract.circleDeleted)
  await store.deleteDependents(tx, circleId)
  await store.deleteMembers(tx, circleId, caller.userId)
}

/** Changes a member's role. Demoting an admin replaces the circle's code. Throws 409 `last_admin`. */
export async function changeRole(
  tx: Transaction,
  codes: InviteCodes,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
  userId: string,
  role: contract.CircleRole,
): Promise<contract.Circle> {
  await requireRole(tx, caller, circleId, 'ADMIN')
  const before = (await store.membersOf(tx, [circleId])).find(({ user_id }) => user_id === userId)?.role
  if (!(await store.setMemberRole(tx, circleId, userId, role))) throw notFound()
  if (before === 'ADMIN' && role !== 'ADMIN') await replaceCodeUnchecked(tx, codes, circleId)
  const members = await store.membersOf(tx, [circleId])
  if (!members.some((member) => member.role === 'ADMIN'))
    throw new Problem(409, 'last_admin', 'A circle needs at least one admin. Make someone else an admin first.')
  await publishToCircle(tx, caller, circleId, households, contract.circleChanged)
  return readCircle(tx, caller, circleId)
}

/** Links a household to a circle; does nothing if it is linked. `checkAdmin` throws unless the caller is its admin. Throws `quota_reached`. */
export async function linkHousehold(
  tx: Transaction,
  limits: QuotaLimits,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
  householdId: HouseholdId,
  checkAdmin: (tx: Transaction) => Promise<unknown>,
): Promise<contract.Circle> {
  await requireRole(tx, caller, circleId, 'MEMBER')
  await checkAdmin(tx)
  const at = caller.now.toISOString()
  const isNew = await store.insertLink(tx, { household_id: householdId, circle_id: circleId, linked_by: caller.userId, linked_at: at })
  if (isNew) {
    checkQuota(limits, 'linkedCircles', (await store.countCirclesOfHousehold(tx, householdId)) - 1)
    await publishToCircle(tx, caller, circleId, households, contract.circleLinked, { householdId })
  }
  const circle = await readCircle(tx, caller, circleId)
  if (!circle.households.some(({ id }) => id === householdId)) throw notFound()
  return circle
}

/** Throws 409 `quota_reached` if the caller, who was just added to a circle or asked to join it, is in too many. */
export async function checkCircleQuota(tx: Transaction, limits: QuotaLimits, userId: UserId): Promise<void> {
  await tx.lock(`circles ${userId}`)
  checkQuota(limits, 'circles', (await store.countCirclesOf(tx, userId)) - 1)
}
