/**
 * The baseline: `node bench/bare.ts FOLDER HOUSEHOLD`. Plain `node:http` and the raw driver on an existing data folder, with Larder's
 * session and list statements and the rows of an add under the same group commit. No checks.
 */
import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { hashSessionToken } from '#domains/account/server/store/sessions.ts'
import { sessionQuery } from '#domains/households/server/use-cases/identify-member.ts'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { NewLot } from '#domains/inventory/contract.ts'
import { expirationOf } from '#domains/inventory/rules/effective-expiration.ts'
import { type ListedLotRow, listLots } from '#domains/inventory/server/store/list-lots.ts'
import { toLot } from '#domains/inventory/server/use-cases/to-response.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { statementOf } from './support/statement.ts'

const [folder = '', household = ''] = process.argv.slice(2)
const file = join(folder, 'larder.db')
const tuning = 'PRAGMA cache_size = -32000; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY'
const writing = new DatabaseSync(file, { enableForeignKeyConstraints: true })
writing.exec(`${tuning}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000`)
const reader = new DatabaseSync(file, { readOnly: true })
reader.exec(tuning)
const today = dateInTimeZone('UTC', new Date())

const query = { isActive: true, sort: 'expirationDate', order: 'asc', after: null, limit: 51 } as const
const { sql, parameters } = await statementOf('sqlite', (q) => listLots(q, household as HouseholdId, query))
const values = parameters as SQLInputValue[]
const list = reader.prepare(sql)
const session = reader.prepare(sessionQuery)

function list50(response: ServerResponse): void {
  const rows = list.all(...values) as unknown as ListedLotRow[]
  answer(response, 200, JSON.stringify(rows.slice(0, 50).map((row) => toLot(row, today))))
}

const ingredient = writing.prepare('select name, category, default_storage, shelf_life from ingredients where household_id = ? and id = ?')
const nextSeq = writing.prepare('update households set seq = seq + 1 where id = ? returning seq')
const into = (table: string, columns: string) =>
  writing.prepare(`insert into ${table} (${columns}) values (${columns.replace(/\w+/g, '?')})`)
const insertChange = into('changes', 'household_id, seq, name, actor_id, at, payload, undo')
const insertLot = into(
  'lots',
  `household_id, id, ingredient_id, milli, unit, location, storage, state, is_opened, is_shared, expiration_date, date_kind, goes_off_on,
   goes_off_reason, added_on, opened_on, whole_milli, price_cents, added_by, version, created_at, updated_at`,
)
const insertLedger = into('ledger', 'household_id, seq, lot_id, kind, delta, unit, on_date')

interface Adding {
  userId: string
  lot: NewLot
  response: ServerResponse
}
const waiting: Adding[] = []

function add(userId: string, lot: NewLot, response: ServerResponse): void {
  if (waiting.push({ userId, lot, response }) === 1) setImmediate(commitTogether)
}

function commitTogether(): void {
  const group = waiting.splice(0, 128)
  writing.exec('BEGIN IMMEDIATE')
  const answers = group.map((adding) => {
    writing.exec('SAVEPOINT body')
    const text = insert(adding)
    writing.exec('RELEASE body')
    return text
  })
  writing.exec('COMMIT')
  for (const [i, { response }] of group.entries()) answer(response, 201, answers[i] ?? '')
  if (waiting.length > 0) setImmediate(commitTogether)
}

/** Writes the same rows as Larder's add, by the same rule. The response is built from them without reading back. */
function insert({ userId, lot }: Adding): string {
  const { ingredientId = '', unit, expirationDate = null, dateKind = null } = lot
  const known = ingredient.get(household, ingredientId) as Record<'name' | 'category' | 'default_storage' | 'shelf_life', string>
  const storage = lot.storage ?? (known.default_storage as Storage)
  const openedOn = lot.isOpened ? today : null
  const effective = expirationOf({
    ...{ storage, expirationDate, dateKind, addedOn: today, openedOn, frozenOn: null, frozenDaysLeft: null, thawedOn: null },
    shelfLife: JSON.parse(known.shelf_life),
  })
  const id = randomUUIDv7()
  const at = new Date().toISOString()
  const milli = lot.quantity * 1000
  const location = lot.location ?? storage
  const reason = effective ? JSON.stringify(effective.reason) : null
  const expiresOn = effective?.date ?? '9999-12-31'
  const price = lot.purchasePrice ? Math.round(lot.purchasePrice * 100) : null
  const [opened, shared] = [lot.isOpened ? 1 : 0, lot.isShared ? 1 : 0] as const

  const seq = Number(nextSeq.get(household)?.['seq'])
  const payload = JSON.stringify({ lots: [{ lotId: id, milli, type: 'INSERT' }] })
  const undo = JSON.stringify([{ lotId: id, delta: -milli, set: {}, expect: {}, created: true }])
  insertChange.run(household, seq, 'item.added', userId, at, payload, undo)
  insertLot.run(
    ...[household, id, ingredientId, milli, unit, location, storage, 'active', opened, shared, expirationDate, dateKind, expiresOn],
    ...[reason, today, openedOn, milli, price, userId, 1, at, at],
  )
  insertLedger.run(household, seq, id, 'add', milli, unit, today)
  const row: ListedLotRow = {
    ...{ id, ingredient_id: ingredientId, milli, unit, location, storage, state: 'active', is_opened: opened, is_shared: shared },
    ...{ expiration_date: expirationDate, date_kind: dateKind, goes_off_on: expiresOn, goes_off_reason: reason, opened_on: openedOn },
    ...{
      price_cents: price,
      own_unit: null,
      barcode: null,
      note: '',
      store_id: null,
      confirmed_at: null,
      version: 1,
      created_at: at,
      updated_at: at,
    },
    ...{
      name: known.name,
      category: known.category,
      par_milli: null,
      own_units: '[]',
      first_name: 'Ana',
      last_name: 'Test',
      reserved_milli: 0,
    },
  }
  return JSON.stringify(toLot(row, today))
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }).end(text)
}

async function bodyOf(request: IncomingMessage): Promise<NewLot> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

// Sessions are stored by the hash of their token. Larder's server caches it too.
const hashes = new Map<string, string>()
function hashOf(token: string): string {
  const hash = hashes.get(token) ?? hashSessionToken(token)
  hashes.set(token, hash)
  return hash
}

const server = createServer((request, response) => {
  const row = session.get(household, hashOf(request.headers.authorization?.slice(7, 39) ?? ''))
  if (!row?.['role'] || new Date(String(row['expires_at'])) <= new Date()) return answer(response, 401, '{}')
  if (request.method === 'GET') return list50(response)
  void bodyOf(request).then((lot) => add(String(row['user_id']), lot, response))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`bare ${typeof address === 'object' ? address?.port : ''}`)
})
