import { type JoinBuilder, sql } from 'kysely'
import type { AccountViews } from '#domains/account/server/index.ts'
import { type IngredientViews, type PacksText, packsOfIngredient, parseConversions } from '#domains/ingredients/server/index.ts'
import { stockOfKinds, type UnitStock } from '#domains/inventory/rules/kind-stock.ts'
import {
  type InventoryViews,
  kindStocks,
  lastPricedLot,
  parseStock,
  type StockText,
  stockOfIngredient,
} from '#domains/inventory/server/index.ts'
import { padInList, runCompiled } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { ShoppingTables } from '../tables.ts'
import { isOnList, type ListChoice } from './lists.ts'
import type { ItemRow } from './rows.ts'

export interface PaidRow {
  ingredient_id: string
  paid_cents: number | null
  paid_milli: number | null
  paid_unit: Unit | null
}

/** A row joined with the columns a screen shows: stock, price, par level and author. */
export type ListedItemRow = Omit<ItemRow, 'household_id' | 'food_key' | 'checked_store' | 'merged_into' | 'added_by'> &
  Omit<PaidRow, 'ingredient_id'> & {
    par_milli: number | null
    default_unit: Unit | null
    conversions: string | null
    packs: PacksText | null
    /** 0 if the list generator added the row. */
    is_added: 0 | 1
    first_name: string | null
    last_name: string | null
    /** The input of `parseStock`, or its result. */
    stock: StockText | readonly UnitStock[] | null
  }

const ownColumns = [
  'items.id',
  'items.ingredient_id',
  'items.name',
  'items.category',
  'items.milli',
  'items.unit',
  'items.priority',
  'items.reason',
  'items.cause',
  'items.by_rule',
  'items.note',
  'items.store_ids',
  'items.list_id',
  'items.is_checked',
  'items.checked_at',
  'items.checked_by',
  'items.state',
  'items.version',
  'items.created_at',
  'items.updated_at',
] as const
const paidColumns = ['paid.price_cents as paid_cents', 'paid.whole_milli as paid_milli', 'paid.unit as paid_unit'] as const

const itemsOf = (q: Reader, householdId: HouseholdId) =>
  q
    .on<ShoppingTables & IngredientViews & InventoryViews & AccountViews>()
    .selectFrom('shopping_items as items')
    .where('items.household_id', '=', householdId)
const isListed = sql<boolean>`items.state = 'listed'`
const isLastPaid = (join: JoinBuilder<ShoppingTables & { items: ItemRow; paid: InventoryViews['lots'] }, 'items' | 'paid'>) =>
  join.onRef('paid.household_id', '=', 'items.household_id').on('paid.id', '=', lastPricedLot('items.household_id', 'items.ingredient_id'))

const shownItems = (q: Reader, householdId: HouseholdId, today: CalendarDate) =>
  itemsOf(q, householdId)
    .leftJoin('ingredients', (join) =>
      join
        .onRef('ingredients.household_id', '=', 'items.household_id')
        .onRef('ingredients.id', '=', 'items.ingredient_id')
        .on('ingredients.removed_at', 'is', null),
    )
    .leftJoin('users', 'users.id', 'items.added_by')
    .leftJoin('lots as paid', isLastPaid)
    .select([...ownColumns, ...paidColumns])
    .select(['users.first_name', 'users.last_name', 'ingredients.par_milli', 'ingredients.default_unit', 'ingredients.conversions'])
    .select(sql<0 | 1>`case when items.added_by is null then 0 else 1 end`.as('is_added'))
    .select(stockOfIngredient('items.household_id', 'items.ingredient_id', today).as('stock'))
    .select(packsOfIngredient(householdId).as('packs'))

/** Counts the rows of the default list. */
export const countListed = (q: Reader, householdId: HouseholdId) =>
  itemsOf(q, householdId)
    .select(sql<number>`cast(coalesce(sum(1 - is_checked), 0) as bigint)`.as('open'))
    .select(sql<number>`cast(coalesce(sum(is_checked), 0) as bigint)`.as('checked'))
    .where(isListed)
    .where('items.list_id', 'is', null)
    .executeTakeFirstOrThrow()

/** Adds the stock of kinds to that of the ingredients that they are kinds of. */
async function withKinds<Row extends Pick<ListedItemRow, 'ingredient_id' | 'default_unit' | 'conversions' | 'stock'>>(
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  rows: readonly Row[],
): Promise<Row[]> {
  const kinds = await kindStocks(q, householdId, today)
  return rows.map((row) => {
    const { ingredient_id, default_unit: unit, stock } = row
    const own = kinds.get(ingredient_id ?? '')
    if (!own || unit === null || (stock !== null && typeof stock === 'object')) return row
    return { ...row, stock: [...parseStock(stock), ...stockOfKinds(own, { unit, conversions: parseConversions(row.conversions) })] }
  })
}

/** Reads a list with stock and prices in one statement, so that these figures are of one moment. */
export async function shownList(q: Reader, householdId: HouseholdId, today: CalendarDate, list: ListChoice): Promise<ListedItemRow[]> {
  const rows =
    list === null
      ? runCompiled(q, 'shopping list', { householdId, today }, (given) =>
          shownItems(q, given.householdId, given.today).where(isListed).where('items.list_id', 'is', null),
        )
      : shownItems(q, householdId, today)
          .where(isListed)
          .where(isOnList(householdId, 'items.list_id', list))
          .execute()
  return withKinds(q, householdId, today, await rows)
}

export type KeyedRow = ListedItemRow & Pick<ItemRow, 'food_key'>

/** Reads rows that a person added, edited or checked off, of all lists that aren't archived. */
export async function manualRows(q: Reader, householdId: HouseholdId, today: CalendarDate): Promise<KeyedRow[]> {
  const rows = await shownItems(q, householdId, today)
    .select('items.food_key')
    .where(isListed)
    .where(isOnList(householdId, 'items.list_id', 'all'))
    .where(({ eb, or }) => or([eb('items.by_rule', '=', 0), eb('items.is_checked', '=', 1)]))
    .execute()
  return withKinds(q, householdId, today, rows)
}

export type JoinedListColumns = Pick<
  ListedItemRow,
  'par_milli' | 'default_unit' | 'conversions' | 'packs' | 'stock' | 'is_added' | 'first_name' | 'last_name'
> &
  Omit<PaidRow, 'ingredient_id'>

export type GeneratedRow = Omit<KeyedRow, keyof JoinedListColumns>

/** Reads unchanged generated rows, without the joined columns: the generator has read those already. */
export const listGeneratedRows = (q: Reader, householdId: HouseholdId): Promise<GeneratedRow[]> =>
  itemsOf(q, householdId)
    .select([...ownColumns, 'items.food_key'])
    .where(isListed)
    .where('items.by_rule', '=', 1)
    .where('items.is_checked', '=', 0)
    .execute()

/** Reads the last prices paid for the ingredients on the list. */
export const lastPrices = (q: Reader, householdId: HouseholdId): Promise<PaidRow[]> =>
  itemsOf(q, householdId)
    .innerJoin('lots as paid', isLastPaid)
    .select(['items.ingredient_id', ...paidColumns])
    .where(isListed)
    .$narrowType<{ ingredient_id: string }>()
    .execute()

/** Reads the packs and conversions of these ingredients. */
export const listPacks = (q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]) =>
  ingredientIds.length === 0
    ? Promise.resolve([])
    : q
        .on<IngredientViews>()
        .selectFrom('ingredients')
        .select(['id', 'conversions'])
        .select(packsOfIngredient(householdId).as('packs'))
        .where('household_id', '=', householdId)
        .where('id', 'in', padInList(ingredientIds))
        .execute()

/** Like `shownList`, for some rows in any state. */
export const shownRows = async (
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  ids: readonly string[],
): Promise<ListedItemRow[]> =>
  ids.length === 0 ? [] : withKinds(q, householdId, today, await shownItems(q, householdId, today).where('items.id', 'in', ids).execute())
