import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { checkQuota } from '#domains/households/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { storedPhotoBytes } from '../store/photos.ts'
import { countRecipes } from '../store/recipes.ts'

/** Throws 409 `quota_reached` if the household may not have `adding` more recipes. */
export const checkRecipes = async (tx: Transaction, limits: QuotaLimits, householdId: HouseholdId, adding = 1): Promise<void> =>
  checkQuota(limits, 'recipes', await countRecipes(tx, householdId), adding)

/** Throws 409 `quota_reached` if the household may not store `adding` more bytes. */
export async function checkStorage(tx: Transaction, limits: QuotaLimits, householdId: HouseholdId, adding: number): Promise<void> {
  if (adding > 0) checkQuota(limits, 'storedBytes', await storedPhotoBytes(tx, householdId), adding)
}
