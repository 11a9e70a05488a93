import type { OwnUnit } from '#domains/ingredients/contract/index.ts'
import { kindsByParent } from '#domains/ingredients/rules/kinds.ts'
import { findBuiltInFoodInCurrentLanguage, parseConversions, parseOwnUnits } from '#domains/ingredients/server/index.ts'
import { parseStock } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { perLanguage } from '#platform/server/i18n/current-language.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ReservedFor } from '../../contract/stock.ts'
import { createLineMatcher, type LineMatcher } from '../../rules/match-line.ts'
import {
  type ExpiringLot,
  type FreeStock,
  horizonDays,
  type LotRisk,
  type StockedIngredient,
  stockedIngredient,
} from '../../rules/stock-for-recipes.ts'
import { mealsWithReservations, reservedForEntry } from '../store/plan.ts'
import { listIngredientMatches } from '../store/recipes.ts'
import { type IngredientStockRow, ingredientsWithStock, listMatchableIngredients, lotsExpiringBetween } from '../store/stock.ts'

/** A food's name in recipes. Equal names share one object, because comparing thousands of strings is slow. */
export interface RecipeIngredientName {
  readonly text: string
}
const names = boundedCache<string, RecipeIngredientName>(50_000)
const newName = (text: string): RecipeIngredientName => ({ text })
export const internIngredientName = (text: string): RecipeIngredientName => names.getOrCreate(text, newName)

export interface RecipeContext {
  match: LineMatcher
  /** Null unless the context was read for it. */
  reservedFor(ingredientId: string): ReservedFor | null
  ingredient(id: string): StockedIngredient | null
  /** Returns the household's ingredient that a line's food refers to; null if there is none. */
  meant(name: RecipeIngredientName): StockedIngredient | null
  row(id: string): IngredientStockRow | undefined
}

const knownKeys = perLanguage(() => boundedCache<string, string | null>(20_000))
const readKey = (name: string): string | null => findBuiltInFoodInCurrentLanguage(name)?.key ?? null
/** Returns the key of the built-in food with this name. Cached: the same few thousand names recur. */
const knownKey = (name: string): string | null => knownKeys().getOrCreate(name, readKey)

/** Forecasts of lots by id. */
export type Risks = ReadonlyMap<string, LotRisk>

const toMatchable = ({ id, name, aliases }: Pick<IngredientStockRow, 'id' | 'name' | 'aliases'>) => ({
  id,
  name,
  aliases: aliases === '[]' ? [] : (JSON.parse(aliases) as string[]),
})

/** Returns a function that finds the household's ingredient for a line's food, without reading stock. */
export async function readIngredientMatcher(
  q: Reader,
  householdId: HouseholdId,
): Promise<(ingredient: string) => { id: string; name: string; ownUnits: readonly OwnUnit[] } | null> {
  const [rows, confirmed] = await Promise.all([listMatchableIngredients(q, householdId), listIngredientMatches(q, householdId)])
  const byId = new Map(rows.map(({ id, name, own_units }) => [id, { id, name, ownUnits: parseOwnUnits(own_units) }]))
  const match = createLineMatcher(rows.map(toMatchable), confirmed, knownKey)
  return (ingredient) => byId.get(match(ingredient)?.id ?? '') ?? null
}

interface ContextOptions {
  risks?: Risks
  /** A planned meal; its reserved stock counts as available. */
  planEntryId?: string | undefined
  /** Reads for which planned meals stock is reserved. */
  withMeals?: boolean
}

interface StockParts {
  readonly kinds: ReadonlyMap<string, readonly IngredientStockRow[]>
  readonly soon: ReadonlyMap<string, Awaited<ReturnType<typeof lotsExpiringBetween>>>
  readonly reserved: ReadonlyMap<string, readonly FreeStock[]>
  readonly risks: Risks
  readonly today: CalendarDate
}

/** Returns an ingredient's own free stock, and its lots that expire soon. */
const ownStock = (
  { id, stock }: IngredientStockRow,
  { soon, reserved, risks }: StockParts,
): { stock: FreeStock[]; soon: ExpiringLot[] } => ({
  stock: [
    ...parseStock(stock).map(({ unit, freeMilli, goneMilli }) => ({ unit, milli: freeMilli, goneMilli })),
    ...(reserved.get(id) ?? []).map(({ unit, milli }) => ({ unit, milli })),
  ],
  soon: (soon.get(id) ?? [])
    .map(({ id: lotId, unit, milli, goes_off_on }) => ({ lotId, unit, milli, expiresOn: goes_off_on, risk: risks.get(lotId) ?? null }))
    .filter(({ milli }) => milli > 0),
})

/** Returns an ingredient with its stock and that of its kinds. */
function stockedWithKinds(row: IngredientStockRow, parts: StockParts): StockedIngredient {
  const kinds = parts.kinds.get(row.id) ?? []
  const conversions = parseConversions(row.conversions)
  const all = [ownStock(row, parts)]
  for (const kind of kinds) {
    const [ofKind, { stock, soon }] = [{ conversions: parseConversions(kind.conversions) }, ownStock(kind, parts)]
    all.push({ stock: stock.map((one) => ({ ...one, ...ofKind })), soon: soon.map((lot) => ({ ...lot, ...ofKind })) })
  }
  return stockedIngredient(
    {
      id: row.id,
      name: row.name,
      conversions,
      ownUnits: parseOwnUnits(row.own_units),
      ...(kinds.length === 0 ? {} : { kindIds: kinds.map(({ id }) => id) }),
    },
    all.flatMap(({ stock }) => stock),
    all.flatMap(({ soon }) => soon),
    parts.today,
  )
}

/** Returns the household's ingredients with their stock on a day. */
export async function readRecipeContext(
  q: Reader,
  { householdId, today }: Pick<Member, 'householdId' | 'today'>,
  { risks = new Map(), planEntryId, withMeals = false }: ContextOptions = {},
): Promise<RecipeContext> {
  const [rows, soon, confirmed, reserved, meals] = await Promise.all([
    ingredientsWithStock(q, householdId, today),
    lotsExpiringBetween(q, householdId, today, addDays(today, horizonDays)),
    listIngredientMatches(q, householdId),
    planEntryId === undefined ? [] : reservedForEntry(q, householdId, planEntryId, today),
    withMeals ? mealsWithReservations(q, householdId) : [],
  ])
  const reservedByIngredient = Map.groupBy(reserved, (part) => part.ingredient_id)
  const soonByIngredient = Map.groupBy(soon, (lot) => lot.ingredient_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ingredients = new Map<string, StockedIngredient>()
  const match = createLineMatcher(rows.map(toMatchable), confirmed, knownKey)
  const kinds = kindsByParent(rows.map((row) => ({ ...row, parentId: row.parent_id })))
  const parts = { kinds, soon: soonByIngredient, reserved: reservedByIngredient, risks, today }
  const ingredient = (id: string): StockedIngredient | null => {
    const row = byId.get(id)
    if (!row) return null
    const known = ingredients.get(id) ?? stockedWithKinds(row, parts)
    ingredients.set(id, known)
    return known
  }
  const meant = new Map<RecipeIngredientName, StockedIngredient | null>()
  return {
    match,
    ingredient,
    reservedFor(ingredientId) {
      const ids = [ingredientId, ...(kinds.get(ingredientId) ?? []).map(({ id }) => id)]
      const meal = meals.find(({ ingredient_id, id }) => ids.includes(ingredient_id) && id !== planEntryId)
      return meal ? { recipeName: meal.name ?? '', date: meal.on_date, meal: meal.meal } : null
    },
    row: (id) => byId.get(id),
    meant(name) {
      let found = meant.get(name)
      if (found === undefined) {
        const matched = match(name.text)
        found = matched && ingredient(matched.id)
        meant.set(name, found)
      }
      return found
    },
  }
}
