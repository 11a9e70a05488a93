import { lastPaidLot, stockByFood, type UnitStock } from '#domains/inventory/server/service.ts'
import type { CalendarDate } from '#platform/contract/calendar.ts'
import type { HouseholdId } from '#platform/contract/ids.ts'
import type { Unit } from '#platform/contract/units.ts'
import type { Reader, Transaction } from '#platform/server/database.ts'
import type { ItemRow } from './rows.ts'

/** What was last paid for a food. */
export interface PaidRow {
  ingredient_id: string
  paid_cents: number | null
  paid_milli: number | null
  paid_unit: Unit | null
}

/** A row with what the screen shows beside it. */
export type ShownRow = Omit<ItemRow, 'household_id' | 'food_key' | 'checked_by' | 'merged_into' | 'added_by'> &
  Omit<PaidRow, 'ingredient_id'> & {
    par_milli: number | null
    default_unit: Unit | null
    conversions: string | null
    /** 0: the rule wrote it. */
    is_added: 0 | 1
    first_name: string | null
    last_name: string | null
    /** As `readStock` reads it, or read already. */
    stock: string | readonly UnitStock[] | null
  }

const columns = `items.id, items.ingredient_id, items.name, items.category, items.milli, items.unit, items.priority, items.reason, items.cause, items.by_rule,
  items.is_checked, items.checked_at, items.state, items.version, items.created_at, items.updated_at,
  case when items.added_by is null then 0 else 1 end as is_added, users.first_name, users.last_name,
  ingredients.par_milli, ingredients.default_unit, ingredients.conversions,
  paid.price_cents as paid_cents, paid.whole_milli as paid_milli, paid.unit as paid_unit,
  there.stock`

/** `there`: SQL of what is there of the foods. */
const from = (there: string) => `from shopping_items items
  left join ingredients on ingredients.household_id = items.household_id and ingredients.id = items.ingredient_id
  left join users on users.id = items.added_by
  left join lots paid on paid.household_id = items.household_id and paid.id = ${lastPaidLot('items.household_id', 'items.ingredient_id')}
  left join (${there}) there on there.ingredient_id = items.ingredient_id`
const stockOf = (foods: string) => stockByFood(` and lots.ingredient_id in (${foods})`)

const listedFoods = `select listed.ingredient_id from shopping_items listed where listed.household_id = ? and listed.state = 'listed'`
const listText = (there: string, more = '') =>
  `select ${columns}${more} ${from(there)} where items.household_id = ? and items.state = 'listed'`

const wholeText = listText(stockOf(listedFoods))

/** How many rows of the list are open, and how many are checked off. */
export const countListed = (q: Reader, householdId: HouseholdId): Promise<{ open: number; checked: number }[]> =>
  q.rows(
    `select cast(coalesce(sum(1 - is_checked), 0) as bigint) as open, cast(coalesce(sum(is_checked), 0) as bigint) as checked
     from shopping_items where household_id = ? and state = 'listed'`,
    [householdId],
  )

/** The whole list with stock and prices, by one statement: figures of one moment, whatever is written meanwhile. */
export const shownList = (q: Reader, householdId: HouseholdId, today: CalendarDate): Promise<ShownRow[]> =>
  q.rows(wholeText, [today, householdId, householdId, householdId, householdId])

// Of the foods without a par level; few of them are on a list.
const restText = listText(stockOf(`${listedFoods} and (listed.by_rule = 0 or listed.is_checked = 1)`), ', items.food_key')

export type KeyedRow = ShownRow & Pick<ItemRow, 'food_key'>

/**
 * As `shownList`, with the key of each name, inside a transaction that has read what is there of the foods with a par level already:
 * `known`, by food.
 */
export async function listKnowing(
  tx: Transaction,
  householdId: HouseholdId,
  today: CalendarDate,
  known: ReadonlyMap<string, readonly UnitStock[]>,
): Promise<KeyedRow[]> {
  const rows = await tx.rows<KeyedRow>(restText, [today, householdId, householdId, householdId, householdId])
  for (const row of rows) row.stock = known.get(row.ingredient_id ?? '') ?? row.stock
  return rows
}

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
export async function shownRows(q: Reader, householdId: HouseholdId, today: CalendarDate, ids: readonly string[]): Promise<ShownRow[]> {
  if (ids.length === 0) return []
  const those = `household_id = ? and id in (${ids.map(() => '?').join(', ')})`
  const foods = `select ingredient_id from shopping_items where ${those}`
  const text = `select ${columns} ${from(stockOf(foods))} where items.household_id = ? and items.id in (select id from shopping_items where ${those})`
  return q.rows(text, [today, householdId, householdId, householdId, ...ids, householdId, householdId, ...ids])
}
