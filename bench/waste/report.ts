/**
 * Report, trends and predictions of a household with three years of history, by sequential requests: at 2,500 and at 10,000 lots, three in
 * ten
 * discarded. The first predictions after a change are computed in their own thread; pinging the server measures how long others waited.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addLot } from '#domains/inventory/contract.ts'
import { wasteBackTest, wastePredictions, wasteReport, wasteTrends } from '#domains/waste/contract.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { type HttpPerson, httpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { median } from '../support/rounds.ts'
import { printFigures } from '../support/table.ts'

const sizes = [2_500, 10_000] as const
const ingredients = 200
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 15)
const today = new Date().toISOString().slice(0, 10)
const days = 3 * 365
const reasons = ['expired', 'spoiled', 'forgotten', 'overbought', 'quality', 'donated']

/** Seeds lots over three years: used in three portions, part of three in ten discarded, the newest tenth still in stock. */
function seed(db: DatabaseSync, household: string, userId: string, lots: number): void {
  const at = new Date().toISOString()
  const row = (table: string, columns: string) =>
    db.prepare(
      `insert into ${table} (${columns}) values (${columns
        .split(',')
        .map(() => '?')
        .join(', ')})`,
    )
  const ingredient = row(
    'ingredients',
    'household_id, id, name, name_key, category, par_milli, default_unit, default_storage, default_location, aliases, conversions, shelf_life, version, created_at, updated_at',
  )
  const change = row('changes', 'household_id, seq, name, actor_id, at, payload')
  const lot = row(
    'lots',
    'household_id, id, ingredient_id, milli, unit, location, storage, state, is_opened, is_shared, goes_off_on, added_on, whole_milli, price_cents, added_by, version, created_at, updated_at',
  )
  const entry = row('ledger', 'household_id, seq, lot_id, kind, delta, unit, on_date, reason, cost_cents')
  db.exec('begin')
  const life = '{"pantryDays":30,"fridgeDays":7,"freezerDays":90,"openedDays":5}'
  const ids = Array.from({ length: ingredients }, (_, i) => {
    const id = randomUUID()
    ingredient.run(household, id, `Food ${i}`, `food ${i}`, 'Other', 2_000_000, 'g', 'FRIDGE', '', '[]', '[]', life, 1, at, at)
    return id
  })
  let { seq } = db.prepare('select seq from households where id = ?').get(household) as { seq: number }
  for (let i = 0; i < lots; i++) {
    const id = randomUUID()
    const came = addDays(today, -days + Math.floor((i / lots) * days))
    const keeps = 5 + (i % 25)
    const isOpen = i >= 0.9 * lots
    const isWasted = !isOpen && i % 10 < 3
    const whole = 1_000_000
    const takes = isOpen ? [] : isWasted ? [300_000, 300_000] : [400_000, 300_000, 300_000]
    const left = whole - takes.reduce((sum, take) => sum + take, 0)
    const state = isOpen ? 'active' : isWasted ? 'discarded' : 'used'
    const due = isOpen ? addDays(today, i % 30) : addDays(came, keeps)
    lot.run(
      household,
      id,
      ids[i % ingredients] ?? '',
      isOpen ? whole : 0,
      'g',
      'Fridge',
      'FRIDGE',
      state,
      0,
      0,
      due,
      came,
      whole,
      i % 5 === 0 ? null : 199 + (i % 700),
      userId,
      1,
      at,
      at,
    )
    const write = (kind: string, delta: number, on: string, reason: string | null = null, cents: number | null = null) => {
      change.run(household, ++seq, 'item.used', userId, at, `{"lots":[{"lotId":"${id}","milli":${delta},"unit":"g","type":"UPDATE"}]}`)
      entry.run(household, seq, id, kind, delta, 'g', on < today ? on : today, reason, cents)
    }
    write('add', whole, came)
    for (const [j, take] of takes.entries()) write('use', -take, addDays(came, 1 + j * 2))
    if (isWasted) write('discard', -left, addDays(came, keeps + 1), reasons[i % reasons.length] ?? 'other', i % 5 === 0 ? null : 80)
  }
  db.prepare('update households set seq = ? where id = ?').run(seq, household)
  db.exec('commit; analyze')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

interface Measured {
  report: number
  trends: number
  predictions: number
  again: number
  longestWait: number
  backTest: number
}

async function measure(lots: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  const seeding = await startServer({ dataFolder: folder })
  const { userId, token, home } = await signUp(seeding.url).then(async (person) => {
    await shareHousehold(person)
    return person
  })
  await seeding.stop()
  const db = new DatabaseSync(join(folder, 'larder.db'))
  seed(db, home ?? '', userId, lots)
  db.close()
  const server = await startServer({ dataFolder: folder })
  const ana: HttpPerson = httpPerson(server.url, userId, token, home)
  const took: Record<keyof Measured, number[]> = { report: [], trends: [], predictions: [], again: [], longestWait: [], backTest: [] }
  for (let round = -2; round < rounds; round++) {
    const report = await timed(() => ana.must(wasteReport, { body: { period: 'year' } }))
    const trends = await timed(() => ana.must(wasteTrends, { query: { months: 36 } }))
    // A change, so that no cached prediction is valid.
    await ana.must(addLot, { body: { ingredient: { name: 'Salt' }, quantity: 1, unit: 'g' } })
    let isDone = false
    const pings: number[] = []
    const pinging = (async () => {
      while (!isDone) pings.push(await timed(() => fetch(`${server.url}/api/health`)))
    })()
    const predictions = await timed(() => ana.must(wastePredictions, { query: { limit: 50 } }))
    isDone = true
    await pinging
    const again = await timed(() => ana.must(wastePredictions, { query: { limit: 50 } }))
    if (round < 0) continue
    for (const [name, ms] of Object.entries({ report, trends, predictions, again, longestWait: Math.max(...pings) }))
      took[name as keyof Measured].push(ms)
  }
  took.backTest.push(await timed(() => ana.must(wasteBackTest)))
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  const of = (name: keyof Measured) => median(took[name])
  return {
    report: of('report'),
    trends: of('trends'),
    predictions: of('predictions'),
    again: of('again'),
    longestWait: of('longestWait'),
    backTest: of('backTest'),
  }
}

const [small, large] = [await measure(sizes[0]), await measure(sizes[1])]
const growth = sizes[1] / sizes[0]
printFigures(`Waste over three years, ${sizes[1].toLocaleString('en')} lots, ${rounds} rounds`, [
  { what: 'report of a year beside the year before', value: large.report, unit: 'ms', target: { atMost: 50 } },
  { what: '  grows with four times the lots by', value: large.report / small.report, target: { atMost: growth } },
  { what: 'trends of 36 months', value: large.trends, unit: 'ms', target: { atMost: 50 } },
  { what: '  grows by', value: large.trends / small.trends, target: { atMost: growth } },
  { what: 'predictions after a change', value: large.predictions, unit: 'ms', target: { atMost: 500 } },
  { what: '  grow by', value: large.predictions / small.predictions, target: { atMost: growth * 1.1 } },
  { what: '  longest wait of others meanwhile', value: large.longestWait, unit: 'ms' },
  { what: 'predictions again', value: large.again, unit: 'ms' },
  { what: 'back-test', value: large.backTest, unit: 'ms' },
])
