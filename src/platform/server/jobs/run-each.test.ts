import { expect, it } from 'vitest'
import { runEach } from './run-each.ts'

it('goes on after a failure and throws the first at the end', async () => {
  const done: number[] = []
  const run = runEach([1, 2, 3, 4], async (item) => {
    if (item % 2 === 0) throw new Error(`failed: ${item}`)
    done.push(item)
  })
  await expect(run).rejects.toThrow('failed: 2')
  expect(done).toEqual([1, 3])
})
