import { expect, test, vi } from 'vitest'
import { boundedCache } from './bounded-cache.ts'

test('keeps values up to the maximum, then only the newest', () => {
  const cache = boundedCache<string, number>(2)
  cache.set('rice', 1)
  cache.set('milk', 2)
  expect([cache.get('rice'), cache.get('milk')]).toEqual([1, 2])
  cache.set('flour', 3)
  expect([cache.get('rice'), cache.get('milk'), cache.get('flour')]).toEqual([undefined, undefined, 3])
})

test('a new value of a key replaces the size of the old one', () => {
  const cache = boundedCache<string, string>(6, (text) => text.length)
  cache.set('a', 'rice')
  cache.set('a', 'milk')
  cache.set('b', 'ei')
  expect([cache.get('a'), cache.get('b')]).toEqual(['milk', 'ei'])
  cache.set('b', 'eis')
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'eis'])
})

test('creates a missing value once, also null', () => {
  const cache = boundedCache<string, string | null>(2)
  const create = vi.fn((key: string) => (key === 'rice' ? null : key))
  expect([cache.getOrCreate('rice', create), cache.getOrCreate('rice', create), cache.getOrCreate('milk', create)]).toEqual([
    null,
    null,
    'milk',
  ])
  expect(create).toHaveBeenCalledTimes(2)
})
