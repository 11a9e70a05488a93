import { expect, test } from 'vitest'
import { parseDate } from './parse-date.ts'

const saturday = '2026-11-21'
const read = (text: string, language: 'en' | 'de' | 'fr' = 'en', today = saturday) => parseDate(text, today, { language, dayFirst: true })

test.each([
  ['+10d', '2026-12-01'],
  ['10d', '2026-12-01'],
  ['+ 10 days', '2026-12-01'],
  ['+10', '2026-12-01'],
  ['+2w', '2026-12-05'],
  ['+1m', '2026-12-21'],
  ['+18 months', '2028-05-21'],
  ['+1y', '2027-11-21'],
  ['end of month', '2026-11-30'],
  ['EOM', '2026-11-30'],
  ['end of next month', '2026-12-31'],
  ['fri', '2026-11-27'],
  ['Tomorrow', '2026-11-22'],
  ['yesterday', '2026-11-20'],
  ['25 dec', '2026-12-25'],
  ['Mar 5', '2027-03-05'],
  ['12/2027', '2027-12-31'],
] as const)('in English "%s" is %s', (text, date) => {
  expect(read(text)).toBe(date)
})

test.each([
  ['+10T', '2026-12-01'],
  ['+10 T', '2026-12-01'],
  ['+2 Wochen', '2026-12-05'],
  ['+1M', '2026-12-21'],
  ['+1J', '2027-11-21'],
  ['Monatsende', '2026-11-30'],
  ['Ende des Monats', '2026-11-30'],
  ['Ende nächsten Monats', '2026-12-31'],
  ['Fr', '2026-11-27'],
  ['morgen', '2026-11-22'],
  ['übermorgen', '2026-11-23'],
  ['uebermorgen', '2026-11-23'],
  ['5. Maerz', '2027-03-05'],
] as const)('in German "%s" is %s', (text, date) => {
  expect(read(text, 'de')).toBe(date)
})

test.each([
  ['+10j', '2026-12-01'],
  ['+10 j', '2026-12-01'],
  ['+2 sem', null],
  ['+2s', '2026-12-05'],
  ['+1 mois', '2026-12-21'],
  ['+1 an', '2027-11-21'],
  ['fin du mois', '2026-11-30'],
  ['fin du mois prochain', '2026-12-31'],
  ['vendredi', '2026-11-27'],
  ['demain', '2026-11-22'],
  ['apres-demain', '2026-11-23'],
  ['dim', '2026-11-22'],
  ['lun', '2026-11-23'],
  ['Mar.', '2026-11-24'],
  ['mer', '2026-11-25'],
  ['jeu', '2026-11-26'],
  ['ven', '2026-11-27'],
  ['sam', '2026-11-21'],
  ['5 mar', '2027-03-05'],
  ['3 fevrier', '2027-02-03'],
  ['15 aout', '2027-08-15'],
  ['25 decembre', '2026-12-25'],
] as const)('in French "%s" is %s', (text, date) => {
  expect(read(text, 'fr')).toBe(date)
})

test('a month later is the last day of a shorter month', () => {
  expect(read('+1m', 'en', '2027-01-31')).toBe('2027-02-28')
  expect(read('+1y', 'en', '2028-02-29')).toBe('2029-02-28')
})

test.each(['', '10', 'soon', '+', '+m', 'fri and sat', '+1x', '32 dec', '1234d', 'mar', 'sam'])('"%s" is no date', (text) => {
  expect(read(text)).toBeNull()
})
