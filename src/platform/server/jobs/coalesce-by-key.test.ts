import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesceByKey } from './coalesce-by-key.ts'

const [elm, oak] = ['elm', 'oak'] as const
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls once per key and delay with the merged value, and not after close', () => {
  const calls: [string, number][] = []
  const debounce = coalesceByKey({ delayMs: 100, merge: Math.max }, (household: string, seq: number) => void calls.push([household, seq]))
  for (const seq of [1, 3, 2]) debounce.add(elm, seq)
  vi.advanceTimersByTime(60)
  debounce.add(oak, 7)
  vi.advanceTimersByTime(40)
  expect(calls).toEqual([['elm', 3]])
  debounce.add(elm, 4)
  vi.advanceTimersByTime(100)
  expect(calls).toEqual([
    ['elm', 3],
    ['oak', 7],
    ['elm', 4],
  ])
  debounce.add(elm, 5)
  debounce.close()
  vi.advanceTimersByTime(1000)
  expect(calls).toHaveLength(3)
})

test('calls at the first value and then at most once per delay, with the latest value', () => {
  const calls: [string, number][] = []
  const debounce = coalesceByKey({ delayMs: 100, isImmediate: true }, (key: string, value: number) => void calls.push([key, value]))
  debounce.add(elm, 1)
  expect(calls).toEqual([[elm, 1]])
  for (const value of [2, 3]) debounce.add(elm, value)
  vi.advanceTimersByTime(100)
  debounce.add(elm, 4)
  expect(calls.slice(1)).toEqual([[elm, 3]])
  vi.advanceTimersByTime(100)
  expect(calls.slice(2)).toEqual([[elm, 4]])
  vi.advanceTimersByTime(1000)
  expect(calls).toHaveLength(3)
})
