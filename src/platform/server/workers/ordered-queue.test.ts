import { expect, test } from 'vitest'
import { orderedQueue } from './ordered-queue.ts'

const full = () => new Error('full')

/** Longer than any test takes. */
const longMs = 600_000

/**
 * Starts work that ends when released, and records the order of starts and responses. The input is available unless a test says otherwise.
 */
function works(queue: ReturnType<typeof orderedQueue>) {
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const started: string[] = []
  const returned: string[] = []
  return {
    started,
    returned,
    add(name: string, cameAt: number, received: Promise<unknown> = Promise.resolve()) {
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return queue(
        cameAt,
        () => received,
        () => {
          started.push(name)
          return end.promise
        },
      ).then(
        () => void returned.push(name),
        (error: Error) => void returned.push(`${name}: ${error.message}`),
      )
    },
    end: (name: string) => ends.get(name)?.resolve('done'),
    fail: (name: string) => ends.get(name)?.reject(new Error('failed')),
  }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('limits concurrency, starts waiting work in request order and refuses work beyond the limit', async () => {
  const { add, end, started, returned } = works(orderedQueue({ maxConcurrent: 1, maxWaiting: 3, waitMs: longMs }, full))
  const all = [add('b', 2), add('d', 4), add('a', 1), add('c', 3), add('e', 5)]
  await settle()
  expect({ started, returned }).toEqual({ started: ['b'], returned: ['e: full'] })
  for (const name of ['b', 'a', 'c', 'd']) {
    end(name)
    await settle()
  }
  await Promise.all(all)
  expect(started).toEqual(['b', 'a', 'c', 'd'])
})

test('returns results in request order, whichever is ready first', async () => {
  const { add, end, returned } = works(orderedQueue({ maxConcurrent: 4, maxWaiting: 8, waitMs: longMs }, full))
  const all = [add('b', 2), add('c', 3), add('a', 1), add('d', 4)]
  for (const name of ['d', 'b', 'c']) {
    end(name)
    await settle()
  }
  expect(returned).toEqual([])
  end('a')
  await Promise.all(all)
  expect(returned).toEqual(['a', 'b', 'c', 'd'])
})

test("keeps a request's position while its body is received, and starts others meanwhile", async () => {
  const { add, end, started, returned } = works(orderedQueue({ maxConcurrent: 1, maxWaiting: 8, waitMs: longMs }, full))
  const body = Promise.withResolvers<void>()
  const all = [add('a', 1, body.promise), add('b', 2), add('c', 3)]
  for (const name of ['b', 'c']) {
    await settle()
    end(name)
  }
  await settle()
  expect({ started, returned }).toEqual({ started: ['b', 'c'], returned: [] })
  body.resolve()
  end('a')
  await Promise.all(all)
  expect(returned).toEqual(['a', 'b', 'c'])
})

test('stops waiting for a slow request after the limit, and for a broken one immediately', async () => {
  const { add, end, returned } = works(orderedQueue({ maxConcurrent: 2, maxWaiting: 8, waitMs: 1 }, full))
  const body = Promise.withResolvers<void>()
  const slow = add('slow', 1, body.promise)
  const next = add('next', 2)
  end('next')
  await next
  expect(returned).toEqual(['next'])
  body.resolve()
  end('slow')
  await slow
  const other = works(orderedQueue({ maxConcurrent: 2, maxWaiting: 8, waitMs: longMs }, full))
  const broken = other.add('broken', 1, Promise.reject(new Error('gone')))
  const after = other.add('after', 2)
  other.end('after')
  await Promise.all([broken, after])
  expect(other.returned).toEqual(['broken: gone', 'after'])
})

test('reports failures and refusals immediately, without waiting for requests still being received', async () => {
  const { add, end, fail, returned } = works(orderedQueue({ maxConcurrent: 2, maxWaiting: 1, waitMs: longMs }, full))
  const all = [add('a', 2), add('b', 3), add('c', 4), add('d', 5)]
  await settle()
  expect(returned).toEqual(['d: full'])
  fail('b')
  await settle()
  expect(returned).toEqual(['d: full', 'b: failed'])
  end('c')
  await settle()
  expect(returned).toHaveLength(2)
  end('a')
  await settle()
  expect(returned.slice(2)).toEqual(['a', 'c'])
  const late = add('late', 1)
  end('late')
  await Promise.all([...all, late])
})
