import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { convertMilli, Unit } from '#platform/shared/units.ts'
import type { OwnUnit } from '../contract/index.ts'
import { convertToOption, optionOfAmount, ownUnitOption, readOwnUnitOption } from './own-unit-option.ts'
import { formatOwnAmount, formatOwnAmountWithName, inOwnUnits, ofOwnUnit, ownUnitLabel, ownUnitName, ownUnitOf } from './own-units.ts'

const can: OwnUnit = { name: 'can', quantity: 400, unit: 'g' }
const eggBox: OwnUnit = { name: 'box', quantity: 6, unit: 'each' }

const units = fc.constantFrom(...Unit.options)
const milli = fc.integer({ min: 1, max: 1_000_000_000 })
const ownUnits = fc.record({ name: fc.constantFrom('can', 'slice', 'wheel'), quantity: milli.map((n) => n / 1000), unit: units })

describe('showing an amount in own units', () => {
  it.each([
    [800, 'g', can, '2 cans'],
    [560, 'g', can, '1 can + 160 g'],
    [160, 'g', can, '160 g'],
    [0.8, 'kg', can, '2 cans'],
    [1, 'l', can, '1 l'],
    [800, 'g', null, '800 g'],
    [12, 'each', eggBox, '2 boxes'],
    [8, 'each', eggBox, '1 box + 2'],
    [90, 'g', { name: 'Wheel', quantity: 30, unit: 'g' }, '3 Wheel'],
  ] as const)('shows %d %s as it is counted', (quantity, unit, ownUnit, expected) => {
    expect(formatOwnAmount(quantity, unit, ownUnit)).toBe(expected)
  })

  it('shows cans that were weighed in another unit as whole', () => {
    const tin: OwnUnit = { name: 'can', quantity: 14.5, unit: 'oz' }
    expect(formatOwnAmount((convertMilli(3 * toMilli(14.5), 'oz', 'g') ?? 0) / 1000, 'g', tin)).toBe('3 cans')
  })

  it('names what it is an amount of', () => {
    expect(formatOwnAmountWithName(400, 'g', can, 'Tomatoes')).toBe('1 can Tomatoes')
    expect(formatOwnAmountWithName(1, 'each', eggBox, 'Eggs')).toBe('Eggs (1)')
  })

  it('loses nothing: whole ones and the rest make up the amount', () => {
    fc.assert(
      fc.property(milli, units, ownUnits, (amount, unit, ownUnit) => {
        const shown = inOwnUnits(amount / 1000, unit, ownUnit)
        const one = convertMilli(toMilli(ownUnit.quantity), ownUnit.unit, unit)
        expect(shown === null).toBe(one === null || one === 0 || (amount < one && Math.abs(one - amount) > (ownUnit.unit === unit ? 0 : 1)))
        const { count, rest } = shown ?? { count: 0, rest: amount / 1000 }
        expect(rest).toBeGreaterThanOrEqual(0)
        expect(Math.abs(count * (one ?? 0) + toMilli(rest) - amount)).toBeLessThanOrEqual(ownUnit.unit === unit ? 0 : count)
      }),
    )
  })

  it('reads back what was entered in own units', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), ownUnits, (count, ownUnit) => {
        const { quantity, unit } = ofOwnUnit(count, ownUnit)
        expect(inOwnUnits(quantity, unit, ownUnit)).toEqual({ count, name: ownUnit.name, rest: 0 })
      }),
    )
  })
})

describe('names of own units', () => {
  it('takes a built-in name in the plural, and keeps others as written', () => {
    expect(['Cans', 'can', ' Wheel '].map(ownUnitName)).toEqual(['can', 'can', 'Wheel'])
    expect([ownUnitLabel('bunch', 2), ownUnitLabel('bunch', 0.5), ownUnitLabel('Wheel', 2)]).toEqual(['bunches', 'bunch', 'Wheel'])
  })

  it('finds one without regard to case', () => {
    expect(ownUnitOf([can], 'Can')).toBe(can)
    expect(ownUnitOf([can], 'jar')).toBeNull()
    expect(ownUnitOf(undefined, 'can')).toBeNull()
  })
})

describe('a choice of units in a form', () => {
  it('holds all that an own unit is', () => {
    fc.assert(
      fc.property(ownUnits, (one) => {
        expect(readOwnUnitOption(ownUnitOption(one))).toEqual(one)
      }),
    )
    expect(readOwnUnitOption('g')).toBeNull()
  })

  it.each([
    [2, ownUnitOption(can), 'g', 800],
    [2, ownUnitOption(can), 'kg', 0.8],
    [600, 'g', ownUnitOption(can), 1.5],
    [1, ownUnitOption(can), ownUnitOption({ name: 'slice', quantity: 50, unit: 'g' }), 8],
    [2, 'kg', 'g', 2000],
    [2, ownUnitOption(can), 'ml', null],
    [2, 'each', ownUnitOption(can), null],
    [2, 'new', 'g', null],
  ])('%d of %s as %s is %s', (quantity, from, to, expected) => {
    expect(convertToOption(quantity, from, to)).toBe(expected)
  })

  it('shows an amount in own units only if they are whole', () => {
    expect(optionOfAmount(800, 'g', can)).toEqual({ quantity: 2, option: ownUnitOption(can) })
    expect(optionOfAmount(560, 'g', can)).toEqual({ quantity: 560, option: 'g' })
  })
})
