import { expect, test } from 'vitest'
import { endSession } from '../session/session.ts'
import { editChain } from './concurrent-edits.ts'

interface Row {
  version: number
  isShared: boolean
}
const row = (version: number, isShared = false): Row => ({ version, isShared })

/** A fake server with one row; each request waits until the test answers it. */
function kitchen() {
  const own = editChain<Row>()
  const asked: number[] = []
  const waiting: PromiseWithResolvers<{ reply: Row }>[] = []
  const change = (shown: Row, place = 'milk') => {
    const mine = own(place, shown)
    const sent = mine.send((ifMatch) => {
      asked.push(ifMatch)
      const answer = Promise.withResolvers<{ reply: Row }>()
      waiting.push(answer)
      return answer.promise
    })
    return { mine, ended: sent.then(...([() => true, () => false] as const)) }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const answer = async (reply: Row) => {
    await settled()
    waiting.shift()?.resolve({ reply })
    await settled()
  }
  const refuse = async () => {
    await settled()
    waiting.shift()?.reject(new Error('no'))
    await settled()
  }
  return { change, asked, answer, refuse, settled }
}

test('sends an edit made before the previous reply on top of it, repeatedly', async () => {
  const { change, asked, answer } = kitchen()
  const turns = [change(row(1)), change(row(1, true)), change(row(1))]
  expect(turns.map(({ mine }) => mine.isLast())).toEqual([false, false, true])
  for (const version of [2, 3, 4]) await answer(row(version))
  expect(asked).toEqual([1, 2, 3])
})

test('builds on a row from the reply or its live event without waiting', async () => {
  const { change, asked, answer } = kitchen()
  change(row(1))
  await answer(row(2, true))
  change(row(2, true))
  change(row(3))
  await answer(row(3))
  await answer(row(4))
  expect(asked).toEqual([1, 2, 3])
})

test('conflicts with a change by someone else in between', async () => {
  const { change, asked, answer, refuse } = kitchen()
  change(row(1))
  await answer(row(2, true))
  // Someone else's change made the row version 3; only the second change has seen it.
  change(row(1))
  change(row(3))
  await refuse()
  expect(asked).toEqual([1, 2, 3])
})

test('does not delay edits of other rows', async () => {
  const { change, asked, settled } = kitchen()
  change(row(1))
  change(row(7), 'eggs')
  await settled()
  expect(asked).toEqual([1, 7])
})

test('restores the row before the first rejected edit', async () => {
  const { change, asked, answer, refuse } = kitchen()
  const [on, off] = [change(row(1)), change(row(1, true))]
  await refuse()
  await refuse()
  expect([await on.ended, await off.ended, off.mine.row()]).toEqual([false, false, row(1)])
  // The next change builds on the restored row.
  const next = change(row(1))
  await answer(row(2, true))
  expect([next.mine.row(), asked]).toEqual([row(2, true), [1, 1, 1]])
})

test('keeps the accepted edit when the next one is rejected', async () => {
  const { change, answer, refuse } = kitchen()
  change(row(1))
  const off = change(row(1, true))
  await answer(row(2, true))
  await refuse()
  expect([await off.ended, off.mine.row()]).toEqual([false, row(2, true)])
})

test('forgets the rows at sign-out', async () => {
  const { change, asked, answer, settled } = kitchen()
  change(row(1))
  await answer(row(2))
  endSession()
  change(row(1))
  await settled()
  expect(asked).toEqual([1, 1])
})

test('lets an edit through the outbox decide what to show unless a direct one is under way', async () => {
  const own = editChain<Row>()
  const { promise, resolve } = Promise.withResolvers<{ reply: Row }>()
  const direct = own('milk', row(1)).send(() => promise)
  const queued = own('milk', row(1, true))
  expect(queued.isLast()).toBe(false)
  resolve({ reply: row(2) })
  await direct
  await new Promise((done) => setTimeout(done))
  expect(queued.isLast()).toBe(true)
})
