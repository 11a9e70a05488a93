import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ScanningTables } from '../tables.ts'

const on = (q: Reader) => q.on<ScanningTables>()

/** What lines of receipts mean in this household: ids of its foods, by the key of the print. */
export async function learnedNames(q: Reader, householdId: HouseholdId): Promise<Map<string, string>> {
  const rows = await on(q).selectFrom('receipt_names').select(['print', 'ingredient_id']).where('household_id', '=', householdId).execute()
  return new Map(rows.map((row) => [row.print, row.ingredient_id]))
}

export async function putLearnedName(
  tx: Transaction,
  householdId: HouseholdId,
  print: string,
  ingredientId: string,
  now: string,
): Promise<void> {
  const row = { household_id: householdId, print, ingredient_id: ingredientId, updated_at: now }
  await on(tx)
    .insertInto('receipt_names')
    .values(row)
    .onConflict((conflict) => conflict.columns(['household_id', 'print']).doUpdateSet({ ingredient_id: ingredientId, updated_at: now }))
    .execute()
}
