import { expect, test } from 'vitest'
import type { PackAdvice } from '#domains/forecast/contract.ts'
import { packForRow } from './pack-for-row.ts'

/** 1 kg for 4.00 of which 40 % is thrown away: 4 / 0.6 = 6.67 a kilo eaten. 500 g for 2.50, all eaten: 5.00 a kilo. */
const advice: PackAdvice = {
  ingredientId: 'yogurt',
  unit: 'g',
  usual: { quantity: 1000, price: 4, storeId: null, chance: 0.8, thrown: 0.4 },
  better: { quantity: 500, price: 2.5, storeId: 'aldi', chance: 0, thrown: 0 },
}
const row = { ingredientId: 'yogurt', suggestedQuantity: 1, unit: 'kg', isChecked: false } as const

test('offers the better pack in the unit of the row, with what it saves of an eaten amount', () => {
  const pack = packForRow(row, [advice])
  expect(pack).toMatchObject({ unit: 'kg', usual: { quantity: 1 }, better: { quantity: 0.5, storeId: 'aldi' } })
  expect(pack?.saved).toBeCloseTo(1 - 5 / (4 / 0.6), 10)
})

test('says so of the size bought last where the cheapest offer of about that size is another', () => {
  const near = { ...advice, usual: { ...advice.usual, quantity: 850 }, better: { ...advice.better, quantity: 800 } }
  expect(packForRow(row, [near])).toMatchObject({ usual: { quantity: 0.85 }, better: { quantity: 0.8 } })
  expect(packForRow({ ...row, suggestedQuantity: 0.8 }, [near])).toBeNull()
})

test.each([
  ['another ingredient', { ...row, ingredientId: 'milk' }],
  ['no ingredient', { ...row, ingredientId: null }],
  ['a row that is checked off', { ...row, isChecked: true }],
  ['two packs', { ...row, suggestedQuantity: 2 }],
  ['the better pack itself', { ...row, suggestedQuantity: 0.5 }],
  ['a unit that can’t be compared', { ...row, unit: 'each' as const }],
])('offers nothing for %s', (_what, other) => {
  expect(packForRow(other, [advice])).toBeNull()
})
