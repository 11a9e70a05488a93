import { sql } from 'kysely'
import { type IngredientViews, packsOfIngredient, parseConversions } from '#domains/ingredients/server/index.ts'
import { isNotUndoneSql } from '#platform/server/changes/change-log.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { KindStock } from '../../rules/kind-stock.ts'
import { lastPricedLot, parseStock, stockOfIngredient, withStock } from '../sql-expressions.ts'
import type { InventoryTables } from '../tables.ts'

const on = (q: Reader) => q.on<InventoryTables & IngredientViews>()

/** Selects the last price of each ingredient that has one. */
export const selectLastPrices = (q: Reader) =>
  on(q)
    .selectFrom('ingredients')
    .innerJoin('lots', (join) =>
      join
        .onRef('lots.household_id', '=', 'ingredients.household_id')
        .on('lots.id', '=', lastPricedLot('ingredients.household_id', 'ingredients.id')),
    )
    .select(['lots.ingredient_id', 'lots.price_cents', 'lots.whole_milli', 'lots.unit'])
    .$narrowType<{ price_cents: number }>()

export const lastPrices = (q: Reader, householdId: HouseholdId) =>
  selectLastPrices(q).where('ingredients.household_id', '=', householdId).execute()

/** Returns the stock of the ingredients that are kinds of others, by those. Cheap where there are none. */
export async function kindStocks(q: Reader, householdId: HouseholdId, today: CalendarDate): Promise<ReadonlyMap<string, KindStock[]>> {
  const rows = await on(q)
    .selectFrom('ingredients as kinds')
    .select(['kinds.id', 'kinds.name', 'kinds.parent_id', 'kinds.conversions'])
    .select(stockOfIngredient('kinds.household_id', 'kinds.id', today).as('stock'))
    .where('kinds.household_id', '=', householdId)
    .where('kinds.parent_id', 'is not', null)
    .where('kinds.removed_at', 'is', null)
    .orderBy('kinds.id')
    .execute()
  const kinds = rows.map(({ id, name, parent_id, conversions, stock }) => ({
    parentId: parent_id ?? '',
    kind: { id, name, conversions: parseConversions(conversions), stock: parseStock(stock) },
  }))
  return new Map([...Map.groupBy(kinds, ({ parentId }) => parentId)].map(([id, all]) => [id, all.map(({ kind }) => kind)]))
}

/** Returns the ingredients that have a par level, with their stock and packs. */
export const stockForPar = (q: Reader, householdId: HouseholdId, today: CalendarDate) =>
  withStock<IngredientViews>(q, householdId, today)
    .selectFrom('ingredients')
    .leftJoin('ingredient_stock', 'ingredient_stock.ingredient_id', 'ingredients.id')
    .select(['id', 'name', 'category', 'par_milli', 'default_unit', 'conversions', 'note', 'ingredient_stock.stock'])
    .select(packsOfIngredient(householdId).as('packs'))
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .where('par_milli', '>', 0)
    .$narrowType<{ par_milli: number }>()
    .execute()

export type ParStock = Awaited<ReturnType<typeof stockForPar>>[number]

const pastColumns = [
  'ingredient_id',
  'storage',
  'location',
  'added_on',
  'expiration_date',
  'date_kind',
  'frozen_on',
  'whole_milli',
  'unit',
] as const
export type PastLot = Pick<InventoryTables['lots'], (typeof pastColumns)[number]>

/** Returns up to `max` lots of each ingredient, newest first, without those removed as mistakes. */
export const newestLotsOf = (q: Reader, householdId: HouseholdId, ingredientIds: readonly string[], max: number): Promise<PastLot[]> =>
  ingredientIds.length === 0
    ? Promise.resolve([])
    : on(q)
        .selectFrom((eb) =>
          eb
            .selectFrom('lots')
            .select(pastColumns)
            .select(({ fn }) =>
              fn
                .agg<number>('row_number')
                .over((over) => over.partitionBy('ingredient_id').orderBy('created_at', 'desc').orderBy('id', 'desc'))
                .as('age'),
            )
            .where('household_id', '=', householdId)
            .where('state', '<>', 'removed')
            .where('ingredient_id', 'in', ingredientIds)
            .as('newest'),
        )
        .select(pastColumns)
        .where('age', '<=', max)
        .orderBy('ingredient_id')
        .orderBy('age')
        .execute()

/** Returns on how many days ingredients were added since a day, and on which last. */
export const purchaseDaysSince = (q: Reader, householdId: HouseholdId, since: CalendarDate) =>
  on(q)
    .selectFrom('lots')
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select(['lots.ingredient_id', 'ingredients.name', 'ingredients.category'])
    .select(({ fn }) => [fn.count<number>('lots.added_on').distinct().as('days'), fn.max('lots.added_on').as('last_on')])
    .where('lots.household_id', '=', householdId)
    .where('lots.added_on', '>=', since)
    .where('lots.state', '<>', 'removed')
    .where('ingredients.removed_at', 'is', null)
    .groupBy(['lots.ingredient_id', 'ingredients.name', 'ingredients.category'])
    .execute()

/** Returns an ingredient's uses since a day, without undone ones, and the days on which it was added. */
export async function usesAndPurchases(q: Reader, householdId: HouseholdId, ingredientId: string, since: CalendarDate) {
  const uses = await on(q)
    .selectFrom('lots')
    .innerJoin('ledger', (join) => join.onRef('ledger.household_id', '=', 'lots.household_id').onRef('ledger.lot_id', '=', 'lots.id'))
    .select(['ledger.on_date as on', sql<number>`-ledger.delta`.as('milli'), 'ledger.unit'])
    .where('lots.household_id', '=', householdId)
    .where('lots.ingredient_id', '=', ingredientId)
    .where('ledger.kind', '=', 'use')
    .where('ledger.delta', '<', 0)
    .where('ledger.on_date', '>=', since)
    .where(isNotUndoneSql('ledger'))
    .execute()
  const added = await on(q)
    .selectFrom('lots')
    .select('added_on')
    .distinct()
    .where('household_id', '=', householdId)
    .where('ingredient_id', '=', ingredientId)
    .where('added_on', '>=', since)
    .where('state', '<>', 'removed')
    .orderBy('added_on')
    .execute()
  return { uses, purchases: added.map(({ added_on }) => added_on) }
}

/**
 * Returns an ingredient's lots that were used up or thrown away as spoiled since a day, newest first, with the day on which they ended. Leaves
 * out what was ever frozen.
 */
export const endedLotsOf = (q: Reader, householdId: HouseholdId, ingredientId: string, since: CalendarDate, max: number) =>
  on(q)
    .selectFrom('lots')
    .innerJoin('ledger', (join) => join.onRef('ledger.household_id', '=', 'lots.household_id').onRef('ledger.lot_id', '=', 'lots.id'))
    .select(['lots.storage', 'lots.expiration_date', 'lots.added_on', 'lots.opened_on'])
    .select(({ fn }) => fn.max('ledger.on_date').as('ended_on'))
    .select(sql<0 | 1>`max(case when ledger.reason = 'spoiled' then 1 else 0 end)`.as('is_spoiled'))
    .where('lots.household_id', '=', householdId)
    .where('lots.ingredient_id', '=', ingredientId)
    .where('lots.state', 'in', ['used', 'discarded'])
    .where('lots.added_on', '>=', since)
    .where('lots.frozen_on', 'is', null)
    .where('lots.thawed_on', 'is', null)
    .where('ledger.kind', 'in', ['use', 'discard'])
    .where('ledger.delta', '<', 0)
    .where(isNotUndoneSql('ledger'))
    .groupBy(['lots.id', 'lots.state', 'lots.storage', 'lots.expiration_date', 'lots.added_on', 'lots.opened_on'])
    .having(({ eb, or }) =>
      or([eb('lots.state', '=', 'used'), eb(sql`max(case when ledger.reason = 'spoiled' then 1 else 0 end)`, '=', 1)]),
    )
    .orderBy('ended_on', 'desc')
    .limit(sql.lit(max))
    .execute()
