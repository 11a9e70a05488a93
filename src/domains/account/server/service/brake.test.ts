import { expect, test } from 'vitest'
import { Problem } from '#platform/contract/problem.ts'
import { brake, takeOrWait } from './brake.ts'

test('each count frees itself when its time is over, and being refused makes the wait no longer', () => {
  let now = 1_000_000
  const tries = brake(3, 1000, () => now)
  for (const _ of [1, 2, 3]) {
    expect(tries.take('soup')).toBe(0)
    now += 100
  }
  expect(tries.take('soup')).toBe(700)
  now += 699
  expect(tries.take('soup')).toBe(1)
  now += 1
  expect(tries.take('soup')).toBe(0)
  expect(tries.take('soup')).toBe(100)
  expect(tries.take('stew')).toBe(0)
})

test('whoever has to wait is told how long, in whole seconds', () => {
  const tries = brake(1, 1500, () => 0)
  takeOrWait(tries, 'soup')
  const refused = (() => {
    try {
      return takeOrWait(tries, 'soup')
    } catch (error) {
      return error
    }
  })()
  expect(refused).toBeInstanceOf(Problem)
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests', extra: { retryAfterSeconds: 2 } })
})

test('keys that nobody uses any more are forgotten', () => {
  let now = 0
  const tries = brake(1, 1000, () => now)
  for (let i = 0; i < 20_000; i++) {
    now += 1
    tries.take(`key ${i}`)
  }
  expect(tries.size()).toBeLessThanOrEqual(10_000)
})
