import { type RawBuilder, sql } from 'kysely'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import { isActiveLotSql } from '../sql-expressions.ts'
import type { InventoryTables } from '../tables.ts'

const on = (q: Reader) => q.on<InventoryTables & IngredientViews>()

export const countByCategory = (q: Reader, householdId: HouseholdId) =>
  on(q)
    // Counts by ingredient first, from the index alone: there are far fewer ingredients than lots.
    .selectFrom((eb) =>
      eb
        .selectFrom('lots')
        .select(({ fn }) => ['ingredient_id', fn.countAll().as('count')])
        .where('household_id', '=', householdId)
        .where(isActiveLotSql)
        .groupBy('ingredient_id')
        .as('counts'),
    )
    .innerJoin('ingredients', (join) =>
      join.on('ingredients.household_id', '=', householdId).onRef('ingredients.id', '=', 'counts.ingredient_id'),
    )
    .select(({ cast, fn }) => ['ingredients.category', cast<number>(fn.sum('counts.count'), 'bigint').as('count')])
    .groupBy('ingredients.category')
    .orderBy(sql`2`, 'desc')
    .orderBy(sql`1`)
    .execute()

export const countByLocation = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('lots')
    .select(({ fn }) => ['location', fn.countAll<number>().as('count')])
    .where('household_id', '=', householdId)
    .where(isActiveLotSql)
    .groupBy('location')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('location')
    .execute()

const countIf = (condition: RawBuilder<unknown>) => sql<number>`cast(coalesce(sum(case when ${condition} then 1 else 0 end), 0) as bigint)`

/** Counts the active lots, the expired ones, and those expiring from `today` to `soon`. */
export const countByExpiry = (q: Reader, householdId: HouseholdId, today: string, soon: string) =>
  on(q)
    .selectFrom('lots')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      countIf(sql`goes_off_on < ${today}`).as('expired'),
      countIf(sql`goes_off_on >= ${today} and goes_off_on <= ${soon}`).as('soon'),
    ])
    .where('household_id', '=', householdId)
    .where(isActiveLotSql)
    .executeTakeFirstOrThrow()

export interface ParRow {
  id: string
  par_milli: number
  default_unit: Unit
  conversions: string
  /** A unit of the stock, with the total in that unit; null without stock. */
  unit: Unit | null
  milli: number | null
}

/** Returns the ingredients that have a par level, with their unexpired stock by unit. `ingredientIds` limits the result. */
export function stockAgainstPar(
  q: Reader,
  householdId: HouseholdId,
  today: string,
  ingredientIds: readonly string[] | null = null,
): Promise<ParRow[]> {
  const columns = ['ingredients.id', 'ingredients.par_milli', 'ingredients.default_unit', 'ingredients.conversions', 'lots.unit'] as const
  const query = on(q)
    .selectFrom('ingredients')
    .leftJoin('lots', (join) =>
      join
        .onRef('lots.household_id', '=', 'ingredients.household_id')
        .onRef('lots.ingredient_id', '=', 'ingredients.id')
        .on(isActiveLotSql)
        .on('lots.goes_off_on', '>=', today),
    )
    .select(columns)
    .select(({ cast, fn }) => cast<number | null>(fn.sum('lots.milli'), 'bigint').as('milli'))
    .where('ingredients.household_id', '=', householdId)
    .where('ingredients.removed_at', 'is', null)
    .where('ingredients.par_milli', 'is not', null)
    .groupBy(columns)
    .$narrowType<{ par_milli: number }>()
  return (ingredientIds === null ? query : query.where('ingredients.id', 'in', ingredientIds)).execute()
}
