/**
 * The recipe list with stock state over 2,000 recipes, 500 foods and 10,000 lots, by sequential requests, compared with bare reads of the
 * same rows; and planning a week over them. Responses aren't compressed; the cost of compression is shown separately.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { changeEater } from '#domains/diets/contract.ts'
import { importCollection, listRecipes, proposeWeek } from '#domains/recipes/contract/index.ts'
import { httpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { cpuMs } from './support/processes.ts'
import { collection } from './support/recipe-collection.ts'
import { median } from './support/rounds.ts'
import { printFigures } from './support/table.ts'

const ingredients = 500
const lots = 10_000
const recipes = 2000
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/** Seeds twenty lots per food, a tenth of them expiring within a week, some expired. */
function seed(db: DatabaseSync, household: string, userId: string): void {
  const at = new Date().toISOString()
  const addIngredients = db.prepare(
    `insert into ingredients (household_id, id, name, name_key, category, par_milli, default_unit, default_storage, default_location, aliases, conversions, shelf_life, shelf_life_source, version, created_at, updated_at, removed_at)
     values (?, ?, ?, ?, 'Other', null, 'g', 'PANTRY', '', '[]', '[{"from":"each","to":"g","factor":61}]', '{}', null, 1, ?, ?, null)`,
  )
  const addLot = db.prepare(
    `insert into lots (household_id, id, ingredient_id, milli, unit, location, storage, state, is_opened, is_shared, goes_off_on, added_on, whole_milli, added_by, version, created_at, updated_at)
     values (?, ?, ?, ?, ?, 'Pantry', 'PANTRY', 'active', 0, 0, ?, ?, ?, ?, 1, ?, ?)`,
  )
  db.exec('begin')
  for (let i = 0; i < ingredients; i++) {
    const ingredient = randomUUID()
    addIngredients.run(household, ingredient, `Food ${i}`, `food ${i}`, at, at)
    for (let j = 0; j < lots / ingredients; j++) {
      const unit = j % 3 === 0 ? 'kg' : 'g'
      const milli = unit === 'kg' ? 100 : 100_000
      const expiresOn = j % 10 === 0 ? day(j % 7) : j % 10 === 1 ? '2026-01-01' : '9999-12-31'
      addLot.run(household, randomUUID(), ingredient, milli, unit, expiresOn, '2026-01-01', milli, userId, at, at)
    }
  }
  db.exec('commit')
}

async function timed<T>(work: () => T | Promise<T>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const seeding = await startServer({ dataFolder: folder })
const person = await signUp(seeding.url)
await shareHousehold(person)
const form = new FormData()
form.append('file', new Blob([collection(recipes, ingredients)]))
const answer = await fetch(`${seeding.url}${importCollection.path}`, { method: 'POST', headers: person.headers(), body: form })
if (!answer.ok) throw new Error(`the collection answered ${answer.status}: ${await answer.text()}`)
await seeding.stop()
const db = new DatabaseSync(join(folder, 'larder.db'))
seed(db, person.home ?? '', person.userId)
db.close()

const server = await startServer({ dataFolder: folder })
const ana = httpPerson(server.url, person.userId, person.token, person.home)
const raw = new DatabaseSync(join(folder, 'larder.db'), { readOnly: true })
const statements = [
  'select * from recipes where household_id = ? and removed_at is null',
  'select * from ingredients where household_id = ? and removed_at is null',
  `select id, ingredient_id, unit, milli, goes_off_on from lots where household_id = ? and state = 'active'`,
].map((text) => raw.prepare(text))
const took: Record<'bare' | 'list' | 'compressed' | 'week' | 'others', number[]> = {
  bare: [],
  list: [],
  compressed: [],
  week: [],
  others: [],
}
/** Times a plan of a week, and the longest that another request waited meanwhile. */
async function timedWeek(): Promise<{ week: number; others: number }> {
  const isDone = { week: false }
  const dates = Array.from({ length: 7 }, (_, ahead) => day(ahead))
  const proposing = timed(() => ana.must(proposeWeek, { body: { dates, servings: 4, maxMissing: 8 } })).finally(() => (isDone.week = true))
  let others = 0
  while (!isDone.week) others = Math.max(others, await timed(() => fetch(`${server.url}/api/health`)))
  return { week: await proposing, others }
}

let [cpu, pageCpu] = [0, 0]
let bytes = 0
for (let round = -2; round < rounds; round++) {
  const before = cpuMs(server.pid)
  const list = await timed(async () => {
    bytes = JSON.stringify((await ana.call(listRecipes, { query: {}, headers: { 'accept-encoding': 'identity' } })).body).length
  })
  const used = cpuMs(server.pid) - before
  const beforePage = cpuMs(server.pid)
  await ana.must(listRecipes, { query: { sort: 'uses', limit: 60 } })
  const usedByPage = cpuMs(server.pid) - beforePage
  const compressed = await timed(() => ana.must(listRecipes, { query: {} }))
  const { week, others } = await timedWeek()
  const bare = await timed(() => statements.map((statement) => statement.all(person.home ?? '')))
  if (round < 0) continue
  took.list.push(list)
  took.compressed.push(compressed)
  took.bare.push(bare)
  took.week.push(week)
  took.others.push(others)
  cpu += used
  pageCpu += usedByPage
}
raw.close()
// The same for someone who can't have some foods, so that each line of each recipe is checked.
await ana.must(changeEater, {
  params: { id: person.userId },
  body: { diets: ['vegetarian'], allergens: ['nuts', 'milk'], avoids: ['kiwi'] },
})
const checked: number[] = []
const othersChecked: number[] = []
for (let round = -2; round < rounds; round++) {
  const { week, others } = await timedWeek()
  if (round < 0) continue
  checked.push(week)
  othersChecked.push(others)
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
printFigures(
  `Recipe list with stock over ${recipes} recipes, ${ingredients} foods, ${lots} lots, ${Math.round(bytes / 1000)} kB, ${rounds} rounds`,
  [
    { what: 'processor time of the server', value: cpu / rounds, unit: 'ms', target: { atMost: 100 } },
    { what: 'processor time for a page of 60, as screens ask', value: pageCpu / rounds, unit: 'ms', target: { atMost: 100 } },
    { what: 'whole request, with reading the answer', value: median(took.list), unit: 'ms' },
    { what: 'compressed as for a browser', value: median(took.compressed), unit: 'ms' },
    { what: 'plan my week: seven days for four', value: median(took.week), unit: 'ms', target: { atMost: 1000 } },
    { what: 'longest wait of another request', value: median(took.others), unit: 'ms' },
    { what: 'plan my week for someone with a diet and allergies', value: median(checked), unit: 'ms', target: { atMost: 1000 } },
    { what: 'longest wait of another request', value: median(othersChecked), unit: 'ms' },
    { what: 'bare reads of the same rows', value: median(took.bare), unit: 'ms' },
    { what: 'whole request, times the bare reads', value: median(took.list.map((ms, i) => ms / (took.bare[i] ?? Number.NaN))) },
  ],
)
