import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { debounceByHousehold } from './consumer-loop.ts'

const [elm, oak] = ['elm', 'oak'] as unknown as [HouseholdId, HouseholdId]
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls once per household and delay with the highest number, and not after close', () => {
  const calls: [string, number][] = []
  const debounce = debounceByHousehold(100, (household, seq) => void calls.push([household, seq]))
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
