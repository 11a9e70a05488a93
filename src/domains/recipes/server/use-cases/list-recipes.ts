import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { RawJson } from '#platform/server/endpoints/serialize.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import { notFound } from '#platform/shared/problem.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { listRecipes as listEndpoint, RecipeCard, StockCount } from '../../contract/index.ts'
import type { Need } from '../../rules/needs.ts'
import { countStock, type StockedIngredient, wasteAvoidedByUsing } from '../../rules/stock-for-recipes.ts'
import { type RecipeContext, type RecipeIngredientName, type Risks, readRecipeContext } from './recipe-context.ts'
import { listRecipeEntries, type RecipeEntry } from './recipe-entries.ts'

/** The values that lists are sorted and filtered by. */
export interface ListedRecipe {
  entry: RecipeEntry
  stock: StockCount
  saves: number
}

/** Returns how much of a recipe is in stock, for its own servings, and the waste it avoids. */
export function toListed(entry: RecipeEntry, context: RecipeContext): ListedRecipe {
  const { needs, names } = entry
  const ingredients: (StockedIngredient | null)[] = []
  let saves = 0
  for (let at = 0; at < names.length; at++) {
    const ingredient = context.meant(names[at] as RecipeIngredientName)
    ingredients.push(ingredient)
    if (ingredient !== null && ingredient.soon.length > 0) saves += wasteAvoidedByUsing(ingredient, needs[at] as Need)
  }
  return { entry, stock: countStock(needs, ingredients), saves: Math.round(saves * 1000) / 1000 }
}

/** Returns the ingredients it uses that expire soon, soonest first. */
export function usesOf({ names }: RecipeEntry, context: RecipeContext): RecipeCard['uses'] {
  const uses = new Map<string, RecipeCard['uses'][number]>()
  for (const name of names) {
    const ingredient = context.meant(name)
    const first = ingredient?.soon[0]
    if (ingredient && first)
      uses.set(ingredient.id, { ingredientId: ingredient.id, ingredientName: ingredient.name, daysLeft: first.daysLeft })
  }
  return [...uses.values()].sort((a, b) => a.daysLeft - b.daysLeft)
}

const byName = ({ entry: a }: ListedRecipe, { entry: b }: ListedRecipe) =>
  a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.id < b.id ? -1 : 1
const missingOf = ({ stock }: ListedRecipe) => stock.short + stock.missing
const orders: Record<NonNullable<QueryOf<typeof listEndpoint>['sort']>, (a: ListedRecipe, b: ListedRecipe) => number> = {
  name: byName,
  uses: (a, b) => b.saves - a.saves || missingOf(a) - missingOf(b) || byName(a, b),
  rating: (a, b) => (b.entry.ratingTenths ?? -1) - (a.entry.ratingTenths ?? -1) || byName(a, b),
  newest: (a, b) => (a.entry.createdAt < b.entry.createdAt ? 1 : a.entry.createdAt > b.entry.createdAt ? -1 : byName(a, b)),
}

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
  const [entries, context] = await Promise.all([listRecipeEntries(q, member.householdId, words), readRecipeContext(q, member, { risks })])
  if (query.ingredientId !== undefined && !context.row(query.ingredientId)) throw notFound()
  const tag = query.tag === undefined ? null : nameKey(query.tag)
  const { category = 'all', ingredientId, maxMissing = Number.POSITIVE_INFINITY } = query
  const found: ListedRecipe[] = []
  for (const entry of entries) {
    if (category !== 'all' && entry.category !== category) continue
    if (tag !== null && !entry.tags.includes(tag)) continue
    if (ingredientId !== undefined && !entry.needs.some(({ food: ingredient }) => context.match(ingredient)?.id === ingredientId)) continue
    const shown = toListed(entry, context)
    if (query.maxMissing === undefined || (missingOf(shown) <= maxMissing && shown.stock.total > 0)) found.push(shown)
  }
  found.sort(orders[query.sort ?? 'name'])
  const from = query.cursor === undefined ? 0 : startOf(found, query.cursor)
  const page = query.limit === undefined ? found.slice(from) : found.slice(from, from + query.limit)
  const last = page.at(-1)
  return {
    cards: new RawJson(`[${page.map((one) => textOf(one, context)).join(',')}]`),
    total: found.length,
    next: last && from + page.length < found.length ? `${from + page.length}.${last.entry.id}` : null,
  }
}

const textOf = ({ entry, stock, saves }: ListedRecipe, context: RecipeContext) =>
  `${entry.text},${JSON.stringify({ stock, uses: usesOf(entry, context), saves }).slice(1)}`

/** Returns the index of the page after a cursor: after its recipe, or at that recipe's former position if it is gone. */
function startOf(found: readonly ListedRecipe[], cursor: string): number {
  const [place = '0', id] = cursor.split('.')
  const at = found.findIndex(({ entry }) => entry.id === id)
  return at < 0 ? Number(place) : at + 1
}
