/** From a commit to another member's screen, with 100 streams open. */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { addLot, inventoryChange } from '#domains/inventory/contract.ts'
import { startServer } from '#tests/support/server.ts'
import { openStream, type Stream } from '#tests/support/stream.ts'
import { shareHousehold, signUp } from '#tests/support/wire.ts'
import { spread } from './support/load.ts'
import { printFigures } from './support/table.ts'

const streams = 100
const changes = Number(process.env.BENCH_CHANGES ?? 200)

const server = await startServer()
const [ana, ben] = [await signUp(server.url, 'Ana'), await signUp(server.url, 'Ben')]
await shareHousehold(ana, ben)
const open: Stream[] = await Promise.all(Array.from({ length: streams }, (_, i) => openStream(i % 2 === 0 ? ana : ben)))

const took: number[] = []
const last: number[] = []
for (let i = 0; i < changes; i++) {
  const sent = performance.now()
  const lot = await ana.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' } })
  // The answer comes after the commit; a frame that was faster than the answer counts as no wait at all.
  const answered = performance.now()
  const isOurs = ({ event, payload }: { event: string; payload: unknown }) =>
    event === inventoryChange && (payload as { data: { id: string } }).data.id === lot.id
  await (open[1] as Stream).next(isOurs)
  took.push(Math.max(0, performance.now() - answered))
  await Promise.all(open.map((stream) => stream.next(isOurs)))
  last.push(performance.now() - sent)
  for (const stream of open) stream.frames.length = 0
  await pause(5)
}
for (const stream of open) stream.close()
await server.stop()

const [first, all] = [spread(took), spread(last)]
printFigures(`Commit to another member's screen, ${streams} streams, ${changes} changes`, [
  { what: 'answered to seen, p50', value: first.p50, unit: 'ms', target: { atMost: 50 } },
  { what: 'answered to seen, p99', value: first.p99, unit: 'ms', target: { atMost: 250 } },
  { what: 'sent to seen by all streams, p50', value: all.p50, unit: 'ms' },
  { what: 'sent to seen by all streams, p99', value: all.p99, unit: 'ms' },
])
