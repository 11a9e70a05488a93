import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota } from '#domains/households/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import { signalUsers } from '#platform/server/realtime/user-signals.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import type { CircleRole } from '../../contract.ts'
import * as store from '../store/index.ts'

export const adminsOnly = () => new Problem(403, 'role_denied', 'Only the circle’s admins can do that.')

/**
 * Returns the scope of a write in the circle: the households linked to it and `also`, so that their members are notified. Throws 404 or 403
 * before anything is locked; the write must check the role again with `requireRole`.
 */
export async function findCircle(
  q: Reader,
  caller: Caller,
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
export async function requireRole(tx: Transaction, caller: Caller, circleId: string, requiredRole: CircleRole): Promise<store.CircleRow> {
  await store.lockCircle(tx, circleId)
  const row = (await store.lockMember(tx, circleId, caller.userId)) ? await store.circleOf(tx, caller.userId, circleId) : undefined
  checkRole(row?.role, requiredRole)
  return row as store.CircleRow
}

/** Records the event in the log of every household linked now, and signals the current members and `alsoSignal`. */
export async function publishToCircle(
  tx: Transaction,
  caller: Caller,
  circleId: string,
  households: readonly HouseholdId[],
  event: EventType,
  payload: object = {},
  alsoSignal: readonly string[] = [],
): Promise<void> {
  const linked = new Set(await store.linkedHouseholds(tx, circleId))
  for (const householdId of households) {
    if (linked.has(householdId)) await recordChange(tx, { ...caller, householdId }, event, { circleId, ...payload })
  }
  const members = (await store.membersOf(tx, [circleId])).map(({ user_id }) => user_id)
  signalUsers(tx, event.name, [...new Set([...members, ...alsoSignal])])
}

/** Throws 409 `quota_reached` if the caller, who was just added to a circle or asked to join it, is in too many. */
export async function checkCircleQuota(tx: Transaction, limits: QuotaLimits, userId: UserId): Promise<void> {
  await tx.lock(`circles ${userId}`)
  checkQuota(limits, 'circles', (await store.countCirclesOf(tx, userId)) - 1)
}
