import { expect, test } from 'vitest'
import { localTime, nextLocalTime } from './local-time.ts'

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
