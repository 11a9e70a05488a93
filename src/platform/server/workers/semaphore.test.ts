import { expect, it } from 'vitest'
import { semaphore } from './semaphore.ts'

it('lets two in, has three wait in their order, and refuses the next until there is room', async () => {
  const inTurn = semaphore(2, 3)
  const ends: (() => void)[] = []
  const began: number[] = []
  const works = Array.from({ length: 5 }, (_, i) =>
    inTurn(async () => {
      began.push(i)
      await new Promise<void>((end) => ends.push(end))
    }),
  )
  await expect(inTurn(async () => undefined)).rejects.toMatchObject({ status: 429, code: 'busy' })
  for (let i = 0; i < 5; i++) {
    await expect.poll(() => ends.length).toBeGreaterThan(i)
    ends[i]?.()
  }
  await Promise.all(works)
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect(await inTurn(async () => 'in')).toBe('in')
})
