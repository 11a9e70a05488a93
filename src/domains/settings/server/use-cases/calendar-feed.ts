import { createHash } from 'node:crypto'
import ical, { ICalEventTransparency } from 'ical-generator'
import { languageOf } from '#domains/account/server/index.ts'
import { openCalendarLink } from '#domains/households/server/index.ts'
import type { Database, Reader } from '#platform/server/database/index.ts'
import { spokenLanguage, withLanguage } from '#platform/server/i18n/language.ts'
import { addDays, type CalendarDate, dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { amountWords } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'

/** A lot that goes off, as inventory tells it. */
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
/** Active lots that go off from `first` to `last`, soonest first. */
export type DatedLots = (
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  first: CalendarDate,
  last: CalendarDate,
) => Promise<readonly DatedLot[]>

// What went off long ago is no date any more; what keeps for years is none yet.
const [daysBack, daysAhead] = [30, 730]

function entryOf({ ingredient: { name }, dateKind }: DatedLot): string {
  if (dateKind === 'best_before') return say`${name}: best before today`
  return dateKind === 'estimate' ? say`${name}: likely to expire about now` : say`${name}: use by today`
}

/** The calendar of one household, by the secret of a link. Throws 404 for a link that was ended or never was. */
export async function readCalendar(
  database: Database,
  secret: string,
  lotsOf: DatedLots,
  now: Date,
): Promise<{ keyId: string; text: string; etag: string }> {
  const link = await openCalendarLink(database, secret)
  if (!link) throw notFound()
  const { householdId, userId, timeZone, keyId } = link
  const today = dayIn(timeZone, now)
  // Read by whoever made the link, in a program that speaks for itself alone.
  const language = await database.read({ crossHousehold: 'jobs' }, (q) => languageOf(q, { id: userId }))
  const text = await withLanguage(language, async () => {
    const [name, lots] = await database.read(householdId, async (q) => [
      await nameOf(q, householdId),
      await lotsOf(q, householdId, today, addDays(today, -daysBack), addDays(today, daysAhead)),
    ])
    return writeCalendar(say`${name}: use soon`, lots)
  })
  return { keyId, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

async function nameOf(q: Reader, householdId: HouseholdId): Promise<string> {
  const [row] = await q.rows<{ name: string }>('select name from households where id = ?', [householdId])
  return row?.name ?? 'Larder'
}

/** One all-day event per lot, on the day it goes off: a day of the household's calendar, which every calendar shows as that day. */
export function writeCalendar(name: string, lots: readonly DatedLot[]): string {
  const calendar = ical({ name, prodId: { company: 'Larder', product: 'Larder', language: spokenLanguage().toUpperCase() }, ttl: 3600 })
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
      description: [amountWords(lot.quantity, lot.unit), lot.expirationReason].filter(Boolean).join('\n'),
      location: lot.location,
      // Nobody is busy because the milk goes off.
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}
