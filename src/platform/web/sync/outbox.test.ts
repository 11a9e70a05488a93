import { expect, test } from 'vitest'
import { deviceClock } from './device-clock.ts'
import { openOutbox } from './outbox.ts'
import type { TabChannel } from './outbox-interface.ts'
import { memoryStore, withFallback } from './outbox-store.ts'

test('reports the waiting changes of a left household once, also when two callers forget it', async () => {
  let made = 0
  const outbox = openOutbox({ user: 'ana', store: memoryStore(true), newId: () => `change ${++made}` })
  for (const words of ['Check off Milk', 'Add candles'])
    outbox.add({
      kind: 'shopping',
      household: 'home',
      request: { method: 'POST', address: '/api/shopping-list', body: {} },
      intent: {},
      words,
    })
  await outbox.ready
  await Promise.all([outbox.forget('home'), outbox.keepOnly([])])
  expect(outbox.pending().map(({ words, state }) => [words, state])).toEqual([
    ['Check off Milk', 'refused'],
    ['Add candles', 'refused'],
  ])
})

const milk = {
  kind: 'shopping',
  household: 'home',
  request: { method: 'POST', address: '/api/shopping-list', body: {} },
  intent: {},
  words: 'Add milk',
} as const
const throwing = () => Promise.reject(new DOMException('Connection to Indexed Database server lost', 'UnknownError'))

test('still shows and sends changes when the store becomes unreadable', async () => {
  const first = memoryStore(true)
  let losses = 0
  let onPrompt: (message: unknown) => void = () => {}
  const tabChannel: TabChannel = {
    send() {},
    listen(listener) {
      onPrompt = listener
      return () => {}
    },
    close() {},
  }
  const outbox = openOutbox({ user: 'ana', store: withFallback(first, () => (losses += 1)), tabChannel, newId: () => 'one' })
  const { ended } = outbox.add(milk)
  await outbox.ready
  await expect.poll(() => outbox.pending()[0]?.order).toBe(1)
  Object.assign(first, { edit: throwing, all: throwing })
  onPrompt('changed')
  expect(await outbox.markTried('one')).toMatchObject({ id: 'one', tried: true })
  onPrompt('changed')
  await new Promise((done) => setTimeout(done, 10))
  expect(outbox.pending().map(({ id, state }) => [id, state])).toEqual([['one', 'waiting']])
  expect([losses, outbox.isDurable()]).toEqual([1, false])
  await outbox.settle('one', { state: 'sent', seq: 4, reply: null, intent: {}, isLasting: false })
  expect(await ended).toMatchObject({ state: 'sent', seq: 4 })
})

test('is not durable while a change is only in memory, even if later ones are stored', async () => {
  const first = memoryStore(true)
  const store = withFallback(first, () => {})
  let made = 0
  const outbox = openOutbox({ user: 'ana', store, newId: () => `change ${++made}` })
  await outbox.ready
  const { put } = first
  Object.assign(first, { put: throwing })
  outbox.add(milk)
  await expect.poll(() => outbox.isDurable()).toBe(false)
  Object.assign(first, { put })
  outbox.add(milk)
  await expect.poll(async () => (await first.all()).length).toBe(1)
  expect(outbox.isDurable()).toBe(false)
  await outbox.settle('change 1', { state: 'sent', seq: 4, reply: null, intent: {}, isLasting: false })
  outbox.add(milk)
  await expect.poll(() => outbox.isDurable()).toBe(true)
})

test('drops changes that were sent a while ago once the copy includes them', async () => {
  let at = 1_000_000
  const first = memoryStore(true)
  let made = 0
  const outbox = openOutbox({ user: 'ana', store: first, clock: { ...deviceClock, now: () => at }, newId: () => `change ${++made}` })
  await outbox.ready
  for (let i = 0; i < 3; i += 1) {
    const { id } = outbox.add(milk)
    await expect.poll(() => outbox.pending().at(-1)?.order).toBe(i + 1)
    await outbox.settle(id, { state: 'sent', seq: i, reply: null, intent: {}, isLasting: false })
    at += 61_000
  }
  at -= 61_000
  const left = async () => [outbox.pending().map(({ id }) => id), (await first.all()).map(({ id }) => id)]
  await outbox.dropRead('elsewhere', { seq: 5, askedAt: at, now: at })
  await outbox.dropRead('home', { seq: 0, askedAt: at, now: at })
  expect(await left()).toEqual([
    ['change 2', 'change 3'],
    ['change 2', 'change 3'],
  ])
  await outbox.dropRead('home', { seq: 5, askedAt: at, now: at })
  expect(await left()).toEqual([['change 3'], ['change 3']])
})

test('keeps a sent change while waiting ones depend on its response', async () => {
  let at = 1_000_000
  let made = 0
  const store = memoryStore(true)
  const outbox = openOutbox({ user: 'ana', store, clock: { ...deviceClock, now: () => at }, newId: () => `change ${++made}` })
  await outbox.ready
  outbox.add(milk)
  await expect.poll(() => outbox.pending()[0]?.order).toBe(1)
  await outbox.settle('change 1', { state: 'sent', seq: 4, reply: null, intent: {}, isLasting: true })
  outbox.add(milk)
  await expect.poll(() => outbox.pending()[1]?.order).toBe(2)
  at += 61_000
  await outbox.dropRead('home', { seq: 5, askedAt: at, now: at })
  expect(outbox.pending()).toHaveLength(2)
  await outbox.settle('change 2', { state: 'void' })
  await outbox.dropRead('home', { seq: 5, askedAt: at, now: at })
  expect(outbox.pending()).toHaveLength(0)
})

test('keeps a change at once and tells its watchers later, or with the next change', async () => {
  let made = 0
  const outbox = openOutbox({ user: 'ana', store: memoryStore(true), newId: () => `change ${++made}` })
  await outbox.ready
  const seen: number[] = []
  outbox.watch(() => seen.push(outbox.pending().length))
  let tell = () => {}
  let asked = 0
  const later = (work: () => void) => {
    asked += 1
    tell = work
    return work
  }
  outbox.add(milk, later)
  outbox.add(milk, later)
  expect(outbox.pending()).toHaveLength(2)
  await expect.poll(() => outbox.pending().map(({ order }) => order)).toEqual([1, 2])
  expect([asked, seen]).toEqual([1, []])
  tell()
  expect(seen).toEqual([2])
  outbox.add(milk, later)
  outbox.add(milk)
  expect([asked, seen]).toEqual([2, [2, 4]])
})

test('tells when a change is stored, or can’t be', async () => {
  const store = memoryStore(true)
  const putting = Promise.withResolvers<number>()
  const outbox = openOutbox({ user: 'ana', store: { ...store, open: store.open, put: () => putting.promise }, newId: () => 'one' })
  const told: string[] = []
  const { stored } = outbox.add(milk)
  void stored.then(() => told.push('stored'))
  await outbox.ready
  await new Promise((done) => setTimeout(done))
  expect(told).toEqual([])
  putting.reject(new Error('no room'))
  await stored
})
