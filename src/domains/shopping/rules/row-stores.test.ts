import { expect, test } from 'vitest'
import { isForStore, mergeStores, sortStores } from './row-stores.ts'

test('adding to a row for anywhere leaves it for anywhere, otherwise it is for the stores of both', () => {
  expect(mergeStores([], ['b'])).toEqual([])
  expect(mergeStores(['b'], [])).toEqual(['b'])
  expect(mergeStores(['b'], ['a', 'b'])).toEqual(['a', 'b'])
  expect(sortStores(['b', 'a', 'b'])).toEqual(['a', 'b'])
})

test('a row is for its stores, or for anywhere if none of them is left', () => {
  const known = new Set(['a', 'b'])
  expect(isForStore({ storeIds: [] }, 'a', known)).toBe(true)
  expect(isForStore({ storeIds: ['a'] }, 'a', known)).toBe(true)
  expect(isForStore({ storeIds: ['b'] }, 'a', known)).toBe(false)
  expect(isForStore({ storeIds: ['gone'] }, 'a', known)).toBe(true)
  expect(isForStore({ storeIds: ['b', 'gone'] }, 'a', known)).toBe(false)
})
