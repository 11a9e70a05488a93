import { readStock } from '#domains/inventory/server/service.ts'
import { findFood } from '#domains/products/server/service.ts'
import { addDays } from '#platform/contract/calendar.ts'
import type { Conversion } from '#platform/contract/units.ts'
import type { Reader } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import { horizonDays, type KitchenFood, kitchenFood } from '../../rules/kitchen.ts'
import { type LineMatcher, lineMatcher } from '../../rules/match-line.ts'
import { type FoodRow, foodsWithStock, lotsGoingOff } from '../store/kitchen.ts'
import { confirmedFoods } from '../store/recipes.ts'

export interface Kitchen {
  match: LineMatcher
  food(id: string): KitchenFood | null
  row(id: string): FoodRow | undefined
}

const mostKnown = 20_000
const known = new Map<string, string | null>()
/** The built-in food's key of a name; the same few thousand names are asked for again and again. */
function knownKey(name: string): string | null {
  let key = known.get(name)
  if (key === undefined) {
    if (known.size >= mostKnown) known.clear()
    key = findFood(name)?.key ?? null
    known.set(name, key)
  }
  return key
}

/** The household's foods as recipes see them, of one day. */
export async function readKitchen(q: Reader, { householdId, today }: Pick<Member, 'householdId' | 'today'>): Promise<Kitchen> {
  const [rows, soon, confirmed] = await Promise.all([
    foodsWithStock(q, householdId, today),
    lotsGoingOff(q, householdId, today, addDays(today, horizonDays)),
    confirmedFoods(q, householdId),
  ])
  const soonByFood = Map.groupBy(soon, (lot) => lot.ingredient_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const foods = new Map<string, KitchenFood>()
  const matchable = rows.map(({ id, name, aliases }) => ({ id, name, aliases: aliases === '[]' ? [] : (JSON.parse(aliases) as string[]) }))
  return {
    match: lineMatcher(matchable, confirmed, knownKey),
    row: (id) => byId.get(id),
    food(id) {
      const made = foods.get(id)
      if (made) return made
      const row = byId.get(id)
      if (!row) return null
      const stock = readStock(row.stock).map(({ unit, freeMilli }) => ({ unit, milli: freeMilli }))
      const lots = (soonByFood.get(id) ?? [])
        .map(({ unit, milli, goes_off_on }) => ({ unit, milli, goesOffOn: goes_off_on }))
        .filter(({ milli }) => milli > 0)
      const food = kitchenFood({ id, name: row.name, conversions: JSON.parse(row.conversions) as Conversion[] }, stock, lots, today)
      foods.set(id, food)
      return food
    },
  }
}
