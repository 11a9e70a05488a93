import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import type { PricePoint } from '../contract.ts'
import { findCheaperStore, newestByStore } from './cheaper-store.ts'

const today = '2026-11-26'
const stores = ['market', 'bakery', 'discount']
const point = (storeId: string | null, unitPrice: number, daysAgo = 0, per: PricePoint['per'] = 'kg'): PricePoint => ({
  lotId: `${storeId} ${unitPrice} ${daysAgo}`,
  date: addDays(today, -daysAgo),
  storeId,
  price: unitPrice,
  quantity: 1,
  unit: per,
  unitPrice,
  per,
})
const cheaper = (prices: readonly PricePoint[], at: string | null = null) => {
  const found = findCheaperStore(newestByStore(prices, stores, today), at)
  return found && [found.there.storeId, found.here.storeId]
}

test('a store is cheaper than where one is, or than where it was bought last', () => {
  const prices = [point('market', 2, 3), point('discount', 1.5, 40), point('bakery', 3, 50)]
  expect(cheaper(prices)).toEqual(['discount', 'market'])
  expect(cheaper(prices, 'bakery')).toEqual(['discount', 'bakery'])
  expect(cheaper(prices, 'discount')).toBeNull()
})

test('nothing is said without two recent prices by the same unit that are a tenth apart', () => {
  expect(cheaper([])).toBeNull()
  expect(cheaper([point('market', 2)])).toBeNull()
  expect(cheaper([point('market', 2), point('discount', 1, 181)])).toBeNull()
  expect(cheaper([point('market', 2), point('discount', 1, 1, 'each')])).toBeNull()
  expect(cheaper([point('market', 2), point('discount', 1.81)])).toBeNull()
  expect(cheaper([point('market', 2), point('discount', 1.8)])).toEqual(['discount', 'market'])
  expect(cheaper([point('market', 2), point(null, 1), point('closed', 1)])).toBeNull()
  expect(cheaper([point('market', 2), point('discount', 1)], 'bakery')).toBeNull()
})

const anyPoint = fc.record({
  storeId: fc.constantFrom('market', 'bakery', 'discount', 'closed', null),
  unitPrice: fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100),
  daysAgo: fc.integer({ min: 0, max: 400 }),
  per: fc.constantFrom<PricePoint['per']>('kg', 'l', 'each'),
})

test('whatever was paid, a cheaper store has the lowest newest price, and is never the one compared with', () => {
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 30 }), fc.constantFrom(null, ...stores), (points, at) => {
      const prices = points.toSorted((a, b) => a.daysAgo - b.daysAgo).map((one) => point(one.storeId, one.unitPrice, one.daysAgo, one.per))
      const newest = newestByStore(prices, stores, today)
      const found = findCheaperStore(newest, at)
      if (!found) return
      const { there, here } = found
      expect(there.storeId).not.toBe(here.storeId)
      expect(there.per).toBe(here.per)
      expect(there.unitPrice).toBeLessThanOrEqual(here.unitPrice * 0.9)
      if (at !== null) expect(here.storeId).toBe(at)
      for (const { storeId, unitPrice, per, date } of prices) {
        const isNewest = prices.find((one) => one.storeId === storeId)?.date === date
        if (storeId !== null && stores.includes(storeId) && isNewest && per === here.per && date >= addDays(today, -180))
          expect(newest.some((one) => one.storeId === storeId)).toBe(true)
        expect(unitPrice).toBeGreaterThanOrEqual(0)
      }
      for (const one of newest) if (one.per === here.per) expect(one.unitPrice).toBeGreaterThanOrEqual(there.unitPrice)
    }),
  )
})
