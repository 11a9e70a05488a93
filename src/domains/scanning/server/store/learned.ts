import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ScanningTables } from '../tables.ts'

/** Of which of these foods a photo was confirmed, or a line of a receipt was said to mean them. */
export async function knownBySight(q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<string[]> {
  const of = (table: 'photo_examples' | 'receipt_names') =>
    q
      .on<ScanningTables>()
      .selectFrom(table)
      .select('ingredient_id')
      .distinct()
      .where('household_id', '=', householdId)
      .where('ingredient_id', 'in', ingredientIds)
      .execute()
  return [...(await of('photo_examples')), ...(await of('receipt_names'))].flatMap(({ ingredient_id }) => ingredient_id ?? [])
}
