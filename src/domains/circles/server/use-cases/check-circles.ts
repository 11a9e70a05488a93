import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota } from '#domains/households/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import * as store from '../store/index.ts'

/** Throws 409 `quota_reached` if the caller, who was just added to a circle or asked to join it, is in too many. */
export async function checkCircles(tx: Transaction, limits: QuotaLimits, userId: UserId): Promise<void> {
  await tx.lock(`circles ${userId}`)
  checkQuota(limits, 'circles', (await store.countCirclesOf(tx, userId)) - 1)
}
