import { stockByIngredientSql } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'

export interface IngredientStockRow {
  id: string
  name: string
  aliases: string
  conversions: string
  default_unit: Unit
  /** For `parseStock`. */
  stock: string | null
}

const ingredientsText = `${stockByIngredientSql()}
  select ingredients.id, ingredients.name, ingredients.aliases, ingredients.conversions, ingredients.default_unit, there.stock
  from ingredients left join there on there.ingredient_id = ingredients.id
  where ingredients.household_id = ? and ingredients.removed_at is null order by ingredients.name_key, ingredients.id`

/** Returns every ingredient of the household with its stock. */
export const ingredientsWithStock = (q: Reader, householdId: HouseholdId, today: CalendarDate): Promise<IngredientStockRow[]> =>
  q.rows(ingredientsText, [householdId, today, householdId, householdId])

/** Returns every ingredient of the household, in the order in which they claim names. */
export const ingredientNames = (q: Reader, householdId: HouseholdId): Promise<Pick<IngredientStockRow, 'id' | 'name' | 'aliases'>[]> =>
  q.rows('select id, name, aliases from ingredients where household_id = ? and removed_at is null order by name_key, id', [householdId])

export interface SoonRow {
  id: string
  ingredient_id: string
  unit: Unit
  milli: number
  goes_off_on: CalendarDate
}

/** Returns lots that expire from `first` to `last`, without their reserved part. */
export const lotsExpiringBetween = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<SoonRow[]> =>
  q.rows(
    `select lots.id, lots.ingredient_id, lots.unit, lots.goes_off_on, lots.milli - coalesce(held.milli, 0) as milli from lots
     left join (select lot_id, cast(sum(milli) as bigint) as milli from reservations where household_id = ? group by lot_id) held on held.lot_id = lots.id
     where lots.household_id = ? and lots.state = 'active' and lots.goes_off_on >= ? and lots.goes_off_on <= ?`,
    [householdId, householdId, first, last],
  )
