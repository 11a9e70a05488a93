import { describe, expect, it } from 'vitest'
import { placeAfterOpening } from './locations.ts'

const cupboard = { storage: 'PANTRY', location: 'Cupboard' } as const

describe('what is opened', () => {
  it('goes to the storage, the location or both that its ingredient says', () => {
    expect(placeAfterOpening(cupboard, { openedStorage: 'FRIDGE' }, null)).toEqual({ storage: 'FRIDGE', location: 'Fridge' })
    expect(placeAfterOpening(cupboard, { openedLocation: 'Shelf' }, null)).toEqual({ storage: 'PANTRY', location: 'Shelf' })
    expect(placeAfterOpening(cupboard, { openedLocation: 'Door' }, 'FRIDGE')).toEqual({ storage: 'FRIDGE', location: 'Door' })
    const both = { openedStorage: 'FREEZER', openedLocation: 'Door' } as const
    expect(placeAfterOpening(cupboard, both, 'FRIDGE')).toEqual({ storage: 'FREEZER', location: 'Door' })
  })

  it('stays without a rule, where it already is, and in the freezer', () => {
    expect(placeAfterOpening(cupboard, {}, null)).toBeNull()
    expect(placeAfterOpening(cupboard, { openedStorage: 'PANTRY' }, null)).toBeNull()
    expect(placeAfterOpening({ storage: 'FREEZER', location: 'Chest' }, { openedStorage: 'FRIDGE' }, null)).toBeNull()
  })
})
