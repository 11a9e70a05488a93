import { expect, test } from 'vitest'
import { formatDate, formatDay, formatNearDay } from './format-date.ts'

const today = '2026-11-25'

test('a date has its year if it isn’t the current one', () => {
  expect([formatDate('2026-11-20', '2026-12-01'), formatDate('2027-01-02', '2026-12-01')]).toEqual(['Nov 20', 'Jan 2, 2027'])
})

test.each([
  ['2026-11-23', 'Nov 23', null],
  ['2026-11-24', 'yesterday', 'yesterday'],
  ['2026-11-25', 'today', 'today'],
  ['2026-11-26', 'tomorrow', 'tomorrow'],
  ['2026-11-27', 'Friday', 'Friday'],
  ['2026-12-01', 'Tuesday', 'Tuesday'],
  ['2026-12-02', 'Dec 2', null],
])('names days near today: %s is %s', (date, words, near) => {
  expect([formatDay(date, today), formatNearDay(date, today)]).toEqual([words, near])
})
