import { conflict, notFound, Problem } from '#platform/contract/problem.ts'
import type { Role } from '#platform/contract/roles.ts'
import { record } from '#platform/server/changes.ts'
import type { Reader, Transaction } from '#platform/server/database.ts'
import { sharedTopic } from '#platform/server/hints.ts'
import type { Member } from '#platform/server/serve/call.ts'
import * as contract from '../../contract.ts'
import { checkRemoval, checkRoleChange } from '../../rules.ts'
import * as store from '../store.ts'

const lastOwner = () => conflict('last_owner', 'A household needs an owner. Hand it over first.')

export async function listMembers(q: Reader, member: Member): Promise<contract.Member[]> {
  return (await store.listMembers(q, member.householdId)).map(toMember)
}

/**
 * Changes a role. Making somebody OWNER hands the household over: the caller becomes ADMIN.
 * Throws 412 with the member as they are when their role changed since `ifMatch`.
 */
export async function changeRole(
  tx: Transaction,
  member: Member,
  userId: string,
  to: Role,
  ifMatch: number | null,
): Promise<contract.Member> {
  const row = await store.findMember(tx, member.householdId, userId)
  if (!row) throw notFound()
  if (ifMatch !== null && row.version !== ifMatch)
    throw new Problem(412, 'changed_meanwhile', 'Somebody changed this meanwhile.', { current: toMember(row) })
  checkRoleChange(member.role, userId === member.userId, row.role, to)
  if (row.role !== to) {
    await move(tx, member, userId, row.role, to)
    if (to === 'OWNER') await move(tx, member, member.userId, 'OWNER', 'ADMIN')
    if ((await store.countOwners(tx, member.householdId)) === 0) throw lastOwner()
  }
  return toMember(row.role === to ? row : { ...row, role: to, version: row.version + 1 })
}

async function move(tx: Transaction, member: Member, userId: string, from: Role, to: Role): Promise<void> {
  if (!(await store.updateRole(tx, member.householdId, userId, from, to)))
    throw conflict('changed_meanwhile', 'Somebody changed this meanwhile.')
  await record(tx, member, contract.memberChanged, { userId, role: to, before: from })
}

/** Ends a membership: removal, or leaving when it is one's own. Their next request and open streams are refused. */
export async function removeMember(tx: Transaction, member: Member, userId: string): Promise<void> {
  const row = await store.findMember(tx, member.householdId, userId)
  if (!row) throw notFound()
  checkRemoval(member.role, userId === member.userId, row.role)
  if (!(await store.deleteMember(tx, member.householdId, userId))) throw notFound()
  if (row.role === 'OWNER' && (await store.countOwners(tx, member.householdId)) === 0) throw lastOwner()
  await record(tx, member, contract.memberRemoved, { userId })
  tx.announce(sharedTopic, member.householdId)
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
