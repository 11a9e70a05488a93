import { expect, test } from 'vitest'
import { orderedQueue } from './ordered-queue.ts'

const full = () => new Error('full')

/** Longer than any test takes. */
const patienceMs = 600_000

/**
 * Starts work that ends when released, and records the order of starts and responses. The input is available unless a test says otherwise.
 */
function works(turn: ReturnType<typeof orderedQueue>) {
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const started: string[] = []
  const answered: string[] = []
  return {
    begun: started,
    answered,
    come(name: string, came: number, arrived: Promise<unknown> = Promise.resolve()) {
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return turn(
        came,
        () => arrived,
        () => {
          started.push(name)
          return end.promise
        },
      ).then(
        () => void answered.push(name),
        (error: Error) => void answered.push(`${name}: ${error.message}`),
      )
    },
    end: (name: string) => ends.get(name)?.resolve('done'),
    fail: (name: string) => ends.get(name)?.reject(new Error('failed')),
  }
}
const settle = () => new Promise((go) => setImmediate(go))

test('limits concurrency, starts waiting work in request order and refuses work beyond the limit', async () => {
  const { come, end, begun: started, answered } = works(orderedQueue({ maxConcurrent: 1, maxWaiting: 3, waitMs: patienceMs }, full))
  const all = [come('b', 2), come('d', 4), come('a', 1), come('c', 3), come('e', 5)]
  await settle()
  expect({ begun: started, answered }).toEqual({ begun: ['b'], answered: ['e: full'] })
  for (const name of ['b', 'a', 'c', 'd']) {
    end(name)
    await settle()
  }
  await Promise.all(all)
  expect(started).toEqual(['b', 'a', 'c', 'd'])
})

test('returns results in request order, whichever is ready first', async () => {
  const { come, end, answered } = works(orderedQueue({ maxConcurrent: 4, maxWaiting: 8, waitMs: patienceMs }, full))
  const all = [come('b', 2), come('c', 3), come('a', 1), come('d', 4)]
  for (const name of ['d', 'b', 'c']) {
    end(name)
    await settle()
  }
  expect(answered).toEqual([])
  end('a')
  await Promise.all(all)
  expect(answered).toEqual(['a', 'b', 'c', 'd'])
})

test("keeps a request's position while its body is received, and starts others meanwhile", async () => {
  const { come, end, begun: started, answered } = works(orderedQueue({ maxConcurrent: 1, maxWaiting: 8, waitMs: patienceMs }, full))
  const body = Promise.withResolvers<void>()
  const all = [come('a', 1, body.promise), come('b', 2), come('c', 3)]
  for (const name of ['b', 'c']) {
    await settle()
    end(name)
  }
  await settle()
  expect({ begun: started, answered }).toEqual({ begun: ['b', 'c'], answered: [] })
  body.resolve()
  end('a')
  await Promise.all(all)
  expect(answered).toEqual(['a', 'b', 'c'])
})

test('stops waiting for a slow request after the limit, and for a broken one immediately', async () => {
  const { come, end, answered } = works(orderedQueue({ maxConcurrent: 2, maxWaiting: 8, waitMs: 1 }, full))
  const body = Promise.withResolvers<void>()
  const slow = come('slow', 1, body.promise)
  const next = come('next', 2)
  end('next')
  await next
  expect(answered).toEqual(['next'])
  body.resolve()
  end('slow')
  await slow
  const patient = works(orderedQueue({ maxConcurrent: 2, maxWaiting: 8, waitMs: patienceMs }, full))
  const broken = patient.come('broken', 1, Promise.reject(new Error('gone')))
  const after = patient.come('after', 2)
  patient.end('after')
  await Promise.all([broken, after])
  expect(patient.answered).toEqual(['broken: gone', 'after'])
})

test('reports failures and refusals immediately, without waiting for requests still being received', async () => {
  const { come, end, fail, answered } = works(orderedQueue({ maxConcurrent: 2, maxWaiting: 1, waitMs: patienceMs }, full))
  const all = [come('a', 2), come('b', 3), come('c', 4), come('d', 5)]
  await settle()
  expect(answered).toEqual(['d: full'])
  fail('b')
  await settle()
  expect(answered).toEqual(['d: full', 'b: failed'])
  end('c')
  await settle()
  expect(answered).toHaveLength(2)
  end('a')
  await settle()
  expect(answered.slice(2)).toEqual(['a', 'c'])
  const late = come('late', 1)
  end('late')
  await Promise.all([...all, late])
})
