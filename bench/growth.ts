/** How the price of a read grows with the pantry: 500, 2,000 and 20,000 lots in one household, one request at a time. */
import { performance } from 'node:perf_hooks'
import { httpRequest, openLine } from '#tests/support/line.ts'
import { startServer } from '#tests/support/server.ts'
import { stockedPantry } from './support/pantry.ts'
import { median } from './support/rounds.ts'
import { printFigures } from './support/table.ts'

const sizes = [500, 2_000, 20_000] as const
const requests = Number(process.env.BENCH_REQUESTS ?? 300)

const server = await startServer()
const { person, fill } = await stockedPantry(server.url)
const line = await openLine(Number(new URL(server.url).port))

async function price(path: string): Promise<number> {
  const request = httpRequest('GET', path, person.headers())
  const took: number[] = []
  for (let i = 0; i < requests + 50; i++) {
    const sent = performance.now()
    const status = await line.ask(request)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    if (i >= 50) took.push(performance.now() - sent)
  }
  return median(took)
}

const prices: Record<string, number[]> = {}
for (const size of sizes) {
  await fill(size)
  const list = await fetch(`${server.url}/api/inventory?limit=1`, { headers: person.headers() })
  const [lot] = (await list.json()) as [{ id: string }]
  const reads = {
    'page of 50': '/api/inventory?limit=50',
    'one lot': `/api/inventory/${lot.id}`,
    'newest 5': '/api/inventory/recent/5',
    'due soon': '/api/analytics/expiration',
    stats: '/api/inventory/stats',
  }
  for (const [what, path] of Object.entries(reads)) prices[what] = [...(prices[what] ?? []), await price(path)]
}
line.close()
await server.stop()

const bounded = ['page of 50', 'one lot', 'newest 5']
printFigures(
  `Growth, 500 → 20,000 lots, medians of ${requests} requests`,
  Object.entries(prices).flatMap(([what, [small = Number.NaN, middle = Number.NaN, large = Number.NaN]]) => [
    { what: `${what}: 20,000 lots, times 500`, value: large / small, ...(bounded.includes(what) ? { target: { atMost: 1.5 } } : {}) },
    { what: `${what}: at 500`, value: small, unit: 'ms' },
    { what: `${what}: at 2,000`, value: middle, unit: 'ms' },
    { what: `${what}: at 20,000`, value: large, unit: 'ms' },
  ]),
)
