/**
 * `npm run bench sync`: what the browsers' copies cost the server, on both engines. A household with 10,000 lots: the snapshot, one changed
 * lot, and 200 screens that come back at once after a restart. Beside them the list of all lots, which screens read before.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { type HttpPerson, httpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { type Engine, onEachEngine, type Row } from './support/engines.ts'
import { share } from './support/load.ts'
import { cpuMs } from './support/processes.ts'
import { type Figure, printFigures } from './support/table.ts'

const [lots, ingredients, screens] = [10_000, 600, 200]
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const pullsPerRound = 100
const settings = { LARDER_RATE_LIMITS: 'off' }

/** Creates the household: rows like those the server wrote, with ids, dates and quantities of their own. */
async function filled(engine: Engine): Promise<{ person: HttpPerson; lotId: string }> {
  const server = await engine.start()
  const person = await signUp(server.url, 'Ana')
  await shareHousehold(person)
  const added = await person.must(addLot, {
    body: { ingredient: { name: 'Food 0' }, quantity: 900, unit: 'g', purchasePrice: 2.49, expirationDate: '2030-01-01' },
  })
  await server.stop()
  const [ingredient] = await engine.rows(`select * from ingredients where household_id = '${person.home}'`)
  const [lot] = await engine.rows(`select * from lots where household_id = '${person.home}'`)
  if (!ingredient || !lot) throw new Error('the server wrote no rows')
  const random = randomFrom(11)
  const ids = [String(ingredient['id']), ...Array.from({ length: ingredients - 1 }, () => randomUUID())]
  await engine.insert(
    'ingredients',
    ids.slice(1).map((id, i) => ({ ...ingredient, id, name: `Food ${i + 1}`, name_key: `food ${i + 1}` })),
  )
  const rows = Array.from({ length: lots - 1 }, (): Row => {
    const [day, at] = [
      new Date(Date.now() + (30 + random.below(400)) * 86_400_000).toISOString().slice(0, 10),
      new Date(Date.now() - random.below(200 * 86_400_000)).toISOString(),
    ]
    return {
      ...lot,
      id: randomUUID(),
      ingredient_id: random.pick(ids) ?? '',
      milli: 1000 * (1 + random.below(900)),
      location: random.pick(['', 'Top shelf', 'Door', 'Cellar']) ?? '',
      storage: random.pick(['PANTRY', 'FRIDGE', 'FREEZER']) ?? '',
      expiration_date: day,
      goes_off_on: day,
      price_cents: random.below(3) === 0 ? null : random.below(900),
      created_at: at,
      updated_at: at,
    }
  })
  for (let at = 0; at < rows.length; at += 1000) await engine.insert('lots', rows.slice(at, at + 1000))
  // As if each had been added by a change of its own.
  await engine.run(`update row_changes set seq = 0 where kind <> 'access'`)
  return { person, lotId: added.id }
}

interface Received {
  /** As sent over the network. */
  bytes: number
  text: string
}

/** Sends a request as a browser does, and measures the response before it is decompressed. */
function get(person: HttpPerson, url: string, path: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers: { ...person.headers(), 'accept-encoding': 'br' }, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`))
        const isCompressed = response.headers['content-encoding'] === 'br'
        resolve({ bytes: body.length, text: (isCompressed ? brotliDecompressSync(body) : body).toString() })
      })
    })
    sent.on('error', reject).end()
  })
}

const frameOf = ({ text }: Received, type: 'begin' | 'end') =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .find((frame) => frame.type === type)

/** Processor time of the server for `count` requests, each after the other, the median of the rounds. */
async function cpuOf(pid: number, count: number, work: () => Promise<unknown>): Promise<number> {
  const each: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = cpuMs(pid)
    for (let i = 0; i < count; i++) await work()
    each.push((cpuMs(pid) - before) / count)
  }
  return share(each, 0.5)
}

await onEachEngine(async (engine) => {
  const { person, lotId } = await filled(engine)
  let server = await engine.start(settings)
  const at = (path: string) => get(person, server.url, path)
  const snapshot = await at('/api/sync')
  const list = await at('/api/inventory')
  const { seq, epoch } = frameOf(snapshot, 'begin')
  const since = `/api/sync?since=${seq}&epoch=${epoch}&own=${frameOf(snapshot, 'end').own}`
  const [snapshotCpu, listCpu] = [await cpuOf(server.pid, 3, () => at('/api/sync')), await cpuOf(server.pid, 3, () => at('/api/inventory'))]

  await httpPerson(server.url, person.userId, person.token, person.home).must(useLot, { params: { id: lotId }, body: { quantity: 1 } })
  const increment = await at(since)
  const incrementCpu = await cpuOf(server.pid, pullsPerRound, () => at(since))
  const idleCpu = await cpuOf(server.pid, pullsPerRound, () => at('/api/inventory/recent/1'))

  const waits: number[] = []
  for (let round = 0; round < rounds; round++) {
    await server.stop()
    server = await engine.start(settings)
    const startedAt = performance.now()
    const took = await Promise.all(Array.from({ length: screens }, () => at(since).then(() => performance.now() - startedAt)))
    waits.push(share(took, 0.95))
  }
  await server.stop()
  const figures: Figure[] = [
    { what: 'snapshot, compressed', value: snapshot.bytes / 1000, unit: 'kB', target: { atMost: 450 } },
    { what: 'of the list of all lots', value: snapshot.bytes / list.bytes },
    { what: 'snapshot, processor time', value: snapshotCpu, unit: 'ms', target: { atMost: 400 } },
    { what: 'of the list of all lots', value: snapshotCpu / listCpu },
    { what: 'one changed lot', value: increment.bytes / 1000, unit: 'kB', target: { atMost: 1 } },
    { what: 'one changed lot, processor time', value: incrementCpu, unit: 'ms', target: { atMost: 2 } },
    { what: 'of a request for one lot', value: incrementCpu / idleCpu },
    { what: `${screens} screens after a restart, p95`, value: share(waits, 0.5), unit: 'ms', target: { atMost: 1000 } },
  ]
  printFigures(`Copies of a household with ${lots} lots on ${engine.name}, ${rounds} rounds`, figures)
})
