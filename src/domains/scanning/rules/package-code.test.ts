import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readGs1Code, readPackageCode } from './package-code.ts'

const today = '2026-11-26'
const read = (text: string) => readPackageCode(text, today)
const fnc1 = '\u001d'

test('reads retail codes as before', () => {
  expect(read('4006381333931')).toEqual({
    code: '4006381333931',
    kind: 'product',
    expirationDate: null,
    dateKind: null,
    amount: null,
    price: null,
    lotNumber: null,
  })
  expect(read('0 36000 29145 2')?.code).toBe('0036000291452')
})

// Examples of the GS1 General Specifications, the GS1 DataMatrix Guideline and the GS1 Digital Link standard.
describe('GS1 examples', () => {
  it.each([
    // A case of a fixed product with a batch that ends the string.
    [
      '010950110153000317140704' + '10AB-123',
      { code: '9501101530003', expirationDate: '2014-07-04', dateKind: 'use_by', lotNumber: 'AB-123' },
    ],
    // The batch comes first and needs a separator.
    [`0109501101530003${'10AB-123'}${fnc1}17140704`, { code: '9501101530003', expirationDate: '2014-07-04', lotNumber: 'AB-123' }],
    // With the symbology identifier that scanners send.
    [`]d20109504000059101${'21A0001'}${fnc1}15280200`, { code: '9504000059101', expirationDate: '2028-02-29', dateKind: 'best_before' }],
    // Variable measure: the indicator 9 is dropped.
    ['01900123456789083103001750', { code: '0012345678905', amount: { quantity: 1.75, unit: 'kg' } }],
    ['0190012345678908310301223315991231', { amount: { quantity: 12.233, unit: 'kg' }, expirationDate: '1999-12-31' }],
    ['(01)90012345678908(3103)000195(3922)0299', { amount: { quantity: 195, unit: 'g' }, price: 2.99 }],
    ['(01)90012345678908(3202)000156', { amount: { quantity: 1.56, unit: 'lb' } }],
    ['(01)90012345678908(3152)000050', { amount: { quantity: 500, unit: 'ml' } }],
    ['https://id.gs1.org/01/09506000134352', { code: '9506000134352', kind: 'product', lotNumber: null }],
    [
      'https://id.gs1.org/01/09506000134352/10/ABC1/21/12345?17=261231',
      { lotNumber: 'ABC1', expirationDate: '2026-12-31', dateKind: 'use_by' },
    ],
    ['https://example.com/some/path/01/00614141123452?15=270800&utm=x', { code: '0614141123452', expirationDate: '2027-08-31' }],
    ['https://brand.example/01/09506000134352?3103=000195;3922=0299', { price: 2.99, amount: { quantity: 195, unit: 'g' } }],
  ])('%s', (text, expected) => {
    expect(read(text)).toMatchObject(expected)
  })
})

test('a number in another kind of code is no product', () => {
  expect(readGs1Code('12345670', today)).toBeNull()
  expect(readGs1Code('4006381333931', today)).toBeNull()
})

test('prefers the use-by date to the best-before date', () => {
  expect(read('010950110153000315270105' + '17270101')).toMatchObject({ expirationDate: '2027-01-01', dateKind: 'use_by' })
  expect(read('0109501101530003' + '70032701010800')).toMatchObject({ expirationDate: '2027-01-01', dateKind: 'use_by' })
})

test.each([
  ['76', '2076-01-01'],
  ['77', '1977-01-01'],
])('chooses the nearest century: year %s', (year, date) => {
  expect(read(`010950110153000315${year}0101`)?.expirationDate).toBe(date)
})

test('a year just after the turn of a century belongs to the next', () => {
  expect(readPackageCode('010950110153000315010101', '2098-06-01')?.expirationDate).toBe('2101-01-01')
})

describe('is null for', () => {
  it.each([
    ['a wrong check digit', '0109501101530004'],
    ['no product', '17270101'],
    ['an unknown identifier', '0109501101530003' + '0512'],
    ['a date that is cut off', '0109501101530003' + '152701'],
    ['letters in a date', '0109501101530003' + '15ABCDEF'],
    ['two different products', `(01)09501101530003(01)09506000134352`],
    ['a web address', 'https://example.com/recipes/01/12'],
    ['a link without leading zeros', 'https://example.com/01/9506000134352'],
    ['a broken address', 'https://'],
    ['an address that is broken inside', 'https://example.com/%E0%A4%A/01/x'],
    ['plain text', 'WIFI:S:kitchen;P:secret;;'],
    ['nothing', ''],
    ['a long text', `0109501101530003${'10'}${'A'.repeat(600)}`],
  ])('%s', (_, text) => {
    expect(read(text)).toBeNull()
  })
})

test('a date that doesn’t exist is left out', () => {
  expect(read('010950110153000315271301')).toMatchObject({ code: '9501101530003', expirationDate: null, dateKind: null })
  expect(read('010950110153000315270230')).toMatchObject({ expirationDate: null })
})

test('a weight or price of zero is left out', () => {
  expect(read('(01)90012345678908(3103)000000(3922)0000')).toMatchObject({ amount: null, price: null })
})

test('element string, parentheses and link say the same', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
  const date = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 28 }))
  const two = (value: number) => String(value).padStart(2, '0')
  fc.assert(
    fc.property(date, digits(6), fc.stringMatching(/^[A-Z0-9-]{1,20}$/), (parts, weight, lot) => {
      const day = parts.map(two).join('')
      const plain = read(`0190012345678908${`10${lot}`}${fnc1}3103${weight}15${day}`)
      expect(plain).not.toBeNull()
      expect(read(`(01)90012345678908(10)${lot}(3103)${weight}(15)${day}`)).toEqual(plain)
      expect(read(`https://id.gs1.org/01/90012345678908/10/${lot}?15=${day}&3103=${weight}`)).toEqual(plain)
    }),
  )
})

test('never throws, and never returns a code that isn’t one', () => {
  const parts = fc.array(fc.constantFrom('01', '10', '15', '09506000134352', '270805', '(', ')', '/', '?', '=', '%', fnc1), {
    maxLength: 12,
  })
  const start = fc.constantFrom('', '01', '(01)', 'https://example.com/01/', ']d2')
  fc.assert(
    fc.property(start, parts, (first, rest) => {
      const found = read(`${first}${rest.join('')}`)
      if (found) expect(found.code).toMatch(/^(\d{8}|\d{13})$/)
    }),
    { numRuns: 500 },
  )
})
