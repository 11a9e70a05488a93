import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounce } from './debounce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs once, when no call came for the delay', () => {
  const work = vi.fn()
  const refresh = debounce(100, work)
  refresh.call()
  vi.advanceTimersByTime(80)
  refresh.call()
  vi.advanceTimersByTime(80)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  expect(work).toHaveBeenCalledTimes(1)
  refresh.call()
  vi.advanceTimersByTime(100)
  expect(work).toHaveBeenCalledTimes(2)
})

test('drops a call when canceled', () => {
  const work = vi.fn()
  const refresh = debounce(100, work)
  refresh.call()
  refresh.cancel()
  vi.advanceTimersByTime(100)
  expect(work).not.toHaveBeenCalled()
})
