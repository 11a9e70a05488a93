/**
 * Generating the list over 2,000 foods with a par level and 10,000 lots, on both engines, by sequential requests, compared with the one
 * SQL
 * statement that reads the same rows: on an existing list (nothing changes) and on an empty one (every row is written, then removed).
 * Responses aren't compressed; compression in its own thread is shown separately. Parsing in the browser isn't counted.
 *
 *   npm run bench shopping [sqlite | postgres]
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { undoChange } from '#domains/households/contract/index.ts'
import { stockForPar } from '#domains/inventory/server/index.ts'
import { generateList, getShoppingList } from '#domains/shopping/contract/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { startCluster } from '#tests/support/database/postgres.ts'
import { type HttpPerson, httpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { type RunningServer, startServer } from '#tests/support/server/server-processes.ts'
import { cpuMs } from './support/processes.ts'
import { median } from './support/rounds.ts'
import { statementOf } from './support/statement.ts'
import { printFigures } from './support/table.ts'

const foods = 2000
const lots = 10_000
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)
const today = new Date().toISOString().slice(0, 10)

type Row = Record<string, string | number | null>
interface Engine {
  name: string
  start(): Promise<RunningServer>
  /** Inserts rows of one table without the server. */
  insert(table: string, rows: readonly Row[]): Promise<void>
  /** The single statement that reads the same rows. */
  bare(household: string): Promise<unknown>
  close(): Promise<void>
}

function onSqlite(): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  const file = join(folder, 'larder.db')
  let raw: DatabaseSync | undefined
  return {
    name: 'SQLite',
    start: () => startServer({ dataFolder: folder }),
    async insert(table, rows) {
      const db = new DatabaseSync(file)
      const columns = Object.keys(rows[0] ?? {})
      const add = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
      db.exec('begin')
      for (const row of rows) add.run(...columns.map((column) => row[column] ?? null))
      db.exec('commit')
      db.close()
    },
    async bare(household) {
      raw ??= new DatabaseSync(file, { readOnly: true })
      const { sql, parameters } = await statementOf('sqlite', (q) => stockForPar(q, household as HouseholdId, today))
      return raw.prepare(sql).all(...(parameters as string[]))
    },
    async close() {
      raw?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function onPostgres(): Promise<Engine> {
  const cluster = await startCluster()
  const DATABASE_URL = await cluster.createDatabase()
  const db = new pg.Client(DATABASE_URL)
  await db.connect()
  return {
    name: 'PostgreSQL',
    start: () => startServer({ env: { DATABASE_URL } }),
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {}).join(', ')
      await db.query(`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows),
      ])
      await db.query(`analyze ${table}`)
    },
    async bare(household) {
      const { sql, parameters } = await statementOf('postgres', (q) => stockForPar(q, household as HouseholdId, today))
      return db.query({ name: 'bare', text: sql, values: [...parameters] })
    },
    async close() {
      await db.end()
      await cluster.stop()
    },
  }
}

/** Seeds five lots per food, one of them expired, some with a price, some reserved; every `lowEvery`th food is below par. */
async function seed({ insert }: Engine, household: string, userId: string, lowEvery: number): Promise<void> {
  const at = new Date().toISOString()
  const times = { version: 1, created_at: at, updated_at: at }
  const ingredients = Array.from({ length: foods }, (_, i) => ({
    household_id: household,
    id: randomUUID(),
    name: `Food ${i}`,
    name_key: `food ${i}`,
    category: 'Other',
    par_milli: i % lowEvery === 0 ? 900_000 : 300_000,
    default_unit: 'g',
    default_storage: 'PANTRY',
    default_location: '',
    aliases: '[]',
    conversions: '[{"from":"each","to":"g","factor":61}]',
    shelf_life: '{}',
    ...times,
  }))
  const stock = ingredients.flatMap(({ id: ingredient }, i) =>
    Array.from({ length: lots / foods }, (_, j) => {
      const unit = (['g', 'kg', 'g', 'each', 'g'] as const)[j] ?? 'g'
      const milli = { g: 100_000, kg: 100, each: 1000 }[unit]
      return {
        household_id: household,
        id: randomUUID(),
        ingredient_id: ingredient,
        milli,
        unit,
        location: 'Pantry',
        storage: 'PANTRY',
        state: 'active',
        is_opened: 0,
        is_shared: 0,
        goes_off_on: j === 4 ? '2026-01-01' : '9999-12-31',
        added_on: '2026-01-01',
        whole_milli: milli,
        price_cents: i % 3 === 0 ? 199 : null,
        added_by: userId,
        ...times,
      }
    }),
  )
  const held = stock.filter((_, at) => at % 100 === 0)
  await insert('ingredients', ingredients)
  await insert('lots', stock)
  await insert(
    'reservations',
    held.map(({ id }) => ({ household_id: household, id, lot_id: id, kind: 'borrow', milli: 1000, ref_id: 'x', created_at: at })),
  )
}

/** Returns the text of the response and the number of its change. */
async function textOf(ana: HttpPerson, { method, path }: Pick<Endpoint, 'method' | 'path'>, headers: Record<string, string> = {}) {
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

async function measure(engine: Engine, what: string, lowEvery: number): Promise<void> {
  const seeding = await engine.start()
  const { userId, token, home } = await signUp(seeding.url).then(async (person) => {
    await shareHousehold(person)
    return person
  })
  await seeding.stop()
  await seed(engine, home ?? '', userId, lowEvery)

  const server = await engine.start()
  const ana = httpPerson(server.url, userId, token, home)
  const took: Record<'bare' | 'again' | 'compressed' | 'fresh' | 'list', number[]> = {
    bare: [],
    again: [],
    compressed: [],
    fresh: [],
    list: [],
  }
  let rows = 0
  /** CPU time of the server over all rounds, which other load on the machine doesn't change. */
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
    const bare = await timed(() => engine.bare(home ?? ''))
    await ana.must(undoChange, { params: { seq: made.seq } })
    if (round < 0) continue
    took.fresh.push(fresh)
    took.again.push(again)
    took.compressed.push(compressed)
    took.list.push(list)
    took.bare.push(bare)
  }
  await server.stop()
  const ratio = (of: 'again' | 'fresh') => median(took[of].map((ms, i) => ms / (took.bare[i] ?? Number.NaN)))
  printFigures(`${engine.name}: Generate over ${foods} foods and ${lots} lots, ${what}: ${rows} rows, ${rounds} rounds`, [
    { what: 'list stands already', value: median(took.again), unit: 'ms', target: { atMost: 100 } },
    { what: 'empty list, all rows written', value: median(took.fresh), unit: 'ms', target: { atMost: 100 } },
    { what: 'list stands already, compressed as for a browser', value: median(took.compressed), unit: 'ms' },
    { what: 'list stands already, times the bare statement', value: ratio('again') },
    { what: 'empty list, times the bare statement', value: ratio('fresh') },
    { what: 'list stands already, processor time', value: busy.again / rounds, unit: 'ms' },
    { what: 'empty list, processor time', value: busy.fresh / rounds, unit: 'ms' },
    { what: 'bare statement', value: median(took.bare), unit: 'ms' },
    { what: 'reading the list, compressed', value: median(took.list), unit: 'ms' },
  ])
}

const wanted = process.argv[2]
for (const open of [onSqlite, onPostgres]) {
  if (wanted && open !== (wanted === 'postgres' ? onPostgres : onSqlite)) continue
  const engine = await open()
  await measure(engine, 'a tenth below par', 10)
  await measure(engine, 'every one below par', 1)
  await engine.close()
}
