import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeKind, expandUpcE, normalizeBarcode } from './barcode.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
/** The only last digit, of all ten, with which the code is accepted. */
const completed = (body: string) =>
  Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).filter((code) => normalizeBarcode(code) !== null)

test.each([
  ['EAN-13', '4006381333931', '4006381333931'],
  ['EAN-13 with spaces', ' 4 006381 333931 ', '4006381333931'],
  ['EAN-8', '73513537', '73513537'],
  ['UPC-A', '036000291452', '0036000291452'],
  ['UPC-E', '04252614', '0042100005264'],
  ['ITF-14 of a carton', '14006381333938', '4006381333931'],
  ['a UPC-A padded to fourteen', '00036000291452', '0036000291452'],
  ['an EAN-8 padded to thirteen', '0000073513537', '73513537'],
  ['an EAN-8 padded to fourteen', '00000073513537', '73513537'],
])('normalizes %s', (_, text, code) => {
  expect(normalizeBarcode(text)).toEqual({ code, kind: 'product' })
})

test('rejects wrong check digits, lengths and characters', () => {
  const wrong = ['4006381333932', '036000291453', '73513538', '14006381333939', '', '1', '123456789', '12345678901', '123456789012345']
  for (const text of [...wrong, '40063813339A1', '４００６３８１３３３９３１', '4006381333931\u0000', '-', '1'.repeat(10_000)]) {
    expect(normalizeBarcode(text)).toBeNull()
  }
})

test('accepts exactly one check digit', () => {
  fc.assert(fc.property(fc.oneof(digits(11), digits(12), digits(13)), (body) => completed(body).length === 1))
})

test('detects any single wrong digit', () => {
  fc.assert(
    fc.property(digits(12), fc.nat(12), fc.integer({ min: 1, max: 9 }), (body, place, by) => {
      const [code = ''] = completed(body)
      const wrong = String((Number(code[place]) + by) % 10)
      expect(normalizeBarcode(`${code.slice(0, place)}${wrong}${code.slice(place + 1)}`)).toBeNull()
    }),
  )
})

test('normalizes a normalized code to itself', () => {
  fc.assert(
    fc.property(fc.oneof(digits(7), digits(11), digits(12), digits(13)), (body) => {
      for (const code of completed(body)) {
        const normal = normalizeBarcode(code)
        expect(normal && normalizeBarcode(normal.code)).toEqual(normal)
      }
    }),
  )
})

test('normalizes a carton’s code to the product’s', () => {
  fc.assert(
    fc.property(digits(12), fc.integer({ min: 1, max: 9 }), (body, indicator) => {
      const [item = ''] = completed(body)
      const [carton = ''] = completed(`${indicator}${body}`)
      expect(normalizeBarcode(carton)).toEqual(normalizeBarcode(item))
    }),
  )
})

test.each([
  ['01234505', '0012000003455'],
  ['01234514', '0012100003454'],
  ['01234523', '0012200003453'],
  ['01234531', '0012300000451'],
  ['01234543', '0012340000053'],
  ['01234565', '0012345000065'],
  ['01234596', '0012345000096'],
])('expands UPC-E %s to %s', (short, long) => {
  expect(normalizeBarcode(long)?.code).toBe(long)
  expect(expandUpcE(short)).toBe(long)
})

test('does not expand invalid UPC-E', () => {
  for (const text of ['01234566', '21234565', '1234565', '012345655', '', 'abcdefgh']) expect(expandUpcE(text)).toBeNull()
})

test('reads eight digits as EAN-8 if the check digit matches, else as UPC-E', () => {
  expect(normalizeBarcode('01234565')?.code).toBe('01234565')
  expect(normalizeBarcode('04252614')?.code).toBe('0042100005264')
})

test.each([
  ['9780306406157', 'book'],
  ['9790260000438', 'book'],
  ['1920052029004', 'book'],
  ['9771234567003', 'periodical'],
  ['0212345000008', 'in_store'],
  ['2012345000003', 'in_store'],
  ['2912345000000', 'in_store'],
  ['20123451', 'in_store'],
  ['0512345000005', 'coupon'],
  ['9912345678905', 'coupon'],
  ['0036000291452', 'product'],
  ['3017620422003', 'product'],
  ['73513537', 'product'],
] as const)('%s is a %s', (code, kind) => {
  expect(codeKind(code)).toBe(kind)
})
