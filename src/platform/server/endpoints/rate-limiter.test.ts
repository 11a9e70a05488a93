import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Problem } from '#platform/shared/problem.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { openPostgres } from '../database/postgres/database.ts'
import { consumeOrThrow, inMemoryRateLimiter, openRateLimiter } from './rate-limiter.ts'

const testApp = useTestApp()

test('frees each request after the window, and a refused one doesn’t extend the wait', async () => {
  let now = 1_000_000
  const tries = inMemoryRateLimiter({ limit: 3, windowMs: 1000 }, () => now)
  for (const _ of [1, 2, 3]) {
    expect(await tries.consume('soup')).toBe(0)
    now += 100
  }
  expect(await tries.consume('soup')).toBe(700)
  now += 699
  expect(await tries.consume('soup')).toBe(1)
  now += 1
  expect(await tries.consume('soup')).toBe(0)
  expect(await tries.consume('soup')).toBe(100)
  expect(await tries.consume('stew')).toBe(0)
})

test('deletes unused keys', async () => {
  let now = 0
  const tries = inMemoryRateLimiter({ limit: 1, windowMs: 1000 }, () => now)
  for (let i = 0; i < 20_000; i++) {
    now += 1
    await tries.consume(`key ${i}`)
  }
  expect(tries.size()).toBeLessThanOrEqual(10_000)
})

test('doesn’t go through all keys at every request when none has expired', async () => {
  let reads = 0
  const tries = inMemoryRateLimiter({ limit: 1, windowMs: 1000 }, () => {
    reads += 1
    return 0
  })
  for (let i = 0; i < 30_000; i++) await tries.consume(`key ${i}`)
  // The clock is read once for a request and once for a cleanup: at 10,000 and at 20,000 keys.
  expect(reads).toBe(30_002)
  expect(tries.size()).toBe(30_000)
})

test('returns the wait in whole seconds', async () => {
  const tries = openRateLimiter(testApp().server.database, 'a short one', 1, 1500)
  await consumeOrThrow(tries, 'soup')
  const refused = await consumeOrThrow(tries, 'soup').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Problem)
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests', extra: { retryAfterSeconds: 2 } })
})

test('frees a request after the window in the database, too', async () => {
  const tries = openRateLimiter(testApp().server.database, 'a very short one', 1, 40)
  expect(await tries.consume('soup')).toBe(0)
  await expect.poll(() => tries.consume('soup')).toBe(0)
})

test('refunds one request', async () => {
  const tries = openRateLimiter(testApp().server.database, randomUUID(), 2, 60_000)
  await tries.consume('soup')
  await tries.consume('soup')
  await tries.refund('soup')
  await tries.refund('an unused key')
  expect(await tries.consume('soup')).toBe(0)
  expect(await tries.consume('soup')).toBeGreaterThan(0)
})

test('C-21: holds the limit across concurrent requests and processes', async () => {
  const { server, config } = testApp()
  const shared = randomUUID()
  const here = openRateLimiter(server.database, shared, 10, 60_000)
  const second = config.databaseUrl === null ? null : await openPostgres(config.databaseUrl, () => {})
  const there = second === null ? here : openRateLimiter(second, shared, 10, 60_000)
  const waits = await Promise.all(Array.from({ length: 100 }, (_, i) => (i % 2 ? here : there).consume('soup')))
  await second?.close()
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(10)
  expect(await openRateLimiter(server.database, randomUUID(), 10, 60_000).consume('soup')).toBe(0)
})

test('twin: limiters in memory each allow the full limit', async () => {
  const each = [inMemoryRateLimiter({ limit: 10, windowMs: 60_000 }), inMemoryRateLimiter({ limit: 10, windowMs: 60_000 })] as const
  const waits = await Promise.all(Array.from({ length: 100 }, (_, i) => each[i % 2 === 0 ? 0 : 1].consume('soup')))
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(20)
})
