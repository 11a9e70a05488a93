import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { RecipeTables } from '../tables.ts'

const on = (q: Reader) => q.on<RecipeTables>()

export async function findPhoto(q: Reader, householdId: HouseholdId, recipeId: string): Promise<string | null> {
  const row = await on(q)
    .selectFrom('recipe_photos')
    .select('jpeg')
    .where('household_id', '=', householdId)
    .where('recipe_id', '=', recipeId)
    .executeTakeFirst()
  return row?.jpeg ?? null
}
export const putPhoto = (tx: Transaction, householdId: HouseholdId, recipeId: string, jpeg: string) =>
  on(tx)
    .insertInto('recipe_photos')
    .values({ household_id: householdId, recipe_id: recipeId, jpeg })
    .onConflict((conflict) => conflict.columns(['household_id', 'recipe_id']).doUpdateSet({ jpeg }))
    .execute()
export const dropPhoto = (tx: Transaction, householdId: HouseholdId, recipeId: string) =>
  on(tx).deleteFrom('recipe_photos').where('household_id', '=', householdId).where('recipe_id', '=', recipeId).execute()

/** Returns the bytes of a recipe's photo; 0 if there is none. */
export const photoBytes = (q: Reader, householdId: HouseholdId, recipeId: string): Promise<number> =>
  sumOfBytes(q, 'select octet_length(jpeg) as bytes from recipe_photos where household_id = ? and recipe_id = ?', [householdId, recipeId])

/** Returns the bytes of all photos of a household, including removed recipes'. */
export const storedPhotoBytes = (q: Reader, householdId: HouseholdId): Promise<number> =>
  sumOfBytes(q, 'select sum(octet_length(jpeg)) as bytes from recipe_photos where household_id = ?', [householdId])

async function sumOfBytes(q: Reader, text: string, parameters: readonly string[]): Promise<number> {
  const [row] = await q.rows<{ bytes: number | null }>(text, parameters)
  return Number(row?.bytes ?? 0)
}

/** Returns households with an id after `after`, in order. */
export const householdsAfter = (q: Reader, after: string, limit: number): Promise<{ id: HouseholdId }[]> =>
  q.rows(`select id from households where deleted_at is null and id > ? order by id limit ${limit}`, [after])

/** Returns recipes removed before a time that still have their photo. */
export const removedWithPhoto = (q: Reader, householdId: HouseholdId, before: string): Promise<{ id: string }[]> =>
  q.rows('select id from recipes where household_id = ? and photo is not null and removed_at < ? order by removed_at limit 1000', [
    householdId,
    before,
  ])

/** Deletes the photo of a recipe removed before a time, unless it was restored. */
export async function erasePhoto(tx: Transaction, householdId: HouseholdId, recipeId: string, before: string): Promise<void> {
  const updated = await on(tx)
    .updateTable('recipes')
    .set({ photo: null })
    .where('household_id', '=', householdId)
    .where('id', '=', recipeId)
    .where('removed_at', '<', before)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 1n) await dropPhoto(tx, householdId, recipeId)
}
