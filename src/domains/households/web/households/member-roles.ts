import { t } from '@lingui/core/macro'
import { atLeast, type Role } from '#platform/shared/roles.ts'

/** The roles `mine` may give to somebody who is `theirs` now; empty when it may not change them at all. The server decides. */
export function rolesToGive(mine: Role, theirs: Role): Role[] {
  if (theirs === 'OWNER') return []
  if (mine === 'OWNER') return ['ADMIN', 'MEMBER', 'VIEWER']
  return mine === 'ADMIN' && !atLeast(theirs, 'ADMIN') ? ['MEMBER', 'VIEWER'] : []
}

/** Whether `mine` may remove somebody who is `theirs`. */
export const mayRemove = (mine: Role, theirs: Role): boolean => rolesToGive(mine, theirs).length > 0

export const roleWords: Record<Role, { name: string; may: string }> = {
  OWNER: { name: t`Owner`, may: t`Full control, including ownership transfer` },
  ADMIN: { name: t`Admin`, may: t`Can also invite and remove members and rename the household` },
  MEMBER: { name: t`Member`, may: t`Can change inventory, lists and plans` },
  VIEWER: { name: t`Viewer`, may: t`View only` },
}
