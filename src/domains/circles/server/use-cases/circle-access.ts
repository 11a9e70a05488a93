import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import type { CircleRole } from '../../contract.ts'
import * as store from '../store/index.ts'

export const adminsOnly = () => new Problem(403, 'role_denied', 'Only the circle’s admins can do that.')

/**
 * Returns the scope of a write in the circle: the households linked to it and `also`, so that their members are notified. Throws 404 or 403
 * before anything is locked; the write must check the role again with `requireRole`.
 */
export async function findCircleWriteScope(
  q: Reader,
  caller: AuthenticatedUser,
  circleId: string,
  requiredRole: CircleRole | 'outsider',
  also: readonly HouseholdId[] = [],
) {
  if (requiredRole !== 'outsider') checkRole((await store.circleOf(q, caller.userId, circleId))?.role, requiredRole)
  const households = [...new Set([...(await store.linkedHouseholds(q, circleId)), ...also])].sort()
  return { scope: households.length > 0 ? households : { user: caller.userId }, households }
}

function checkRole(role: CircleRole | undefined, requiredRole: CircleRole): void {
  if (!role) throw notFound()
  if (requiredRole === 'ADMIN' && role !== 'ADMIN') throw adminsOnly()
}

/** Locks the circle, then the caller's membership (in this order, to avoid deadlocks). Throws 404 for non-members, 403 without the role. */
export async function requireRole(
  tx: Transaction,
  caller: AuthenticatedUser,
  circleId: string,
  requiredRole: CircleRole,
): Promise<store.CircleRow> {
  await store.lockCircle(tx, circleId)
  const row = (await store.lockMember(tx, circleId, caller.userId)) ? await store.circleOf(tx, caller.userId, circleId) : undefined
  checkRole(row?.role, requiredRole)
  return row as store.CircleRow
}
