import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { putAvatar } from '#domains/account/contract/profile.ts'
import { joinHousehold } from '#domains/households/contract.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { readGrocy } from '#domains/moving/contract.ts'
import { engine, newStore, type Store } from '#tests/support/crew.ts'
import { formOf } from '#tests/support/requests.ts'
import { openStream, type Received } from '#tests/support/stream.ts'
import { shareHousehold, signUp, type WirePerson } from '#tests/support/wire.ts'

// `npm run test:storm` is the same with 800 screens and a burst of thousands.
const screens = Number(process.env['LARDER_STORM_SCREENS'] ?? 24)
const requests = Number(process.env['LARDER_STORM_REQUESTS'] ?? 150)

let store: Store | undefined
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await store?.remove()
  store = undefined
})
const milk = { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' as const }
const added = (frame: Received) => frame.event === 'item.added'

it('L-5: a burst is answered or told to wait, never with a failure; screens that all come back at once miss nothing; then all is as usual', async () => {
  store = await newStore()
  const env = { LARDER_RATE_LIMITS: 'on' }
  const first = await store.start(env)
  const ana = await signUp(first.url)
  await shareHousehold(ana)
  let streams = await Promise.all(Array.from({ length: screens }, () => openStream(ana)))
  await first.kill()
  for (const stream of streams) stream.close()

  // Everybody is back at the same moment, where they had stopped.
  const after = streams[0]?.lastId() ?? 0
  const second = await store.start(env)
  closing.push(() => second.stop())
  const began = performance.now()
  streams = await Promise.all(Array.from({ length: screens }, () => openStream(ana, { url: second.url, after })))
  const back = performance.now() - began
  // Guessing at codes is what is counted.
  const guess = () => ana.call(joinHousehold, { body: { inviteCode: 'ZZZZZZZZ' }, url: second.url }).then(({ status }) => status)
  const burst = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: requests }, (_, i) =>
      i % 5 === 4
        ? guess()
        : i % 5 === 3
          ? ana.call(addLot, { body: milk, url: second.url }).then(({ status }) => status)
          : ana.call(listLots, { query: { limit: 50 }, url: second.url }).then(({ status }) => status),
    ),
  )
  const took = performance.now() - burst
  const counted = Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
  console.log(
    `${engine}: ${screens} screens back in ${back.toFixed(0)} ms, ${requests} at once in ${took.toFixed(0)} ms: ${JSON.stringify(counted)}`,
  )
  expect(Object.keys(counted).filter((status) => !['200', '201', '404', '429'].includes(status))).toEqual([])
  expect(counted['429']).toBeGreaterThan(0)
  const writes = statuses.filter((status) => status === 201).length
  expect(writes).toBe(Math.floor((requests + 1) / 5))
  for (const stream of streams) {
    await stream.next((frame) => added(frame) && stream.frames.filter(added).length === writes, 60_000)
    stream.close()
  }
  expect((await ana.call(listLots, { query: { limit: 50 }, url: second.url })).status).toBe(200)
}, 120_000)

/** Most memory a process ever had resident. Linux only; 0 elsewhere. */
function mostMb(pid: number): number {
  if (process.platform !== 'linux') return 0
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The header of a PNG with so many pixels, and nothing behind it: what is refused by its size is never unpacked. */
function hugePng(side: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  return Buffer.concat([head, size, Buffer.from('0800000000', 'hex'), Buffer.alloc(4)])
}

// Nothing of it asks the database.
if (engine === 'sqlite')
  it('F-21: with a heap of 96 MB, pictures and answers made to use it up are refused one by one, and the server goes on within 400 MB', async () => {
    // Once 64 MB of spaces in 64 kB, once without an end.
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
    const server = await store.start({ NODE_OPTIONS: '--max-old-space-size=96', LARDER_IMPORT_HOSTS: address })
    closing.push(() => server.stop())
    const ana = await signUp(server.url)
    await shareHousehold(ana)
    const atFirst = mostMb(server.pid)
    const send = async (person: WirePerson, picture: Buffer) => {
      const { headers, payload } = formOf('image', picture)
      const form = { ...person.headers(), ...headers }
      return (await fetch(`${server.url}${putAvatar.path}`, { method: 'PUT', headers: form, body: new Uint8Array(payload) })).status
    }
    const ask = async (path: string) => (await ana.call(readGrocy, { body: { address: `${address}/${path}`, key: 'k'.repeat(50) } })).status
    for (let round = 0; round < 3; round++) {
      const statuses = await Promise.all([
        ...Array.from({ length: 4 }, () => send(ana, hugePng(14_000))),
        send(ana, Buffer.alloc(11 * 1024 * 1024)),
        ask('packed'),
        ask('endless'),
      ])
      // 502 says that the other server gave nothing of use.
      expect(statuses.filter((status) => status < 400 || (status >= 500 && status !== 502))).toEqual([])
    }
    const most = mostMb(server.pid)
    console.log(`${engine}: ${atFirst.toFixed(0)} MB at first, at most ${most.toFixed(0)} MB`)
    expect(most).toBeLessThan(400)
    expect(await ana.must(addLot, { body: milk })).toMatchObject({ quantity: 1 })
  }, 120_000)
