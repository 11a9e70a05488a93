import { expect, it } from 'vitest'
import { joinMovements, maxPastMovements, type PastMovement, sumOfMovements } from './past-movements.ts'

const use = (quantity: number, on: string): PastMovement => ({ kind: 'use', quantity, on })

it('sorts by day and joins what is alike on one day', () => {
  const spoiled: PastMovement = { kind: 'discard', reason: 'spoiled', quantity: 0.3, on: '2026-05-02' }
  expect(
    joinMovements([use(0.1, '2026-05-02'), spoiled, use(1, '2026-05-01'), use(0.2, '2026-05-02'), { ...spoiled, reason: 'expired' }]),
  ).toEqual([use(1, '2026-05-01'), use(0.3, '2026-05-02'), spoiled, { ...spoiled, reason: 'expired' }])
})

it('keeps the sum of thousands of movements in few', () => {
  const days = Array.from({ length: 3000 }, (_, day) => new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10))
  const movements = days.map((on, at): PastMovement => (at % 3 === 0 ? { kind: 'correct', quantity: 0.007, on } : use(0.001, on)))
  const joined = joinMovements(movements)
  expect(joined.length).toBeLessThanOrEqual(maxPastMovements)
  expect(sumOfMovements(joined)).toBe(9)
  expect(sumOfMovements(joined.filter(({ kind }) => kind === 'use'))).toBe(2)
  expect(joined.map(({ on }) => on)).toEqual(joined.map(({ on }) => on).toSorted())
})

it('adds up without rounding errors', () => {
  expect(sumOfMovements([{ quantity: 0.1 }, { quantity: 0.2 }])).toBe(0.3)
  expect(sumOfMovements([])).toBe(0)
})
