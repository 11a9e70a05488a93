import { hasPast, hasStock } from '#domains/inventory/server/service.ts'
import { isMeantByName } from '#domains/recipes/server/service.ts'
import { isKnownBySight } from '#domains/scanning/server/service.ts'
import { isWanted } from '#domains/shopping/server/service.ts'
import type { HouseholdId } from '#platform/contract/ids.ts'
import type { Reader } from '#platform/server/database.ts'
import type { Reason } from '../../contract.ts'

const ties = [hasPast, isWanted, isMeantByName, isKnownBySight]

/** What people have hung on a food since it was brought, for which it stays; null: it may go. None of this changes the food itself. */
export async function tieOf(q: Reader, householdId: HouseholdId, ingredientId: string): Promise<Reason | null> {
  if (await hasStock(q, householdId, ingredientId)) return 'in_use'
  for (const isTied of ties) if (await isTied(q, householdId, ingredientId)) return 'needed_since'
  return null
}
