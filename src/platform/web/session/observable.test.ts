import { expect, test, vi } from 'vitest'
import { observable } from './observable.ts'

test('notifies watchers of changes only, until they stop', () => {
  const count = observable(0)
  const watcher = vi.fn()
  const stop = count.watch(watcher)
  count.set(0)
  expect(watcher).not.toHaveBeenCalled()
  count.set(1)
  expect(count.get()).toBe(1)
  expect(watcher).toHaveBeenCalledTimes(1)
  stop()
  count.set(2)
  expect(watcher).toHaveBeenCalledTimes(1)
})

test('a watcher may stop while it is notified', () => {
  const count = observable(0)
  const later = vi.fn()
  const stop = count.watch(() => stop())
  count.watch(later)
  count.set(1)
  count.set(2)
  expect(later).toHaveBeenCalledTimes(2)
})
