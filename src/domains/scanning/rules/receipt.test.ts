import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findStoreOnReceipt, groupRows, readReceipt, receiptKey } from './receipt.ts'

const plain = (rows: string) => {
  const { lines, total } = readReceipt(rows.trim().split('\n'))
  return { lines: lines.map(({ text, quantity, unit, price }) => `${text} | ${quantity} ${unit} | ${price}`), total }
}

describe('reading a receipt', () => {
  it('reads a German receipt with multiple units, weighed goods, a deposit and tax', () => {
    expect(
      plain(`
REWE Markt GmbH
Domstr. 20
EUR
BIO MILCH 3,5% 1L 1,19 B
  2 Stk x 1,49
JOGHURT NATUR 2,98 B
BANANEN 1,44 B
  0,722 kg x 1,99 EUR/kg
PFAND 0,25 A
RABATT -0,30
--------
SUMME EUR 5,31
Geg. EC-Karte EUR 5,31
MwSt B 7,0% 0,35`),
    ).toEqual({
      lines: ['BIO MILCH 3,5% 1L | 1 l | 1.19', 'JOGHURT NATUR | 2 each | 2.98', 'BANANEN | 0.722 kg | 1.14'],
      total: 5.31,
    })
  })

  it('reads a French receipt with the quantity before the name and package sizes', () => {
    expect(
      plain(`
CARREFOUR CITY
3x YAOURT NATURE 2,10
BEURRE DOUX 250G 2,35 €
EAU 6X1,5L 1,95
Sous-total 6,40
TOTAL A PAYER 6,40 €
CB 6,40`),
    ).toEqual({ lines: ['YAOURT NATURE | 3 each | 2.1', 'BEURRE DOUX 250G | 250 g | 2.35', 'EAU 6X1,5L | 9 l | 1.95'], total: 6.4 })
  })

  it('counts an item as one if its name gives no usable size', () => {
    expect(plain('CORNER SHOP\nCOLA 0G SUGAR 1.29\nTOTAL 1.29').lines).toEqual(['COLA 0G SUGAR | 1 each | 1.29'])
  })

  it('repairs gaps read as quotes and zeros read as O', () => {
    expect(plain('CORNER SHOP\nMILK"3.49\nBTTR 25OG 2.35\nCOOL OREO 1.10\nTOTAL"6.94\nCASH""10.00')).toEqual({
      lines: ['MILK | 1 each | 3.49', 'BTTR 250G | 250 g | 2.35', 'COOL OREO | 1 each | 1.1'],
      total: 6.94,
    })
  })

  it('reads an American receipt with the price below the name, item numbers and a coupon', () => {
    expect(
      plain(`
SAFEWAY STORE 0123
0004112600123 WHOLE MILK 3.49 F
BANANAS
1.20 lb @ 0.59/lb 0.71
CEREAL 4.99
COUPON OFF -1.00
SUBTOTAL 8.19
TAX 0.00
TOTAL 8.19
CASH 10.00
CHANGE 1.81`),
    ).toEqual({ lines: ['WHOLE MILK | 1 each | 3.49', 'BANANAS | 1.2 lb | 0.71', 'CEREAL | 1 each | 3.99'], total: 8.19 })
  })

  it('reads the quantity after the unit price: 1,09 x 2', () => {
    expect(plain('MILCH 1,09 x 2 2,18 A\nSUMME 2,18').lines).toEqual(['MILCH | 2 each | 2.18'])
  })

  it.each(['', 'Thank you for shopping', '12.11.2026 18:22', 'TOTAL 3.20'])('returns no lines if nothing was sold: %j', (rows) => {
    expect(readReceipt([rows]).lines).toEqual([])
  })

  const item = fc.record({
    name: fc.constantFrom('Butter', 'Sel fin', 'Eier', 'Rye bread', 'Senf'),
    count: fc.integer({ min: 1, max: 20 }),
    each: fc.integer({ min: 5, max: 9999 }),
  })
  it('reads back any printed receipt, in order, in every number format', () => {
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 15 }),
        fc.constantFrom('.', ','),
        fc.constantFrom(0, 1, 2),
        (items, comma, way) => {
          const say = (value: number) => (value / 100).toFixed(2).replace('.', comma)
          const rows = items.flatMap(({ name, count, each }) => {
            const sum = say(count * each)
            if (count === 1) return [`${name} ${sum}`]
            if (way === 0) return [`${count} x ${name} ${sum}`]
            return way === 1 ? [`${name} ${sum}`, `${count} x ${say(each)}`] : [`${name} ${say(each)} x ${count} ${sum}`]
          })
          const total = items.reduce((sum, { count, each }) => sum + count * each, 0)
          const read = readReceipt([...rows, `TOTAL ${say(total)}`])
          expect(read.lines).toEqual(
            items.map(({ name, count, each }) => ({ text: name, quantity: count, unit: 'each', price: (count * each) / 100 })),
          )
          expect(read.total === null ? total >= 1_000_000 : read.total === total / 100).toBe(true)
        },
      ),
    )
  })

  it('returns only valid lines, without throwing, for any print', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9 .,x@€/-]{0,40}$/)), { maxLength: 30 }), (rows) => {
        for (const { text, quantity, price } of readReceipt(rows).lines) {
          expect(text.length).toBeGreaterThan(1)
          expect(text.length).toBeLessThanOrEqual(120)
          expect(quantity).toBeGreaterThan(0)
          expect(Math.round(quantity * 1000) / 1000).toBe(quantity)
          expect(price === null || price >= 0).toBe(true)
        }
      }),
    )
  })
})

it('groups print at one height into one row, left to right', () => {
  const print = (text: string, left: number, top: number) => ({ text, box: { left, top, right: left + 50, bottom: top + 20 } })
  expect(groupRows([print('2,49', 300, 13), print('EGGS', 10, 50), print('MILK', 10, 10), print('1,99', 300, 47)])).toEqual([
    'MILK 2,49',
    'EGGS 1,99',
  ])
})

it('uses the same key for an abbreviation with another price or package size', () => {
  expect(receiptKey('BIO Vollm. 3,5% 1L')).toBe(receiptKey('bio vollm 3,8% 2 l'))
})

it('finds a store by its name in the head of a receipt, unless two could be meant', () => {
  const stores = [{ name: 'Rewe' }, { name: 'Edeka Müller' }, { name: 'Bio' }]
  const of = (...rows: string[]) => findStoreOnReceipt(rows, stores)?.name ?? null
  expect(of('REWE Markt GmbH', 'Hauptstr. 5', 'MILCH 1,09 A')).toBe('Rewe')
  expect(of('EDEKA MULLER', 'Tel. 030 1')).toBe('Edeka Müller')
  expect(of('Bioladen am Markt')).toBeNull()
  expect(of('REWE', 'BIO')).toBeNull()
  expect(of(...Array.from({ length: 10 }, () => 'MILCH 1,09'), 'REWE')).toBeNull()
})
