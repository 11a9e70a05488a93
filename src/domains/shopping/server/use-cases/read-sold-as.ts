import { parseConversions, parsePacks } from '#domains/ingredients/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { SoldAs } from '../../rules/purchase-amount.ts'
import { listPacks } from '../store/read-list.ts'

/** Returns how these ingredients are sold, by id. Skips unknown ids. */
export async function readSoldAs(q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<Map<string, SoldAs>> {
  const rows = await listPacks(q, householdId, [...new Set(ingredientIds)])
  return new Map(rows.map(({ id, packs, conversions }) => [id, { packs: parsePacks(packs), conversions: parseConversions(conversions) }]))
}
