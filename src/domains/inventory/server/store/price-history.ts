import { sql } from 'kysely'
import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { InventoryTables } from '../tables.ts'

/** Returns what was paid for an ingredient, newest first, without lots that were removed as mistakes or split off others. */
export const listPricesOf = (q: Reader, householdId: HouseholdId, ingredientId: string, max: number) =>
  q
    .on<InventoryTables>()
    .selectFrom('lots')
    .select(['id', 'added_on', 'store_id', 'price_cents', 'whole_milli', 'unit'])
    .where('household_id', '=', householdId)
    .where('ingredient_id', '=', ingredientId)
    .where('price_cents', 'is not', null)
    .where('state', '<>', sql.lit('removed'))
    .where('whole_milli', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger as split')
            .select('split.seq')
            .where('split.household_id', '=', householdId)
            .whereRef('split.lot_id', '=', 'lots.id')
            .where('split.kind', '=', sql.lit('split'))
            .where('split.delta', '>', 0),
        ),
      ),
    )
    .orderBy('added_on', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(max))
    .$narrowType<{ price_cents: number }>()
    .execute()
