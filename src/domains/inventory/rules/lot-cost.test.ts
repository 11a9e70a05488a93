import { describe, expect, it } from 'vitest'
import { originalAfterCount } from './lot-cost.ts'

describe('the original amount after a count', () => {
  const halfUsed = { originalMilli: 2000, milli: 1000 }

  it('is the count if nothing was used', () => {
    expect(originalAfterCount({ originalMilli: 2000, milli: 2000 }, 1800, true)).toBe(1800)
    expect(originalAfterCount({ originalMilli: 2000, milli: 2000 }, 900_000, false)).toBe(900_000)
  })

  it('stays if some was used, or if nothing changed or is left', () => {
    expect(originalAfterCount(halfUsed, 800, true)).toBe(2000)
    expect(originalAfterCount(halfUsed, 1000, false)).toBe(2000)
    expect(originalAfterCount(halfUsed, 0, false)).toBe(2000)
  })

  it('keeps its ratio to what is left if the unit changes, within the amounts that can be stored', () => {
    expect(originalAfterCount(halfUsed, 450_000, false)).toBe(900_000)
    expect(originalAfterCount({ originalMilli: 1, milli: 5000 }, 1, false)).toBe(1)
    expect(originalAfterCount({ originalMilli: 1_000_000_000, milli: 1 }, 1_000_000_000, false)).toBe(Number.MAX_SAFE_INTEGER)
  })
})
