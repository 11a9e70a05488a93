/**
 * Searching what circles share, by sequential requests: 1,000 lots of friends in 50 circles, alone and among 100,000 shared lots of
 * strangers,
 * then 100,000 of friends. Compared with the bare statement that selects the visible lots. The first search after a start reads every food
 * once; it is shown but not counted.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { searchShareable } from '#domains/sharing/contract/index.ts'
import { listSharingHouseholds } from '#domains/sharing/server/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { httpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { cpuMs } from './support/processes.ts'
import { median } from './support/rounds.ts'
import { statementOf } from './support/statement.ts'
import { printFigures } from './support/table.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 40)
const ingredients = [
  'Oat flakes',
  'Whole milk',
  'Tomatoes',
  'Chickpeas',
  'Basmati rice',
  'Plain flour',
  'Olive oil',
  'Black beans',
  'Honey',
  'Apples',
]
const searches = ['oat', 'tomatos', 'garbanzo', 'basmati', 'chikpeas']
const at = new Date().toISOString()

interface Plan {
  what: string
  circles: number
  /** Households of friends over all circles, and of strangers in their own circle. */
  friends: number
  strangers: number
  lotsEach: number
  atMost?: number
}

/** Seeds households with one member in a circle each and all lots shared. `reader` is in every circle of friends. */
function seed(db: DatabaseSync, reader: string, { circles, friends, strangers, lotsEach }: Plan): void {
  const add = (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row)
    db.prepare(`insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`).run(
      ...(Object.values(row) as string[]),
    )
  }
  const circleOf = (name: string) => {
    const id = randomUUID()
    const texts = { name, name_key: name.toLowerCase(), description: '', code_hash: id, code_box: '', created_by: reader, created_at: at }
    add('circles', { id, ...texts, is_public: 0, allow_invites: 1, version: 1 })
    return id
  }
  const household = (circle: string, n: number) => {
    const [id, user] = [randomUUID(), randomUUID()]
    const person = {
      id: user,
      name: 'Ben Test',
      email: `${user}@example.org`,
      email_verified: 0,
      first_name: 'Ben',
      last_name: `Test ${n}`,
    }
    add('users', { ...person, preferences: '{}', created_at: at, updated_at: at })
    const texts = { name: `House ${n}`, time_zone: 'UTC', currency: 'USD', invite_hash: id, invite_box: '', created_at: at }
    add('households', { id, ...texts, seq: 0, version: 1 })
    add('members', { household_id: id, user_id: user, role: 'OWNER', joined_at: at })
    add('circle_members', { circle_id: circle, user_id: user, role: 'MEMBER', joined_at: at })
    add('circle_households', { household_id: id, circle_id: circle, linked_by: user, linked_at: at })
    for (let i = 0; i < lotsEach; i++) {
      const [ingredient, name] = [randomUUID(), `${ingredients[i % ingredients.length]} ${Math.floor(i / ingredients.length)}`]
      const aliases = i % ingredients.length === 3 ? '["Garbanzo beans"]' : '[]'
      const kept = { default_unit: 'g', default_storage: 'PANTRY', default_location: '', conversions: '[]', shelf_life: '{}' }
      add('ingredients', {
        household_id: id,
        id: ingredient,
        name,
        name_key: name.toLowerCase(),
        category: 'Other',
        aliases,
        ...kept,
        version: 1,
        created_at: at,
        updated_at: at,
      })
      const lot = {
        household_id: id,
        id: randomUUID(),
        ingredient_id: ingredient,
        milli: 500_000,
        unit: 'g',
        location: 'Shelf',
        storage: 'PANTRY',
        state: 'active',
      }
      const dates = { goes_off_on: '2030-01-01', expiration_date: '2030-01-01', added_on: '2026-01-01' }
      add('lots', {
        ...lot,
        ...dates,
        is_opened: 0,
        is_shared: 1,
        whole_milli: 500_000,
        added_by: user,
        version: 1,
        created_at: at,
        updated_at: at,
      })
      if (i % 10 === 0) {
        const promise = { household_id: id, id: randomUUID(), lot_id: lot.id, kind: 'plan', milli: 1000, ref_id: 'plan', created_at: at }
        add('reservations', promise)
      }
    }
  }
  db.exec('begin')
  const ids = Array.from({ length: circles }, (_, i) => circleOf(`Circle ${i}`))
  for (const circle of ids) add('circle_members', { circle_id: circle, user_id: reader, role: 'ADMIN', joined_at: at })
  for (let i = 0; i < friends; i++) household(ids[i % circles] ?? '', i)
  const far = circleOf('Far away')
  for (let i = 0; i < strangers; i++) household(far, friends + i)
  db.exec('commit')
  db.exec('analyze')
}

async function measure(plan: Plan): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  const seeding = await startServer({ dataFolder: folder })
  const person = await signUp(seeding.url)
  await shareHousehold(person)
  await seeding.stop()
  const db = new DatabaseSync(join(folder, 'larder.db'))
  seed(db, person.userId, plan)
  db.close()

  const server = await startServer({ dataFolder: folder })
  const ana = httpPerson(server.url, person.userId, person.token, person.home)
  const raw = new DatabaseSync(join(folder, 'larder.db'), { readOnly: true })
  const peers = await statementOf('sqlite', (q) => listSharingHouseholds(q, person.userId as UserId, person.home as HouseholdId))
  const bare = raw.prepare(peers.sql)
  const took: { search: number[]; bare: number[] } = { search: [], bare: [] }
  let busy = 0
  let found = 0
  let first = 0
  for (let round = -5; round < rounds; round++) {
    const name = searches[(round + 5) % searches.length] ?? ''
    if (round === 0) busy = cpuMs(server.pid)
    const start = performance.now()
    const items = await ana.must(searchShareable, { query: { name }, headers: { 'accept-encoding': 'identity' } })
    const middle = performance.now()
    bare.all(...(peers.parameters as string[]))
    const end = performance.now()
    if (round === -5) first = middle - start
    if (round < 0) continue
    found += items.length
    took.search.push(middle - start)
    took.bare.push(end - middle)
  }
  const cpu = cpuMs(server.pid) - busy
  raw.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  printFigures(`Search over ${plan.what}: ${(found / rounds).toFixed(0)} found, ${rounds} rounds`, [
    {
      what: 'search, over the wire',
      value: median(took.search),
      unit: 'ms',
      ...(plan.atMost === undefined ? {} : { target: { atMost: plan.atMost } }),
    },
    { what: 'the first one after a start', value: first, unit: 'ms' },
    { what: 'slowest search', value: Math.max(...took.search), unit: 'ms' },
    { what: 'processor time of one', value: cpu / rounds, unit: 'ms' },
    { what: 'bare statement', value: median(took.bare), unit: 'ms' },
    { what: 'times the bare statement', value: median(took.search.map((ms, i) => ms / (took.bare[i] ?? Number.NaN))) },
  ])
}

const near = { circles: 50, friends: 50, lotsEach: 20 }
await measure({ ...near, what: '1,000 shared lots in 50 circles', strangers: 0, atMost: 10 })
await measure({ ...near, what: '1,000 shared lots in 50 circles, among 100,000 in all', strangers: 4950, atMost: 30 })
// A tenth matches each search, so the response of ten thousand items dominates.
await measure({ what: '100,000 shared lots of friends', circles: 50, friends: 1000, strangers: 0, lotsEach: 100 })
