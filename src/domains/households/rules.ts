import { Problem } from '#platform/shared/problem.ts'
import { atLeast, type Role } from '#platform/shared/roles.ts'

const denied = (detail: string) => new Problem(403, 'role_denied', detail)

/**
 * Whether `mine` may change somebody with role `theirs` to `to`. Throws `role_denied`.
 * ADMIN moves people between MEMBER and VIEWER; only OWNER makes or unmakes an ADMIN or hands the household over; nobody changes their own role.
 */
export function checkRoleChange(mine: Role, isSelf: boolean, theirs: Role, to: Role): void {
  if (isSelf) throw denied('You can’t change your own role.')
  if (mine === 'OWNER') return
  if (!atLeast(mine, 'ADMIN')) throw denied('Only owners and admins can change roles.')
  if (atLeast(theirs, 'ADMIN') || atLeast(to, 'ADMIN')) throw denied('Only an owner can add or remove admins and owners.')
}

/** Whether `mine` may remove somebody with role `theirs`; everybody may leave. Throws `role_denied`. */
export function checkRemoval(mine: Role, isSelf: boolean, theirs: Role): void {
  if (isSelf || mine === 'OWNER') return
  if (!atLeast(mine, 'ADMIN')) throw denied('Only owners and admins can remove members.')
  if (atLeast(theirs, 'ADMIN')) throw denied('Only an owner can remove admins and owners.')
}
