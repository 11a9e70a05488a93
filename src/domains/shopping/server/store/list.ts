import { lastPaidLot, stockOfIngredient, type UnitStock } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { ItemRow } from './rows.ts'

/** What was last paid for a food. */
export interface PaidRow {
  ingredient_id: string
  paid_cents: number | null
  paid_milli: number | null
  paid_unit: Unit | null
}

/** A row with what the screen shows beside it. */
export type ListedItemRow = Omit<ItemRow, 'household_id' | 'food_key' | 'checked_by' | 'merged_into' | 'added_by'> &
  Omit<PaidRow, 'ingredient_id'> & {
    par_milli: number | null
    default_unit: Unit | null
    conversions: string | null
    /** 0: the rule wrote it. */
    is_added: 0 | 1
    first_name: string | null
    last_name: string | null
    /** As `parseStock` reads it, or read already. */
    stock: string | readonly UnitStock[] | null
  }

const columns = `items.id, items.ingredient_id, items.name, items.category, items.milli, items.unit, items.priority, items.reason, items.cause, items.by_rule,
  items.is_checked, items.checked_at, items.state, items.version, items.created_at, items.updated_at,
  case when items.added_by is null then 0 else 1 end as is_added, users.first_name, users.last_name,
  ingredients.par_milli, ingredients.default_unit, ingredients.conversions,
  paid.price_cents as paid_cents, paid.whole_milli as paid_milli, paid.unit as paid_unit,
  ${stockOfIngredient('items.household_id', 'items.ingredient_id')} as stock`

const from = `from shopping_items items
  left join ingredients on ingredients.household_id = items.household_id and ingredients.id = items.ingredient_id
  left join users on users.id = items.added_by
  left join lots paid on paid.household_id = items.household_id and paid.id = ${lastPaidLot('items.household_id', 'items.ingredient_id')}`

const listed = `items.household_id = ? and items.state = 'listed'`
const wholeText = `select ${columns} ${from} where ${listed}`

/** How many rows of the list are open, and how many are checked off. */
export const countListed = (q: Reader, householdId: HouseholdId): Promise<{ open: number; checked: number }[]> =>
  q.rows(
    `select cast(coalesce(sum(1 - is_checked), 0) as bigint) as open, cast(coalesce(sum(is_checked), 0) as bigint) as checked
     from shopping_items where household_id = ? and state = 'listed'`,
    [householdId],
  )

/** The whole list with stock and prices, by one statement: figures of one moment, whatever is written meanwhile. */
export const shownList = (q: Reader, householdId: HouseholdId, today: CalendarDate): Promise<ListedItemRow[]> =>
  q.rows(wholeText, [today, householdId])

const keyed = ', items.food_key'
const handText = `select ${columns}${keyed} ${from} where ${listed} and (items.by_rule = 0 or items.is_checked = 1)`
const ruleText = `select items.id, items.ingredient_id, items.name, items.category, items.milli, items.unit, items.priority, items.reason, items.cause, items.by_rule,
  items.is_checked, items.checked_at, items.state, items.version, items.created_at, items.updated_at${keyed}
  from shopping_items items where ${listed} and items.by_rule = 1 and items.is_checked = 0`

export type KeyedRow = ListedItemRow & Pick<ItemRow, 'food_key'>

/** Rows that a person wrote, changed or checked off, with what is shown beside them and the key of each name. */
export const manualRows = (q: Reader, householdId: HouseholdId, today: CalendarDate): Promise<KeyedRow[]> =>
  q.rows(handText, [today, householdId])

export type BesideRow = Pick<
  ListedItemRow,
  'par_milli' | 'default_unit' | 'conversions' | 'stock' | 'is_added' | 'first_name' | 'last_name'
> &
  Omit<PaidRow, 'ingredient_id'>

export type RuleRow = Omit<KeyedRow, keyof BesideRow>

/** Rows that the rule wrote and nobody touched, bare: whoever generates has read what is shown beside them. */
export const ruleRows = (q: Reader, householdId: HouseholdId): Promise<RuleRow[]> => q.rows(ruleText, [householdId])

/** The last prices of the foods that are on the list. */
export const lastPrices = (q: Reader, householdId: HouseholdId): Promise<PaidRow[]> =>
  q.rows(
    `select items.ingredient_id, paid.price_cents as paid_cents, paid.whole_milli as paid_milli, paid.unit as paid_unit
     from shopping_items items
     join lots paid on paid.household_id = items.household_id and paid.id = ${lastPaidLot('items.household_id', 'items.ingredient_id')}
     where items.household_id = ? and items.state = 'listed'`,
    [householdId],
  )

/** As `shownList` for some rows, whatever became of them. */
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
