import { z } from 'zod'

/** From least to most: each role may do what the ones before it may. */
export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** Whether `role` may do what `needed` may. */
export function atLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
