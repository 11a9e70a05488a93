import { type SharedTable, sharedTable } from '#platform/server/sync/synced-table.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { SyncedPlanEntry, SyncedRecipeMatch } from '../contract/index.ts'
import { findRecipes, listIdsWithRow } from './store/recipes.ts'
import type { RecipeTables } from './tables.ts'
import { toCookbook } from './use-cases/edit-cookbook.ts'
import { toCooking } from './use-cases/edit-cooking.ts'
import { starterRow, starterRows, toSyncedRecipe } from './use-cases/recipe-row.ts'

const storedRecipes = sharedTable({
  name: 'recipes',
  from: (q) => q.on<RecipeTables>().selectFrom('recipes').selectAll().where('removed_at', 'is', null),
  toRows: (rows) => rows.map(toSyncedRecipe),
})

/** A starter has no row until it is changed or removed. */
const recipes: SharedTable = {
  ...storedRecipes,
  async find(q, { householdId }, ids) {
    const rows = new Map((await findRecipes(q, householdId, ids)).map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = rows.get(id) ?? starterRow(id)
      return row && row.removed_at === null ? [toSyncedRecipe(row)] : []
    })
  },
  async page(q, owner, after, limit) {
    const rows = await storedRecipes.page(q, owner, after, limit)
    if (after !== null) return rows
    const starters = starterRows()
    const ids = starters.map(({ id }) => id)
    const changed = await listIdsWithRow(q, owner.householdId, ids)
    return [...starters.filter(({ id }) => !changed.has(id)).map(toSyncedRecipe), ...rows]
  },
}

const toMatch = ({ food_key, ingredient_id }: RecipeTables['recipe_foods']): SyncedRecipeMatch => ({
  id: food_key,
  ingredientId: ingredient_id,
})

const toSyncedEntry = (row: RecipeTables['plan_entries']): SyncedPlanEntry => ({
  id: row.id,
  date: row.on_date,
  meal: row.meal,
  recipeId: row.recipe_id,
  text: row.text,
  inventoryItemId: row.lot_id,
  ingredientId: row.ingredient_id,
  quantity: row.amount_milli === null ? null : fromMilli(row.amount_milli),
  unit: row.unit,
  repeatId: row.repeat_id,
  everyWeeks: row.every_weeks,
  leftoverOf: row.leftover_of,
  servings: row.servings,
  state: row.state,
  createdAt: row.created_at,
  version: row.version,
})

/** What browsers keep a copy of: recipes, cookbooks, when recipes were made, the ingredients matched to their lines by hand, and the meal plan. */
export const syncedRecipes: readonly SharedTable[] = [
  recipes,
  sharedTable({
    name: 'cookbooks',
    from: (q) => q.on<RecipeTables>().selectFrom('cookbooks').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toCookbook),
  }),
  sharedTable({
    name: 'cookings',
    from: (q) => q.on<RecipeTables>().selectFrom('recipe_cookings').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toCooking),
  }),
  sharedTable({
    name: 'recipeMatches',
    from: (q) => q.on<RecipeTables>().selectFrom('recipe_foods').selectAll(),
    id: 'food_key',
    toRows: (rows) => rows.map(toMatch),
  }),
  sharedTable({
    name: 'plan',
    from: (q) => q.on<RecipeTables>().selectFrom('plan_entries').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toSyncedEntry),
  }),
]
