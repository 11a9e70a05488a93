import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { NewPlanEntry, PlanEntry } from '../contract/index.ts'

type Planned = Pick<
  PlanEntry,
  'date' | 'meal' | 'recipeId' | 'recipeName' | 'inventoryItemId' | 'ingredientId' | 'quantity' | 'unit' | 'servings'
>
type Copy = NewPlanEntry & Pick<Planned, 'meal'>

/** A meal to plan, with its name for messages. */
export type MealCopy = Copy & { name: string }

/** What tells whether a day has it already: the recipe, the ingredient, or the text. */
const slotOf = ({ date, meal, recipeId, ingredientId, text }: Copy) => `${date} ${meal} ${recipeId ?? ingredientId ?? nameKey(text ?? '')}`

function copyOf({ date, meal, recipeId, recipeName, ingredientId, quantity, unit, servings }: Planned): Copy {
  if (recipeId !== null) return { date, meal, recipeId, servings }
  if (ingredientId === null) return { date, meal, text: recipeName }
  return { date, meal, ingredientId, ...(quantity === null ? {} : { quantity }), ...(unit === null ? {} : { unit }) }
}

/**
 * Returns a week's meals for the week after it, without days before `today` and what `planned` has there already. Leaves out items in stock,
 * which are eaten by then.
 */
export function copyToNextWeek(week: readonly Planned[], planned: readonly Planned[], today: CalendarDate): MealCopy[] {
  const known = new Set(planned.map((meal) => slotOf(copyOf(meal))))
  const copies = week
    .filter(({ inventoryItemId }) => inventoryItemId === null)
    .map((meal) => ({ ...copyOf({ ...meal, date: addDays(meal.date, 7) }), copiedFrom: meal.date, name: meal.recipeName }))
  return copies.filter((copy) => copy.date >= today && !known.has(slotOf(copy)))
}
