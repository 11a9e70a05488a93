import { createHash } from 'node:crypto'
import ical, { ICalEventTransparency } from 'ical-generator'
import { languageOf } from '#domains/account/server/index.ts'
import type { Meal } from '#domains/diets/contract.ts'
import { findCalendarLinkHousehold, nameOfHousehold } from '#domains/households/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import { currentLanguage, withLanguage } from '#platform/server/i18n/current-language.ts'
import { addDays, type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { many, say } from '#platform/shared/say.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { CalendarContent } from '../../contract.ts'

/** A lot with a date. */
export interface DatedLot {
  readonly id: string
  readonly ingredient: { readonly name: string }
  readonly quantity: number
  readonly unit: Unit
  readonly location: string
  readonly dateKind: 'use_by' | 'best_before' | 'estimate' | null
  readonly effectiveExpiration: CalendarDate | null
  readonly expirationReason: string | null
  readonly updatedAt: string
}
/** A planned or cooked meal. */
export interface CalendarMeal {
  readonly id: string
  readonly date: CalendarDate
  readonly meal: Meal
  readonly recipeName: string
  /** Null for something without a recipe. */
  readonly servings: number | null
  readonly updatedAt: string
}

/** Active lots that expire from `first` to `last`, soonest first. */
type DatedLots = (
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  first: CalendarDate,
  last: CalendarDate,
) => Promise<readonly DatedLot[]>

/** Reads what calendars show. Supplied by later domains. */
export interface CalendarSources {
  readonly lots: DatedLots
  /** Meals from `first` to `last`, by day and meal. */
  readonly meals: (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate) => Promise<readonly CalendarMeal[]>
}

// Days of past and future dates in the calendar.
const [daysBack, daysAhead] = [30, 730]

function entryOf({ ingredient: { name }, dateKind }: DatedLot): string {
  if (dateKind === 'best_before') return say`${name}: best before today`
  return dateKind === 'estimate' ? say`${name}: likely to expire about now` : say`${name}: use by today`
}

/** Returns the household of a link's secret, and the language of the member who created it. Throws 404 for an ended or unknown link. */
export async function findCalendar(q: Reader, secret: string) {
  const link = await findCalendarLinkHousehold(q, secret)
  if (!link) throw notFound()
  const { householdId: scope, userId, timeZone, keyId } = link
  return { scope, timeZone, keyId, language: await languageOf(q, { id: userId }) }
}

export async function readCalendar(
  q: Reader,
  { scope: householdId, timeZone, language }: Awaited<ReturnType<typeof findCalendar>>,
  sources: CalendarSources,
  show: CalendarContent,
  now: Date,
): Promise<{ text: string; etag: string }> {
  const today = dateInTimeZone(timeZone, now)
  const text = await withLanguage(language, async () => {
    const name = (await nameOfHousehold(q, householdId)) || 'Larder'
    const [first, last] = [addDays(today, -daysBack), addDays(today, daysAhead)]
    if (show === 'meals') return formatMealCalendar(say`${name}: meals`, await sources.meals(q, householdId, first, last))
    return formatCalendar(say`${name}: use soon`, await sources.lots(q, householdId, today, first, last))
  })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

const newCalendar = (name: string) =>
  ical({ name, prodId: { company: 'Larder', product: 'Larder', language: currentLanguage().toUpperCase() }, ttl: 3600 })

/** Returns the times of an all-day event on a date in the household's time zone, which calendars show as that date. */
function onDay(date: CalendarDate) {
  const start = new Date(`${date}T00:00:00Z`)
  return { start, end: new Date(start.getTime() + 86_400_000), allDay: true }
}

const mealNames: Readonly<Record<CalendarMeal['meal'], string>> = {
  breakfast: /*i18n*/ 'Breakfast',
  lunch: /*i18n*/ 'Lunch',
  dinner: /*i18n*/ 'Dinner',
  snack: /*i18n*/ 'Snack',
}

/** Writes one all-day event per meal. */
export function formatMealCalendar(name: string, meals: readonly CalendarMeal[]): string {
  const calendar = newCalendar(name)
  for (const { id, date, meal, recipeName, servings, updatedAt } of meals)
    calendar.createEvent({
      ...onDay(date),
      id: `${id}@larder`,
      stamp: new Date(updatedAt),
      summary: `${say(mealNames[meal])}: ${recipeName}`,
      description: servings === null ? '' : say`${many(servings, { one: '# serving', other: '# servings' })}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  return calendar.toString()
}

/** Writes one all-day event per lot. */
export function formatCalendar(name: string, lots: readonly DatedLot[]): string {
  const calendar = newCalendar(name)
  for (const lot of lots) {
    if (lot.effectiveExpiration === null) continue
    calendar.createEvent({
      ...onDay(lot.effectiveExpiration),
      id: `${lot.id}@larder`,
      stamp: new Date(lot.updatedAt),
      summary: entryOf(lot),
      description: [formatAmount(lot.quantity, lot.unit), lot.expirationReason].filter(Boolean).join('\n'),
      location: lot.location,
      // An expiry date doesn't make anyone busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}
