import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations, schemaOf } from '#tests/support/database/statements.ts'

// Checks what docs/sharding.md says about keys against the migrations: a table distributes by the first column of its primary key, every
// unique
// key contains that column, and foreign keys stay on a shard. Exceptions are listed here and named on that page. Statements are checked
// in
// tests/access/shards.test.ts.

const project = join(import.meta.dirname, '..')
const page = readFileSync(join(project, 'docs/sharding.md'), 'utf8')

/** The owner of a table's rows, by the distribution column. */
const owners: Record<string, string> = { households: 'household_id', users: 'user_id', circles: 'circle_id' }
/** Small or global tables, and the identity library's, which queries by its own ids. */
const elsewhere = new Set(
  'secrets server_settings leases job_runs lookups tries tablet_pairings accounts sessions verifications two_factors passkeys avatars last_seen circle_news'.split(
    ' ',
  ),
)
/** Unique across all shards: a directory would hold them. */
const global = new Set([
  'households.invite_hash',
  'circles.code_hash',
  'circle_invites.code_hash',
  'access_keys.hash',
  'recipe_links.hash',
  'cookbook_links.hash',
  'guest_links.hash',
  'household_links.id',
  'users.email',
  'users.is_first',
])
/** Foreign keys that leave the shard; no everyday write uses one. */
const crossing = new Set([
  ...['members', 'former_viewers', 'access_keys', 'circle_members', 'circle_asks'].map((table) => `${table} → users`),
  'notifications → households',
  ...['borrow_requests', 'circle_households', 'offers'].map((table) => `${table} → circles`),
  ...['borrow_requests', 'debts'].map((table) => `${table} → households (borrower_household_id)`),
])

/** Returns the violations that aren't named as exceptions. */
function wrongWith(files: readonly string[]): string[] {
  const wrong: string[] = []
  const tables = schemaOf(files)
  const shardBy = (table: string) => (owners[table] ? 'id' : (tables.find(({ name }) => name === table)?.primary[0] ?? ''))
  for (const { name, primary, unique, foreign } of tables) {
    if (elsewhere.has(name)) continue
    const by = shardBy(name)
    if (!owners[name] && !Object.values(owners).includes(by)) wrong.push(`${name} has the primary key ${primary.join()}`)
    for (const { columns } of unique)
      if (!columns.includes(by) && !global.has(`${name}.${columns.join('+')}`)) wrong.push(`${name} is unique by ${columns.join()}`)
    for (const columns of foreign) {
      const to = columns[0]?.table ?? ''
      const stays = columns.some((column) => column.from === by && column.to === shardBy(to))
      const from = columns.map((column) => column.from).join()
      const said = owners[to] && from !== owners[to] ? `${name} → ${to} (${from})` : `${name} → ${to}`
      if (!stays && !elsewhere.has(to) && !crossing.has(said)) wrong.push(said)
    }
  }
  return wrong
}

describe('keys that shard', () => {
  it('start with the owner’s column, and reach another shard only where the page says so', () => {
    expect(wrongWith(migrations)).toEqual([])
  })

  it('have every exception named on the page', () => {
    const named = [...elsewhere, ...global, ...[...crossing].map((said) => said.split(' ')[0] ?? '')]
    expect(named.filter((name) => !page.includes(`\`${name}\``) && !page.includes(`\`${name}.`))).toEqual([])
  })

  it('are listed on the page for every table', () => {
    const missing = schemaOf(migrations).filter(({ name }) => !page.includes(`\`${name}\``))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it('are reported when they break the rule (twin)', () => {
    const bad = [
      'create table plates (id text primary key, household_id text references households (id))',
      'create table cups (household_id text, id text, mark text unique, primary key (household_id, id))',
      'create table spoons (household_id text, id text, user_id text references users (id), primary key (household_id, id))',
    ]
    expect(wrongWith([...migrations, ...bad])).toEqual([
      'cups is unique by mark',
      'plates has the primary key id',
      'plates → households',
      'spoons → users',
    ])
  })
})

/** Returns the figures of the estimate and where they are from, by name. */
function figuresOfPage(): Map<string, { value: number; source: string }> {
  const [, table = ''] = /\n\| Figure \| Value \| Source \|\n\|[-|]+\n((?:\|.*\n)+)/.exec(page) ?? []
  return new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [, name = '', value = '', source = ''] = line.split('|').map((cell) => cell.trim())
        return [name, { value: Number(value.replaceAll(',', '')), source }]
      }),
  )
}

describe('the estimate for ten million households', () => {
  const figures = figuresOfPage()
  const of = (name: string) => figures.get(name)?.value ?? Number.NaN
  const requests = () => (of('Households') * (of('Writes of a household a day') + of('Reads of a household a day'))) / 86_400
  const formulas: Record<string, () => number> = {
    'MB for each household': () =>
      (of('Writes of a household a day') * 365 * of('Years kept') * of('Bytes for each write, with indexes')) / 1e6,
    'TB in all, before copies': () => (of('MB for each household') * of('Households')) / 1e6,
    'TB per node': () => of('TB in all, before copies') / of('Nodes'),
    'GB per shard': () => (of('TB in all, before copies') * 1000) / of('Shards'),
    'Requests a second per node, in the busiest hour': () => (requests() * of('Busiest hour over average')) / of('Nodes'),
    'Session checks a second, in the busiest hour': () => requests() * of('Busiest hour over average'),
    'Streams at any time': () => of('Households') * of('Devices of a household') * of('Share of devices with a stream open'),
    'Server processes': () => of('Streams at any time') / of('Streams of a process'),
    'MB of streams in a process': () => (of('kB of memory for each stream') * of('Streams of a process')) / 1000,
    'Connections per node, if processes are routed by shard': () => (of('Connections of a process') * of('Server processes')) / of('Nodes'),
    'Cost of a month': () =>
      of('Copies') *
        (of('TB in all, before copies') * 1000 * of('Price of a GB for a month') + of('Nodes') * of('Price of a node for a month')) +
      of('Server processes') * of('Price of a process for a month'),
    'Cents for a household and month': () => (of('Cost of a month') * 100) / of('Households'),
  }

  it('marks every figure as measured, assumed, set or computed', () => {
    const unmarked = [...figures].filter(([, { source }]) => !/^(?:measured: `npm run bench \w+`|assumed$|set: |computed$)/.test(source))
    expect(unmarked).toEqual([])
    const computed = [...figures].filter(([, { source }]) => source === 'computed').map(([name]) => name)
    expect(computed).toEqual(Object.keys(formulas))
  })

  it.each(Object.entries(formulas))('computes %s correctly', (name, formula) => {
    expect(Math.abs(of(name) / formula() - 1)).toBeLessThan(0.005)
  })
})
