import { expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

const longest = () => 1
const shortest = () => 0

it('doubles with each failure up to the maximum', () => {
  const waits = [1, 2, 3, 4, 5, 2000].map((failures) => backoffMs(failures, { firstMs: 100, maxMs: 1000 }, longest))
  expect(waits).toEqual([100, 200, 400, 800, 1000, 1000])
})

it('grows by another factor if given', () => {
  expect([1, 2, 3].map((failures) => backoffMs(failures, { firstMs: 60, factor: 4 }, longest))).toEqual([60, 240, 960])
})

it('is shortened by at most its jitter', () => {
  expect(backoffMs(1, { firstMs: 1000 }, shortest)).toBe(800)
  expect(backoffMs(1, { firstMs: 1000, jitter: 0.5 }, shortest)).toBe(500)
})
