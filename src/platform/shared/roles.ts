import { z } from 'zod'

/** In ascending order: each role includes the rights of those before it. */
export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** Returns whether `role` includes the rights of `needed`. */
export function isRoleAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
