import type { HouseholdId } from '#platform/contract/ids.ts'
import type { Reader } from '#platform/server/database.ts'
import type { ScanningTables } from '../tables.ts'

/** Whether a photo of it was confirmed, or a line of a receipt was said to mean it. */
export async function isKnownBySight(q: Reader, householdId: HouseholdId, ingredientId: string): Promise<boolean> {
  for (const table of ['photo_examples', 'receipt_names'] as const) {
    const row = await q
      .on<ScanningTables>()
      .selectFrom(table)
      .select('ingredient_id')
      .where('household_id', '=', householdId)
      .where('ingredient_id', '=', ingredientId)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}
