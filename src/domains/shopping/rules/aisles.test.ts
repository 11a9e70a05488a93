import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { counted, learnedOrder, pairOf, type Step, withCategories } from './aisles.ts'

const usual = ['Produce', 'Bakery', 'Meat', 'Dairy', 'Frozen', 'Drinks', 'Other']

/** The steps as they stand after trips through the aisles in these orders. */
function walked(...trips: (readonly string[])[]): Step[] {
  const steps = new Map<string, Step>()
  for (const trip of trips) {
    trip.forEach((to, at) => {
      for (const from of trip.slice(0, at)) {
        const { first, second, sign } = pairOf(from, to)
        const key = `${first}|${second}`
        steps.set(key, { first, second, net: counted(steps.get(key)?.net ?? 0, sign) })
      }
    })
  }
  return [...steps.values()]
}

describe('the order of the aisles', () => {
  it('is the usual one until two trips say otherwise', () => {
    expect(learnedOrder(usual, [])).toEqual(usual)
    expect(learnedOrder(usual, walked(['Drinks', 'Produce']))).toEqual(usual)
    expect(learnedOrder(usual, walked(['Drinks', 'Produce'], ['Drinks', 'Produce']))).toEqual([
      'Drinks',
      'Bakery',
      'Meat',
      'Dairy',
      'Frozen',
      'Produce',
      'Other',
    ])
  })

  it('turns when the shop is rebuilt, after as many trips as it remembers', () => {
    const before = Array.from({ length: 30 }, () => ['Drinks', 'Dairy', 'Produce'])
    const since = (trips: number) => Array.from({ length: trips }, () => ['Produce', 'Dairy', 'Drinks'])
    const way = (trips: number) =>
      learnedOrder(usual, walked(...before, ...since(trips))).filter((name) => ['Drinks', 'Dairy', 'Produce'].includes(name))
    expect(way(0)).toEqual(['Drinks', 'Dairy', 'Produce'])
    expect(way(7)).toEqual(['Produce', 'Dairy', 'Drinks'])
  })

  it('for any walk that is taken twice is that walk, and the other aisles keep their places', () => {
    const anyWalk = fc.shuffledSubarray(usual, { minLength: 2 })
    fc.assert(
      fc.property(anyWalk, fc.integer({ min: 2, max: 8 }), (walk, times) => {
        const order = learnedOrder(usual, walked(...Array.from({ length: times }, () => walk)))
        expect(order.filter((category) => walk.includes(category))).toEqual(walk)
        const places = (list: readonly string[]) => list.map((category) => (walk.includes(category) ? null : category))
        expect(places(order)).toEqual(places(usual))
      }),
    )
  })

  it('for any trips at all is the same aisles, each once, and the same again', () => {
    const anyTrips = fc.array(fc.shuffledSubarray([...usual, 'Gone']), { maxLength: 8 })
    fc.assert(
      fc.property(anyTrips, (trips) => {
        const order = learnedOrder(usual, walked(...trips))
        expect(order.toSorted()).toEqual(usual.toSorted())
        expect(learnedOrder(usual, walked(...trips).toReversed())).toEqual(order)
      }),
    )
  })

  it('has room for categories of the household’s own, before the last', () => {
    expect(withCategories(usual, ['Zoo', 'Meat', 'Art', 'Zoo'])).toEqual([...usual.slice(0, -1), 'Art', 'Zoo', 'Other'])
    expect(withCategories(['A'], ['B'])).toEqual(['A', 'B'])
  })
})
