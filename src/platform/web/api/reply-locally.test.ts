import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { type LocalSource, setLocalSource } from './local-source.ts'
import { replyLocallyOr } from './reply-locally.ts'

const jars = endpoint({ method: 'GET', path: '/api/jars', auth: 'household', summary: 'Jars', reply: z.array(z.string()) })
const question = { endpoint: jars, args: {}, household: 'home' }
let known: string[] | undefined
beforeEach(() => {
  vi.useFakeTimers()
  known = ['fig']
  // The server knows better, e.g. the order.
  setLocalSource({
    peek: (_question, isUnreachable) => (isUnreachable ? known : undefined),
    reply: async () => undefined,
    derive: () => undefined,
    noteWrite() {},
  })
})
afterEach(() => {
  setLocalSource(null)
  vi.useRealTimers()
})
const ask = (server: Promise<string[]>) =>
  replyLocallyOr(
    question,
    new AbortController().signal,
    () => server,
    (reply) => reply,
  )

test('replies from this device when the server takes too long, as in a cellar', async () => {
  const replied = vi.fn()
  void ask(new Promise(() => {})).then(replied)
  await vi.advanceTimersByTimeAsync(3999)
  expect(replied).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(replied).toHaveBeenCalledWith(['fig'])
})

test('replies as the server does if it is in time, and waits for it where this device knows nothing', async () => {
  expect(await ask(Promise.resolve(['quince']))).toEqual(['quince'])
  known = undefined
  const replied = vi.fn()
  void ask(new Promise((resolve) => setTimeout(() => resolve(['late']), 9000))).then(replied)
  await vi.advanceTimersByTimeAsync(8999)
  expect(replied).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(replied).toHaveBeenCalledWith(['late'])
})

test('prefers this device once it has loaded, because the server’s reply lacks the pending changes', async () => {
  let markLoaded: (source: LocalSource) => void = () => {}
  const loading = new Promise<LocalSource>((resolve) => {
    markLoaded = resolve
  })
  setLocalSource(loading)
  let replyFromServer: (jars: string[]) => void = () => {}
  const reply = ask(
    new Promise((resolve) => {
      replyFromServer = resolve
    }),
  )
  let catchUp: (jars: string[]) => void = () => {}
  const source: LocalSource = {
    peek: () => ['fig'],
    reply: () =>
      new Promise((resolve) => {
        catchUp = resolve
      }),
    derive: () => undefined,
    noteWrite() {},
  }
  markLoaded(source)
  setLocalSource(source)
  await vi.advanceTimersByTimeAsync(0)
  replyFromServer(['quince'])
  await vi.advanceTimersByTimeAsync(0)
  catchUp(['fig', 'pending'])
  expect(await reply).toEqual(['fig', 'pending'])
})
