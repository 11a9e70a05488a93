import { expect, it } from 'vitest'
import { semaphore } from './semaphore.ts'

it('runs two at once, queues three in order and refuses more', async () => {
  const run = semaphore(2, 3)
  const ends: (() => void)[] = []
  const began: number[] = []
  const works = Array.from({ length: 5 }, (_, i) =>
    run(async () => {
      began.push(i)
      await new Promise<void>((end) => ends.push(end))
    }),
  )
  await expect(run(async () => undefined)).rejects.toMatchObject({ status: 429, code: 'busy' })
  for (let i = 0; i < 5; i++) {
    await expect.poll(() => ends.length).toBeGreaterThan(i)
    ends[i]?.()
  }
  await Promise.all(works)
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect(await run(async () => 'done')).toBe('done')
})
