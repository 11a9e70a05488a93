import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import type { HistoryEvent, HouseholdHistory, PackOffer } from './history-types.ts'
import { usualLife } from './pack-advice.ts'
import { forecastStock } from './waste-forecast.ts'

const today = '2027-05-31'
const offer = (quantity: number, price: number, storeId: string | null = null): PackOffer => ({ quantity, price, storeId })

/** Buys a kilo of yogurt that keeps five days every sixth day, eats 100 g a day and throws away 400 g. */
function kilos(times: number): HistoryEvent[] {
  const events: HistoryEvent[] = []
  for (let at = times; at >= 1; at--) {
    const begin = addDays(today, -6 * at)
    const [lotId, ingredientId] = [`lot ${at}`, 'yogurt']
    events.push({ type: 'added', lotId, ingredientId, quantity: 1000, on: begin, effectiveExpiration: addDays(begin, 5) })
    for (let day = 0; day < 6; day++) events.push({ type: 'used', lotId, ingredientId, quantity: 100, on: addDays(begin, day) })
    events.push({ type: 'discarded', lotId, quantity: 400, reason: 'expired', on: addDays(begin, 6) })
  }
  return events
}
function adviceOf(offers: readonly PackOffer[], { times = 12, more = [] as HistoryEvent[], usual = offers[0] as PackOffer } = {}) {
  const history: HouseholdHistory = {
    today,
    ingredients: [{ id: 'yogurt' }],
    events: [...kilos(times), ...more],
    offers: new Map([['yogurt', { usual, offers }]]),
  }
  return forecastStock(history).packs
}

test('advises the pack that is eaten in time if it is clearly cheaper per amount eaten', () => {
  const [advice, ...others] = adviceOf([offer(1000, 4), offer(500, 2.5, 'aldi')])
  expect(others).toEqual([])
  // Six days at 100 g: 400 g of the kilo, two fifths, are left. Some always is.
  expect(advice?.usual.chance).toBeGreaterThan(0.97)
  expect(advice?.usual.thrown).toBeGreaterThan(0.36)
  expect(advice?.usual.thrown).toBeLessThan(0.46)
  // 4.00 for the 600 g that are eaten: 0.0067 a gram.
  expect(advice?.usual.perEaten).toBeCloseTo(4 / 600, 3)
  // Of 500 g hardly anything is left: 0.005 a gram.
  expect(advice?.better).toMatchObject({ quantity: 500, price: 2.5, storeId: 'aldi' })
  expect(advice?.better.thrown).toBeLessThan(0.1)
  expect(advice?.better.perEaten).toBeCloseTo(2.5 / 500, 3)
})

test('says nothing if the small pack costs as much per amount eaten', () => {
  // 3.20 for 500 g is 0.0064 a gram, less than a sixth below 0.0067.
  expect(adviceOf([offer(1000, 4), offer(500, 3.2)])).toEqual([])
})

test('advises a larger pack only if it is eaten in time', () => {
  // 1.20 for 200 g is 0.006 a gram, 2.20 for 500 g is 0.0044. A kilo for 1.90 is cheapest even for the 600 g that are eaten, but 400 g are waste.
  const usual = offer(200, 1.2)
  expect(adviceOf([usual, offer(500, 2.2)])).toMatchObject([{ better: { quantity: 500 } }])
  expect(adviceOf([usual, offer(1000, 1.9)])).toEqual([])
})

test('counts what is in stock already, which is eaten first', () => {
  const more: HistoryEvent[] = [
    { type: 'added', lotId: 'open', ingredientId: 'yogurt', quantity: 400, on: today, effectiveExpiration: addDays(today, 4) },
  ]
  const thrownOf = (events: HistoryEvent[]) => adviceOf([offer(1000, 4), offer(200, 0.6)], { more: events })[0]?.usual.thrown ?? 0
  expect(thrownOf(more)).toBeGreaterThan(thrownOf([]) + 0.2)
})

test.each([
  ['fewer than three dated lots', () => adviceOf([offer(1000, 4), offer(500, 2)], { times: 2 })],
  ['no other size', () => adviceOf([offer(1000, 4), offer(1000, 2, 'aldi')])],
  ['nearly the same size', () => adviceOf([offer(1000, 4), offer(900, 1)])],
  ['less than one use', () => adviceOf([offer(1000, 4), offer(50, 0.01)])],
  ['no offers', () => forecastStock({ today, ingredients: [{ id: 'yogurt' }], events: kilos(12) }).packs],
])('says nothing with %s', (_what, packs) => {
  expect(packs()).toEqual([])
})

test('a lot usually keeps as long as the median of the last twelve with a date', () => {
  const lot = (cameOn: number, expiresOn: number) => ({ cameOn, expiresOn }) as never
  expect(usualLife({ lots: [lot(-30, -23), lot(-20, -14), lot(-10, -2)] })).toBe(7)
  expect(usualLife({ lots: [lot(-30, -23), lot(-20, -14)] })).toBeNull()
  const undated = Array.from({ length: 4 }, (_, i) => lot(-i, Infinity))
  expect(usualLife({ lots: [...undated, lot(-30, -23), lot(-20, -14), lot(-10, -2)] })).toBeNull()
})
