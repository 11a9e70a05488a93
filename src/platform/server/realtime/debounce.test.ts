import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { debounceByHousehold } from './debounce.ts'

const [elm, oak] = ['elm', 'oak'] as unknown as [HouseholdId, HouseholdId]
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is told of a household in a short while is passed on once, with the highest number; nobody waits for another', () => {
  const heard: [string, number][] = []
  const news = debounceByHousehold(100, (household, seq) => void heard.push([household, seq]))
  for (const seq of [1, 3, 2]) news.tell(elm, seq)
  vi.advanceTimersByTime(60)
  news.tell(oak, 7)
  vi.advanceTimersByTime(40)
  expect(heard).toEqual([['elm', 3]])
  news.tell(elm, 4)
  vi.advanceTimersByTime(100)
  expect(heard).toEqual([
    ['elm', 3],
    ['oak', 7],
    ['elm', 4],
  ])
  news.tell(elm, 5)
  news.close()
  vi.advanceTimersByTime(1000)
  expect(heard).toHaveLength(3)
})
