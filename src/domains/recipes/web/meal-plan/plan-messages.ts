import { plural, t } from '@lingui/core/macro'
import type { Meal } from '#domains/diets/contract.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import type { PlanEntry } from '../../contract/index.ts'

const weekday = new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat(currentLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })
const noon = (day: CalendarDate) => new Date(`${day}T12:00:00Z`)

/** `Today`, `Tomorrow`, `Friday` */
export const dayWords = (day: CalendarDate, today: CalendarDate): string =>
  day === today ? t`Today` : day === addDays(today, 1) ? t`Tomorrow` : weekday.format(noon(day))
/** `Nov 23` */
export const dateWords = (day: CalendarDate): string => short.format(noon(day))
/** `Friday, Nov 27` */
export const formatWeekdayAndDate = (day: CalendarDate): string => `${weekday.format(noon(day))}, ${dateWords(day)}`

export const mealWords: Record<Meal, string> = { breakfast: t`Breakfast`, lunch: t`Lunch`, dinner: t`Dinner`, snack: t`Snack` }
/** `Dinner for 4` */
export const formatMealServings = (meal: Meal, servings: number): string => t`${mealWords[meal]} for ${servings}`

type Item = Pick<PlanEntry, 'quantity' | 'unit' | 'storage'>

/** `2`, `200 g` */
export const formatIngredientAmount = ({ quantity, unit }: Omit<Item, 'storage'>): string => formatAmount(quantity ?? 0, unit ?? 'each')

/** `2 portions`, `200 g` */
export const formatItemAmount = ({ quantity, unit }: Omit<Item, 'storage'>): string =>
  unit === null || unit === 'each' ? plural(quantity ?? 0, { one: '# portion', other: '# portions' }) : formatAmount(quantity ?? 0, unit)

/** `2 portions in the freezer` */
export function formatItem(item: Item): string {
  const amount = formatItemAmount(item)
  if (item.storage === 'FREEZER') return t`${amount} in the freezer`
  if (item.storage === 'FRIDGE') return t`${amount} in the fridge`
  return item.storage === 'PANTRY' ? t`${amount} in the pantry` : amount
}
