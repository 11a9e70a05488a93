/**
 * How long others wait while one household imports thousands of rows and undoes it. `BENCH_ROWS` lots of a third as many foods, all
 * expiring
 * tomorrow, so each creates an alert. On SQLite with its single writer; `-- postgres` on PostgreSQL.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { getImport, type Import, previewFile, startImport, undoImport } from '#domains/imports/contract.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { startCluster } from '#tests/support/database/postgres.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { type Figure, printFigures } from './support/table.ts'

const rows = Number(process.env['BENCH_ROWS'] ?? 10_000)
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const cluster = process.argv.includes('postgres') ? await startCluster({ fsync: 'on', synchronous_commit: 'on', autovacuum: 'on' }) : null
const server = await startServer(cluster ? { env: { DATABASE_URL: await cluster.createDatabase() } } : {})
const [mover, other] = [await signUp(server.url, 'Mia'), await signUp(server.url, 'Ben')]
await shareHousehold(mover)
await shareHousehold(other)

const line = (i: number) => `Food ${i % Math.ceil(rows / 3)},${1 + (i % 7)},piece,Shelf ${i % 9},${tomorrow},2`
const table = `name,quantity,unit,location,expiration date,minimum\n${Array.from({ length: rows }, (_, i) => line(i)).join('\n')}\n`
const form = new FormData()
form.set('file', new Blob([table]), 'stock.csv')
const answer = await fetch(`${server.url}${previewFile.path}`, { method: 'POST', headers: mover.headers(), body: form })
if (answer.status !== 201) throw new Error(`the preview answered ${answer.status}: ${await answer.text()}`)
const params = { importId: ((await answer.json()) as Import).id }

const figures: Figure[] = []
async function during(what: string, begin: () => Promise<unknown>, end: Import['state']): Promise<void> {
  const waits: Record<'read' | 'write', number[]> = { read: [], write: [] }
  const timed = async (kind: 'read' | 'write', work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    waits[kind].push(performance.now() - began)
  }
  const began = performance.now()
  await begin()
  while ((await mover.must(getImport, { params })).state !== end) {
    await timed('read', () => other.must(listLots, { query: { limit: 50 } }))
    await timed('write', () => other.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' } }))
    await pause(10)
  }
  figures.push({ what, value: (performance.now() - began) / 1000, unit: 's' })
  for (const [kind, list] of Object.entries(waits)) {
    const sorted = list.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    figures.push({ what: `${what}: others' ${kind}, p95`, value: at(0.95), unit: 'ms', target: { atMost: kind === 'read' ? 150 : 250 } })
    figures.push({ what: `${what}: others' ${kind}, longest`, value: at(1), unit: 'ms' })
  }
}

await during('bringing in', () => mover.must(startImport, { params, body: {} }), 'done')
await during('taking back', () => mover.must(undoImport, { params }), 'undone')
await server.stop()
await cluster?.stop()
printFigures(`Import: ${rows} lots, ${Math.ceil(rows / 3)} foods (${cluster ? 'PostgreSQL' : 'SQLite'})`, figures)
