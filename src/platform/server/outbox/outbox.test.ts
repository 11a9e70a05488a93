import { beforeEach, describe, expect, it } from 'vitest'
import { type MessageUpdate, type OutboxMessage, type OutboxTransport, openOutbox, type SendResult } from './outbox.ts'

interface TestMessage extends OutboxMessage {
  readonly target: string
  readonly dueAt: number
  readonly update?: MessageUpdate
}

const start = Date.parse('2026-01-01T00:00:00.000Z')
let store: Map<string, TestMessage>
let sent: string[]
let answer: (message: TestMessage) => Promise<SendResult> | SendResult
beforeEach(() => {
  store = new Map()
  sent = []
  answer = () => ({ kind: 'delivered' })
})

const add = (id: string, target = 'a') => store.set(id, { id, target, attempts: 0, createdAt: new Date(start).toISOString(), dueAt: start })
const away: SendResult = { kind: 'away', reason: 'no response', retryAfterMs: 0 }

function open(options: Partial<OutboxTransport<TestMessage>> = {}) {
  const transport: OutboxTransport<TestMessage> = {
    channel: 'test',
    retry: { firstMs: 60_000, maxAttempts: 3 },
    maxOutageMs: 3_600_000,
    countsOutages: false,
    maxConcurrent: 1,
    maxTargets: 10,
    listDue: async (now) =>
      Map.groupBy(
        [...store.values()].filter(({ update, dueAt }) => (update?.state ?? 'waiting') === 'waiting' && dueAt <= now.getTime()),
        ({ target }) => target,
      ),
    async claim(message, dueAt) {
      if (store.get(message.id) !== message) return false
      store.set(message.id, { ...message, attempts: message.attempts + 1, dueAt: Date.parse(dueAt) })
      return true
    },
    async send(message) {
      sent.push(message.id)
      return answer(message)
    },
    async settle({ id }, update) {
      const message = store.get(id)
      const dueAt = update.state === 'waiting' ? Date.parse(update.dueAt) : 0
      if (message) store.set(id, { ...message, attempts: update.attempts, update, dueAt })
    },
    async postpone(messages, dueAt) {
      for (const message of messages) store.set(message.id, { ...message, dueAt: Date.parse(dueAt) })
    },
    countWaiting: async () => 0,
    listDeadLetters: async () => [],
    retryDeadLetters: async () => {},
    ...options,
  }
  return openOutbox([transport], () => {})
}
type TestOutbox = ReturnType<typeof open>
async function deliverAfter(outbox: TestOutbox, ms: number) {
  await outbox.deliverDue(new Date(start + ms))
  await outbox.idle()
}
const stateOf = (id: string) => store.get(id)?.update?.state

it('sends the messages of a target in order, once', async () => {
  for (const id of ['1', '2', '3']) add(id)
  const outbox = open()
  await deliverAfter(outbox, 0)
  await deliverAfter(outbox, 1)
  expect(sent).toEqual(['1', '2', '3'])
  expect(stateOf('3')).toBe('delivered')
})

it('doesn’t let a slow target delay another', async () => {
  for (const id of ['slow', 'fast']) add(id, id)
  const slow = Promise.withResolvers<SendResult>()
  answer = ({ id }) => (id === 'slow' ? slow.promise : { kind: 'delivered' })
  const outbox = open()
  await outbox.deliverDue(new Date(start))
  await expect.poll(() => stateOf('fast')).toBe('delivered')
  add('fast again', 'fast')
  await outbox.deliverDue(new Date(start + 1))
  await expect.poll(() => stateOf('fast again')).toBe('delivered')
  slow.resolve({ kind: 'delivered' })
  await outbox.idle()
  expect(sent.filter((id) => id === 'slow')).toHaveLength(1)
})

it('doesn’t send what another process has claimed', async () => {
  add('1')
  const outbox = open({ claim: async () => false })
  await deliverAfter(outbox, 0)
  expect(sent).toEqual([])
})

describe('a refused message', () => {
  it('is retried with backoff, then becomes a dead letter, and doesn’t hold up the next', async () => {
    for (const id of ['1', '2']) add(id)
    answer = ({ id }) => (id === '1' ? { kind: 'refused', reason: 'answered 413' } : { kind: 'delivered' })
    const outbox = open()
    await deliverAfter(outbox, 0)
    expect(sent).toEqual(['1', '2'])
    await deliverAfter(outbox, 40_000)
    expect(sent).toHaveLength(2)
    await deliverAfter(outbox, 60_000)
    await deliverAfter(outbox, 180_000)
    expect(sent).toEqual(['1', '2', '1', '1'])
    expect(store.get('1')?.update).toMatchObject({ state: 'dead', attempts: 3, reason: 'answered 413' })
  })

  it('is one whose sending throws', async () => {
    add('1')
    answer = () => {
      throw new RangeError('too long')
    }
    await deliverAfter(open(), 0)
    expect(store.get('1')?.update).toMatchObject({ state: 'waiting', attempts: 1, reason: 'RangeError' })
  })
})

describe('a target that is away', () => {
  it('is probed by one message after a pause, without counting attempts', async () => {
    for (const id of ['1', '2', '3']) add(id)
    answer = () => away
    const outbox = open({ maxConcurrent: 2 })
    await deliverAfter(outbox, 0)
    await deliverAfter(outbox, 10_000)
    expect(sent).toHaveLength(1)
    await deliverAfter(outbox, 15_000)
    expect(sent).toHaveLength(2)
    expect([...store.values()].every(({ attempts }) => attempts === 0)).toBe(true)
    answer = () => ({ kind: 'delivered' })
    await deliverAfter(outbox, 45_000)
    expect(new Set(sent.slice(2))).toEqual(new Set(['1', '2', '3']))
  })

  it('pauses for as long as it asks', async () => {
    add('1')
    answer = () => ({ kind: 'away', reason: 'answered 429', retryAfterMs: 600_000 })
    const outbox = open()
    await deliverAfter(outbox, 0)
    await deliverAfter(outbox, 599_000)
    expect(sent).toHaveLength(1)
    await deliverAfter(outbox, 600_000)
    expect(sent).toHaveLength(2)
  })

  it('turns old messages into dead letters after a long outage', async () => {
    for (const id of ['1', '2']) add(id)
    answer = () => away
    const outbox = open()
    await deliverAfter(outbox, 0)
    store.set('2', { ...(store.get('2') as TestMessage), dueAt: start })
    await deliverAfter(outbox, 3_700_000)
    expect([stateOf('1'), stateOf('2')]).toEqual(['dead', 'dead'])
  })

  it('counts the attempt if the transport says so', async () => {
    add('1')
    answer = () => away
    await deliverAfter(open({ countsOutages: true }), 0)
    expect(store.get('1')?.update).toMatchObject({ state: 'waiting', attempts: 1 })
  })
})

it('postpones a message without counting the attempt', async () => {
  add('1')
  answer = () => ({ kind: 'later', until: new Date(start + 7_200_000) })
  const outbox = open()
  await deliverAfter(outbox, 0)
  await deliverAfter(outbox, 7_000_000)
  expect(sent).toHaveLength(1)
  expect(store.get('1')?.attempts).toBe(0)
})

it('starts no further message after close', async () => {
  for (const id of ['1', '2']) add(id)
  const first = Promise.withResolvers<SendResult>()
  answer = () => first.promise
  const outbox = open()
  await outbox.deliverDue(new Date(start))
  const closing = outbox.close()
  first.resolve({ kind: 'delivered' })
  await closing
  expect([sent, stateOf('1')]).toEqual([['1'], 'delivered'])
})
