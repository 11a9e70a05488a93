import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { offerEndsAt } from './offer-end.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
]

describe('offerEndsAt', () => {
  it('returns the start of the day after the expiry date, in every zone and season', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 5 }),
        (zone, now, days) => {
          const last = addDays(dateInTimeZone(zone, now), days)
          const end = new Date(offerEndsAt(last, zone, now))
          expect(end > now).toBe(true)
          expect(dateInTimeZone(zone, end)).toBe(addDays(last, 1))
          expect(dateInTimeZone(zone, new Date(end.getTime() - 1))).toBe(last)
        },
      ),
    )
  })

  it('returns at most a week from now, and a day from now if the lot has expired', () => {
    const now = new Date('2026-11-21T10:00:00.000Z')
    expect(offerEndsAt('9999-12-31', 'UTC', now)).toBe('2026-11-28T10:00:00.000Z')
    expect(offerEndsAt('2026-11-20', 'UTC', now)).toBe('2026-11-22T10:00:00.000Z')
  })
})
