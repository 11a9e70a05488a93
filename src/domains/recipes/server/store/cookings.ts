import { sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { RecipeTables } from '../tables.ts'

export type CookingRow = RecipeTables['recipe_cookings']

const on = (q: Reader) => q.on<RecipeTables>()
const activeCookings = (q: Reader, householdId: HouseholdId) =>
  on(q).selectFrom('recipe_cookings').where('household_id', '=', householdId).where('removed_at', 'is', null)

/** Returns a row, also a removed one. */
export const findCooking = (q: Reader, householdId: HouseholdId, id: string): Promise<CookingRow | undefined> =>
  on(q).selectFrom('recipe_cookings').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

export const listCookingsOf = (q: Reader, householdId: HouseholdId, recipeId: string): Promise<CookingRow[]> =>
  activeCookings(q, householdId).selectAll().where('recipe_id', '=', recipeId).execute()

/** Returns when each recipe was last made, and how often. */
export async function cookingCounts(q: Reader, householdId: HouseholdId): Promise<Map<string, { times: number; lastOn: string }>> {
  const { fn } = on(q)
  const rows = await activeCookings(q, householdId)
    .select(['recipe_id', fn.countAll<number | string>().as('times'), fn.max('cooked_on').as('last_on')])
    .groupBy('recipe_id')
    .execute()
  return new Map(rows.map(({ recipe_id, times, last_on }) => [recipe_id, { times: Number(times), lastOn: last_on }]))
}

/** Returns the ids of the photos of times that recipes were made, of neither removed times nor removed recipes. */
export async function listCookingPictures(q: Reader, householdId: HouseholdId): Promise<string[]> {
  const rows = await on(q)
    .selectFrom('recipe_cookings as cookings')
    .innerJoin('recipes', (join) =>
      join.onRef('recipes.household_id', '=', 'cookings.household_id').onRef('recipes.id', '=', 'cookings.recipe_id'),
    )
    .select('cookings.picture')
    .where('cookings.household_id', '=', householdId)
    .where('cookings.removed_at', 'is', null)
    .where('recipes.removed_at', 'is', null)
    .where('cookings.picture', 'is not', null)
    .execute()
  return rows.flatMap(({ picture }) => picture ?? [])
}

export const insertCooking = rowInserter<CookingRow>('recipe_cookings')

/** Updates a row, only at `version` if given. Returns false if it changed since. */
export async function updateCooking(
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<CookingRow, 'household_id' | 'id' | 'version'>>,
  version: number | null,
): Promise<boolean> {
  let query = on(tx)
    .updateTable('recipe_cookings')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
  if (version !== null) query = query.where('version', '=', version)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}
