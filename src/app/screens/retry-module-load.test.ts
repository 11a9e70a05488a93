import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retryModuleLoad } from './retry-module-load.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const dropped = () => new TypeError('Failed to fetch dynamically imported module')

it('retries an import that failed', async () => {
  const load = vi.fn().mockRejectedValueOnce(dropped()).mockRejectedValueOnce(dropped()).mockResolvedValue('here')
  const arriving = retryModuleLoad(load)
  await vi.advanceTimersByTimeAsync(799)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(201)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4000)
  await expect(arriving).resolves.toBe('here')
  expect(load).toHaveBeenCalledTimes(3)
})

it('gives up silently before a missing file would reload the page again', async () => {
  const load = vi.fn().mockRejectedValue(dropped())
  const arriving = retryModuleLoad(load)
  await vi.advanceTimersByTimeAsync(21_000)
  await expect(arriving).resolves.toBeUndefined()
  expect(load).toHaveBeenCalledTimes(4)
})

it('does nothing while the page reloads', async () => {
  const load = vi.fn().mockResolvedValue(undefined)
  await expect(retryModuleLoad(load)).resolves.toBeUndefined()
  expect(load).toHaveBeenCalledTimes(1)
})
