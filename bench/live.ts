/** A hundred open screens of one household: from the moment somebody's add is sent until each of the others has its frame. */
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { addLot } from '#domains/inventory/contract.ts'
import { startServer } from '#tests/support/server.ts'
import { shareHousehold, signUp } from '#tests/support/wire.ts'
import { spread } from './support/load.ts'
import { printFigures } from './support/table.ts'

const screens = 100
const adds = Number(process.env.BENCH_ADDS ?? 200)
const server = await startServer()
const [ana, ben] = [await signUp(server.url, 'Ana'), await signUp(server.url, 'Ben')]
await shareHousehold(ana, ben)

/** When each change reached each screen, and when its writer was answered. */
const seen = new Map<number, number[]>()
const marker = /"event":"item\.added","payload":\{"seq":(\d+)/g

async function watch(): Promise<() => void> {
  const asking = request(`${server.url}/api/live`, { headers: ben.headers() })
  const opened = Promise.withResolvers<void>()
  asking.on('response', (answer) => {
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => {
      const now = performance.now()
      opened.resolve()
      for (const [, seq] of text.matchAll(marker)) seen.getOrInsertComputed(Number(seq), () => []).push(now)
    })
  })
  asking.on('error', () => {})
  asking.end()
  await opened.promise
  return () => asking.destroy()
}

const stops: (() => void)[] = []
for (let i = 0; i < screens; i++) stops.push(await watch())
const answered = new Map<number, number>()
const fromSent: number[] = []
const { id: ingredientId } = (await ana.must(addLot, { body: { ingredient: { name: 'Tea' }, quantity: 1, unit: 'each' } })).ingredient
for (let i = 0; i < adds; i++) {
  const sent = performance.now()
  const { headers } = await ana.call(addLot, { body: { ingredientId, quantity: 1, unit: 'each' } })
  const seq = Number(headers.get('x-change-seq'))
  answered.set(seq, performance.now())
  while ((seen.get(seq)?.length ?? 0) < screens) await pause(2)
  fromSent.push(...(seen.get(seq) ?? []).map((at) => at - sent))
  await pause(10)
}
for (const stop of stops) stop()
await server.stop()

// The writer's answer leaves after the commit, like the frames: a frame may well come first.
const fromAnswer = [...answered].flatMap(([seq, at]) => (seen.get(seq) ?? []).map((time) => Math.max(0, time - at)))
const [whole, part] = [spread(fromSent), spread(fromAnswer)]
printFigures(`Live: ${screens} screens open, ${adds} adds, on the screens of another member`, [
  { what: 'add sent → frame received, p50', value: whole.p50, unit: 'ms', target: { atMost: 50 } },
  { what: 'add sent → frame received, p99', value: whole.p99, unit: 'ms', target: { atMost: 250 } },
  { what: 'add sent → frame received, longest', value: whole.longest, unit: 'ms' },
  { what: 'answer to the writer → frame received, p50', value: part.p50, unit: 'ms' },
  { what: 'answer to the writer → frame received, p99', value: part.p99, unit: 'ms' },
])
