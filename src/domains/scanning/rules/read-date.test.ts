import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, CalendarDate } from '#platform/shared/calendar.ts'
import { readDate } from './read-date.ts'

const today = '2026-11-21'
const dayFirst = { today, dayFirst: true }
const monthFirst = { today, dayFirst: false }

describe('the date on a package', () => {
  it.each([
    ['Best before 12/03/2027', '2027-03-12'],
    ['BESTBEFORE12/03/27', '2027-03-12'],
    ['Best before end: 03/2027', '2027-03-31'],
    ['BBE 02/28', '2028-02-29'],
    ['EXP 12.03.27', '2027-03-12'],
    ['EXP: 120327', '2027-03-12'],
    ['EXPIRES MAR 12, 2027', '2027-03-12'],
    ['USE BY 28 NOV', '2026-11-28'],
    ['Use by 03 JAN', '2027-01-03'],
    ['MHD 12.03.2027', '2027-03-12'],
    ['Mindestens haltbar bis: 12.03.27', '2027-03-12'],
    ['mindestenshaltbarbis Ende 03.2027', '2027-03-31'],
    ['zu verbrauchen bis 24.11.26', '2026-11-24'],
    ['DLC 24/11/26', '2026-11-24'],
    ['À consommer de préférence avant le 12 août 2027', '2027-08-12'],
    ['A consommer jusqu’au 24.11.26', '2026-11-24'],
    ['12-MAR-2027', '2027-03-12'],
    ['12MAR27', '2027-03-12'],
    ['MAY 12 2027', '2027-05-12'],
    ['2027-03-12', '2027-03-12'],
    ['12.03.2027 L4711 08:15', '2027-03-12'],
    ['12/O3/2O27', '2027-03-12'],
    ['25/12/2026', '2026-12-25'],
    ['DEZ 2027', '2027-12-31'],
    ['11/2028', '2028-11-30'],
  ])('reads %s as %s', (line, date) => {
    expect(readDate([line], dayFirst)).toBe(date)
  })

  it.each([
    'Lot 12/03/2027',
    'L12/03/27/4',
    'Packed on 12/03/2026',
    'Hergestellt am 12.03.2026',
    '2,49 EUR',
    '12:45',
    '500 g',
    '3.5%',
    '8413000065504',
    '12/03',
    '03/27',
    '120327',
    '31/02/2027',
    '12/03/1999',
    '12/03/2127',
    '1.2.3.2027',
    'Tel. 01/02/2027/33',
    'Best before',
    'Best before: see lid',
    '',
  ])('finds no date in %j', (line) => {
    expect(readDate([line], dayFirst)).toBeNull()
  })

  it('reads ambiguous dates day first or month first by the reader’s country', () => {
    expect(readDate(['EXP 03/04/2027'], dayFirst)).toBe('2027-04-03')
    expect(readDate(['EXP 03/04/2027'], monthFirst)).toBe('2027-03-04')
    for (const reading of [dayFirst, monthFirst]) {
      expect(readDate(['EXP 25/12/2026'], reading)).toBe('2026-12-25')
      expect(readDate(['EXP 12/25/2026'], reading)).toBe('2026-12-25')
    }
  })

  it('finds a date up to two lines below its label and ignores the packing date', () => {
    expect(readDate(['Oat drink', 'Best before:', '1 litre', '12.03.27 L4711'], dayFirst)).toBe('2027-03-12')
    expect(readDate(['PROD 01/10/2026', 'EXP 01/04/2027'], dayFirst)).toBe('2027-04-01')
    expect(readDate(['Prod. 01/10/2026 Exp. 01/04/2027'], dayFirst)).toBe('2027-04-01')
    expect(readDate(['01/10/2026', '01/04/2027'], dayFirst)).toBe('2027-04-01')
    expect(readDate(['Packed on', '01/10/2026'], dayFirst)).toBeNull()
  })
})

const days = fc.integer({ min: 1, max: 4000 }).map((ahead) => addDays(today, ahead))
const words = fc.constantFrom(
  'Best before',
  'BBE',
  'EXP',
  'Use by',
  'MHD',
  'mindestens haltbar bis',
  'zu verbrauchen bis',
  'DLC',
  'à consommer avant le',
)
const marks = fc.constantFrom('/', '.', '-', ' ')
const english = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

test('reads any labeled date in every format', () => {
  fc.assert(
    fc.property(days, words, marks, fc.nat(4), (date, word, mark, form) => {
      const [year = '', month = '', day = ''] = date.split('-')
      const printed = [
        [day, month, year].join(mark),
        [day, month, year.slice(2)].join(mark),
        `${day} ${english[Number(month) - 1]} ${year}`,
        `${day}${english[Number(month) - 1]}${year.slice(2)}`,
        date,
      ][form]
      expect(readDate([`${word} ${printed}`], dayFirst)).toBe(date)
      expect(readDate([word, `${printed}`], dayFirst)).toBe(date)
    }),
  )
})

test('returns a date near today or null for any print', () => {
  const scraps = fc.array(fc.oneof(words, marks, fc.nat(9999).map(String), fc.constantFrom(...english), fc.string({ maxLength: 12 })), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(
      fc.array(
        scraps.map((parts) => parts.join('')),
        { maxLength: 5 },
      ),
      fc.boolean(),
      (lines, isDayFirst) => {
        const date = readDate(lines, { today, dayFirst: isDayFirst })
        if (date === null) return
        expect(CalendarDate.safeParse(date).success).toBe(true)
        expect(date > '2024-11-20' && date < '2041-12-31').toBe(true)
      },
    ),
  )
})

test('I-46: reads long lines of digits quickly', () => {
  const lines = Array.from({ length: 200 }, () => '1 '.repeat(50_000))
  expect(readDate(lines, dayFirst)).toBeNull()
  expect(readDate(['12/'.repeat(50_000), 'a'.repeat(100_000), 'bestbefore'.repeat(10_000)], dayFirst)).toBeNull()
})
