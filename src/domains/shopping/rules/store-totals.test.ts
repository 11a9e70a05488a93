import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StorePrice } from '#domains/inventory/contract.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { type PricedItem, totalByStore } from './store-totals.ts'

const today = '2026-11-26'
const stores = ['market', 'discount', 'bakery']
const item = (ingredientId: string | null, part: Partial<PricedItem> = {}): PricedItem => ({
  id: `row of ${ingredientId}`,
  ingredientId,
  suggestedQuantity: 1,
  unit: 'kg',
  packs: null,
  storeIds: [],
  isChecked: false,
  ...part,
})
const paid = (ingredientId: string, storeId: string, price: number, part: Partial<StorePrice> = {}): StorePrice => ({
  ingredientId,
  storeId,
  date: today,
  price,
  quantity: 1,
  unit: 'kg',
  ...part,
})
const totals = (items: readonly PricedItem[], prices: readonly StorePrice[], storeIds: readonly string[] = ['market']) =>
  totalByStore(items, prices, storeIds, () => undefined, today)
/** What the market's total says: cents, rows, rows without a price. */
const market = (items: readonly PricedItem[], prices: readonly StorePrice[]) => {
  const [total] = totals(items, prices).totals
  return total && [total.cents, total.itemCount, total.unpricedCount]
}

describe('the total of a store', () => {
  it('is what is still to buy at the newest price there, by the unit it was paid for', () => {
    const half = item('flour', { suggestedQuantity: 500, unit: 'g' })
    const prices = [paid('flour', 'market', 3, { quantity: 2 }), paid('flour', 'market', 9, { date: addDays(today, -1) })]
    expect(market([half, item('rice', { isChecked: true })], prices)).toEqual([75, 1, 0])
  })

  it('counts whole packs', () => {
    const packs = { count: 2, quantity: 500, unit: 'g', name: null } as const
    expect(market([item('flour', { suggestedQuantity: 600, unit: 'g', packs })], [paid('flour', 'market', 3)])).toEqual([300, 1, 0])
  })

  it('says how many rows have no price there', () => {
    const items = [item('flour'), item('rice'), item(null), item('milk')]
    expect(market(items, [paid('flour', 'market', 3), paid('rice', 'discount', 2)])).toEqual([300, 4, 3])
  })

  it('ignores a price by a unit that can’t be converted, an old one and a gift', () => {
    expect(market([item('flour')], [paid('flour', 'market', 3, { unit: 'l' })])).toEqual([0, 1, 1])
    expect(market([item('flour')], [paid('flour', 'market', 3, { date: addDays(today, -181) })])).toEqual([0, 1, 1])
    expect(market([item('flour')], [paid('flour', 'market', 3, { date: addDays(today, -180) })])).toEqual([300, 1, 0])
    expect(market([item('flour')], [paid('flour', 'market', 0)])).toEqual([0, 1, 1])
  })

  it('converts between units that the ingredient’s conversions relate', () => {
    const eggs = item('egg', { suggestedQuantity: 6, unit: 'each' })
    const conversions = [{ from: 'each', to: 'g', factor: 50 }] as const
    const { totals } = totalByStore([eggs], [paid('egg', 'market', 4)], ['market'], () => [...conversions], today)
    expect(totals).toMatchObject([{ cents: 120, unpricedCount: 0 }])
  })

  it('leaves out what is for other stores only, unless those were removed', () => {
    const items = [item('bread', { storeIds: ['bakery'] }), item('rice', { storeIds: ['closed'] })]
    const found = totals(items, [paid('bread', 'market', 2), paid('rice', 'market', 3)], ['market', 'bakery']).totals
    expect(found).toMatchObject([
      { storeId: 'market', cents: 300, itemCount: 1 },
      { storeId: 'bakery', cents: 0, itemCount: 2, unpricedCount: 2 },
    ])
  })
})

describe('the cheapest store', () => {
  const compared = (prices: readonly StorePrice[], items = [item('flour'), item('rice'), item('milk')]) => {
    const { cheapestId, totals: found } = totals(items, prices, stores)
    return { cheapestId, more: found.map(({ more }) => more) }
  }

  it('is compared by the rows that have a price in both stores', () => {
    const prices = [paid('flour', 'market', 2), paid('flour', 'discount', 1.5), paid('rice', 'discount', 9), paid('milk', 'market', 1)]
    expect(compared(prices)).toEqual({ cheapestId: 'discount', more: [{ cents: 50, itemCount: 1 }, null, null] })
  })

  it('is none without a row that has a price in two stores, or if it costs the same', () => {
    expect(compared([paid('flour', 'market', 2), paid('rice', 'discount', 1)]).cheapestId).toBeNull()
    expect(compared([paid('flour', 'market', 2), paid('flour', 'discount', 2)]).cheapestId).toBeNull()
    expect(compared([]).cheapestId).toBeNull()
  })

  it('is none if one store is cheaper than the second, that than a third, and that than the first', () => {
    const prices = [
      ...[paid('flour', 'market', 1), paid('flour', 'discount', 2)],
      ...[paid('rice', 'discount', 1), paid('rice', 'bakery', 2)],
      ...[paid('milk', 'bakery', 1), paid('milk', 'market', 2)],
    ]
    expect(compared(prices).cheapestId).toBeNull()
  })

  it('costs less than every store it is compared with, whatever was paid', () => {
    const anyPrice = fc.record({
      ingredientId: fc.constantFrom('flour', 'rice', 'milk'),
      storeId: fc.constantFrom(...stores, 'closed'),
      price: fc.integer({ min: 0, max: 900 }).map((cents) => cents / 100),
      quantity: fc.constantFrom(0.5, 1, 2),
      unit: fc.constantFrom<StorePrice['unit']>('kg', 'g', 'l', 'each'),
      date: fc.integer({ min: 0, max: 300 }).map((ago) => addDays(today, -ago)),
    })
    const anyItem = fc.record({
      ingredientId: fc.constantFrom('flour', 'rice', 'milk', null),
      storeIds: fc.subarray([...stores, 'closed']),
      isChecked: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(anyPrice, { maxLength: 30 }), fc.array(anyItem, { maxLength: 8 }), (points, rows) => {
        const prices = points.toSorted((a, b) => (a.date < b.date ? 1 : -1))
        const items = rows.map(({ ingredientId, ...part }, at) => item(ingredientId, { ...part, id: `${at}` }))
        const { cheapestId, totals: found } = totals(items, prices, stores)
        for (const { storeId, cents, itemCount, unpricedCount, more } of found) {
          expect(unpricedCount).toBeLessThanOrEqual(itemCount)
          if (unpricedCount === itemCount) expect(cents).toBe(0)
          if (more)
            expect([more.cents > 0, more.itemCount <= itemCount - unpricedCount, storeId !== cheapestId]).toEqual([true, true, true])
        }
        expect(found.some(({ more }) => more !== null)).toBe(cheapestId !== null)
      }),
    )
  })
})
