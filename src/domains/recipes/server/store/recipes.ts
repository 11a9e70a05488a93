import { sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { RecipeTables } from '../tables.ts'

const on = (q: Reader) => q.on<RecipeTables>()

export type RecipeRow = RecipeTables['recipes']

/** All of a household's own rows, also those removed: a removed starter is not there. */
export const findRecipe = (q: Reader, householdId: HouseholdId, id: string): Promise<RecipeRow | undefined> =>
  on(q).selectFrom('recipes').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

export const findRecipes = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<RecipeRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q).selectFrom('recipes').selectAll().where('household_id', '=', householdId).where('id', 'in', ids).execute()

/** Which are there, and in which version, those with all these words (folded) in name, description and ingredients. */
export const listHeads = (q: Reader, householdId: HouseholdId, words: readonly string[]): Promise<Pick<RecipeRow, 'id' | 'version'>[]> =>
  q.rows(
    `select id, version from recipes where household_id = ? and removed_at is null${` and search_key like ? escape '!'`.repeat(words.length)}`,
    [householdId, ...words.map((word) => `%${word.replace(/[!%_]/g, '!$&')}%`)],
  )

/** Those that are there. */
export const listRows = (q: Reader, householdId: HouseholdId): Promise<RecipeRow[]> =>
  q.rows('select * from recipes where household_id = ? and removed_at is null', [householdId])

/** How many there are, besides those that a household begins with. */
export async function countRecipes(q: Reader, householdId: HouseholdId): Promise<number> {
  const [row] = await q.rows<{ count: number }>(
    'select count(*) as count from recipes where household_id = ? and removed_at is null and is_starter = 0',
    [householdId],
  )
  return Number(row?.count ?? 0)
}

/** Names of those that are there. */
export const listNames = (q: Reader, householdId: HouseholdId): Promise<Pick<RecipeRow, 'name'>[]> =>
  q.rows('select name from recipes where household_id = ? and removed_at is null', [householdId])

/** Which of these ids have a row of their own, whatever became of it. */
export async function ownIds(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<Set<string>> {
  const rows = await on(q).selectFrom('recipes').select('id').where('household_id', '=', householdId).where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Removes those of these recipes that are there. */
export const removeRecipes = (tx: Transaction, householdId: HouseholdId, ids: readonly string[], removedAt: string, at: string) =>
  on(tx)
    .updateTable('recipes')
    .set({ removed_at: removedAt, updated_at: at, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', 'in', ids)
    .execute()

/** How many of these ids have a row of their own, and how many of those are removed. */
export async function countOwn(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<{ all: number; removed: number }> {
  const { count } = on(q).fn
  const row = await on(q)
    .selectFrom('recipes')
    .select([count<number | string>('id').as('all'), count<number | string>('removed_at').as('removed')])
    .where('household_id', '=', householdId)
    .where('id', 'in', ids)
    .executeTakeFirst()
  return { all: Number(row?.all ?? 0), removed: Number(row?.removed ?? 0) }
}

const insert = rowInserter<RecipeRow>('recipes')
/** False when there is one of that id. */
export async function insertRecipe(tx: Transaction, row: RecipeRow): Promise<boolean> {
  if (await findRecipe(tx, row.household_id as HouseholdId, row.id)) return false
  await insert(tx, row)
  return true
}

/** Conditional on `version` where one is given; false when it changed meanwhile. */
export async function updateRecipe(
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<RecipeRow, 'household_id' | 'id' | 'version'>>,
  version: number | null,
): Promise<boolean> {
  let query = on(tx)
    .updateTable('recipes')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
  if (version !== null) query = query.where('version', '=', version)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

/** Which foods names in recipes mean, as somebody said; by food key. */
export async function confirmedIngredients(q: Reader, householdId: HouseholdId): Promise<Map<string, string | null>> {
  const rows = await on(q)
    .selectFrom('recipe_foods')
    .select(['food_key', 'ingredient_id'])
    .where('household_id', '=', householdId)
    .execute()
  return new Map(rows.map(({ food_key, ingredient_id }) => [food_key, ingredient_id]))
}
/** Which of these foods somebody said a name in recipes means. */
export async function meantByName(q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<string[]> {
  const said = on(q).selectFrom('recipe_foods').select('ingredient_id').where('household_id', '=', householdId)
  return (await said.where('ingredient_id', 'in', ingredientIds).execute()).flatMap(({ ingredient_id }) => ingredient_id ?? [])
}
export const confirmIngredient = (tx: Transaction, householdId: HouseholdId, ingredientKey: string, ingredientId: string | null) =>
  on(tx)
    .insertInto('recipe_foods')
    .values({ household_id: householdId, food_key: ingredientKey, ingredient_id: ingredientId })
    .onConflict((conflict) => conflict.columns(['household_id', 'food_key']).doUpdateSet({ ingredient_id: ingredientId }))
    .execute()
export const forgetIngredient = (tx: Transaction, householdId: HouseholdId, ingredientKey: string) =>
  on(tx).deleteFrom('recipe_foods').where('household_id', '=', householdId).where('food_key', '=', ingredientKey).execute()

export type BuyRow = RecipeTables['recipe_buys']
export const insertBuy = rowInserter<BuyRow>('recipe_buys')

/** What a recipe put on the list and is still to be bought, unless that was taken back. */
export const openBuys = (
  q: Reader,
  householdId: HouseholdId,
  recipeId: string,
): Promise<Pick<BuyRow, 'food_key' | 'milli' | 'unit' | 'item_id'>[]> =>
  q.rows(
    `select buys.food_key, buys.milli, buys.unit, buys.item_id from recipe_buys buys
     join shopping_items items on items.household_id = buys.household_id and items.id = buys.item_id
     join changes on changes.household_id = buys.household_id and changes.seq = buys.seq
     where buys.household_id = ? and buys.recipe_id = ? and items.state = 'listed' and items.is_checked = 0 and changes.undone_by is null`,
    [householdId, recipeId],
  )
