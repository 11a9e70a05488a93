import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser, Member } from '#platform/server/endpoints/route.ts'
import { sharingChangedTopic } from '#platform/server/realtime/user-signals.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import * as contract from '../../contract/index.ts'
import type { QuotaLimits } from '../../contract/quota.ts'
import * as store from '../store/index.ts'
import * as invites from '../store/invites.ts'
import type { InviteCodes } from './invite-code.ts'
import { checkQuota } from './quota.ts'

const dayMs = 86_400_000

export async function listHouseholds(q: Reader, codes: InviteCodes, caller: AuthenticatedUser): Promise<contract.Household[]> {
  return (await store.householdsOf(q, caller.userId)).map((row) => toHousehold(codes, row))
}

export interface HouseholdDeps {
  readonly codes: InviteCodes
  readonly limits: QuotaLimits
}

/** Throws 409 `quota_reached` if a user who was just added to a household has too many. */
async function checkHouseholds(tx: Transaction, limits: QuotaLimits, userId: UserId): Promise<void> {
  await tx.lock(`households ${userId}`)
  checkQuota(limits, 'households', (await store.countHouseholdsOf(tx, userId)) - 1)
}

/** Creates a household with the caller as OWNER. Must run in the new household's scope. Throws 409 `quota_reached`. */
export async function createHousehold(
  tx: Transaction,
  { codes, limits }: HouseholdDeps,
  caller: AuthenticatedUser,
  householdId: HouseholdId,
  body: BodyOf<typeof contract.createHousehold>,
): Promise<contract.Household> {
  const { hash, encryptedCode } = codes.create()
  const at = caller.now.toISOString()
  await store.insertHousehold(tx, {
    id: householdId,
    name: body.name,
    time_zone: body.timeZone,
    currency: body.currency,
    locations: JSON.stringify(body.locations),
    invite_hash: hash,
    invite_box: encryptedCode,
    seq: 0,
    version: 1,
    created_at: at,
  })
  await store.insertMember(tx, { household_id: householdId, user_id: caller.userId, role: 'OWNER', joined_at: at })
  await checkHouseholds(tx, limits, caller.userId)
  await recordChange(tx, { ...caller, householdId }, contract.householdCreated, {})
  return readHousehold(tx, codes, caller, householdId)
}

export interface HouseholdChangeDeps {
  readonly codes: InviteCodes
  /** Removes the places that are none of these. */
  readonly forgetPlaces: (tx: Transaction, member: Member, names: readonly string[]) => Promise<void>
}

export async function changeHousehold(
  tx: Transaction,
  { codes, forgetPlaces }: HouseholdChangeDeps,
  member: Member,
  body: BodyOf<typeof contract.changeHousehold>,
  ifMatch: number | null,
): Promise<contract.Household> {
  const set = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.timeZone !== undefined && { time_zone: body.timeZone }),
    ...(body.currency !== undefined && { currency: body.currency }),
    ...(body.locations !== undefined && { locations: JSON.stringify(body.locations) }),
    ...(body.restocksList !== undefined && { restocks_list: body.restocksList ? 1 : 0 }),
  }
  if (Object.keys(set).length === 0 && ifMatch === null) return readHousehold(tx, codes, member, member.householdId)
  if (!(await store.updateHousehold(tx, member.householdId, set, ifMatch))) {
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', {
      current: await readHousehold(tx, codes, member, member.householdId),
    })
  }
  if (body.locations !== undefined) await forgetPlaces(tx, member, body.locations)
  await recordChange(tx, member, contract.householdChanged, {})
  return readHousehold(tx, codes, member, member.householdId)
}

/** Marks the household as deleted. Its rows stay, so that it can be restored. */
export async function deleteHousehold(tx: Transaction, member: Member): Promise<void> {
  if (!(await store.updateHousehold(tx, member.householdId, { deleted_at: member.now.toISOString() }, null))) throw notFound()
  await recordChange(tx, member, contract.householdDeleted, {})
  tx.publish(sharingChangedTopic, member.householdId)
}

const restorableSince = (now: Date) => new Date(now.getTime() - contract.restoreDays * dayMs).toISOString()

export async function listDeleted(q: Reader, { userId, now }: AuthenticatedUser): Promise<contract.DeletedHousehold[]> {
  const rows = await store.deletedHouseholdsOf(q, userId, restorableSince(now))
  return rows.flatMap(({ id, name, deleted_at: at }) =>
    at === null ? [] : [{ id, name, deletedAt: at, until: new Date(new Date(at).getTime() + contract.restoreDays * dayMs).toISOString() }],
  )
}

/** Returns a deleted household that the caller may restore. Throws 404. */
export async function findRestorableHousehold(q: Reader, { userId, now }: AuthenticatedUser, id: string): Promise<HouseholdId> {
  const found = (await store.deletedHouseholdsOf(q, userId, restorableSince(now))).find((row) => row.id === id)
  if (!found) throw notFound()
  return found.id
}

/** Restores a deleted household with its members and data. Throws 404 if it was restored already. */
export async function restoreHousehold(
  tx: Transaction,
  codes: InviteCodes,
  caller: AuthenticatedUser,
  householdId: HouseholdId,
): Promise<contract.Household> {
  if (!(await store.undeleteHousehold(tx, householdId, restorableSince(caller.now)))) throw notFound()
  await recordChange(tx, { ...caller, householdId }, contract.householdRestored, {})
  tx.publish(sharingChangedTopic, householdId)
  return readHousehold(tx, codes, caller, householdId)
}

/** Replaces the invite code. Former VIEWERs who join with the new one become MEMBER. */
export async function refreshInvite(tx: Transaction, codes: InviteCodes, member: Member): Promise<{ inviteCode: string }> {
  const { code, hash, encryptedCode } = codes.create()
  await invites.setInvite(tx, member.householdId, { invite_hash: hash, invite_box: encryptedCode, invite_changed_at: null })
  await invites.deleteFormerViewers(tx, member.householdId)
  await recordChange(tx, member, contract.inviteRefreshed, {})
  return { inviteCode: code }
}

/** Replaces the code as part of another change. Former VIEWERs who rejoin stay VIEWER. */
export async function replaceInvite(
  tx: Transaction,
  codes: InviteCodes,
  { householdId, now }: Pick<Actor, 'householdId' | 'now'>,
  reason: 'membership' | 'upgrade',
): Promise<void> {
  const { hash, encryptedCode } = codes.create()
  await invites.setInvite(tx, householdId, { invite_hash: hash, invite_box: encryptedCode, invite_changed_at: now.toISOString() })
  await recordChange(tx, { householdId, userId: null, now }, contract.inviteRefreshed, { reason })
}

/** Replaces a code that an upgrade ended, if it hasn't been replaced. */
export async function replaceEndedInvite(tx: Transaction, codes: InviteCodes, householdId: HouseholdId, now: Date): Promise<void> {
  if (await invites.hasEndedInvite(tx, householdId)) await replaceInvite(tx, codes, { householdId, now }, 'upgrade')
}

const inviteUnknown = () => new Problem(404, 'invite_unknown', 'That invite code doesn’t work. Ask for a new one.')

/** Returns the household of a code. Throws 404 `invite_unknown`. */
export async function householdByCode(q: Reader, codes: InviteCodes, code: string): Promise<HouseholdId> {
  const found = await invites.findByInvite(q, codes.hash(code))
  if (!found) throw inviteUnknown()
  return found.id
}

export async function isValidInviteCode(database: Database, codes: InviteCodes, code: string): Promise<boolean> {
  return (await database.read({ crossHousehold: 'invites' }, (q) => invites.findByInvite(q, codes.hash(code)))) !== undefined
}

/**
 * Adds the caller as MEMBER, or as VIEWER if they left as one. Does nothing for a member. Checks the code again inside the transaction.
 * Throws 409 `quota_reached`.
 */
export async function joinHousehold(
  tx: Transaction,
  { codes, limits }: HouseholdDeps,
  caller: AuthenticatedUser,
  householdId: HouseholdId,
  code: string,
): Promise<contract.Household> {
  if (!(await invites.isCurrentInvite(tx, householdId, codes.hash(code)))) throw inviteUnknown()
  const joined = await store.insertMember(tx, {
    household_id: householdId,
    user_id: caller.userId,
    role: (await invites.deleteFormerViewer(tx, householdId, caller.userId)) ? 'VIEWER' : 'MEMBER',
    joined_at: caller.now.toISOString(),
  })
  if (joined) {
    checkQuota(limits, 'members', (await store.countMembers(tx, householdId)) - 1)
    await checkHouseholds(tx, limits, caller.userId)
    await recordChange(tx, { ...caller, householdId }, contract.memberJoined, { userId: caller.userId })
  }
  return readHousehold(tx, codes, caller, householdId)
}

export async function readHousehold(
  q: Reader,
  codes: InviteCodes,
  caller: Pick<AuthenticatedUser, 'userId'>,
  householdId: HouseholdId,
): Promise<contract.Household> {
  return toHousehold(codes, await store.getHousehold(q, householdId, caller.userId))
}

function toHousehold(codes: InviteCodes, row: store.HouseholdRow): contract.Household {
  const seesInvite = isRoleAtLeast(row.role, 'ADMIN')
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    inviteCode: seesInvite && !invites.isInviteEnded(row) ? codes.decrypt(row.invite_box) : null,
    inviteChangedAt: seesInvite ? row.invite_changed_at : null,
    timeZone: row.time_zone,
    currency: row.currency,
    locations: JSON.parse(row.locations),
    restocksList: row.restocks_list === 1,
    hasSample: row.sample_import !== null,
    createdAt: row.created_at,
    version: row.version,
  }
}
