import { t } from '@lingui/core/macro'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import type { Meal } from '../../contract/index.ts'

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

export const mealWords: Record<Meal, string> = { breakfast: t`Breakfast`, lunch: t`Lunch`, dinner: t`Dinner` }
/** `Dinner for 4` */
export const formatMealServings = (meal: Meal, servings: number): string => t`${mealWords[meal]} for ${servings}`
