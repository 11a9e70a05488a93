import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentSession, endSession, setActiveHousehold, startSession } from '../session/session.ts'
import { liveState, onEvent, onMembershipLost, onResync, onStreamOpened, startLive } from './live-events.ts'
import { readStream } from './live-stream.ts'

const household = '11111111-1111-4111-8111-111111111111'

describe('the reader of a stream', () => {
  const readAll = async (...chunks: string[]) => {
    const read: unknown[] = []
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    })
    globalThis.fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    await readStream({
      token: 'the.token',
      household,
      lastId: null,
      signal: new AbortController().signal,
      onOpen() {},
      onId: (id) => read.push(id),
      onEvent: ({ event = 'message', data }) => read.push([event, data]),
    })
    return read
  }
  const whole = 'retry: 2000\nid: 6\n\n: here\n\nid: 7\ndata: {"a":1}\n\nevent: resync\nid: 9\ndata: {}\n\n'
  const expected = ['6', '7', ['message', '{"a":1}'], '9', ['resync', '{}']]
  test('parses ids, names and data, and skips comments', async () => expect(await readAll(whole)).toEqual(expected))
  test('parses any chunking', async () => expect(await readAll(...whole)).toEqual(expected))
  test('parses the other line endings', async () => {
    expect(await readAll(whole.replaceAll('\n', '\r\n'))).toEqual(expected)
    expect(await readAll(...whole.replaceAll('\n', '\r\n'))).toEqual(expected)
  })
  test('joins data lines and holds back an incomplete event', async () => {
    expect(await readAll('data: a\ndata: b\n\ndata: c\n')).toEqual([['message', 'a\nb']])
  })
})

const original = globalThis.fetch
const opened: { headers: Headers; write: (text: string) => void; end: () => void }[] = []
let refusal: number | null = null
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  globalThis.fetch = async (_, init) => {
    if (refusal !== null) return new Response('', { status: refusal })
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        opened.push({
          headers: new Headers(init?.headers),
          write: (text) => controller.enqueue(encoder.encode(text)),
          end: () => controller.close(),
        })
        init?.signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  startSession('the.token', true)
  setActiveHousehold(household)
})
afterEach(() => {
  stop()
  endSession()
  opened.length = 0
  refusal = null
  globalThis.fetch = original
  vi.useRealTimers()
})
const settle = () => vi.advanceTimersByTimeAsync(0)
const frame = (id: number, channel: string, event: string, payload: unknown = {}) =>
  `id: ${id}\ndata: ${JSON.stringify({ channel, event, payload })}\n\n`

describe('the live stream', () => {
  test('connects with token and household, and delivers to subscribers', async () => {
    const byChannel = vi.fn()
    const byEvent = vi.fn()
    const stops = [onEvent('inventory:', byChannel), onEvent({ event: 'household.changed' }, byEvent)]
    stop = startLive()
    await settle()
    expect(opened[0]?.headers.get('authorization')).toBe('Bearer the.token')
    expect(opened[0]?.headers.get('x-household-id')).toBe(household)
    opened[0]?.write(
      frame(8, `inventory:${household}`, 'inventory_change', { type: 'INSERT' }) + frame(9, `changes:${household}`, 'household.changed'),
    )
    await settle()
    expect(byChannel).toHaveBeenCalledExactlyOnceWith({
      channel: `inventory:${household}`,
      event: 'inventory_change',
      payload: { type: 'INSERT' },
    })
    expect(byEvent).toHaveBeenCalledOnce()
    for (const off of stops) off()
  })
  test('reconnects after a break with the last id', async () => {
    stop = startLive()
    await settle()
    opened[0]?.write(frame(41, 'changes:x', 'item.added'))
    await settle()
    opened[0]?.end()
    await vi.advanceTimersByTimeAsync(1500)
    expect(opened).toHaveLength(2)
    expect(opened[1]?.headers.get('last-event-id')).toBe('41')
  })
  test('reconnects after three missing heartbeats', async () => {
    stop = startLive()
    await settle()
    await vi.advanceTimersByTimeAsync(47_000)
    expect(opened).toHaveLength(2)
  })
  test('waits longer after each failure', async () => {
    refusal = 503
    let tries = 0
    const counted = globalThis.fetch
    globalThis.fetch = (...args) => {
      tries += 1
      return counted(...args)
    }
    stop = startLive()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tries).toBeGreaterThan(3)
    expect(tries).toBeLessThan(12)
  })
  test('notifies resync listeners of a resync', async () => {
    const all = vi.fn()
    const off = onResync(all)
    stop = startLive()
    await settle()
    opened[0]?.write('event: resync\nid: 5000\ndata: {"channel":"changes:x","event":"resync","payload":null}\n\n')
    await settle()
    expect(all).toHaveBeenCalledOnce()
    off()
  })
  test('closes at sign-out and opens another stream for another household', async () => {
    stop = startLive()
    await settle()
    setActiveHousehold('22222222-2222-4222-8222-222222222222')
    await settle()
    expect(opened[1]?.headers.get('x-household-id')).toBe('22222222-2222-4222-8222-222222222222')
    expect(opened[1]?.headers.get('last-event-id')).toBeNull()
    endSession()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(opened).toHaveLength(2)
  })
  test('signs out for a rejected token and checks the membership for a rejected household', async () => {
    const lost = vi.fn()
    refusal = 404
    const off = onMembershipLost(lost)
    stop = startLive()
    await settle()
    expect(lost).toHaveBeenCalledOnce()
    refusal = 401
    await vi.advanceTimersByTimeAsync(5000)
    expect(currentSession().token).toBeNull()
    off()
  })
  test('notifies of the first opening, not of reconnections', async () => {
    const told = vi.fn()
    const off = onStreamOpened(told)
    stop = startLive()
    await settle()
    expect(told).toHaveBeenCalledExactlyOnceWith(household)
    opened[0]?.write('retry: 2000\nid: 6\n\n')
    await settle()
    opened[0]?.end()
    await vi.advanceTimersByTimeAsync(1500)
    expect(opened).toHaveLength(2)
    expect(told).toHaveBeenCalledOnce()
    setActiveHousehold('22222222-2222-4222-8222-222222222222')
    await settle()
    expect(told).toHaveBeenLastCalledWith('22222222-2222-4222-8222-222222222222')
    off()
  })
  test('reports a break and its end in every tab', async () => {
    const queue: (() => void)[] = []
    const request = (_name: string, _options: LockOptions, held: () => Promise<void>) =>
      new Promise<void>((resolve) => {
        queue.push(() => void held().then(resolve))
        if (queue.length === 1) queue[0]?.()
      })
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
    stop = startLive()
    await settle()
    vi.resetModules()
    const other = await import('./live-events.ts')
    const stopOther = other.startLive()
    try {
      expect([liveState(), other.liveState()]).toEqual(['live', 'live'])
      refusal = 503
      opened[0]?.end()
      await vi.waitFor(() => expect(other.liveState()).toBe('waiting'))
      refusal = null
      await vi.advanceTimersByTimeAsync(60_000)
      await vi.waitFor(() => expect(other.liveState()).toBe('live'))
      expect(queue).toHaveLength(2)
    } finally {
      stopOther()
      Reflect.deleteProperty(navigator, 'locks')
    }
  })
  test('delivers to the other listeners when one throws', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const heard = vi.fn()
    const stops = [
      onEvent({}, () => {
        throw new Error('mistake')
      }),
      onEvent({}, heard),
    ]
    stop = startLive()
    await settle()
    opened[0]?.write(frame(1, 'changes:x', 'item.added'))
    await settle()
    expect(heard).toHaveBeenCalledOnce()
    for (const off of stops) off()
    log.mockRestore()
  })
})
