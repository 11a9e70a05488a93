import { expect, it } from 'vitest'
import type { Unit } from '#platform/shared/units.ts'
import { oneOwnUnitOf } from './lot-amount.ts'

const lotOf = (quantity: number, unit: Unit) => ({
  quantity,
  unit,
  ownUnit: 'can',
  ingredient: {
    ownUnits: [{ name: 'can', quantity: unit === 'each' ? 6 : 400, unit: unit === 'each' ? ('each' as const) : ('g' as const) }],
  },
})

it.each([
  ['a can of a measured lot', lotOf(800, 'g'), 400],
  ['a can in the unit of the lot', lotOf(0.8, 'kg'), 0.4],
  ['null for the last part of a can', lotOf(160, 'g'), null],
  ['null for what is counted, which is used by the piece', lotOf(12, 'each'), null],
  ['null without an own unit', { ...lotOf(800, 'g'), ownUnit: null }, null],
])('returns %s', (_case, lot, one) => {
  expect(oneOwnUnitOf(lot)).toBe(one)
})
