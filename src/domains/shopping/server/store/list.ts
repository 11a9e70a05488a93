import { lastPricedLotSql, stockOfIngredientSql, type UnitStock } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { ItemRow } from './rows.ts'

export interface PaidRow {
  ingredient_id: string
  paid_cents: number | null
  paid_milli: number | null
  paid_unit: Unit | null
}

/** A row joined with the columns a screen shows: stock, price, par level and author. */
export type ListedItemRow = Omit<ItemRow, 'household_id' | 'food_key' | 'checked_by' | 'merged_into' | 'added_by'> &
  Omit<PaidRow, 'ingredient_id'> & {
    par_milli: number | null
    default_unit: Unit | null
    conversions: string | null
    /** 0 if the list generator added the row. */
    is_added: 0 | 1
    first_name: string | null
    last_name: string | null
    /** The input of `parseStock`, or its result. */
    stock: string | readonly UnitStock[] | null
  }

const columns = `items.id, items.ingredient_id, items.name, items.category, items.milli, items.unit, items.priority, items.reason, items.cause, items.by_rule,
  items.is_checked, items.checked_at, items.state, items.version, items.created_at, items.updated_at,
  case when items.added_by is null then 0 else 1 end as is_added, users.first_name, users.last_name,
  ingredients.par_milli, ingredients.default_unit, ingredients.conversions,
  paid.price_cents as paid_cents, paid.whole_milli as paid_milli, paid.unit as paid_unit,
  ${stockOfIngredientSql('items.household_id', 'items.ingredient_id')} as stock`

const from = `from shopping_items items
  left join ingredients on ingredients.household_id = items.household_id and ingredients.id = items.ingredient_id
  left join users on users.id = items.added_by
  left join lots paid on paid.household_id = items.household_id and paid.id = ${lastPricedLotSql('items.household_id', 'items.ingredient_id')}`

const listed = `items.household_id = ? and items.state = 'listed'`
const listText = `select ${columns} ${from} where ${listed}`

export const countListed = (q: Reader, householdId: HouseholdId): Promise<{ open: number; checked: number }[]> =>
  q.rows(
    `select cast(coalesce(sum(1 - is_checked), 0) as bigint) as open, cast(coalesce(sum(is_checked), 0) as bigint) as checked
     from shopping_items where household_id = ? and state = 'listed'`,
    [householdId],
  )

/** Reads the list with stock and prices in one statement, so that all figures are of one moment. */
export const shownList = (q: Reader, householdId: HouseholdId, today: CalendarDate): Promise<ListedItemRow[]> =>
  q.rows(listText, [today, householdId])

const keyed = ', items.food_key'
const manualText = `select ${columns}${keyed} ${from} where ${listed} and (items.by_rule = 0 or items.is_checked = 1)`
const ruleText = `select items.id, items.ingredient_id, items.name, items.category, items.milli, items.unit, items.priority, items.reason, items.cause, items.by_rule,
  items.is_checked, items.checked_at, items.state, items.version, items.created_at, items.updated_at${keyed}
  from shopping_items items where ${listed} and items.by_rule = 1 and items.is_checked = 0`

export type KeyedRow = ListedItemRow & Pick<ItemRow, 'food_key'>

/** Reads rows that a person added, edited or checked off. */
export const manualRows = (q: Reader, householdId: HouseholdId, today: CalendarDate): Promise<KeyedRow[]> =>
  q.rows(manualText, [today, householdId])

export type JoinedColumns = Pick<
  ListedItemRow,
  'par_milli' | 'default_unit' | 'conversions' | 'stock' | 'is_added' | 'first_name' | 'last_name'
> &
  Omit<PaidRow, 'ingredient_id'>

export type RuleRow = Omit<KeyedRow, keyof JoinedColumns>

/** Reads unchanged generated rows, without the joined columns: the generator has read those already. */
export const ruleRows = (q: Reader, householdId: HouseholdId): Promise<RuleRow[]> => q.rows(ruleText, [householdId])

/** Reads the last prices paid for the ingredients on the list. */
export const lastPrices = (q: Reader, householdId: HouseholdId): Promise<PaidRow[]> =>
  q.rows(
    `select items.ingredient_id, paid.price_cents as paid_cents, paid.whole_milli as paid_milli, paid.unit as paid_unit
     from shopping_items items
     join lots paid on paid.household_id = items.household_id and paid.id = ${lastPricedLotSql('items.household_id', 'items.ingredient_id')}
     where items.household_id = ? and items.state = 'listed'`,
    [householdId],
  )

/** Like `shownList`, for some rows in any state. */
export async function shownRows(
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  ids: readonly string[],
): Promise<ListedItemRow[]> {
  if (ids.length === 0) return []
  const text = `select ${columns} ${from} where items.household_id = ? and items.id in (${ids.map(() => '?').join(', ')})`
  return q.rows(text, [today, householdId, ...ids])
}
