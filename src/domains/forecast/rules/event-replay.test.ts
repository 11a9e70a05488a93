import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { replayHistory } from './event-replay.ts'
import { epsilon, type HistoryEvent } from './history-types.ts'

const today = '2024-03-02'
/** Returns the date this many days from today. */
const on = (day: number) => addDays(today, day)
const added = (lotId: string, quantity: number, day: number, due: number | null): HistoryEvent => ({
  type: 'added',
  lotId,
  ingredientId: 'milk',
  quantity,
  on: on(day),
  effectiveExpiration: due === null ? null : on(due),
})
const used = (quantity: number, day: number, lotId?: string): HistoryEvent => ({
  type: 'used',
  ingredientId: 'milk',
  lotId,
  quantity,
  on: on(day),
})
const discarded = (lotId: string, quantity: number, day: number, reason?: string): HistoryEvent => ({
  type: 'discarded',
  lotId,
  quantity,
  reason,
  on: on(day),
})

function milk(...events: HistoryEvent[]) {
  const [ingredient] = replayHistory({ today, ingredients: [{ id: 'milk' }], events })
  if (!ingredient) throw new Error('no food')
  return { ...ingredient, left: Object.fromEntries(ingredient.lots.map(({ id, left }) => [id, left])) }
}

test('a use without a lot takes lots by expiry, undated ones last', () => {
  expect(milk(added('none', 5, -9, null), added('late', 5, -8, 9), added('soon', 5, -7, 3), used(7, -2)).left).toEqual({
    none: 5,
    late: 3,
    soon: 0,
  })
})

test('a lot can be eaten through its date but not after it', () => {
  expect(milk(added('a', 5, -9, -4), added('b', 5, -8, 5), used(1, -4)).left).toEqual({ a: 4, b: 5 })
  expect(milk(added('a', 5, -9, -4), added('b', 5, -8, 5), used(1, -3)).left).toEqual({ a: 5, b: 4 })
})

test('a use with a lot takes only from that lot', () => {
  expect(milk(added('a', 5, -9, 4), added('b', 5, -8, 5), used(6, -3, 'b')).left).toEqual({ a: 5, b: 0 })
})

test('only a use that names its lot proves that the lot was there', () => {
  expect(milk(added('a', 5, -9, 4), used(1, -3)).lots[0]).toMatchObject({ lastUse: -3, provenOn: Number.NEGATIVE_INFINITY })
  expect(milk(added('a', 5, -9, 4), used(1, -3, 'a')).lots[0]).toMatchObject({ lastUse: -3, provenOn: -3 })
})

test('days without stock are excluded from the days in stock', () => {
  const ingredient = milk(added('a', 2, -20, 5), used(2, -18), added('b', 2, -10, -6), added('c', 2, -2, 9))
  expect(ingredient.stocked).toEqual([
    { from: -20, to: -18 },
    { from: -10, to: -6 },
    { from: -2, to: -1 },
  ])
})

test('a use that empties the shelf is marked, one that empties only a lot is not', () => {
  const ingredient = milk(added('a', 2, -20, 5), added('b', 2, -20, 6), used(2, -18), used(1, -17), used(1, -17))
  expect(ingredient.uses).toEqual([
    { day: -18, quantity: 2, emptied: false },
    { day: -17, quantity: 2, emptied: true },
  ])
  expect(ingredient.useCount).toBe(3)
})

test('29 February counts as a day', () => {
  const ingredient = milk(added('a', 9, -3, 0), used(1, -2))
  expect(on(-2)).toBe('2024-02-29')
  expect(ingredient.stocked).toEqual([{ from: -3, to: -1 }])
  expect(ingredient.lots[0]).toMatchObject({ expiresOn: 0, cameOn: -3, left: 8 })
})

test('a discard after the date is all that was left and reveals unrecorded uses', () => {
  const ingredient = milk(added('a', 10, -20, -5), used(2, -10), discarded('a', 3, -4))
  expect(ingredient.lots[0]).toMatchObject({ left: 0, discarded: true, unaccounted: 5, provenOn: -5 })
})

test('a discard as expired on the date is all that was left too', () => {
  expect(milk(added('a', 10, -20, -5), used(2, -10), discarded('a', 3, -5, 'expired')).lots[0]).toMatchObject({ left: 0, unaccounted: 5 })
  expect(milk(added('a', 10, -20, -5), used(2, -10), discarded('a', 3, -5, 'spoiled')).lots[0]).toMatchObject({ left: 5 })
})

test('a use may be recorded before the arrival of its lot on the same day', () => {
  expect(milk(used(2, -10, 'a'), added('a', 10, -10, 5)).left).toEqual({ a: 8 })
})

test('a partial discard before the date leaves the rest', () => {
  expect(milk(added('a', 10, -20, 5), discarded('a', 3, -4)).left).toEqual({ a: 7 })
})

test('discarding more than was left takes the surplus from other lots', () => {
  const ingredient = milk(added('a', 10, -20, -5), added('b', 10, -19, 5), used(6, -10), discarded('a', 9, -4))
  expect(ingredient.left).toEqual({ a: 0, b: 5 })
})

test('named uses record when a lot is passed over', () => {
  const ingredient = milk(added('a', 10, -20, 3), added('b', 10, -19, 8), used(1, -10, 'b'), used(1, -9, 'b'), used(1, -8, 'b'))
  expect(ingredient.lots[0]).toMatchObject({ passedOver: 3, younger: 1 })
  // A lot passed over twice no longer counts as a choice.
  expect(ingredient).toMatchObject({ choices: 2, firstChosen: 0 })
})

test('the order of events within a day does not matter', () => {
  expect(milk(used(2, -10), added('a', 10, -10, 5)).left).toEqual({ a: 8 })
  expect(milk(used(12, -10), added('a', 10, -10, 5), added('b', 10, -10, 6)).left).toEqual({ a: 0, b: 8 })
  expect(milk(used(2, -11), added('a', 10, -10, 5)).left).toEqual({ a: 10 })
})

test('a lot added again is topped up, an exact duplicate is ignored', () => {
  expect(milk(added('a', 10, -10, 5), added('a', 4, -8, 5)).left).toEqual({ a: 14 })
  expect(milk(added('a', 10, -10, 5), used(10, -9), added('a', 4, -8, 5), used(1, -7)).left).toEqual({ a: 3 })
  expect(milk(added('a', 10, -10, 5), added('a', 10, -10, 5)).left).toEqual({ a: 10 })
})

test('a negative quantity undoes the last event like it', () => {
  const before = [added('a', 10, -10, 5), used(3, -9, 'a'), discarded('a', 1, -8)]
  expect(milk(...before, used(2, -7, 'a'), used(-2, -5, 'a'))).toEqual(milk(...before))
  expect(milk(...before, discarded('a', 2, -7), discarded('a', -2, -7))).toEqual(milk(...before))
  expect(milk(...before, used(-99, -5, 'a'))).toEqual(milk(...before))
})

test('events of today change only the stock; later events and unknown lots are ignored', () => {
  const ingredient = milk(added('a', 10, -3, 3), used(1, -1), used(2, 0), used(4, 1), discarded('other', 1, -1))
  expect(ingredient.left).toEqual({ a: 7 })
  expect(ingredient.useCount).toBe(1)
})

const event = fc.oneof(
  fc.record({
    type: fc.constant('added' as const),
    lot: fc.nat(6),
    quantity: fc.integer({ min: 1, max: 9 }),
    day: fc.integer({ min: -40, max: -1 }),
    due: fc.option(fc.integer({ min: -45, max: 20 })),
  }),
  fc.record({
    type: fc.constant('used' as const),
    lot: fc.option(fc.nat(6)),
    quantity: fc.integer({ min: 1, max: 9 }),
    day: fc.integer({ min: -40, max: -1 }),
  }),
  fc.record({
    type: fc.constant('discarded' as const),
    lot: fc.nat(6),
    quantity: fc.integer({ min: 1, max: 9 }),
    day: fc.integer({ min: -40, max: -1 }),
  }),
)

test('for any events, each lot holds between zero and what was added, and the order of days in the input does not matter', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const history = events.map((one): HistoryEvent => {
        if (one.type === 'added') return added(`l${one.lot}`, one.quantity, one.day, one.due)
        return one.type === 'used'
          ? used(one.quantity, one.day, one.lot === null ? undefined : `l${one.lot}`)
          : discarded(`l${one.lot}`, one.quantity, one.day)
      })
      const ingredient = milk(...history)
      for (const lot of ingredient.lots) {
        expect(lot.left === 0 || lot.left > epsilon).toBe(true)
        expect(lot.left).toBeLessThanOrEqual(lot.added)
        expect(lot.younger).toBeGreaterThanOrEqual(0)
      }
      for (const [i, { from, to }] of ingredient.stocked.entries()) {
        expect(from).toBeLessThanOrEqual(to)
        expect(from).toBeGreaterThan(ingredient.stocked[i - 1]?.to ?? -Infinity)
      }
      expect(milk(...history.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)))).toEqual(ingredient)
    }),
  )
})
