import { type ExpressionBuilder, sql } from 'kysely'
import { type IngredientReferences, ingredientReferences } from '#domains/ingredients/server/index.ts'
import type { ShoppingViews } from '#domains/shopping/server/index.ts'
import { isNotUndoneSql } from '#platform/server/changes/change-log.ts'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { RecipeTables } from '../tables.ts'

const on = (q: Reader) => q.on<RecipeTables>()

export type RecipeRow = RecipeTables['recipes']
export type RecipeFields = Omit<RecipeRow, 'household_id'>

const activeRecipes = (q: Reader, householdId: HouseholdId) =>
  on(q).selectFrom('recipes').where('household_id', '=', householdId).where('removed_at', 'is', null)

/** Returns a household's own row, or undefined if there is none; also a removed one. */
export const findRecipe = (q: Reader, householdId: HouseholdId, id: string): Promise<RecipeRow | undefined> =>
  on(q).selectFrom('recipes').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

export const findRecipes = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<RecipeRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q).selectFrom('recipes').selectAll().where('household_id', '=', householdId).where('id', 'in', ids).execute()

/** Returns id and version of recipes that aren't removed and contain all these folded words. */
export const findRecipeVersions = (q: Reader, householdId: HouseholdId, words: readonly string[]) =>
  activeRecipes(q, householdId)
    .select(['id', 'version'])
    .where(({ and }) => and(words.map((word) => sql<boolean>`search_key like ${`%${word.replace(/[!%_]/g, '!$&')}%`} escape '!'`)))
    .execute()

/** Returns recipes that aren't removed. */
export const listRows = (q: Reader, householdId: HouseholdId): Promise<RecipeRow[]> => activeRecipes(q, householdId).selectAll().execute()

/** Returns the number of recipes without unchanged starters. */
export async function countOwnRecipes(q: Reader, householdId: HouseholdId): Promise<number> {
  const count = ({ fn }: ExpressionBuilder<RecipeTables, 'recipes'>) => fn.countAll().as('count')
  return Number((await activeRecipes(q, householdId).select(count).where('is_starter', '=', sql.lit(0)).executeTakeFirstOrThrow()).count)
}

/** Returns ids and names of recipes that aren't removed. */
export const listNames = (q: Reader, householdId: HouseholdId): Promise<Pick<RecipeRow, 'id' | 'name'>[]> =>
  activeRecipes(q, householdId).select(['id', 'name']).execute()

/** Returns which of these ids have a row, removed or not. */
export async function listIdsWithRow(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<Set<string>> {
  const rows = await on(q).selectFrom('recipes').select('id').where('household_id', '=', householdId).where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Removes recipes that aren't removed yet. */
export const removeRecipes = (tx: Transaction, householdId: HouseholdId, ids: readonly string[], removedAt: string, at: string) =>
  on(tx)
    .updateTable('recipes')
    .set({ removed_at: removedAt, updated_at: at, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', 'in', ids)
    .execute()

/** Returns how many of these ids have a row, and how many of those are removed. */
export async function countRowsAndRemoved(
  q: Reader,
  householdId: HouseholdId,
  ids: readonly string[],
): Promise<{ all: number; removed: number }> {
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
/** Returns false if the id exists. */
export async function insertRecipe(tx: Transaction, row: RecipeRow): Promise<boolean> {
  if (await findRecipe(tx, row.household_id, row.id)) return false
  await insert(tx, row)
  return true
}

/** Updates a recipe, only at `version` if given. Returns false if it changed since. */
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

/** Returns the ingredients that users confirmed for names in recipes, by food key. */
export async function listIngredientMatches(q: Reader, householdId: HouseholdId): Promise<Map<string, string | null>> {
  const rows = await on(q)
    .selectFrom('recipe_foods')
    .select(['food_key', 'ingredient_id'])
    .where('household_id', '=', householdId)
    .execute()
  return new Map(rows.map(({ food_key, ingredient_id }) => [food_key, ingredient_id]))
}
/** Returns which of these ingredients users confirmed for a name in recipes. */
export async function listConfirmedIds(
  q: Reader,
  householdId: HouseholdId,
  ingredientIds: readonly string[],
  isImported: (ingredientId: string, kind: 'recipes', key: string) => boolean,
): Promise<string[]> {
  const matches = on(q).selectFrom('recipe_foods').select(['ingredient_id', 'food_key']).where('household_id', '=', householdId)
  return (await matches.where('ingredient_id', 'in', ingredientIds).execute()).flatMap(({ ingredient_id: id, food_key }) =>
    id === null || isImported(id, 'recipes', food_key) ? [] : id,
  )
}
export const saveIngredientMatch = (tx: Transaction, householdId: HouseholdId, ingredientKey: string, ingredientId: string | null) =>
  on(tx)
    .insertInto('recipe_foods')
    .values({ household_id: householdId, food_key: ingredientKey, ingredient_id: ingredientId })
    .onConflict((conflict) => conflict.columns(['household_id', 'food_key']).doUpdateSet({ ingredient_id: ingredientId }))
    .execute()
export const deleteIngredientMatch = (tx: Transaction, householdId: HouseholdId, ingredientKey: string) =>
  on(tx).deleteFrom('recipe_foods').where('household_id', '=', householdId).where('food_key', '=', ingredientKey).execute()

/** Imports names in recipes that stand for an ingredient. Leaves what the household has confirmed. */
export async function insertIngredientMatches(
  tx: Transaction,
  householdId: HouseholdId,
  ingredientId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await on(tx)
    .insertInto('recipe_foods')
    .values(keys.map((food_key) => ({ household_id: householdId, food_key, ingredient_id: ingredientId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes imported names of an ingredient, unless they stand for another one since. */
export async function deleteIngredientMatches(
  tx: Transaction,
  householdId: HouseholdId,
  ingredientId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await on(tx)
    .deleteFrom('recipe_foods')
    .where('household_id', '=', householdId)
    .where('ingredient_id', '=', ingredientId)
    .where('food_key', 'in', padInList(keys))
    .execute()
}

export type ShoppingAdditionRow = RecipeTables['recipe_buys']
export const insertShoppingAddition = rowInserter<ShoppingAdditionRow>('recipe_buys')

/** Returns what recipes added to the shopping list that is still to be bought, unless undone. */
export const listOpenShoppingAdditions = (
  q: Reader,
  householdId: HouseholdId,
  recipeIds: readonly string[],
): Promise<Pick<ShoppingAdditionRow, 'recipe_id' | 'food_key' | 'milli' | 'unit' | 'item_id'>[]> =>
  recipeIds.length === 0
    ? Promise.resolve([])
    : q
        .on<RecipeTables & ShoppingViews>()
        .selectFrom('recipe_buys as buys')
        .innerJoin('shopping_items as items', (join) =>
          join.onRef('items.household_id', '=', 'buys.household_id').onRef('items.id', '=', 'buys.item_id'),
        )
        .select(['buys.recipe_id', 'buys.food_key', 'buys.milli', 'buys.unit', 'buys.item_id'])
        .where('buys.household_id', '=', householdId)
        .where('buys.recipe_id', 'in', padInList(recipeIds))
        .where('items.state', '=', sql.lit('listed'))
        .where('items.is_checked', '=', 0)
        .where(isNotUndoneSql('buys'))
        .execute()

export const recipeMatchReferences = ingredientReferences('recipe_foods', 'food_key')
export const planReferences = ingredientReferences('plan_entries', 'id')

/** What is on the list for a merged ingredient is there for the one that it is part of. Keys are those of `columns`, in order. */
function foodKeyReferences(table: 'recipe_buys' | 'plan_list_causes', columns: readonly string[]): IngredientReferences {
  const key = sql<string>`${sql.join(
    columns.map((column) => sql`cast(${sql.ref(column)} as text)`),
    sql` || ' ' || `,
  )}`
  const pointAt = (tx: Transaction, householdId: HouseholdId, from: string, to: string) =>
    on(tx).updateTable(table).set({ food_key: to }).where('household_id', '=', householdId).where('food_key', '=', from)
  return {
    table,
    async move(tx, householdId, from, to) {
      return (await pointAt(tx, householdId, from, to).returning(key.as('key')).execute()).map((row) => row.key)
    },
    async moveBack(tx, householdId, keys, from, to) {
      for (let start = 0; start < keys.length; start += maxKeys) {
        const some = padInList(keys.slice(start, start + maxKeys).map(String))
        await pointAt(tx, householdId, from, to).where(key, 'in', some).execute()
      }
    },
  }
}
/** Few enough for one statement. */
const maxKeys = 1024

export const listedFoodReferences = [
  foodKeyReferences('recipe_buys', ['recipe_id', 'item_id', 'seq']),
  foodKeyReferences('plan_list_causes', ['id']),
]
export const repeatReferences = ingredientReferences('plan_repeats', 'id')
