import { expect, test } from 'vitest'
import { repeatedEntries } from './repeated-meals.ts'

const id = '00000000-0000-4000-8000-000000000001'
const datesOf = (everyWeeks: number, firstOn: string, today: string) =>
  repeatedEntries({ id, firstOn, everyWeeks }, today).map(({ date }) => date)

test('repeats a meal on its weekday, every week or every two, five weeks ahead', () => {
  expect(datesOf(1, '2026-12-03', '2026-11-28')).toEqual(['2026-12-10', '2026-12-17', '2026-12-24', '2026-12-31'])
  expect(datesOf(2, '2026-12-03', '2026-11-28')).toEqual(['2026-12-17', '2026-12-31'])
})

test('goes on from today, after any time, in the rhythm of the first day', () => {
  expect(datesOf(2, '2026-12-03', '2027-06-03')).toEqual(['2027-06-03', '2027-06-17', '2027-07-01'])
  expect(datesOf(2, '2026-12-03', '2027-06-04')).toEqual(['2027-06-17', '2027-07-01'])
  expect(datesOf(1, '2026-12-03', '2026-12-03')).toEqual(['2026-12-10', '2026-12-17', '2026-12-24', '2026-12-31', '2027-01-07'])
})

test('gives each day the same id every time, and each a different one', () => {
  const [first, later] = ['2026-12-03', '2026-12-11'].map((today) => repeatedEntries({ id, firstOn: '2026-12-03', everyWeeks: 1 }, today))
  expect(later?.[0]).toEqual(first?.[1])
  expect(new Set(first?.map((entry) => entry.id)).size).toBe(first?.length)
})
