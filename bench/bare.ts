/**
 * The limit to measure against: `node bench/bare.ts FOLDER HOUSEHOLD`. Plain `node:http` and the raw driver on a data folder that Larder
 * made, with the very session and list statements of Larder, and the inserts of an add under the same group commit. It checks nothing else.
 */
import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { dayIn } from '#platform/contract/calendar.ts'
import type { HouseholdId } from '#platform/contract/ids.ts'
import type { Reader } from '#platform/server/database.ts'
import { Connection } from '#platform/server/sqlite/connection.ts'
import { sessionAndMembership } from '#domains/households/server/service/identify.ts'
import type { NewLot } from '#domains/inventory/contract.ts'
import { toLot } from '#domains/inventory/server/service/show.ts'
import { listLots, type ShownRow } from '#domains/inventory/server/store/list-lots.ts'

const [folder = '', household = ''] = process.argv.slice(2)
const file = join(folder, 'larder.db')
const writing = new Connection(file)
const reader = new Connection(file, true)
const today = dayIn('UTC', new Date())

/** The statement Larder makes for the measured list, made once. */
async function listStatement(): Promise<{ sql: string; values: SQLInputValue[] }> {
  const seen: { sql: string; values: SQLInputValue[] }[] = []
  const recorder: Pick<Reader, 'rows'> = {
    rows: async (sql, values) => {
      seen.push({ sql, values: values as SQLInputValue[] })
      return []
    },
  }
  const query = { isActive: true, sort: 'expirationDate', order: 'asc', after: null, limit: 51 } as const
  await listLots(recorder as Reader, household as HouseholdId, query)
  const [statement] = seen
  if (!statement) throw new Error('the list asked nothing')
  return statement
}

const { sql, values } = await listStatement()
const list = reader.db.prepare(sql)
const session = reader.db.prepare(sessionAndMembership)

function list50(response: ServerResponse): void {
  const rows = list.all(...values) as unknown as ShownRow[]
  answer(response, 200, JSON.stringify(rows.slice(0, 50).map((row) => toLot(row, today))))
}

const food = writing.db.prepare('select name, category, default_storage from ingredients where household_id = ? and id = ?')
const nextSeq = writing.db.prepare('update households set seq = seq + 1 where id = ? returning seq')
const insertChange = writing.db.prepare(
  'insert into changes (household_id, seq, name, actor_id, at, payload, undo, undone_by) values (?, ?, ?, ?, ?, ?, ?, null)',
)
const insertLot = writing.db.prepare(
  `insert into lots (household_id, id, ingredient_id, milli, unit, location, storage, state, is_opened, is_shared, goes_off_on, added_on, whole_milli,
     added_by, version, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, 'active', 0, 0, '9999-12-31', ?, ?, ?, 1, ?, ?)`,
)
const insertLedger = writing.db.prepare(`insert into ledger (household_id, seq, lot_id, kind, delta, on_date) values (?, ?, ?, 'add', ?, ?)`)

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
  writing.db.exec('BEGIN IMMEDIATE')
  const answers = group.map((adding) => {
    writing.db.exec('SAVEPOINT body')
    const text = insert(adding)
    writing.db.exec('RELEASE body')
    return text
  })
  writing.db.exec('COMMIT')
  for (const [i, { response }] of group.entries()) answer(response, 201, answers[i] ?? '')
  if (waiting.length > 0) setImmediate(commitTogether)
}

function insert({ userId, lot }: Adding): string {
  const id = randomUUIDv7()
  const at = new Date().toISOString()
  const milli = lot.quantity * 1000
  const { name, category, default_storage: storage } = food.get(household, lot.ingredientId ?? '') as Record<string, string>
  const seq = Number(nextSeq.get(household)?.['seq'])
  const payload = JSON.stringify({ lots: [{ lotId: id, milli, type: 'INSERT' }] })
  const undo = JSON.stringify([{ lotId: id, delta: -milli, set: {}, expect: {}, created: true }])
  insertChange.run(household, seq, 'item.added', userId, at, payload, undo)
  insertLot.run(household, id, lot.ingredientId ?? '', milli, lot.unit, 'Pantry', storage ?? '', today, milli, userId, at, at)
  insertLedger.run(household, seq, id, milli, today)
  return JSON.stringify({ id, ingredient: { id: lot.ingredientId, name, category, parLevel: null }, quantity: lot.quantity, unit: lot.unit, createdAt: at, version: 1 })
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }).end(text)
}

async function bodyOf(request: IncomingMessage): Promise<NewLot> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const server = createServer((request, response) => {
  const row = session.get(household, request.headers.authorization?.slice(7, 39) ?? '')
  if (!row?.['role'] || new Date(String(row['expires_at'])) <= new Date()) return answer(response, 401, '{}')
  if (request.method === 'GET') return list50(response)
  void bodyOf(request).then((lot) => add(String(row['user_id']), lot, response))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`bare ${typeof address === 'object' ? address?.port : ''}`)
})
