import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, CalendarDate, dateInTimeZone, daysBetween, localTime, nextLocalTime, TimeZone } from './calendar.ts'

const accepts = (text: unknown) => CalendarDate.safeParse(text).success
const anyDate = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('accepts an existing date unchanged', () => {
  for (const day of ['2026-11-21', '2024-02-29', '2000-02-29', '1900-01-01', '2199-12-31']) expect(CalendarDate.parse(day)).toBe(day)
})

test('I-18 refuses a nonexistent or malformed date', () => {
  const wrong = ['2026-02-30', '2025-02-29', '1900-02-29', '0000-01-01', '9999-12-31', '2026-13-01', '2026-00-10', '2026-1-1', '']
  const notDays = ['2026-11-21T00:00:00Z', '2026-11-21+14:00', ' 2026-11-21', '２０２６-11-21', 20261121, null]
  for (const day of [...wrong, ...notDays]) expect(accepts(day)).toBe(false)
})

test('addDays and daysBetween are inverse', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -7300, max: 7300 }), (day, count) => {
      expect(daysBetween(day, addDays(day, count))).toBe(count)
    }),
  )
})

test('dates sort as text', () => {
  fc.assert(fc.property(anyDate, anyDate, (a, b) => a < b === daysBetween(a, b) > 0))
})

test('addMonths stays within shorter months, also backwards and over years', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2026-05-15', 12)).toBe('2027-05-15')
})

test('addDays crosses months, leap days and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(daysBetween('2026-11-24', '2026-11-21')).toBe(-3)
})

test('I-18 dayIn returns the local date, also across daylight saving', () => {
  expect(dateInTimeZone('UTC', new Date('2026-11-21T23:30:00Z'))).toBe('2026-11-21')
  expect(dateInTimeZone('Pacific/Kiritimati', new Date('2026-11-21T10:30:00Z'))).toBe('2026-11-22')
  expect(dateInTimeZone('Pacific/Pago_Pago', new Date('2026-11-21T10:30:00Z'))).toBe('2026-11-20')
  expect(dateInTimeZone('America/New_York', new Date('2026-03-08T07:30:00Z'))).toBe('2026-03-08')
})

test('a time zone must be a supported name', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires']) expect(TimeZone.safeParse(zone).success).toBe(true)
  for (const zone of ['', 'Mars/Olympus', '+02:00', 'Europe/Berlin; drop', 'x'.repeat(65)])
    expect(TimeZone.safeParse(zone).success).toBe(false)
})

const next = (zone: string, time: string, after: string) => nextLocalTime(zone, time, new Date(after)).toISOString()

test.each([
  ['an ordinary evening', 'Europe/Berlin', '08:00', '2026-11-21T19:00:00Z', '2026-11-22T07:00:00.000Z'],
  ['the same instant', 'UTC', '08:00', '2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
  ['half an hour past UTC', 'Asia/Kathmandu', '08:00', '2026-11-21T08:00:00Z', '2026-11-22T02:15:00.000Z'],
  ['a time that daylight saving skips', 'Europe/Berlin', '02:30', '2027-03-27T12:00:00Z', '2027-03-28T01:30:00.000Z'],
  ['a time that occurs twice', 'Europe/Berlin', '02:30', '2027-10-30T12:00:00Z', '2027-10-31T00:30:00.000Z'],
  ['after the first of two occurrences', 'Europe/Berlin', '02:30', '2027-10-31T01:00:00Z', '2027-11-01T01:30:00.000Z'],
  ['the other side of the world', 'Pacific/Kiritimati', '08:00', '2026-11-21T19:00:00Z', '2026-11-22T18:00:00.000Z'],
])('%s', (_what, zone, time, after, expected) => {
  expect(next(zone, time, after)).toBe(expected)
})

test('returns the local time in a zone with a half-hour daylight saving', () => {
  expect(localTime('Australia/Lord_Howe', new Date('2027-04-03T15:00:00Z'))).toBe('01:30')
})
