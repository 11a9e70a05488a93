import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AislePair, appendMissingCategories, applyLearnedOrder, learnPairs, orderAislesOfStore, replacePairs } from './aisle-order.ts'

const usual = ['Produce', 'Bakery', 'Meat', 'Dairy', 'Frozen', 'Drinks', 'Other']

/** Returns the learned pairs after trips through the aisles in these orders. */
function walked(...trips: (readonly string[])[]): AislePair[] {
  let pairs: AislePair[] = []
  for (const trip of trips) {
    for (const [at, to] of trip.entries()) pairs = replacePairs(pairs, learnPairs(pairs, trip.slice(0, at), to))
  }
  return pairs
}

describe('the order of the aisles', () => {
  it('is the usual one until two trips contradict it', () => {
    expect(applyLearnedOrder(usual, [])).toEqual(usual)
    expect(applyLearnedOrder(usual, walked(['Drinks', 'Produce']))).toEqual(usual)
    expect(applyLearnedOrder(usual, walked(['Drinks', 'Produce'], ['Drinks', 'Produce']))).toEqual([
      'Drinks',
      'Bakery',
      'Meat',
      'Dairy',
      'Frozen',
      'Produce',
      'Other',
    ])
  })

  it('is relearned after the shop is rebuilt', () => {
    const before = Array.from({ length: 30 }, () => ['Drinks', 'Dairy', 'Produce'])
    const since = (trips: number) => Array.from({ length: trips }, () => ['Produce', 'Dairy', 'Drinks'])
    const way = (trips: number) =>
      applyLearnedOrder(usual, walked(...before, ...since(trips))).filter((name) => ['Drinks', 'Dairy', 'Produce'].includes(name))
    expect(way(0)).toEqual(['Drinks', 'Dairy', 'Produce'])
    expect(way(7)).toEqual(['Produce', 'Dairy', 'Drinks'])
  })

  it('follows any walk taken twice and keeps the other aisles in place', () => {
    const anyWalk = fc.shuffledSubarray(usual, { minLength: 2 })
    fc.assert(
      fc.property(anyWalk, fc.integer({ min: 2, max: 8 }), (walk, times) => {
        const order = applyLearnedOrder(usual, walked(...Array.from({ length: times }, () => walk)))
        expect(order.filter((category) => walk.includes(category))).toEqual(walk)
        const places = (list: readonly string[]) => list.map((category) => (walk.includes(category) ? null : category))
        expect(places(order)).toEqual(places(usual))
      }),
    )
  })

  it('contains the same aisles once each and is stable for any trips', () => {
    const anyTrips = fc.array(fc.shuffledSubarray([...usual, 'Gone']), { maxLength: 8 })
    fc.assert(
      fc.property(anyTrips, (trips) => {
        const order = applyLearnedOrder(usual, walked(...trips))
        expect(order.toSorted()).toEqual(usual.toSorted())
        expect(applyLearnedOrder(usual, walked(...trips).toReversed())).toEqual(order)
      }),
    )
  })

  it('of a store is the household’s until it is set or learned there', () => {
    expect(orderAislesOfStore(usual, { arranged: [], pairs: [] })).toEqual(usual)
    const learned = walked(['Dairy', 'Bakery'], ['Dairy', 'Bakery'])
    expect(orderAislesOfStore(['Bakery', 'Meat', 'Dairy'], { arranged: [], pairs: learned })).toEqual(['Dairy', 'Meat', 'Bakery'])
    expect(orderAislesOfStore(usual, { arranged: ['Drinks', 'Meat'], pairs: [] })).toEqual([
      'Drinks',
      'Meat',
      ...usual.filter((category) => category !== 'Drinks' && category !== 'Meat'),
    ])
  })

  it('inserts the household’s own categories before the last', () => {
    expect(appendMissingCategories(usual, ['Zoo', 'Meat', 'Art', 'Zoo'])).toEqual([...usual.slice(0, -1), 'Art', 'Zoo', 'Other'])
    expect(appendMissingCategories(['A'], ['B'])).toEqual(['A', 'B'])
  })
})
