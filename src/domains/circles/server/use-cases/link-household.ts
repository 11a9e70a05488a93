import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota } from '#domains/households/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store/index.ts'
import { publishToCircle, requireRole } from './circle-access.ts'
import { readCircle } from './read-circles.ts'

/** Links a household to a circle; does nothing if it is linked. `checkAdmin` throws unless the caller is its admin. Throws `quota_reached`. */
export async function linkHousehold(
  tx: Transaction,
  limits: QuotaLimits,
  caller: Caller,
  circleId: string,
  households: readonly HouseholdId[],
  householdId: HouseholdId,
  checkAdmin: (tx: Transaction) => Promise<unknown>,
): Promise<contract.Circle> {
  await requireRole(tx, caller, circleId, 'MEMBER')
  await checkAdmin(tx)
  const at = caller.now.toISOString()
  const isNew = await store.insertLink(tx, { household_id: householdId, circle_id: circleId, linked_by: caller.userId, linked_at: at })
  if (isNew) {
    checkQuota(limits, 'linkedCircles', (await store.countCirclesOfHousehold(tx, householdId)) - 1)
    await publishToCircle(tx, caller, circleId, households, contract.circleLinked, { householdId })
  }
  const circle = await readCircle(tx, caller, circleId)
  if (!circle.households.some(({ id }) => id === householdId)) throw notFound()
  return circle
}
