import { sql } from 'kysely'
import { ingredientPictureBytes } from '#domains/ingredients/server/index.ts'
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
  sumOfBytes(photosOf(q, householdId).where('recipe_id', '=', recipeId))

/** Returns the bytes of all photos of a household's recipes and ingredients, including those that will be erased. */
export const storedPhotoBytes = async (q: Reader, householdId: HouseholdId): Promise<number> =>
  (await sumOfBytes(photosOf(q, householdId))) + (await ingredientPictureBytes(q, householdId))

const photosOf = (q: Reader, householdId: HouseholdId) => on(q).selectFrom('recipe_photos').where('household_id', '=', householdId)

async function sumOfBytes(photos: ReturnType<typeof photosOf>): Promise<number> {
  const { bytes } = await photos.select(sql<number | null>`sum(octet_length(jpeg))`.as('bytes')).executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Returns recipes removed before a time that still have their photo. */
export const removedWithPhoto = (q: Reader, householdId: HouseholdId, before: string): Promise<{ id: string }[]> =>
  on(q)
    .selectFrom('recipes')
    .select('id')
    .where('household_id', '=', householdId)
    .where('photo', 'is not', null)
    .where('removed_at', '<', before)
    .orderBy('removed_at')
    .limit(1000)
    .execute()

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
