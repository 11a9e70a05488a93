import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addLot, moveLot, openLot, useLot } from '#domains/inventory/contract.ts'
import { eventType } from '#platform/shared/event.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { openStream, type ReceivedFrame, type Stream } from '#tests/support/server/event-stream.ts'
import { createAppWithContext, portOf } from '#tests/support/server/http-app.ts'
import { type HttpPerson, httpPerson } from '#tests/support/server/http-client.ts'
import { addSomeLot, useTestApp } from '#tests/support/server/test-app.ts'
import { recordChange } from '../changes/change-log.ts'
import type { Database } from '../database/index.ts'
import { liveRoutes } from './live-route.ts'
import { openLiveStreams } from './live-streams.ts'

const testApp = useTestApp()
let url = ''
beforeAll(async () => {
  url = await testApp().server.app.listen({ port: 0, host: '127.0.0.1' })
})

const streams: Stream[] = []
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})

async function aMember() {
  const person = await testApp().person('Ana')
  const household = await testApp().household(person)
  return { person, household: household.id as HouseholdId, watcher: httpPerson(url, person.userId, person.token, household.id) }
}
async function watch(watcher: HttpPerson, after?: number): Promise<Stream> {
  const stream = await openStream(watcher, { after })
  streams.push(stream)
  return stream
}

const note = eventType('test.noted', z.object({ text: z.string() }))
/** Records changes that no view renders, so that only plain frames are sent. */
async function notes(household: HouseholdId, person: { userId: string }, count: number, text = 'x'): Promise<number> {
  const actor = { householdId: household, userId: person.userId as UserId, now: new Date() }
  let seq = 0
  await testApp().server.database.write(household, 'notes', async (tx) => {
    for (let i = 0; i < count; i++) seq = await recordChange(tx, actor, note, { text })
  })
  return seq
}
const named =
  (event: string) =>
  (frame: ReceivedFrame): boolean =>
    frame.event === event

describe('a live stream', () => {
  it('begins at the end of the log', async () => {
    const { person, household, watcher } = await aMember()
    const now = await notes(household, person, 3)
    const stream = await watch(watcher)
    const next = await notes(household, person, 1)
    await stream.next(named('test.noted'))
    expect(stream.frames.map(({ id }) => id)).toEqual([next])
    expect(next).toBe(now + 1)
  })

  it('misses no signal once its head has arrived, even if the database is slow', async () => {
    const { database } = testApp().server
    const slow: Database = {
      ...database,
      async read(scope, work) {
        await pause(50)
        return database.read(scope, work)
      },
    }
    const live = openLiveStreams(slow, [], { filterAllowed: async (_q, subscribers) => new Set(subscribers), endedBy: [] }, console.error)
    const site = await createAppWithContext(testApp(), {}, { routes: liveRoutes(live) })
    const { watcher } = await aMember()
    const stream = await watch({ ...watcher, url: `http://127.0.0.1:${await portOf(site)}` })
    live.signalUsers('test.signal', new Set([watcher.userId]))
    expect(await stream.next(named('test.signal'), 2000)).toMatchObject({ payload: null, id: null })
    await live.close()
    await site.close()
  })

  it('renders text in the language of each client', async () => {
    const { person, watcher } = await aMember()
    const milk = await addSomeLot(person)
    const watchIn = (language: string) => watch({ ...watcher, headers: () => ({ ...watcher.headers(), 'accept-language': language }) })
    const [german, french, english] = await Promise.all([watchIn('de'), watchIn('fr'), watch(watcher)])
    await person.must(openLot, { params: { id: milk.id } })
    const reasons = await Promise.all(
      [german, french, english].map(async (stream) => {
        const { payload } = await stream.next(named('inventory_change'))
        return (payload as { data: { expirationReason: string } }).data.expirationReason
      }),
    )
    expect(reasons).toEqual([expect.stringMatching(/heute/), expect.stringMatching(/aujourd’hui/), expect.stringMatching(/today/)])
  })

  it('sends a stock change on both channels under one id', async () => {
    const { person, household, watcher } = await aMember()
    const milk = await addSomeLot(person)
    const stream = await watch(watcher)
    await person.must(useLot, { params: { id: milk.id }, body: { quantity: 0.5 } })
    await person.must(moveLot, { params: { id: milk.id }, body: { location: 'Door' } })
    await person.must(useLot, { params: { id: milk.id }, body: { quantity: 1.5 } })
    await stream.next((frame) => frame.event === 'item.used' && stream.frames.filter(named('item.used')).length === 2)
    expect(stream.frames.map(({ channel, event, id }) => [channel, event, id === null])).toEqual(
      ['item.used', 'item.moved', 'item.used'].flatMap((event) => [
        [`inventory:${household}`, 'inventory_change', true],
        [`changes:${household}`, event, false],
      ]),
    )
    const shown = stream.frames.filter(named('inventory_change')).map(({ payload }) => payload as { type: string; userId: string })
    expect(shown.map(({ type }) => type)).toEqual(['UPDATE', 'UPDATE', 'DELETE'])
    expect(new Set(shown.map(({ userId }) => userId))).toEqual(new Set([person.userId]))
  })

  it('continues after Last-Event-ID with all missed changes once and in order', async () => {
    const { person, household, watcher } = await aMember()
    const first = await notes(household, person, 1)
    await notes(household, person, 40)
    const stream = await watch(watcher, first)
    const last = await notes(household, person, 5)
    await stream.next(({ id }) => id === last)
    expect(stream.frames.map(({ id }) => id)).toEqual(Array.from({ length: 45 }, (_, i) => first + 1 + i))
  })

  it('misses no change recorded while it opens', async () => {
    const { person, household, watcher } = await aMember()
    const start = await notes(household, person, 1)
    for (let round = 0; round < 10; round++) {
      const writing = Promise.all(Array.from({ length: 10 }, () => notes(household, person, 1)))
      const stream = await watch(watcher, start + round * 10)
      const last = Math.max(...(await writing))
      await stream.next(({ id }) => id === last)
      expect(stream.frames.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => start + round * 10 + 1 + i))
    }
  })

  it('sends "resync" to a client too far behind, or ahead of a restored log', async () => {
    const { person, household, watcher } = await aMember()
    const start = await notes(household, person, 1)
    let now = await notes(household, person, 1001)
    for (const after of [start, now + 100]) {
      const stream = await watch(watcher, after)
      expect(await stream.next(named('resync'))).toMatchObject({ id: now, channel: `changes:${household}`, payload: null })
      now = await notes(household, person, 1)
      await stream.next(({ id }) => id === now)
      expect(stream.frames.map(({ event }) => event)).toEqual(['resync', 'test.noted'])
    }
    const late = await watch(watcher, now - 3)
    await late.next(({ id }) => id === now)
    expect(late.frames.map(({ id, event }) => [id, event])).toEqual([2, 1, 0].map((before) => [now - before, 'test.noted']))
  })

  it('refuses a Last-Event-ID that isn’t a number', async () => {
    const { watcher } = await aMember()
    const answer = await fetch(`${url}/api/live`, { headers: { ...watcher.headers(), 'last-event-id': '1; drop' } })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'last_event_id' })
  })

  it('sends no changes of another household', async () => {
    const [ana, eve] = [await aMember(), await aMember()]
    const [own, foreign] = [await watch(ana.watcher), await watch(eve.watcher)]
    for (let i = 0; i < 200; i += 10) await notes(ana.household, ana.person, 10)
    await ana.person.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' } })
    await own.next(named('item.added'))
    expect(own.frames.filter(named('test.noted'))).toHaveLength(200)
    expect(foreign.frames).toEqual([])
  })

  it('F-12 disconnects a client that doesn’t read, and sends it everything when it reconnects', async () => {
    const { person, household, watcher } = await aMember()
    const start = await notes(household, person, 1)
    const stalled = await stalledStream(watcher)
    const reading = await watch(watcher)
    const blocks = 120
    let last = 0
    for (let i = 0; i < blocks; i++) {
      last = await notes(household, person, 1, 'y'.repeat(100_000))
      // Waits for each: several at once could exceed the server's buffer for this client, too.
      await reading.next(({ id }) => id === last)
    }
    expect(reading.frames).toHaveLength(blocks)

    const received = await untilClosed(stalled)
    expect(received).toBeLessThan(blocks * 100_000)
    const back = await watch(watcher, start)
    await back.next(({ id }) => id === last)
    expect(back.frames.map(({ id }) => id)).toEqual(Array.from({ length: blocks }, (_, i) => start + 1 + i))
  })
})

it('limits a person to two hundred streams per process, without affecting others', async () => {
  const { watcher } = await aMember()
  const { watcher: other } = await aMember()
  await Promise.all(Array.from({ length: 200 }, () => watch(watcher)))
  const refused = await fetch(`${url}/api/live`, { headers: watcher.headers() })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect(await refused.json()).toMatchObject({ code: 'too_many_streams' })
  await watch(other)
  streams[0]?.close()
  await expect.poll(() => watch(watcher).then(() => 'open', String)).toBe('open')
})

/** Opens a stream and then reads nothing from it. */
async function stalledStream(watcher: HttpPerson): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.on('error', () => {})
  const headers = Object.entries({ host: '127.0.0.1', ...watcher.headers() }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /api/live HTTP/1.1\r\n${headers.join('')}\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
  socket.read()
  return socket
}

/** Reads what is still buffered until the connection closes. Returns the number of bytes. */
async function untilClosed(socket: Socket): Promise<number> {
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), pause(20_000, null, { ref: false })])
  if (!socket.destroyed) throw new Error('the server kept a stream that no one reads')
  return bytes
}
