import { createHash } from 'node:crypto'
import ical, { ICalEventTransparency } from 'ical-generator'
import { languageOf } from '#domains/account/server/index.ts'
import { findCalendarLinkHousehold, nameOfHousehold } from '#domains/households/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import { currentLanguage, withLanguage } from '#platform/server/i18n/current-language.ts'
import { addDays, type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'

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
/** Active lots that expire from `first` to `last`, soonest first. */
export type DatedLots = (
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  first: CalendarDate,
  last: CalendarDate,
) => Promise<readonly DatedLot[]>

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
  lotsOf: DatedLots,
  now: Date,
): Promise<{ text: string; etag: string }> {
  const today = dateInTimeZone(timeZone, now)
  const text = await withLanguage(language, async () => {
    const name = (await nameOfHousehold(q, householdId)) || 'Larder'
    const lots = await lotsOf(q, householdId, today, addDays(today, -daysBack), addDays(today, daysAhead))
    return formatCalendar(say`${name}: use soon`, lots)
  })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

/** Writes one all-day event per lot, on its date in the household's time zone, which calendars show as that date. */
export function formatCalendar(name: string, lots: readonly DatedLot[]): string {
  const calendar = ical({ name, prodId: { company: 'Larder', product: 'Larder', language: currentLanguage().toUpperCase() }, ttl: 3600 })
  for (const lot of lots) {
    if (lot.effectiveExpiration === null) continue
    const day = new Date(`${lot.effectiveExpiration}T00:00:00Z`)
    calendar.createEvent({
      id: `${lot.id}@larder`,
      start: day,
      end: new Date(day.getTime() + 86_400_000),
      allDay: true,
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
