import { Problem } from '#platform/shared/problem.ts'
import { isRoleAtLeast, type Role } from '#platform/shared/roles.ts'

const denied = (detail: string) => new Problem(403, 'role_denied', detail)

/**
 * Throws `role_denied` unless `ownRole` may change a member's role from `role` to `to`. An ADMIN may assign MEMBER and VIEWER; an OWNER may
 * assign any role. No one may change their own role.
 */
export function checkRoleChange(ownRole: Role, isSelf: boolean, role: Role, to: Role): void {
  if (isSelf) throw denied('You can’t change your own role.')
  if (ownRole === 'OWNER') return
  if (!isRoleAtLeast(ownRole, 'ADMIN')) throw denied('Only owners and admins can change roles.')
  if (isRoleAtLeast(role, 'ADMIN') || isRoleAtLeast(to, 'ADMIN')) throw denied('Only an owner can add or remove admins and owners.')
}

/** Throws `role_denied` unless `ownRole` may remove a member with role `role`. Anyone may leave. */
export function checkRemoval(ownRole: Role, isSelf: boolean, role: Role): void {
  if (isSelf || ownRole === 'OWNER') return
  if (!isRoleAtLeast(ownRole, 'ADMIN')) throw denied('Only owners and admins can remove members.')
  if (isRoleAtLeast(role, 'ADMIN')) throw denied('Only an owner can remove admins and owners.')
}
