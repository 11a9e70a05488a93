import { sql } from 'kysely'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import { findWholeLotId, type InventoryViews, isActiveLotSql, isProbablyGoneSql } from '#domains/inventory/server/index.ts'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { RecipeTables } from '../tables.ts'

const on = (q: Reader) => q.on<RecipeTables>()

/** Orders the meals of a day. */
const mealOrder = (column: 'meal' | 'entries.meal') =>
  sql`case ${sql.ref(column)} when 'breakfast' then 0 when 'lunch' then 1 when 'dinner' then 2 else 3 end`

export type EntryRow = RecipeTables['plan_entries']

/** Returns planned meals between two days, by day and meal. */
export const listEntries = (q: Reader, householdId: HouseholdId, from: CalendarDate, to: CalendarDate): Promise<EntryRow[]> =>
  on(q)
    .selectFrom('plan_entries')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .where('on_date', '>=', from)
    .where('on_date', '<=', to)
    .orderBy('on_date')
    .orderBy(mealOrder('meal'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns whether a household ever planned a meal. If not, it has no reservations. */
export async function hasPlanned(q: Reader, householdId: HouseholdId): Promise<boolean> {
  const entries = on(q).selectFrom('plan_entries').select('id').where('household_id', '=', householdId)
  return (await entries.limit(1).executeTakeFirst()) !== undefined
}

/** Returns entries by id, including removed ones. */
export const findEntries = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<EntryRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q).selectFrom('plan_entries').selectAll().where('household_id', '=', householdId).where('id', 'in', ids).execute()

/** Returns what is planned or was cooked on every day, each with its text or the name of its recipe. */
export const listPlannedNames = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('plan_entries as entries')
    .leftJoin('recipes', (join) =>
      join.onRef('recipes.household_id', '=', 'entries.household_id').onRef('recipes.id', '=', 'entries.recipe_id'),
    )
    .select(['entries.id', 'entries.on_date', 'entries.meal'])
    .select(({ fn }) => fn.coalesce('entries.text', 'recipes.name', sql.lit('')).as('name'))
    .where('entries.household_id', '=', householdId)
    .where('entries.removed_at', 'is', null)
    .execute()

/** Returns the ids of these recipes' meals, planned or cooked. */
export async function listMealIdsOf(q: Reader, householdId: HouseholdId, recipeIds: readonly string[]): Promise<string[]> {
  if (recipeIds.length === 0) return []
  const rows = await on(q)
    .selectFrom('plan_entries')
    .select('id')
    .where('household_id', '=', householdId)
    .where('recipe_id', 'in', recipeIds)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export const insertEntry = rowInserter<EntryRow>('plan_entries')

export const updateEntry = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<EntryRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('plan_entries')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

/** Marks a planned meal as cooked or eaten. Returns false if it isn't planned any more. */
export async function markEntryCooked(tx: Transaction, householdId: HouseholdId, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await on(tx)
    .updateTable('plan_entries')
    .set({ state: 'cooked', updated_at: at, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns lots by id with the names of their ingredients, also those that are used up. */
export async function findPlannedLots(q: Reader, householdId: HouseholdId, ids: readonly string[]) {
  if (ids.length === 0) return []
  return q
    .on<InventoryViews & IngredientViews>()
    .selectFrom('lots')
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select(['lots.id', 'lots.ingredient_id', 'lots.unit', 'lots.storage', 'lots.state', 'ingredients.name'])
    .where('lots.household_id', '=', householdId)
    .where('lots.id', 'in', padInList(ids))
    .execute()
}

export const insertLeftover = rowInserter<RecipeTables['recipe_leftovers']>('recipe_leftovers')

/** Returns the ids of the items that are known to be leftovers of a recipe. */
export async function listLeftoverIds(q: Reader, householdId: HouseholdId): Promise<string[]> {
  const rows = await on(q).selectFrom('recipe_leftovers').select('lot_id').where('household_id', '=', householdId).execute()
  return rows.map(({ lot_id }) => lot_id)
}

/** Returns whether it is known of which recipe an item is leftovers. */
export const isLeftover = async (q: Reader, householdId: HouseholdId, lotId: string): Promise<boolean> =>
  (await on(q)
    .selectFrom('recipe_leftovers')
    .select('lot_id')
    .where('household_id', '=', householdId)
    .where('lot_id', '=', lotId)
    .executeTakeFirst()) !== undefined

/** Forgets of which recipe items are leftovers. */
export async function deleteLeftovers(tx: Transaction, householdId: HouseholdId, lotIds: readonly string[]): Promise<void> {
  if (lotIds.length === 0) return
  await on(tx).deleteFrom('recipe_leftovers').where('household_id', '=', householdId).where('lot_id', 'in', padInList(lotIds)).execute()
}

/** Returns the recipe that an item, or the one it was split off from, is leftovers of; null if that isn't known. */
export async function findLeftoverRecipeId(q: Reader, householdId: HouseholdId, lotId: string): Promise<string | null> {
  const row = await on(q)
    .selectFrom('recipe_leftovers')
    .select('recipe_id')
    .where('household_id', '=', householdId)
    .where('lot_id', '=', lotId)
    .executeTakeFirst()
  if (row) return row.recipe_id
  const wholeId = await findWholeLotId(q, householdId, lotId)
  return wholeId === null ? null : findLeftoverRecipeId(q, householdId, wholeId)
}

/** Returns ingredients by id that weren't removed. */
export async function findPlannedIngredients(q: Reader, householdId: HouseholdId, ids: readonly string[]) {
  if (ids.length === 0) return []
  return q
    .on<IngredientViews>()
    .selectFrom('ingredients')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList(ids))
    .where('removed_at', 'is', null)
    .execute()
}

export type PlannedLot = Awaited<ReturnType<typeof findPlannedLots>>[number]

/** Returns the amounts reserved for a planned meal, by ingredient and unit. */
export const reservedForEntry = (q: Reader, householdId: HouseholdId, entryId: string, today: CalendarDate) =>
  q
    .on<InventoryViews>()
    .selectFrom('reservations')
    .innerJoin('lots', (join) =>
      join.onRef('lots.household_id', '=', 'reservations.household_id').onRef('lots.id', '=', 'reservations.lot_id'),
    )
    .select(['lots.ingredient_id', 'lots.unit'])
    .select(({ cast, fn }) => cast<number>(fn.sum('reservations.milli'), 'bigint').as('milli'))
    .where('reservations.household_id', '=', householdId)
    .where('reservations.kind', '=', sql.lit('plan'))
    .where('reservations.ref_id', '=', entryId)
    .where(isActiveLotSql)
    .where(sql<boolean>`not ${isProbablyGoneSql}`)
    .where('lots.goes_off_on', '>=', today)
    .groupBy(['lots.ingredient_id', 'lots.unit'])
    .execute()

/** Returns for which planned meals stock is reserved, by ingredient, the next meal first. */
export const mealsWithReservations = (q: Reader, householdId: HouseholdId) =>
  q
    .on<InventoryViews & IngredientViews & RecipeTables>()
    .selectFrom('reservations')
    .innerJoin('lots', (join) =>
      join.onRef('lots.household_id', '=', 'reservations.household_id').onRef('lots.id', '=', 'reservations.lot_id'),
    )
    .innerJoin('plan_entries as entries', (join) =>
      join.onRef('entries.household_id', '=', 'reservations.household_id').onRef('entries.id', '=', 'reservations.ref_id'),
    )
    .leftJoin('recipes', (join) =>
      join.onRef('recipes.household_id', '=', 'entries.household_id').onRef('recipes.id', '=', 'entries.recipe_id'),
    )
    .leftJoin('ingredients as planned', (join) =>
      join
        .onRef('planned.household_id', '=', 'entries.household_id')
        .onRef('planned.id', '=', 'entries.ingredient_id')
        .on('planned.removed_at', 'is', null),
    )
    .select(['lots.ingredient_id', 'entries.id', 'entries.on_date', 'entries.meal'])
    .select(({ fn }) => fn.coalesce('recipes.name', 'planned.name', 'entries.text').as('name'))
    .where('reservations.household_id', '=', householdId)
    .where('reservations.kind', '=', sql.lit('plan'))
    .where('entries.removed_at', 'is', null)
    .where(isActiveLotSql)
    .orderBy('entries.on_date')
    .orderBy(mealOrder('entries.meal'))
    .orderBy('entries.created_at')
    .orderBy('entries.id')
    .execute()

/** Marks a meal as part of a repeat. Returns false if it repeats already. */
export async function markEntryRepeated(
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Pick<EntryRow, 'repeat_id' | 'every_weeks' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await on(tx)
    .updateTable('plan_entries')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('every_weeks', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type RepeatRow = RecipeTables['plan_repeats']
export const insertRepeat = rowInserter<RepeatRow>('plan_repeats')

/** Returns the repeats that haven't ended. */
export const listActiveRepeats = (q: Reader, householdId: HouseholdId): Promise<RepeatRow[]> =>
  on(q).selectFrom('plan_repeats').selectAll().where('household_id', '=', householdId).where('ended_at', 'is', null).orderBy('id').execute()

/** Returns the ids of all repeats, also of ended ones. */
export async function listRepeatIds(q: Reader, householdId: HouseholdId): Promise<string[]> {
  const rows = await on(q).selectFrom('plan_repeats').select('id').where('household_id', '=', householdId).execute()
  return rows.map(({ id }) => id)
}

export const findRepeat = (q: Reader, householdId: HouseholdId, id: string): Promise<RepeatRow | undefined> =>
  on(q).selectFrom('plan_repeats').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Ends a repeat, or with null begins it again. */
export const setRepeatEnd = (tx: Transaction, householdId: HouseholdId, id: string, endedAt: string | null) =>
  on(tx).updateTable('plan_repeats').set({ ended_at: endedAt }).where('household_id', '=', householdId).where('id', '=', id).execute()

/** Marks a repeat's entries that were removed, for when that is undone. */
export const markRemovedEntries = (tx: Transaction, householdId: HouseholdId, repeatId: string, everyWeeks: number | null) =>
  on(tx)
    .updateTable('plan_entries')
    .set({ every_weeks: everyWeeks })
    .where('household_id', '=', householdId)
    .where('repeat_id', '=', repeatId)
    .where('removed_at', 'is not', null)
    .execute()

/** Returns the entries of a repeat that weren't removed. */
export const listRepeatedEntries = (q: Reader, householdId: HouseholdId, repeatId: string): Promise<EntryRow[]> =>
  on(q)
    .selectFrom('plan_entries')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('repeat_id', '=', repeatId)
    .where('removed_at', 'is', null)
    .orderBy('on_date')
    .orderBy('id')
    .execute()
