import { type SharedTable, sharedTable } from '#platform/server/sync/synced-table.ts'
import { listBarcodesOf } from './store.ts'
import type { IngredientTables } from './tables.ts'
import { toIngredient } from './use-cases/manage-ingredients.ts'

/** What browsers keep a copy of: ingredients as the API returns them. */
export const syncedIngredients: readonly SharedTable[] = [
  sharedTable({
    name: 'ingredients',
    from: (q) => q.on<IngredientTables>().selectFrom('ingredients').selectAll().where('removed_at', 'is', null),
    async toRows(rows, q, householdId) {
      const barcodes = await listBarcodesOf(
        q,
        householdId,
        rows.map(({ id }) => id),
      )
      const byIngredient = Map.groupBy(barcodes, (barcode) => barcode.ingredient_id)
      return rows.map((row) => toIngredient(row, byIngredient.get(row.id) ?? []))
    },
  }),
]
