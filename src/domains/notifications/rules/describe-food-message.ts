import type { Alert } from '#domains/alerts/contract.ts'
import { describeUseSoon, listUseSoon, recipeSentence, type UseSoon } from '#domains/alerts/rules/use-soon.ts'
import type { ChosenRecipe } from '#domains/recipes/rules/choose-recipe.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { say } from '#platform/shared/say.ts'

/** What a daily message says about a household. */
export interface KitchenToday {
  household: string
  today: CalendarDate
  useSoon: UseSoon
  /** The recipe that uses most of what is named; null if there is none. */
  recipe: ChosenRecipe | null
  /** The names of what is running low. */
  low: readonly string[]
}

export interface FoodMessage {
  title: string
  body: string
  /** The alert that the message is about as a whole; null if it's about several foods. */
  only: Alert | null
}

/** More names than these aren't listed. */
const maxLow = 5

/** Returns title and lines of the daily message. The first household is the one with most at stake; the others get a line each. */
export function describeFoodMessage([main, ...others]: readonly [KitchenToday, ...KitchenToday[]]): FoodMessage {
  const { today, useSoon, recipe, low } = main
  const [food] = useSoon.named
  const isSingle = useSoon.named.length === 1 && useSoon.more === 0 && food?.alerts.length === 1 && others.length === 0
  const only = isSingle ? food.alerts[0] : null
  const lines = [
    only ? only.message : `${listUseSoon(useSoon, today)}.`,
    recipe ? `${recipeSentence(recipe, useSoon.named.length)}.` : '',
    low.length > 0 ? say`Running low: ${shortList(low)}.` : '',
    ...others.map((other) => `${other.household}: ${listUseSoon(other.useSoon, other.today)}.`),
  ]
  return { title: only ? only.title : describeUseSoon(useSoon, today), body: lines.filter((line) => line !== '').join('\n'), only }
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, maxLow).join(', ')
  return names.length > maxLow ? say`${shown} and ${names.length - maxLow} more` : shown
}
