import { expect, test, vi } from 'vitest'
import { runLimited } from './run-limited.ts'

test('runs at most four at once and returns the items that succeeded', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  let [running, max] = [0, 0]
  const items = Array.from({ length: 10 }, (_, at) => at)
  const done = await runLimited(items, async (item) => {
    max = Math.max(max, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running--
    if (item === 3) throw new Error('three')
  })
  expect([max, done.toSorted((a, b) => a - b), log.mock.calls]).toEqual([4, items.filter((item) => item !== 3), [['three']]])
  log.mockRestore()
})
