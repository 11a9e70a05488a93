import { sql } from 'kysely'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { InventoryTables } from '../tables.ts'

/** Selects the lots with a price, without those that were removed as mistakes or split off others. */
const selectPrices = (q: Reader, householdId: HouseholdId) =>
  q
    .on<InventoryTables>()
    .selectFrom('lots')
    .select(['id', 'added_on', 'store_id', 'price_cents', 'whole_milli', 'unit'])
    .where('household_id', '=', householdId)
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
    .$narrowType<{ price_cents: number }>()

/** Returns what was paid for an ingredient, newest first. */
export const listPricesOf = (q: Reader, householdId: HouseholdId, ingredientId: string, max: number) =>
  selectPrices(q, householdId)
    .where('ingredient_id', '=', ingredientId)
    .orderBy('added_on', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(max))
    .execute()

/** Selects the newest price of each ingredient in each store, with the order of them. Leaves out what cost nothing. */
const selectNewestInStores = (q: Reader, householdId: HouseholdId) =>
  selectPrices(q, householdId)
    .select('ingredient_id')
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy(['ingredient_id', 'store_id']).orderBy('added_on', 'desc').orderBy('created_at', 'desc').orderBy('id', 'desc'),
        )
        .as('age'),
    )
    .where('store_id', 'is not', null)
    .where('price_cents', '>', 0)
    .$narrowType<{ store_id: string }>()

const storePriceColumns = ['ingredient_id', 'store_id', 'added_on', 'price_cents', 'whole_milli', 'unit'] as const

/** Returns the newest price of each ingredient in each store since a day, newest first. */
export const listStorePricesSince = (q: Reader, householdId: HouseholdId, since: CalendarDate, max: number) =>
  q
    .on<InventoryTables>()
    .selectFrom(selectNewestInStores(q, householdId).where('added_on', '>=', since).as('newest'))
    .select(storePriceColumns)
    .where('age', '=', 1)
    .orderBy('added_on', 'desc')
    .orderBy('ingredient_id')
    .orderBy('store_id')
    .limit(sql.lit(max))
    .execute()

/** Returns the newest price of these ingredients in each store, however old. */
export const listStorePricesOf = (q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]) =>
  q
    .on<InventoryTables>()
    .selectFrom(selectNewestInStores(q, householdId).where('ingredient_id', 'in', padInList(ingredientIds)).as('newest'))
    .select(storePriceColumns)
    .where('age', '=', 1)
    .orderBy('ingredient_id')
    .orderBy('store_id')
    .execute()
