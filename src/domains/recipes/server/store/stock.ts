import { sql } from 'kysely'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import { type InventoryViews, isActiveLotSql, isProbablyGoneSql, withStock } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { leftoverPrefix } from '../../rules/leftover-lot.ts'

/** Returns every ingredient of the household with its stock. */
export const ingredientsWithStock = (q: Reader, householdId: HouseholdId, today: CalendarDate) =>
  withStock<IngredientViews>(q, householdId, today)
    .selectFrom('ingredients')
    .leftJoin('ingredient_stock', 'ingredient_stock.ingredient_id', 'ingredients.id')
    .select(['id', 'name', 'aliases', 'conversions', 'own_units', 'default_unit', 'parent_id', 'ingredient_stock.stock'])
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute()

export type IngredientStockRow = Awaited<ReturnType<typeof ingredientsWithStock>>[number]

/** Returns every ingredient of the household, in the order in which they claim names. */
export const listMatchableIngredients = (q: Reader, householdId: HouseholdId) =>
  q
    .on<IngredientViews>()
    .selectFrom('ingredients')
    .select(['id', 'name', 'aliases', 'own_units'])
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute()

const reservedByLot = (q: Reader, householdId: HouseholdId) =>
  q
    .on<InventoryViews>()
    .selectFrom('reservations')
    .select(({ cast, fn }) => ['lot_id', cast<number>(fn.sum('milli'), 'bigint').as('milli')])
    .where('household_id', '=', householdId)
    .groupBy('lot_id')

/** Returns lots that expire from `first` to `last` and aren't probably gone, without their reserved part. */
export function lotsExpiringBetween(q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate) {
  return q
    .on<InventoryViews>()
    .selectFrom('lots')
    .leftJoin(reservedByLot(q, householdId).as('held'), 'held.lot_id', 'lots.id')
    .select(['lots.id', 'lots.ingredient_id', 'lots.unit', 'lots.goes_off_on'])
    .select(sql<number>`lots.milli - coalesce(held.milli, 0)`.as('milli'))
    .where('lots.household_id', '=', householdId)
    .where(isActiveLotSql)
    .where(sql<boolean>`not ${isProbablyGoneSql}`)
    .where('lots.goes_off_on', '>=', first)
    .where('lots.goes_off_on', '<=', last)
    .execute()
}

/** More leftovers than this, soonest to expire first, aren't considered. */
const maxLeftovers = 50

/** Returns leftovers in portions that are in stock and not probably gone, with what isn't reserved of them. */
export function listLeftoverLots(q: Reader, householdId: HouseholdId) {
  const db = q.on<InventoryViews & IngredientViews>()
  return db
    .selectFrom('lots')
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .leftJoin(reservedByLot(q, householdId).as('held'), 'held.lot_id', 'lots.id')
    .select(['lots.id', 'lots.ingredient_id', 'lots.goes_off_on', 'lots.storage', 'lots.unit', 'ingredients.name'])
    .select(sql<number>`lots.milli - coalesce(held.milli, 0)`.as('free_milli'))
    .where('lots.household_id', '=', householdId)
    .where('ingredients.name', 'like', `${leftoverPrefix}%`)
    .where('lots.unit', '=', 'each')
    .where(sql<boolean>`lots.milli - coalesce(held.milli, 0) >= 1000`)
    .where(isActiveLotSql)
    .where(sql<boolean>`not ${isProbablyGoneSql}`)
    .orderBy('lots.goes_off_on')
    .orderBy('lots.id')
    .limit(maxLeftovers)
    .execute()
}

export type LeftoverLot = Awaited<ReturnType<typeof listLeftoverLots>>[number]
