/** How the cost of reads grows with the pantry: the median of sequential requests, and the ratio of the largest to the smallest pantry. */
import { expirationAnalytics } from '#domains/dashboard/contract.ts'
import { getLot, inventoryStats, listLots } from '#domains/inventory/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { addressOf, httpRequest, openRawConnection } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { stockedPantry } from './support/pantry.ts'
import { median } from './support/rounds.ts'
import { type Figure, printFigures } from './support/table.ts'

const sizes = [500, 2_000, 20_000]
const times = Number(process.env.BENCH_TIMES ?? 300)
const server = await startServer()
const { person, fill } = await stockedPantry(server.url)
const connection = await openRawConnection(Number(new URL(server.url).port))

/** Returns the median milliseconds of a request. */
async function cost(endpoint: Endpoint, params: Record<string, unknown>, query: Record<string, unknown>): Promise<number> {
  const request = httpRequest(endpoint.method, addressOf(endpoint.path, params, query), person.headers())
  const took: number[] = []
  for (let i = 0; i < times; i++) {
    const sent = performance.now()
    if ((await connection.send(request)) !== 200) throw new Error(`${endpoint.path} was refused`)
    took.push(performance.now() - sent)
  }
  return median(took)
}

const rows: { what: string; limit?: number; of(lotId: string): Promise<number> }[] = [
  { what: 'page of 50 lots', limit: 1.5, of: () => cost(listLots, {}, { limit: 50 }) },
  { what: 'page of 50 lots, newest first', limit: 1.5, of: () => cost(listLots, {}, { limit: 50, sort: 'createdAt', order: 'desc' }) },
  { what: 'one lot', limit: 1.5, of: (id) => cost(getLot, { id }, {}) },
  { what: 'due soon', of: () => cost(expirationAnalytics, {}, {}) },
  { what: 'stats', of: () => cost(inventoryStats, {}, {}) },
]
const measured = rows.map((): number[] => [])
for (const size of sizes) {
  await fill(size)
  const page = await person.must(listLots, { query: { limit: 1 } })
  const [lot] = Array.isArray(page) ? page : page.items
  // Rounds alternate, so that other load on the machine affects all sizes equally; the first round warms up.
  const turns = rows.map((): number[] => [])
  for (let turn = 0; turn < 4; turn++) for (const [i, row] of rows.entries()) turns[i]?.push(await row.of(lot?.id ?? ''))
  for (const [i, all] of turns.entries()) measured[i]?.push(median(all.slice(1)))
}
connection.close()
await server.stop()

const largest = sizes.length - 1
printFigures(
  `Growth of the pantry: ${sizes.map((size) => size.toLocaleString('en')).join(' → ')} lots`,
  rows.flatMap(({ what, limit }, i): Figure[] => [
    {
      what: `${what}: largest pantry, times the smallest`,
      value: (measured[i]?.[largest] ?? Number.NaN) / (measured[i]?.[0] ?? Number.NaN),
      ...(limit ? { target: { atMost: limit } } : {}),
    },
    ...sizes.map((size, k) => ({ what: `  at ${size.toLocaleString('en')}`, value: measured[i]?.[k] ?? Number.NaN, unit: 'ms' })),
  ]),
)
