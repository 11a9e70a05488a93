import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { sharingChangedTopic } from '#platform/server/realtime/user-signals.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { isRoleAtLeast, type Role } from '#platform/shared/roles.ts'
import * as contract from '../../contract/index.ts'
import * as store from '../store/index.ts'
import * as invites from '../store/invites.ts'
import { endTabletsOf } from './end-tablet.ts'
import type { InviteCodes } from './invite-code.ts'
import { replaceInvite } from './manage-household.ts'

export interface MemberChangeDeps {
  readonly codes: InviteCodes
  /** Ends what only an ADMIN may run. Supplied by other domains. */
  readonly endAdminWork: (tx: Transaction, actor: Actor, userId: string) => Promise<void>
  /** Deletes what describes a member who leaves. Supplied by other domains. */
  readonly forgetMember: (tx: Transaction, householdId: HouseholdId, member: { userId: string }) => Promise<void>
}

const lastOwnerError = () => conflict('last_owner', 'A household needs an owner. Transfer ownership first.')

/** A VIEWER sees only their own email address. */
export async function listMembers(q: Reader, member: Pick<Member, 'householdId' | 'userId' | 'role'>): Promise<contract.Member[]> {
  const seesAll = isRoleAtLeast(member.role, 'MEMBER')
  return (await store.listMembers(q, member.householdId)).map((row) => {
    const visible = toMember(row)
    return seesAll || row.user_id === member.userId ? visible : { ...visible, email: null }
  })
}

/**
 * Changes a role. If the new role is OWNER, the caller becomes ADMIN. A lower role ends admin work, and that of a VIEWER their tablets, and replaces the invite code, which the
 * member may have seen. Throws 412 with the current member if their role changed since `ifMatch`.
 */
export async function changeRole(
  tx: Transaction,
  { codes, endAdminWork }: MemberChangeDeps,
  member: Member,
  userId: string,
  to: Role,
  ifMatch: number | null,
): Promise<contract.Member> {
  const row = await store.findMember(tx, member.householdId, userId)
  if (!row) throw notFound()
  if (ifMatch !== null && row.version !== ifMatch)
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: toMember(row) })
  checkRoleChange(member.role, userId === member.userId, row.role, to)
  if (row.role !== to) {
    if (isRoleAtLeast(row.role, 'ADMIN') && !isRoleAtLeast(to, 'ADMIN')) await endAdminWork(tx, member, userId)
    if (!isRoleAtLeast(to, 'MEMBER')) await endTabletsOf(tx, member, userId)
    if (isRoleAtLeast(row.role, to)) await replaceInvite(tx, codes, member, 'membership')
    await move(tx, member, userId, row.role, to)
    if (to === 'OWNER') await move(tx, member, member.userId, 'OWNER', 'ADMIN')
    if ((await store.countOwners(tx, member.householdId)) === 0) throw lastOwnerError()
  }
  return toMember(row.role === to ? row : { ...row, role: to, version: row.version + 1 })
}

async function move(tx: Transaction, member: Member, userId: string, from: Role, to: Role): Promise<void> {
  if (!(await store.updateRole(tx, member.householdId, userId, from, to)))
    throw conflict('changed_meanwhile', 'Someone else changed this in the meantime.')
  await recordChange(tx, member, contract.memberChanged, { userId, role: to, before: from })
}

/** Removes a member, or the caller themselves. Ends their streams and replaces the invite code, which they may know. */
export async function removeMember(
  tx: Transaction,
  { codes, endAdminWork, forgetMember }: MemberChangeDeps,
  member: Member,
  userId: string,
): Promise<void> {
  const row = await store.findMember(tx, member.householdId, userId)
  if (!row) throw notFound()
  checkRemoval(member.role, userId === member.userId, row.role)
  if (row.role === 'VIEWER')
    await invites.insertFormerViewer(tx, { household_id: member.householdId, user_id: userId, left_at: member.now.toISOString() })
  await endAdminWork(tx, member, userId)
  await forgetMember(tx, member.householdId, { userId })
  await endTabletsOf(tx, member, userId)
  if (!(await store.deleteMember(tx, member.householdId, userId))) throw notFound()
  if (row.role === 'OWNER' && (await store.countOwners(tx, member.householdId)) === 0) throw lastOwnerError()
  await replaceInvite(tx, codes, member, 'membership')
  await recordChange(tx, member, contract.memberRemoved, { userId })
  tx.publish(sharingChangedTopic, member.householdId)
}

const toMember = (row: store.MemberRow): contract.Member => ({
  userId: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  role: row.role,
  joinedAt: row.joined_at,
  version: row.version,
})

const denied = (detail: string) => new Problem(403, 'role_denied', detail)

/**
 * Throws `role_denied` unless `ownRole` may change a member's role from `role` to `to`. An ADMIN may assign MEMBER and VIEWER; an OWNER may
 * assign any role. No one may change their own role.
 */
function checkRoleChange(ownRole: Role, isSelf: boolean, role: Role, to: Role): void {
  if (isSelf) throw denied('You can’t change your own role.')
  if (ownRole === 'OWNER') return
  if (!isRoleAtLeast(ownRole, 'ADMIN')) throw denied('Only owners and admins can change roles.')
  if (isRoleAtLeast(role, 'ADMIN') || isRoleAtLeast(to, 'ADMIN')) throw denied('Only an owner can add or remove admins and owners.')
}

/** Throws `role_denied` unless `ownRole` may remove a member with role `role`. Anyone may leave. */
function checkRemoval(ownRole: Role, isSelf: boolean, role: Role): void {
  if (isSelf || ownRole === 'OWNER') return
  if (!isRoleAtLeast(ownRole, 'ADMIN')) throw denied('Only owners and admins can remove members.')
  if (isRoleAtLeast(role, 'ADMIN')) throw denied('Only an owner can remove admins and owners.')
}
