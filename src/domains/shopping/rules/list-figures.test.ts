import { describe, expect, it } from 'vitest'
import { costCents, sortByAisle, statsOf } from './list-figures.ts'

describe('the cost of a row', () => {
  it('is its share of the last price, converted between units', () => {
    expect(costCents(500_000, 'ml', { cents: 300, milli: 2000, unit: 'l' })).toBe(75)
    expect(costCents(6000, 'each', { cents: 399, milli: 12_000, unit: 'piece' })).toBe(200)
    expect(costCents(2000, 'each', { cents: 200, milli: 1000, unit: 'kg' }, [{ from: 'each', to: 'g', factor: 61 }])).toBe(24)
  })
  it('is null, not zero, without a price or a conversion', () => {
    expect(costCents(1000, 'each', null)).toBeNull()
    expect(costCents(1000, 'each', { cents: 200, milli: 1000, unit: 'kg' })).toBeNull()
    expect(costCents(1000, 'kg', { cents: 0, milli: 1000, unit: 'kg' })).toBe(0)
  })
})

describe('the figures of a list', () => {
  it('add up to the cent and count unpriced rows', () => {
    const items = [
      { category: 'Dairy', priority: 'high', estimatedCost: 0.1 },
      { category: 'Dairy', priority: 'low', estimatedCost: 0.2 },
      { category: 'Bakery', priority: 'high', estimatedCost: null },
    ] as const
    expect(statsOf(items)).toEqual({
      totalItems: 3,
      highPriorityItems: 2,
      estimatedTotalCost: 0.3,
      categories: [
        { name: 'Dairy', count: 2 },
        { name: 'Bakery', count: 1 },
      ],
      unpricedItems: 1,
    })
  })
})

describe('the order of a list', () => {
  it('is by aisle, name and creation, with unknown aisles last', () => {
    const item = (id: string, category: string, ingredientName: string) => ({ id, category, ingredientName, createdAt: '1' })
    const items = [
      item('4', 'Attic', 'Axe'),
      item('3', 'Dairy', 'milk'),
      item('2', 'Bakery', 'Rolls'),
      item('1', 'Dairy', 'Butter'),
      item('0', 'Dairy', 'Milk'),
    ]
    expect(sortByAisle(items, ['Bakery', 'Dairy']).map(({ id }) => id)).toEqual(['2', '1', '0', '3', '4'])
  })
})
