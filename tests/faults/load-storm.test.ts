import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { putAvatar } from '#domains/account/contract/profile.ts'
import { joinHousehold } from '#domains/households/contract/index.ts'
import { previewGrocy } from '#domains/imports/contract.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { maxConcurrentRequests } from '#platform/server/endpoints/concurrency-limit.ts'
import { notRunHere } from '#tests/support/runner/machine.ts'
import { openStream, type ReceivedFrame } from '#tests/support/server/event-stream.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { formOf } from '#tests/support/server/requests.ts'
import { engine, newStore, type Store } from '#tests/support/server/server-processes.ts'
import { createControlGroup } from './support/control-group.ts'

// `npm run test:long storm` runs it with 800 streams and a burst of thousands.
const screens = Number(process.env['LARDER_STORM_SCREENS'] ?? 24)
const screensOfHome = 4
const requests = Number(process.env['LARDER_STORM_REQUESTS'] ?? 150)

let store: Store | undefined
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await store?.remove()
  store = undefined
})
const milk = { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' as const }
const added = (frame: ReceivedFrame) => frame.event === 'item.added'

it('L-5: answers a burst or asks to retry, never fails; reconnecting streams miss nothing; then service is normal again', async () => {
  store = await newStore()
  const first = await store.start()
  const homes: HttpPerson[] = []
  for (let i = 0; i < screens / screensOfHome; i++) {
    const person = await signUp(first.url)
    await shareHousehold(person)
    homes.push(person)
  }
  const homeOf = (i: number) => homes[i % homes.length] as HttpPerson
  const before = await Promise.all(Array.from({ length: screens }, (_, i) => openStream(homeOf(i))))
  await first.kill()
  for (const stream of before) stream.close()

  // All reconnect at once, where they had stopped.
  const second = await store.start({ LARDER_RATE_LIMITS: 'on' })
  const { url } = second
  closing.push(() => second.stop())
  const began = performance.now()
  const streams = await Promise.all(before.map((stream, i) => openStream(homeOf(i), { url, after: stream.lastId() ?? 0 })))
  const back = performance.now() - began
  // Guessing codes is what the limit counts.
  const guess = () => homeOf(0).call(joinHousehold, { body: { inviteCode: 'ZZZZZZZZ' }, url })
  const writes = new Map(homes.map((person) => [person, 0]))
  const burst = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: requests }, async (_, i) => {
      const person = homeOf(Math.floor(i / 5))
      if (i % 5 === 4) return (await guess()).status
      if (i % 5 < 3) return (await person.call(listLots, { query: { limit: 50 }, url })).status
      const { status } = await person.call(addLot, { body: milk, url })
      if (status === 201) writes.set(person, (writes.get(person) ?? 0) + 1)
      return status
    }),
  )
  const took = performance.now() - burst
  const counted = Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
  console.log(
    `${engine}: ${screens} screens back in ${back.toFixed(0)} ms, ${requests} at once in ${took.toFixed(0)} ms: ${JSON.stringify(counted)}`,
  )
  expect(Object.keys(counted).filter((status) => !['200', '201', '404', '429'].includes(status))).toEqual([])
  expect(counted['429']).toBeGreaterThan(0)
  // Writes get 429 only if the burst exceeds the concurrency limit.
  if (requests <= maxConcurrentRequests) expect(counted['201']).toBe(Math.floor((requests + 1) / 5))
  // A rejected request stored nothing, every other one all of it.
  const kept = await Promise.all(homes.map(async (person) => [await person.must(listLots, { url })].flat().length))
  expect(kept).toEqual(homes.map((person) => writes.get(person)))
  for (const [i, stream] of streams.entries()) {
    const expected = writes.get(homeOf(i)) ?? 0
    if (expected > 0) await stream.next((frame) => added(frame) && stream.frames.filter(added).length === expected, 60_000)
    stream.close()
  }
  expect((await homeOf(0).call(listLots, { query: { limit: 50 }, url })).status).toBe(200)
})

/** Returns the peak resident memory of a process. Linux only; 0 elsewhere. */
function maxMb(pid: number): number {
  if (process.platform !== 'linux') return 0
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Returns the header of a PNG with so many pixels and nothing after it: rejected by its size before decoding. */
function hugePng(side: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  return Buffer.concat([head, size, Buffer.from('0800000000', 'hex'), Buffer.alloc(4)])
}

// None of it queries the database.
if (engine === 'sqlite')
  it('F-21: with 256 MB and a quarter of a CPU, rejects pictures and responses made to exhaust them one by one, and keeps running', async ({
    annotate,
  }) => {
    // 64 MB of spaces in 64 kB, and an endless one.
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))
    const hostile = createServer(({ url }, response) => {
      if (url?.includes('packed'))
        return void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 0x20)));
      }
      response.on('drain', more)
      more()
    })
    await new Promise<void>((ready) => hostile.listen(0, '127.0.0.1', ready))
    closing.push(() => new Promise((closed) => hostile.close(closed)))
    const address = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`

    store = await newStore()
    const box = createControlGroup(256, 0.25)
    if (!box) await notRunHere(annotate, 'this process may not make a control group; a small heap stood for the box')
    const NODE_OPTIONS = `--max-old-space-size=96 ${box?.env['NODE_OPTIONS'] ?? ''}`
    closing.push(async () => box?.remove())
    const server = await store.start({ ...box?.env, NODE_OPTIONS, LARDER_IMPORT_HOSTS: address })
    closing.push(() => server.stop())
    const ana = await signUp(server.url)
    await shareHousehold(ana)
    const atFirst = maxMb(server.pid)
    const send = async (person: HttpPerson, picture: Buffer) => {
      const { headers, payload } = formOf('image', picture)
      const form = { ...person.headers(), ...headers }
      return (await fetch(`${server.url}${putAvatar.path}`, { method: 'PUT', headers: form, body: new Uint8Array(payload) })).status
    }
    const ask = async (path: string) =>
      (await ana.call(previewGrocy, { body: { address: `${address}/${path}`, key: 'k'.repeat(50) } })).status
    for (let round = 0; round < 3; round++) {
      const statuses = await Promise.all([
        ...Array.from({ length: 4 }, () => send(ana, hugePng(14_000))),
        send(ana, Buffer.alloc(11 * 1024 * 1024)),
        ask('packed'),
        ask('endless'),
      ])
      // 502 means that the other server's response was unusable.
      expect(statuses.filter((status) => status < 400 || (status >= 500 && status !== 502))).toEqual([])
    }
    const max = maxMb(server.pid)
    console.log(`F-21, ${box ? 'in a box' : 'with a small heap'}: ${atFirst.toFixed(0)} MB at first, at most ${max.toFixed(0)} MB`)
    expect(max).toBeLessThan(400)
    expect(box?.killed() ?? 0).toBe(0)
    expect(await ana.must(addLot, { body: milk })).toMatchObject({ quantity: 1 })
  })
