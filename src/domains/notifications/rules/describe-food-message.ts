import type { Alert } from '#domains/alerts/contract.ts'
import { describeUseSoon, listUseSoon, recipeSentence, type UseSoon } from '#domains/alerts/rules/use-soon.ts'
import type { ChosenRecipe } from '#domains/recipes/rules/choose-recipe.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { many, say } from '#platform/shared/say.ts'

/** What a daily message says about a household. */
export interface KitchenToday {
  household: string
  today: CalendarDate
  /** Null if only something is running low. */
  useSoon: UseSoon | null
  /** The recipe that uses most of what is named; null if there is none. */
  recipe: ChosenRecipe | null
  /** The alerts of what is running low. */
  low: readonly Alert[]
}

export interface FoodMessage {
  title: string
  body: string
  /** The alert that the message is about as a whole; null if it's about several. */
  only: Alert | null
}

/** More names than these aren't listed. */
const maxLow = 5

/** Returns title and lines of the daily message. The first household is the one with most at stake; the others get a line each. */
export function describeFoodMessage([main, ...others]: readonly [KitchenToday, ...KitchenToday[]]): FoodMessage {
  const { today, useSoon, recipe, low } = main
  const only = others.length === 0 ? onlyAlert(main) : null
  const hasTitleOfFood = useSoon !== null
  const lines = [
    only && useSoon ? only.message : foodLine(main),
    recipe && useSoon ? `${recipeSentence(recipe, useSoon.named.length)}.` : '',
    only && !useSoon ? only.message : lowLine(main, hasTitleOfFood),
    ...others.map((other) => `${other.household}: ${joinLines([foodLine(other), lowLine(other, hasTitleOfFood)], ' ')}`),
  ]
  const title = useSoon
    ? describeUseSoon(useSoon, today)
    : say`${many(low.length, { one: '# thing is running low', other: '# things are running low' })}`
  return { title: only?.title ?? title, body: joinLines(lines, '\n'), only }
}

/** Returns the alert of the only food to use, or of all that is running low; null if there are several. */
function onlyAlert({ useSoon, low }: KitchenToday): Alert | null {
  const [first, ...others] = useSoon && useSoon.more === 0 ? useSoon.named.flatMap(({ alerts }) => alerts) : useSoon ? [] : low
  return first && others.length === 0 ? first : null
}

const joinLines = (lines: readonly string[], separator: string) => lines.filter((line) => line !== '').join(separator)

const foodLine = ({ useSoon, today }: KitchenToday) => (useSoon ? `${listUseSoon(useSoon, today)}.` : '')

function lowLine({ low }: KitchenToday, isNamed: boolean): string {
  if (low.length === 0) return ''
  const names = shortList(low.map(({ ingredient }) => ingredient.name))
  return isNamed ? say`Running low: ${names}.` : `${names}.`
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, maxLow).join(', ')
  return names.length > maxLow ? say`${shown} and ${names.length - maxLow} more` : shown
}
