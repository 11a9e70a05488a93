import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { isToList } from './missing-list-rows.ts'
import type { MealLine } from './planned-meals.ts'

/** What a planned meal lacks, as the list has seen it. */
export interface ListedNeed {
  id: string
  entryId: string
  ingredientKey: string
  /** Of the row about it: still to be bought, put away, or otherwise gone: checked off, cleared, taken off, or undone. */
  row: 'open' | 'put_away' | 'gone'
}

export interface PlannedMeal {
  entryId: string
  recipeId: string
  recipeName: string
  lines: readonly MealLine[]
}

export interface ListedNeedsPlan<N extends ListedNeed> {
  /** What is no longer lacking, or was put away without being enough. Its share of an open row comes off the list. */
  ended: N[]
  /** The meals with what they lack and no person took off the list. */
  meals: PlannedMeal[]
  /** What is lacking and wasn't known. */
  begun: Pick<ListedNeed, 'entryId' | 'ingredientKey'>[]
}

/** Returns the ingredient's id, or the key of its name if the household has none. */
export const lineKeyOf = ({ ingredientId, need }: MealLine) => ingredientId ?? ingredientKey(need.food)
const idOf = (entryId: string, key: string) => `${entryId} ${key}`

/** Plans what a list that writes itself does about the ingredients that planned meals lack. Idempotent. */
export function planListedNeeds<N extends ListedNeed>(meals: readonly PlannedMeal[], known: readonly N[]): ListedNeedsPlan<N> {
  const byNeed = Map.groupBy(known, (one) => idOf(one.entryId, one.ingredientKey))
  const plan: ListedNeedsPlan<N> = { ended: [], meals: [], begun: [] }
  const lacking = new Set<string>()
  for (const meal of meals) {
    const lines = meal.lines.filter((line) => {
      if (!isToList(line)) return false
      const key = lineKeyOf(line)
      const id = idOf(meal.entryId, key)
      const own = byNeed.get(id) ?? []
      if (!lacking.has(id) && own.every(({ row }) => row === 'put_away')) {
        plan.begun.push({ entryId: meal.entryId, ingredientKey: key })
        plan.ended.push(...own)
      }
      lacking.add(id)
      return own.every(({ row }) => row !== 'gone')
    })
    if (lines.length > 0) plan.meals.push({ ...meal, lines })
  }
  for (const [id, own] of byNeed) if (!lacking.has(id)) plan.ended.push(...own)
  return plan
}
