import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { many, say } from '#platform/shared/say.ts'
import type { Alert } from '../contract.ts'
import { isQuiet } from './announcements.ts'

/** An ingredient to use soon, with its alerts. */
export interface FoodToUse {
  ingredient: Alert['ingredient']
  alerts: readonly [Alert, ...Alert[]]
  /** When the first of its lots expires. */
  expiresOn: CalendarDate | null
  /** See `alertWorth`; of all its lots. */
  worth: number
}

/** What to use soon, the first to expire first. */
export interface UseSoon {
  /** The foods worth most. */
  named: readonly FoodToUse[]
  /** How many others there are. */
  more: number
  /** The day by which to use all of them; today for food past its date. */
  by: CalendarDate
}

/** Below this worth, in average lots of the household, a food isn't worth a message. */
export const minWorth = 0.2
/** More foods than these aren't named. */
export const maxNamed = 5
/** Days ahead: nothing is announced earlier, however likely it is to be wasted. */
export const maxDaysAhead = 3

const lastDay = '9999-12-31'

/** Returns the foods worth using soon of these open alerts; null if there are none. Leaves out snoozed and quiet ones. */
export function findUseSoon(alerts: readonly Alert[], today: CalendarDate): UseSoon | null {
  const until = addDays(today, maxDaysAhead)
  const current = alerts.filter(
    (alert) => !alert.isResolved && !isQuiet(alert) && alert.snoozedUntil === null && (alert.effectiveExpiration ?? today) <= until,
  )
  const foods = [...Map.groupBy(current, ({ ingredient }) => ingredient.id).values()]
    .flatMap(toFood)
    .filter(({ worth }) => worth >= minWorth)
    .sort((a, b) => weight(b) - weight(a) || byDay(a, b))
  if (foods.length === 0) return null
  const named = foods.slice(0, maxNamed).sort(byDay)
  const last = foods.reduce((latest, { expiresOn }) => (expiresOn !== null && expiresOn > latest ? expiresOn : latest), today)
  return { named, more: foods.length - named.length, by: last }
}

/** What was sent before without effect makes room for what wasn't. */
const repeated = 0.5
const weight = ({ worth, alerts }: FoodToUse) => worth * repeated ** Math.max(...alerts.map(({ announcedDays }) => announcedDays))

const byDay = (a: FoodToUse, b: FoodToUse) => {
  const [dayA, dayB] = [a.expiresOn ?? lastDay, b.expiresOn ?? lastDay]
  if (dayA !== dayB) return dayA < dayB ? -1 : 1
  return a.ingredient.name < b.ingredient.name ? -1 : 1
}

function toFood(alerts: readonly Alert[]): FoodToUse[] {
  const [first, ...others] = alerts.toSorted((a, b) => ((a.effectiveExpiration ?? lastDay) < (b.effectiveExpiration ?? lastDay) ? -1 : 1))
  if (!first) return []
  // A lot may have two alerts, one by its date and one by the forecast.
  const byLot = new Map(alerts.map(({ lotId, worth }) => [lotId, worth]))
  const worth = [...byLot.values()].reduce((sum, one) => sum + one, 0)
  return [{ ingredient: first.ingredient, alerts: [first, ...others], expiresOn: first.effectiveExpiration, worth }]
}

/** Returns `3 things to use by Thursday`. */
export function describeUseSoon({ named, more, by }: UseSoon, today: CalendarDate): string {
  const things = many(named.length + more, { one: '# thing', other: '# things' })
  return by <= today ? say`${things} to use today` : say`${things} to use by ${formatDay(by, today)}`
}

/** Returns `Spinach (today), Cream, Salmon and 4 more`. Days are given for what can't wait until the others. */
export function listUseSoon({ named, more, by }: UseSoon, today: CalendarDate): string {
  const names = named.map(({ ingredient: { name }, expiresOn }) => {
    if (expiresOn === null || expiresOn >= by) return name
    return expiresOn < today ? say`${name} (past its date)` : say`${name} (${formatDay(expiresOn, today)})`
  })
  return more > 0 ? say`${names.join(', ')} and ${more} more` : names.join(', ')
}

/** A recipe that uses some of the foods. */
export interface RecipeForFoods {
  id: string
  name: string
  /** How many of them it uses. */
  uses: number
}

/** Returns `Salmon with spinach uses all of them`. */
export function recipeSentence({ name, uses }: Pick<RecipeForFoods, 'name' | 'uses'>, foods: number): string {
  if (foods === 1) return say`Recipe for it: ${name}`
  return uses >= foods ? say`${name} uses all of them` : say`${name} uses ${uses} of them`
}
