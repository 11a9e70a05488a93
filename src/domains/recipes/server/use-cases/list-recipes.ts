import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { RawJson } from '#platform/server/endpoints/serialize.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { notFound } from '#platform/shared/problem.ts'
import type { listRecipes as listEndpoint } from '../../contract/index.ts'
import { type CookingCount, toCardFields } from '../../rules/cookings.ts'
import { scaleNeed } from '../../rules/needs.ts'
import { fitsInto } from '../../rules/recipe-time.ts'
import { expiringIngredientsOf, type ListedRecipe, missingOf, recipeOrders, toListed } from '../../rules/sort-recipes.ts'
import { cookingCounts } from '../store/cookings.ts'
import { getCookbook } from './edit-cookbook.ts'
import { type RecipeContext, type Risks, readRecipeContext } from './recipe-context.ts'
import { listRecipeEntries, type RecipeEntry } from './recipe-entries.ts'

/** Returns the ingredients of an entry's needs. */
const meantBy = ({ names }: RecipeEntry, context: RecipeContext) => names.map((name) => context.meant(name))

/** Returns how much of a recipe is in stock, and the waste it avoids. */
export const listedEntry = (entry: RecipeEntry, context: RecipeContext, cooked?: CookingCount): ListedRecipe<RecipeEntry> =>
  toListed(entry, entry.needs, meantBy(entry, context), cooked)

/** Returns how much of a recipe is in stock for other servings than its own. */
export const listedEntryFor = (entry: RecipeEntry, context: RecipeContext, servings: number): ListedRecipe<RecipeEntry> =>
  servings === entry.servings
    ? listedEntry(entry, context)
    : toListed(
        entry,
        entry.needs.map((need) => scaleNeed(need, servings, entry.servings)),
        meantBy(entry, context),
      )

export interface RecipePage {
  /** Recipes with their stock as JSON text. A test compares its keys with the contract. */
  cards: RawJson
  /** Of all pages. */
  total: number
  next: string | null
}

/** Filters and sorts all recipes, then returns the requested page. */
export async function listRecipes(q: Reader, member: Member, query: QueryOf<typeof listEndpoint>, risks: Risks): Promise<RecipePage> {
  const words = nameKey(query.search ?? '')
    .split(' ')
    .filter((word) => word !== '')
  const [entries, context, cooked, cookbook] = await Promise.all([
    listRecipeEntries(q, member.householdId, words),
    readRecipeContext(q, member, { risks }),
    cookingCounts(q, member.householdId),
    query.cookbookId === undefined ? null : getCookbook(q, member.householdId, query.cookbookId),
  ])
  if (query.ingredientId !== undefined && !context.row(query.ingredientId)) throw notFound()
  const chosen = cookbook && new Set(cookbook.recipeIds)
  const tag = query.tag === undefined ? null : nameKey(query.tag)
  const { category = 'all', ingredientId, maxMissing = Number.POSITIVE_INFINITY } = query
  // A recipe that says cheese is one with brie, too.
  const accepted = ingredientId === undefined ? [] : [ingredientId, context.row(ingredientId)?.parent_id ?? ingredientId]
  const found: ListedRecipe<RecipeEntry>[] = []
  for (const entry of entries) {
    if (category !== 'all' && entry.category !== category) continue
    if (query.isFavorite !== undefined && !entry.isFavorite) continue
    if (chosen && !chosen.has(entry.id)) continue
    if (!fitsInto(entry.minutes, query.maxMinutes)) continue
    if (tag !== null && !entry.tags.includes(tag)) continue
    if (ingredientId !== undefined && !entry.needs.some(({ food }) => accepted.includes(context.match(food)?.id ?? ''))) continue
    const shown = listedEntry(entry, context, cooked.get(entry.id))
    if (query.maxMissing === undefined || (missingOf(shown) <= maxMissing && shown.stock.total > 0)) found.push(shown)
  }
  found.sort(recipeOrders[query.sort ?? 'name'])
  const from = query.cursor === undefined ? 0 : startOf(found, query.cursor)
  const page = query.limit === undefined ? found.slice(from) : found.slice(from, from + query.limit)
  const last = page.at(-1)
  return {
    cards: new RawJson(`[${page.map((one) => textOf(one, context)).join(',')}]`),
    total: found.length,
    next: last && from + page.length < found.length ? `${from + page.length}.${last.entry.id}` : null,
  }
}

const textOf = ({ entry, stock, saves, cooked }: ListedRecipe<RecipeEntry>, context: RecipeContext) =>
  `${entry.text},${JSON.stringify({ stock, uses: expiringIngredientsOf(entry.needs, meantBy(entry, context)), saves, ...toCardFields(cooked) }).slice(1)}`

/** Returns the index of the page after a cursor: after its recipe, or at that recipe's former position if it is gone. */
function startOf(found: readonly ListedRecipe<RecipeEntry>[], cursor: string): number {
  const [place = '0', id] = cursor.split('.')
  const at = found.findIndex(({ entry }) => entry.id === id)
  return at < 0 ? Number(place) : at + 1
}
