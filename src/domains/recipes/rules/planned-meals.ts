import type { OwnUnit } from '#domains/ingredients/contract/index.ts'
import type { NeedCoverage, PlannedNeed } from '#domains/inventory/rules/allocate-needs.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { StockCount } from '../contract/recipe.ts'
import { type Need, needInOwnUnits, scaleNeed } from './needs.ts'
import { countLines, type LineState } from './stock-for-recipes.ts'

/** Stock is reserved this many days ahead. */
export const reservationDays = 30

/** A need of a planned meal with the household's ingredient it refers to. */
export interface MealNeed {
  need: Need
  ingredient: { id: string; name: string; ownUnits?: readonly OwnUnit[] | undefined } | null
  /** The only lot that will do, of a planned item. */
  lotId?: string
}
/** A planned meal that is still ahead. */
export interface MealAhead {
  id: string
  on: CalendarDate
  needs: readonly MealNeed[]
}

/** A need of a planned meal compared with the stock on its day. */
export interface MealLine {
  need: Need
  ingredientId: string | null
  ingredientName: string | null
  state: LineState
  /** In thousandths of the need's unit. */
  lackingMilli: number
}

/** Scales a recipe's needs to a planned meal and finds their ingredients. */
export const mealNeeds = (
  needs: readonly Need[],
  servings: number,
  own: number,
  find: (food: string) => MealNeed['ingredient'],
): MealNeed[] =>
  needs.map((need) => {
    const ingredient = find(need.food)
    return { need: needInOwnUnits(scaleNeed(need, servings, own), ingredient), ingredient }
  })

/** Returns what a planned item or ingredient needs; its ingredient is null if nothing of it can be there any more. */
export const itemNeeds = (
  { milli, unit, text }: { milli: number; unit: Unit; text: string },
  of: Pick<MealNeed, 'ingredient' | 'lotId'>,
): MealNeed[] => [{ need: { food: text, milli, unit, base: 0, family: null, pack: null, isFree: false, isOptional: false }, ...of }]

/** Returns what planned meals need of the household's ingredients, in their order. */
export const plannedNeeds = (meals: readonly MealAhead[]): PlannedNeed[] =>
  meals.flatMap(({ id, on, needs }) =>
    needs.flatMap(({ need: { milli, unit, isFree }, ingredient, lotId }): PlannedNeed[] => {
      if (ingredient === null || isFree) return []
      const amount = milli === null || unit === null ? null : { milli, unit }
      return [{ refId: id, on, ingredientId: ingredient.id, amount, ...(lotId === undefined ? {} : { lotId }) }]
    }),
  )

/** Returns the lines of each meal, given the coverage of `plannedNeeds`. */
export function mealLines(meals: readonly MealAhead[], met: readonly NeedCoverage[]): MealLine[][] {
  let at = 0
  return meals.map(({ needs }) =>
    needs.map(({ need, ingredient }): MealLine => {
      const base = { need, ingredientId: ingredient?.id ?? null, ingredientName: ingredient?.name ?? null, lackingMilli: 0 }
      if (need.isFree) return { ...base, state: 'any' }
      const found = ingredient === null ? undefined : met[at++]
      if (!found?.isThere) return { ...base, state: 'missing', lackingMilli: need.milli ?? 0 }
      if (need.milli === null) return { ...base, state: 'any' }
      if (found.shortMilli === 0) return { ...base, state: 'have' }
      return found.isPartial ? { ...base, state: 'unknown' } : { ...base, state: 'short', lackingMilli: found.shortMilli }
    }),
  )
}

/** Counts the lines of a meal by what is there. Optional ones that are lacking don't count. */
export const countMealStock = (lines: readonly MealLine[]): StockCount =>
  countLines(lines.map(({ state, need }) => ({ state, isOptional: need.isOptional })))
