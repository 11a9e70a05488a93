import { stockAmong } from '#domains/inventory/server/index.ts'
import { meantByName } from '#domains/recipes/server/index.ts'
import { knownBySight } from '#domains/scanning/server/index.ts'
import { wantedIngredients } from '#domains/shopping/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Reason } from '../../contract.ts'

const references = [wantedIngredients, meantByName, knownBySight]

/** What people have hung on some of these foods since they were brought, for which those stay. None of this changes a food itself. */
export async function referencesOf(q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<Map<string, Reason>> {
  const { now, ever } = await stockAmong(q, householdId, ingredientIds)
  const needed = [...ever]
  for (const tied of references) needed.push(...(await tied(q, householdId, ingredientIds)))
  return new Map([...needed.map((id) => [id, 'needed_since'] as const), ...[...now].map((id) => [id, 'in_use'] as const)])
}
