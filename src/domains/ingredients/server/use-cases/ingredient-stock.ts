import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'

/** What foods must know of their lots; inventory, which comes later, supplies it. */
export interface IngredientStock {
  has(q: Reader, householdId: HouseholdId, ingredientId: string): Promise<boolean>
  /** The food's shelf life changed. */
  refreshDates(tx: Transaction, member: Member, ingredientId: string): Promise<void>
}
