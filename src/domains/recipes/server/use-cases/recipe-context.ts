import { findFood } from '#domains/ingredients/server/index.ts'
import { readStock } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { spokenLanguage } from '#platform/server/i18n/language.ts'
import { addDays } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Conversion } from '#platform/shared/units.ts'
import { type LineMatcher, lineMatcher } from '../../rules/match-line.ts'
import { horizonDays, type KitchenFood, kitchenFood, type LotRisk } from '../../rules/stock-for-recipes.ts'
import { heldForEntry } from '../store/plan.ts'
import { confirmedFoods } from '../store/recipes.ts'
import { foodNames, type IngredientStockRow, ingredientsWithStock, lotsExpiringBetween } from '../store/stock.ts'

/** A food's name in recipes, one object for all that write it alike: text is slow to look up by the ten thousand. */
export interface RecipeFoodName {
  readonly text: string
}
const maxNames = 50_000
const names = new Map<string, RecipeFoodName>()
export function foodName(text: string): RecipeFoodName {
  let name = names.get(text)
  if (!name) {
    if (names.size >= maxNames) names.clear()
    name = { text }
    names.set(text, name)
  }
  return name
}

export interface RecipeContext {
  match: LineMatcher
  food(id: string): KitchenFood | null
  /** The food that a line's food means; null: none of the household's. */
  meant(name: RecipeFoodName): KitchenFood | null
  row(id: string): IngredientStockRow | undefined
}

const maxKnown = 20_000
const knownKeys = { en: new Map<string, string | null>(), de: new Map<string, string | null>(), fr: new Map<string, string | null>() }
/** The built-in food's key of a name, as the reader means it; the same few thousand names are asked for again and again. */
function knownKey(name: string): string | null {
  const known = knownKeys[spokenLanguage()]
  let key = known.get(name)
  if (key === undefined) {
    if (known.size >= maxKnown) known.clear()
    key = findFood(name)?.key ?? null
    known.set(name, key)
  }
  return key
}

/** What the forecast says of lots, by their ids. */
export type Risks = ReadonlyMap<string, LotRisk>

const toMatchable = ({ id, name, aliases }: Pick<IngredientStockRow, 'id' | 'name' | 'aliases'>) => ({
  id,
  name,
  aliases: aliases === '[]' ? [] : (JSON.parse(aliases) as string[]),
})

/** Answers the household's food that a line's food means, without a look at stock. */
export async function readIngredients(q: Reader, householdId: HouseholdId): Promise<(food: string) => { id: string; name: string } | null> {
  const [rows, confirmed] = await Promise.all([foodNames(q, householdId), confirmedFoods(q, householdId)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const match = lineMatcher(rows.map(toMatchable), confirmed, knownKey)
  return (food) => byId.get(match(food)?.id ?? '') ?? null
}

interface ContextOptions {
  risks?: Risks
  /** A planned meal: what is held back for it counts as there. */
  planEntryId?: string | undefined
}

/** The household's foods as recipes see them, of one day. */
export async function readRecipeContext(
  q: Reader,
  { householdId, today }: Pick<Member, 'householdId' | 'today'>,
  { risks = new Map(), planEntryId }: ContextOptions = {},
): Promise<RecipeContext> {
  const [rows, soon, confirmed, held] = await Promise.all([
    ingredientsWithStock(q, householdId, today),
    lotsExpiringBetween(q, householdId, today, addDays(today, horizonDays)),
    confirmedFoods(q, householdId),
    planEntryId === undefined ? [] : heldForEntry(q, householdId, planEntryId, today),
  ])
  const heldByFood = Map.groupBy(held, (part) => part.ingredient_id)
  const soonByFood = Map.groupBy(soon, (lot) => lot.ingredient_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const foods = new Map<string, KitchenFood>()
  const match = lineMatcher(rows.map(toMatchable), confirmed, knownKey)
  const food = (id: string): KitchenFood | null => {
    const made = foods.get(id)
    if (made) return made
    const row = byId.get(id)
    if (!row) return null
    const stock = [...readStock(row.stock).map(({ unit, freeMilli }) => ({ unit, milli: freeMilli })), ...(heldByFood.get(id) ?? [])]
    const lots = (soonByFood.get(id) ?? [])
      .map(({ id: lotId, unit, milli, goes_off_on }) => ({ unit, milli, goesOffOn: goes_off_on, risk: risks.get(lotId) ?? null }))
      .filter(({ milli }) => milli > 0)
    const known = kitchenFood({ id, name: row.name, conversions: JSON.parse(row.conversions) as Conversion[] }, stock, lots, today)
    foods.set(id, known)
    return known
  }
  const meant = new Map<RecipeFoodName, KitchenFood | null>()
  return {
    match,
    food,
    row: (id) => byId.get(id),
    meant(name) {
      let found = meant.get(name)
      if (found === undefined) {
        const matched = match(name.text)
        found = matched && food(matched.id)
        meant.set(name, found)
      }
      return found
    },
  }
}
