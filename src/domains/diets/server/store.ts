import { sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { DietTables } from './tables.ts'

export type EaterRow = DietTables['eaters']
export type MealEatersRow = DietTables['meal_eaters']
export type FoodContentsRow = DietTables['food_contents']

const on = (q: Reader) => q.on<DietTables>()

/** Returns a row, also a removed one. */
export const findEater = (q: Reader, householdId: HouseholdId, id: string): Promise<EaterRow | undefined> =>
  on(q).selectFrom('eaters').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

export const listActiveEaters = (q: Reader, householdId: HouseholdId): Promise<EaterRow[]> =>
  on(q)
    .selectFrom('eaters')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns the names of these guests by id, also of removed ones, and null for members. */
export async function listEaterNames(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('eaters')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList([...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const insertEater = rowInserter<EaterRow>('eaters')

export const updateEater = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<EaterRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('eaters')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

export const deleteEater = (tx: Transaction, householdId: HouseholdId, id: string) =>
  on(tx).deleteFrom('eaters').where('household_id', '=', householdId).where('id', '=', id).execute()

/** Deletes guests removed before then, and what earlier changes of people and meals can be undone to. */
export async function eraseOldNeeds(tx: Transaction, householdId: HouseholdId, before: string): Promise<void> {
  const rows = on(tx)
  await rows.deleteFrom('eaters').where('household_id', '=', householdId).where('removed_at', '<', before).execute()
  for (const table of ['eaters', 'meal_eaters'] as const)
    await rows
      .updateTable(table)
      .set({ before: null })
      .where('household_id', '=', householdId)
      .where('updated_at', '<', before)
      .where('before', 'is not', null)
      .execute()
}

/** Returns whether `eraseOldNeeds` would change something. */
export async function hasOldNeeds(q: Reader, householdId: HouseholdId, before: string): Promise<boolean> {
  const row = await on(q)
    .selectFrom('eaters')
    .select('id')
    .where('household_id', '=', householdId)
    .where('updated_at', '<', before)
    .where((where) => where.or([where('removed_at', 'is not', null), where('before', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  const meal = await on(q)
    .selectFrom('meal_eaters')
    .select('id')
    .where('household_id', '=', householdId)
    .where('updated_at', '<', before)
    .where('before', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined || meal !== undefined
}

export const findMealEaters = (q: Reader, householdId: HouseholdId, id: string): Promise<MealEatersRow | undefined> =>
  on(q).selectFrom('meal_eaters').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

export const findMealEatersById = async (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<MealEatersRow[]> =>
  ids.length === 0
    ? []
    : on(q).selectFrom('meal_eaters').selectAll().where('household_id', '=', householdId).where('id', 'in', padInList(ids)).execute()

/** Returns who eats on the last day that it was carried to for a repeat. */
export const findLastCarried = (
  q: Reader,
  householdId: HouseholdId,
  carriedFor: string,
  meal: MealEatersRow['meal'],
): Promise<MealEatersRow | undefined> =>
  on(q)
    .selectFrom('meal_eaters')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('carried_for', '=', carriedFor)
    .where('meal', '=', meal)
    .where('removed_at', 'is', null)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listActiveMealEaters = (q: Reader, householdId: HouseholdId): Promise<MealEatersRow[]> =>
  on(q)
    .selectFrom('meal_eaters')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

export const insertMealEaters = rowInserter<MealEatersRow>('meal_eaters')

export const updateMealEaters = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<MealEatersRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('meal_eaters')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

/** Returns the meals whose row names someone, also as it was before. */
export const listMealEatersNaming = (q: Reader, householdId: HouseholdId, eaterId: string): Promise<MealEatersRow[]> =>
  on(q)
    .selectFrom('meal_eaters')
    .selectAll()
    .where('household_id', '=', householdId)
    .where((where) => where.or([where('eater_ids', 'like', `%${eaterId}%`), where('before', 'like', `%${eaterId}%`)]))
    .execute()

export const deleteMealEatersBefore = (tx: Transaction, householdId: HouseholdId, date: string) =>
  on(tx).deleteFrom('meal_eaters').where('household_id', '=', householdId).where('date', '<', date).execute()

export const hasMealEatersBefore = async (q: Reader, householdId: HouseholdId, date: string): Promise<boolean> =>
  (await on(q)
    .selectFrom('meal_eaters')
    .select('id')
    .where('household_id', '=', householdId)
    .where('date', '<', date)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findFoodContents = (q: Reader, householdId: HouseholdId, id: string): Promise<FoodContentsRow | undefined> =>
  on(q).selectFrom('food_contents').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

export const listActiveFoodContents = (q: Reader, householdId: HouseholdId): Promise<FoodContentsRow[]> =>
  on(q)
    .selectFrom('food_contents')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

export const insertFoodContents = rowInserter<FoodContentsRow>('food_contents')

export const updateFoodContents = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<FoodContentsRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('food_contents')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()
