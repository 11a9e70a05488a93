import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { perLanguage } from '#platform/server/i18n/current-language.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { notFound } from '#platform/shared/problem.ts'
import type { Recipe, RecipeCategory } from '../../contract/index.ts'
import { needsOf as needsOfLines } from '../../rules/compare-lines-with-stock.ts'
import type { Need } from '../../rules/needs.ts'
import { totalMinutes } from '../../rules/recipe-time.ts'
import * as store from '../store/recipes.ts'
import { internIngredientName, type RecipeIngredientName, readRecipeContext } from './recipe-context.ts'
import { keptLinesOf, readJsonLines, starterRow, starterRows, toRecipe, toUnclosedCardJson } from './recipe-row.ts'

/** Returns a recipe that isn't removed; a starter has no `household_id` yet. Throws `not_found`. */
export async function getRecipeRow(
  q: Reader,
  householdId: HouseholdId,
  id: string,
): Promise<store.RecipeFields & { household_id?: HouseholdId }> {
  const row = (await store.findRecipe(q, householdId, id)) ?? starterRow(id)
  if (!row || row.removed_at !== null) throw notFound()
  return row
}

export async function getRecipe(q: Reader, member: Member, id: string): Promise<Recipe> {
  const row = await getRecipeRow(q, member.householdId, id)
  return toRecipe(row, (await readRecipeContext(q, member)).match)
}

/** Returns what a recipe needs, line by line. */
export const needsOf = (row: Pick<store.RecipeRow, 'lines'>): Need[] => needsOfLines({ lines: keptLinesOf(row) })

/** A version of a recipe as lists and plans use it. */
export interface RecipeEntry {
  id: string
  version: number
  name: string
  /** Folded, for sorting. */
  nameKey: string
  category: RecipeCategory
  /** Folded. */
  tags: readonly string[]
  ratingTenths: number | null
  isFavorite: boolean
  /** What it takes in all; 0 if unknown. */
  minutes: number
  servings: number
  createdAt: string
  needs: readonly Need[]
  /** Its lines, for diets; a heading has a `text`. */
  foods: readonly { food: string; preparation: string; text?: string }[]
  /** The foods of `needs`. */
  names: readonly RecipeIngredientName[]
  /** Its card as JSON text without the stock; see `toUnclosedCardJson`. */
  text: string
}

function foodsOf(row: store.RecipeFields, lines: ReturnType<typeof keptLinesOf>): RecipeEntry['foods'] {
  const texts = lines.some(({ food }) => food === '') ? readJsonLines(row.ingredients) : []
  return lines.map(({ food, preparation }, at) => ({ food, preparation, ...(food === '' && { text: texts[at] ?? '' }) }))
}

function toEntry(row: store.RecipeFields): RecipeEntry {
  const lines = keptLinesOf(row)
  const needs = needsOfLines({ lines })
  return {
    ...headOf(row),
    needs,
    foods: foodsOf(row, lines),
    names: needs.map(({ food: ingredient }) => internIngredientName(ingredient)),
    text: toUnclosedCardJson(row),
  }
}

const headOf = (row: store.RecipeFields) => ({
  id: row.id,
  version: row.version,
  name: row.name,
  nameKey: nameKey(row.name),
  category: row.category,
  tags: row.tags === '[]' ? [] : (JSON.parse(row.tags) as string[]).map(nameKey),
  ratingTenths: row.rating_tenths,
  isFavorite: row.is_favorite === 1,
  minutes: totalMinutes({ prepTime: row.prep_minutes, cookTime: row.cook_minutes, totalTime: row.total_minutes }),
  servings: row.servings,
  createdAt: row.created_at,
})

/** Characters of cached cards: about ten thousand recipes. */
const maxCachedLength = 30_000_000
/** Above this number, one statement without ids reads all. */
const maxNamed = 400
// A version of a recipe never changes, and a list needs thousands of them.
const cache = boundedCache<HouseholdId, Map<string, RecipeEntry>>(maxCachedLength, (entries) =>
  entries.values().reduce((length, { text }) => length + text.length, 0),
)

function addToCache(householdId: HouseholdId, entries: readonly RecipeEntry[]): void {
  const own = cache.get(householdId) ?? new Map<string, RecipeEntry>()
  for (const entry of entries) own.set(entry.id, entry)
  cache.set(householdId, own)
}

const starters = perLanguage(() => starterRows().map((row) => ({ ...toEntry(row), searchKey: row.search_key })))

/**
 * Returns every recipe of a household, including unchanged starters, that contains all these folded words. Reads only what changed since the
 * last call.
 */
export async function listRecipeEntries(q: Reader, householdId: HouseholdId, words: readonly string[] = []): Promise<RecipeEntry[]> {
  const unedited = starters()
  const [versions, edited] = await Promise.all([
    store.findRecipeVersions(q, householdId, words),
    store.listIdsWithRow(
      q,
      householdId,
      unedited.map(({ id }) => id),
    ),
  ])
  const own = cache.get(householdId)
  const known = new Map<string, RecipeEntry>()
  const unread: string[] = []
  for (const { id, version } of versions) {
    const entry = own?.get(id)
    if (entry?.version === version) known.set(id, entry)
    else unread.push(id)
  }
  const rows = unread.length > maxNamed ? await store.listRows(q, householdId) : await store.findRecipes(q, householdId, unread)
  const fresh = rows.map(toEntry)
  for (const entry of fresh) known.set(entry.id, entry)
  if (fresh.length > 0) addToCache(householdId, fresh)
  return [
    ...versions.flatMap(({ id }) => known.get(id) ?? []),
    ...unedited.filter(({ id, searchKey }) => !edited.has(id) && words.every((word) => searchKey.includes(word))),
  ]
}
