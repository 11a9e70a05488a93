/**
 * Generate over 2,000 foods with a par level and 10,000 lots, by one request at a time, beside the one SQL statement that reads the same rows:
 * on a list that stands already (nothing changes), and on an empty one (every row is written, and taken back after). The answers are not
 * compressed: what that adds, in a thread of its own, stands beside them. What a browser makes of the text is not counted.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { undoChange } from '#domains/households/contract.ts'
import { parStockText } from '#domains/inventory/server/service.ts'
import { generateList, getShoppingList } from '#domains/shopping/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { startServer } from '#tests/support/server.ts'
import { shareHousehold, signUp, type WirePerson, wirePerson } from '#tests/support/wire.ts'
import { cpuMs } from './support/processes.ts'
import { median } from './support/rounds.ts'
import { printFigures } from './support/table.ts'

const foods = 2000
const lots = 10_000
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)
const today = new Date().toISOString().slice(0, 10)
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))

/** Five lots a food, one of them expired, some priced, some held back; every `lowEvery`th food is below par. */
function seed(db: DatabaseSync, household: string, userId: string, lowEvery: number): void {
  const at = new Date().toISOString()
  const addFood = db.prepare(
    `insert into ingredients values (?, ?, ?, ?, 'Other', ?, 'g', 'PANTRY', '', '[]', '[{"from":"each","to":"g","factor":61}]', '{}', null, 1, ?, ?, null, 0)`,
  )
  const addLot = db.prepare(
    `insert into lots (household_id, id, ingredient_id, milli, unit, location, storage, state, is_opened, is_shared, goes_off_on, added_on, whole_milli, price_cents, added_by, version, created_at, updated_at)
     values (?, ?, ?, ?, ?, 'Pantry', 'PANTRY', 'active', 0, 0, ?, ?, ?, ?, ?, 1, ?, ?)`,
  )
  const hold = db.prepare(`insert into reservations values (?, ?, ?, 'plan', 1000, 'x', ?)`)
  db.exec('begin')
  for (let i = 0; i < foods; i++) {
    const food = randomUUID()
    addFood.run(household, food, `Food ${i}`, `food ${i}`, i % lowEvery === 0 ? 900_000 : 300_000, at, at)
    for (let j = 0; j < lots / foods; j++) {
      const id = randomUUID()
      const unit = (['g', 'kg', 'g', 'each', 'g'] as const)[j] ?? 'g'
      const milli = { g: 100_000, kg: 100, each: 1000 }[unit]
      addLot.run(
        household,
        id,
        food,
        milli,
        unit,
        j === 4 ? '2026-01-01' : '9999-12-31',
        '2026-01-01',
        milli,
        i % 3 === 0 ? 199 : null,
        userId,
        at,
        at,
      )
      if (j === 0 && i % 20 === 0) hold.run(household, id, id, at)
    }
  }
  db.exec('commit')
}

/** The text of an answer, and the number of its change. */
async function textOf(ana: WirePerson, { method, path }: Pick<Endpoint, 'method' | 'path'>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${ana.url}${path}`, { method, headers: { ...ana.headers(), ...headers } })
  const text = Buffer.from(await answer.arrayBuffer()).toString()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return { text, seq: Number(answer.headers.get('x-change-seq')) }
}

async function timed<T>(work: () => T | Promise<T>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function measure(what: string, lowEvery: number): Promise<void> {
  const seeding = await startServer({ dataFolder: folder })
  const { userId, token, home } = await signUp(seeding.url).then(async (person) => {
    await shareHousehold(person)
    return person
  })
  await seeding.stop()
  const db = new DatabaseSync(join(folder, 'larder.db'))
  seed(db, home ?? '', userId, lowEvery)
  db.close()

  const server = await startServer({ dataFolder: folder })
  const ana = wirePerson(server.url, userId, token, home)
  const raw = new DatabaseSync(join(folder, 'larder.db'), { readOnly: true })
  const statement = raw.prepare(parStockText)
  const took: Record<'bare' | 'again' | 'compressed' | 'fresh' | 'list', number[]> = {
    bare: [],
    again: [],
    compressed: [],
    fresh: [],
    list: [],
  }
  let rows = 0
  /** Processor time of the server over all rounds: what other work on the machine does not stretch. */
  const busy = { again: 0, fresh: 0 }
  const counted = async (of: keyof typeof busy, work: () => Promise<unknown>) => {
    const before = cpuMs(server.pid)
    const ms = await timed(work)
    busy[of] += cpuMs(server.pid) - before
    return ms
  }
  for (let round = -2; round < rounds; round++) {
    const generate = () => textOf(ana, generateList, { 'accept-encoding': 'identity' })
    let made = { text: '{}', seq: 0 }
    if (round === 0) Object.assign(busy, { again: 0, fresh: 0 })
    const fresh = await counted('fresh', async () => {
      made = await generate()
    })
    rows = JSON.parse(made.text).added
    const again = await counted('again', generate)
    const compressed = await timed(() => textOf(ana, generateList))
    const list = await timed(() => textOf(ana, getShoppingList))
    const bare = await timed(() => statement.all(today, home ?? '', home ?? '', home ?? ''))
    await ana.must(undoChange, { params: { seq: made.seq } })
    if (round < 0) continue
    took.fresh.push(fresh)
    took.again.push(again)
    took.compressed.push(compressed)
    took.list.push(list)
    took.bare.push(bare)
  }
  raw.close()
  await server.stop()
  const ratio = (of: 'again' | 'fresh') => median(took[of].map((ms, i) => ms / (took.bare[i] ?? Number.NaN)))
  printFigures(`Generate over ${foods} foods and ${lots} lots, ${what}: ${rows} rows, ${rounds} rounds`, [
    { what: 'list stands already', value: median(took.again), unit: 'ms', target: { atMost: 100 } },
    { what: 'empty list, all rows written', value: median(took.fresh), unit: 'ms', target: { atMost: 100 } },
    { what: 'list stands already, compressed as for a browser', value: median(took.compressed), unit: 'ms' },
    { what: 'list stands already, times the bare statement', value: ratio('again') },
    { what: 'empty list, times the bare statement', value: ratio('fresh') },
    { what: 'list stands already, processor time', value: busy.again / rounds, unit: 'ms' },
    { what: 'empty list, processor time', value: busy.fresh / rounds, unit: 'ms' },
    { what: 'bare statement', value: median(took.bare), unit: 'ms' },
    { what: 'reading the list', value: median(took.list), unit: 'ms' },
  ])
}

await measure('a tenth below par', 10)
await measure('every one below par', 1)
rmSync(folder, { recursive: true, force: true })
