import type { Food } from '../../contract.ts'
import { type FoodTerm, fitOf, noMatch, readSearch, termOf } from '../../rules/find-food.ts'
import { indexFoods } from '../../rules/match-food.ts'
import { foods } from '../catalogue/foods.ts'

const find = indexFoods(foods)

/** The built-in food of exactly this name or other name (case, accents, singular and plural aside), or null. */
export function findFood(name: string): Food | null {
  return find(name)
}

/** Every built-in food, as it is called. */
export const builtInFoods: readonly Pick<Food, 'name' | 'aliases'>[] = foods

const terms: (FoodTerm & { food: Food })[] = foods.flatMap((food) =>
  [food.name, ...food.aliases].map((name, at) => ({ food, ...termOf(name, at > 0) })),
)

/** The built-in foods that fit what a person types, best first; each once, by whichever of its names fits best. */
export function searchFoods(search: string, limit = 10): Food[] {
  const wanted = readSearch(search)
  if (!wanted) return []
  const best = new Map<Food, number>()
  for (const term of terms) {
    const fit = fitOf(term, wanted)
    if (fit < (best.get(term.food) ?? noMatch)) best.set(term.food, fit)
  }
  return [...best]
    .toSorted(([a, fitA], [b, fitB]) => fitA - fitB || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(([food]) => food)
}
