import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import { type Period, periods } from '../contract.ts'
import { lastMonths, rangeOf, readReportDays } from './periods.ts'

const anyDay = fc.integer({ min: -20_000, max: 60_000 }).map((days) => addDays('2000-02-29', days))
const anyPeriod = fc.constantFrom(...periods)

it('computes weeks from Monday, months of every length, quarters and leap years', () => {
  const range = (period: Period, day: string) => Object.values(rangeOf(period, day)).join(' ')
  expect(range('week', '2026-11-22')).toBe('2026-11-16 2026-11-22')
  expect(range('week', '2026-11-23')).toBe('2026-11-23 2026-11-29')
  expect(range('week', '2027-01-01')).toBe('2026-12-28 2027-01-03')
  expect(range('month', '2028-02-10')).toBe('2028-02-01 2028-02-29')
  expect(range('month', '2100-02-10')).toBe('2100-02-01 2100-02-28')
  expect(range('quarter', '2026-11-30')).toBe('2026-10-01 2026-12-31')
  expect(range('year', '2026-02-01')).toBe('2026-01-01 2026-12-31')
})

it('puts every day into exactly one period of each kind, without gaps', () => {
  fc.assert(
    fc.property(anyPeriod, anyDay, (period, day) => {
      const { first, last } = rangeOf(period, day)
      expect(first <= day && day <= last).toBe(true)
      expect(rangeOf(period, first)).toEqual({ first, last })
      expect(rangeOf(period, last)).toEqual({ first, last })
      expect(rangeOf(period, addDays(last, 1)).first).toBe(addDays(last, 1))
      const length = daysBetween(first, last) + 1
      expect({ week: [7], month: [28, 29, 30, 31], quarter: [90, 91, 92], year: [365, 366] }[period]).toContain(length)
    }),
  )
})

it('compares a period with the one right before it', () => {
  fc.assert(
    fc.property(anyPeriod, anyDay, (period, today) => {
      const days = readReportDays({ period }, today)
      expect(days?.period).toBe(period)
      expect(days?.range).toEqual(rangeOf(period, today))
      expect(addDays(days?.before.last ?? '', 1)).toBe(days?.range.first)
      expect(days?.before).toEqual(rangeOf(period, days?.before.last ?? ''))
    }),
  )
})

it('prefers dates to the period and compares them with as many days before', () => {
  expect(readReportDays({ period: 'year', startDate: '2026-11-03', endDate: '2026-11-12' }, '2026-11-21')).toEqual({
    period: null,
    range: { first: '2026-11-03', last: '2026-11-12' },
    before: { first: '2026-10-24', last: '2026-11-02' },
  })
  expect(readReportDays({ period: 'month', startDate: '2026-11-01', endDate: '2026-11-30' }, '2026-11-21')).toEqual(
    readReportDays({ period: 'month' }, '2026-11-21'),
  )
  expect(readReportDays({ startDate: '2026-11-03' }, '2026-11-21')?.range).toEqual({ first: '2026-11-03', last: '2026-11-21' })
  expect(readReportDays({ startDate: '2026-12-03' }, '2026-11-21')?.range).toEqual({ first: '2026-12-03', last: '2026-12-03' })
  expect(readReportDays({ endDate: '2026-10-12' }, '2026-11-21')?.range).toEqual({ first: '2026-10-01', last: '2026-10-12' })
  expect(readReportDays({ startDate: '2026-11-03', endDate: '2026-11-02' }, '2026-11-21')).toBeNull()
})

it('counts months back across the turn of the year', () => {
  expect(lastMonths(4, '2028-02-29')).toEqual(['2027-11', '2027-12', '2028-01', '2028-02'])
  expect(lastMonths(1, '2028-02-29')).toEqual(['2028-02'])
  expect(lastMonths(120, '2028-02-29')[0]).toBe('2018-03')
})
