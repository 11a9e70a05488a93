import { expect, it } from 'vitest'
import { forEachRow } from './for-each-row.ts'

it('works on all rows, then reports the first failure', async () => {
  const done: number[] = []
  const work = async (row: number) => {
    if (row % 2 === 0) throw new Error(`no ${row}`)
    done.push(row)
  }
  await expect(forEachRow([1, 2, 3, 4, 5], work)).rejects.toThrow('no 2')
  expect(done).toEqual([1, 3, 5])
  await forEachRow([7], work)
})
