import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canWeigh, sealedAmount, weighLot } from './weigh-lot.ts'

const jar = { name: 'jar', quantity: 500, unit: 'g' } as const
const glass = { quantity: 220, unit: 'g' } as const
const honey = (quantity: number, ownUnit: string | null = null) => ({
  quantity,
  unit: 'g' as const,
  ownUnit,
  ingredient: { ownUnits: [jar, { name: 'slice', quantity: 45, unit: 'g' as const }] },
})
const grams = (quantity: number) => ({ quantity, unit: 'g' }) as const

describe('weighing what is left', () => {
  it('subtracts the container', () => {
    expect(weighLot(honey(500), grams(530), glass)).toEqual({ quantity: 310, missing: 0, extra: 0 })
    expect(weighLot(honey(500), grams(530), null)).toMatchObject({ quantity: 530, extra: 30 })
    expect(weighLot(honey(500), grams(220), glass)).toEqual({ quantity: 0, missing: 0, extra: 0 })
  })

  it('says by how much it is less than the empty container or more than before', () => {
    expect(weighLot(honey(500), grams(150), glass)).toEqual({ quantity: 0, missing: 70, extra: 0 })
    expect(weighLot(honey(500), grams(800), glass)).toEqual({ quantity: 580, missing: 0, extra: 80 })
  })

  it('takes a full pack that weighs a little more than it says', () => {
    expect(weighLot(honey(500), grams(735), glass)).toEqual({ quantity: 515, missing: 0, extra: 0 })
  })

  it('adds what is in full jars, and weighs all of what is sliced', () => {
    expect([sealedAmount(honey(1500, 'jar')), sealedAmount(honey(1160, 'jar')), sealedAmount(honey(500, 'jar'))]).toEqual([1000, 1000, 0])
    expect(weighLot(honey(1160, 'jar'), grams(300), glass)).toMatchObject({ quantity: 1080 })
    expect(sealedAmount(honey(450, 'slice'))).toBe(0)
  })

  it('converts the units of the scale, the container and the item', () => {
    const inKilograms = { quantity: 1, unit: 'kg', ingredient: {} } as const
    expect(weighLot(inKilograms, { quantity: 16, unit: 'oz' }, { quantity: 8, unit: 'oz' })?.quantity).toBe(0.227)
    const poured = { quantity: 500, unit: 'ml', ingredient: {} } as const
    const conversions = [{ from: 'ml', to: 'g', factor: 1.4 }] as const
    expect(weighLot(poured, grams(500), glass, conversions)?.quantity).toBe(200)
    expect(weighLot(poured, grams(500), glass)).toBeNull()
    expect([canWeigh(poured), canWeigh(poured, conversions), canWeigh({ unit: 'each' }, [{ from: 'each', to: 'g', factor: 60 }])]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('finds what was put into the container, whatever that weighs', () => {
    const thousandths = fc.integer({ min: 1, max: 5_000_000 })
    fc.assert(
      fc.property(thousandths, thousandths, (inside, empty) => {
        const scale = grams((inside + empty) / 1000)
        expect(weighLot(honey(6000), scale, grams(empty / 1000))?.quantity).toBe(inside / 1000)
      }),
    )
  })
})
