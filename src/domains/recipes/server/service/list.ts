import type { QueryOf } from '#platform/contract/endpoint.ts'
import type { HouseholdId } from '#platform/contract/ids.ts'
import { notFound } from '#platform/contract/problem.ts'
import { nameKey } from '#platform/contract/text.ts'
import type { Reader } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import { ReadyJson } from '#platform/server/serve/reply.ts'
import type { listRecipes as listEndpoint, Recipe, RecipeCard } from '../../contract.ts'
import { countStock, judge, savesOf } from '../../rules/kitchen.ts'
import { isFree } from '../../rules/match-line.ts'
import { type Need, needOf } from '../../rules/needs.ts'
import * as store from '../store/recipes.ts'
import { type Kitchen, readKitchen } from './kitchen.ts'
import { keptLinesOf, starterRow, starterRows } from './row.ts'
import { cardText, toRecipe } from './show.ts'

/** Everything a household can cook: its own rows and the starters it has not touched. */
export async function presentRows(q: Reader, householdId: HouseholdId): Promise<store.RecipeRow[]> {
  const starters = starterRows()
  const [rows, touched] = await Promise.all([
    store.listRows(q, householdId),
    store.ownIds(
      q,
      householdId,
      starters.map(({ id }) => id),
    ),
  ])
  return [...rows, ...starters.filter(({ id }) => !touched.has(id))]
}

/** A recipe that is there; throws `not_found`. */
export async function presentRow(q: Reader, householdId: HouseholdId, id: string): Promise<store.RecipeRow> {
  const row = (await store.findRecipe(q, householdId, id)) ?? starterRow(id)
  if (!row || row.removed_at !== null) throw notFound()
  return row
}

export async function getRecipe(q: Reader, member: Member, id: string): Promise<Recipe> {
  const row = await presentRow(q, member.householdId, id)
  return toRecipe(row, (await readKitchen(q, member)).match)
}

const mostKept = 20_000
const keptNeeds = new Map<string, readonly Need[]>()

/** What a recipe needs. A version never changes, and a list asks for thousands. */
export function needsOf(row: Pick<store.RecipeRow, 'household_id' | 'id' | 'version' | 'lines'>): readonly Need[] {
  const key = `${row.household_id} ${row.id} ${row.version}`
  let needs = keptNeeds.get(key)
  if (!needs) {
    if (keptNeeds.size >= mostKept) keptNeeds.clear()
    needs = keptLinesOf(row).flatMap((line) => needOf(line) ?? [])
    keptNeeds.set(key, needs)
  }
  return needs
}

/** How much of a recipe is there, for its own servings, and what it saves. */
export function stockOf(row: store.RecipeRow, kitchen: Kitchen): Pick<RecipeCard, 'stock' | 'uses' | 'saves'> {
  const needs = needsOf(row).map((need) => {
    const match = kitchen.match(need.food)
    return { ...need, isFree: isFree(need.food), food: match && kitchen.food(match.id) }
  })
  const uses = new Map<string, RecipeCard['uses'][number]>()
  let saves = 0
  for (const { food, milli, unit } of needs) {
    const [first] = food?.soon ?? []
    if (!food || !first) continue
    if (!uses.has(food.id)) uses.set(food.id, { ingredientId: food.id, ingredientName: food.name, daysLeft: first.daysLeft })
    saves += savesOf(food, milli, unit)
  }
  return {
    stock: countStock(judge(needs)),
    uses: [...uses.values()].toSorted((a, b) => a.daysLeft - b.daysLeft),
    saves: Math.round(saves * 1000) / 1000,
  }
}

type Entry = { row: store.RecipeRow; shown: ReturnType<typeof stockOf> }
const byName = (a: Entry, b: Entry) =>
  a.row.name === b.row.name ? (a.row.id < b.row.id ? -1 : 1) : a.row.name.localeCompare(b.row.name, 'en')
const orders: Record<NonNullable<QueryOf<typeof listEndpoint>['sort']>, (a: Entry, b: Entry) => number> = {
  name: byName,
  uses: (a, b) => b.shown.saves - a.shown.saves || missingOf(a) - missingOf(b) || byName(a, b),
  rating: (a, b) => (b.row.rating_tenths ?? -1) - (a.row.rating_tenths ?? -1) || byName(a, b),
  newest: (a, b) => (a.row.created_at < b.row.created_at ? 1 : a.row.created_at > b.row.created_at ? -1 : byName(a, b)),
}
const missingOf = ({ shown: { stock } }: Entry) => stock.short + stock.missing

/** Recipes with their stock as ready text. A test holds its keys to the contract. */
export async function listRecipes(q: Reader, member: Member, query: QueryOf<typeof listEndpoint>): Promise<ReadyJson> {
  const [rows, kitchen] = await Promise.all([presentRows(q, member.householdId), readKitchen(q, member)])
  const words = nameKey(query.search ?? '')
    .split(' ')
    .filter((word) => word !== '')
  const tag = query.tag === undefined ? null : nameKey(query.tag)
  const entries = rows
    .filter((row) => query.category === undefined || query.category === 'all' || row.category === query.category)
    .filter((row) => words.every((word) => row.search_key.includes(word)))
    .filter((row) => tag === null || (JSON.parse(row.tags) as string[]).some((own) => nameKey(own) === tag))
    .map((row): Entry => ({ row, shown: stockOf(row, kitchen) }))
    .filter((entry) => query.maxMissing === undefined || (missingOf(entry) <= query.maxMissing && entry.shown.stock.total > 0))
    .toSorted(orders[query.sort ?? 'name'])
  return new ReadyJson(`[${entries.map(({ row, shown }) => cardText(row, shown)).join(',')}]`)
}
