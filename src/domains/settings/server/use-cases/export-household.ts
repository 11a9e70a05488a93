import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import type { AccountViews } from '#domains/account/server/index.ts'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import { allTables, bytesWhere, countWhere, rowsWhere, type Where } from '#platform/server/database/household-rows.ts'
import type { Database, Reader, Scope } from '#platform/server/database/index.ts'
import type { Cell, Column, Row, Table } from '#platform/server/database/table-schema.ts'
import type { AuthenticatedUser, Member } from '#platform/server/endpoints/route.ts'
import type { TempFile, WriteTempFile } from '#platform/server/endpoints/temp-file.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity-and-money.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'

/** Internal state: positions of change consumers and stored responses to repeated requests. */
const machinery = new Set(['answers', 'cursors', 'parked_changes', 'row_changes'])
/** Only for admins, who manage them: a webhook's address often grants access by itself, and a preview may hold diets. */
const managed = new Set(['webhooks', 'webhook_deliveries', 'imports', 'import_keys', 'import_rows'])
/** Devices of this server: their names open nothing elsewhere. */
const devices = new Set(['tablets'])
/** With rows that belong to no member: of members, the caller's own; of guests, all. */
const withGuests = new Set(['eaters'])
/** Whose `user_id` says who did something, not whose it is. */
const acted = new Set(['members', 'linked_loans'])
/** Hashes, encrypted values and keys are useless elsewhere, except to a thief. */
const isSecret = ({ name }: Column) =>
  /(^|_)(hash|box|secret|token|password|codes|auth|p256dh|endpoint|statement)$/.test(name) || /_token$|^(scope|id_token)$/.test(name)

export interface ExportDeps {
  readonly database: Database
  readonly writeTempFile: WriteTempFile
}

interface ExportPart {
  readonly folder: string
  readonly table: Table
  readonly where: Where
}
interface Listed {
  readonly file: string
  readonly table: string
  readonly rows: number
}

const has = (table: Table, column: string) => table.columns.some(({ name }) => name === column)

/** Exports a household. Of data that belongs to single members, such as tokens and notifications, only the caller's own. */
export async function exportHousehold(exporting: ExportDeps, { householdId, userId, role, now }: Member): Promise<TempFile> {
  const tables = (await allTables(exporting.database)).filter((table) => table.name === 'households' || has(table, 'household_id'))
  const parts = tables
    .filter(({ name }) => !machinery.has(name) && !devices.has(name) && (isRoleAtLeast(role, 'ADMIN') || !managed.has(name)))
    .map((table): ExportPart => {
      const ofHousehold: Where = { [table.name === 'households' ? 'id' : 'household_id']: householdId }
      const isPersonal = !acted.has(table.name) && has(table, 'user_id')
      const ofCaller = withGuests.has(table.name) ? { orNull: userId } : userId
      return { folder: 'household', table, where: isPersonal ? { ...ofHousehold, user_id: ofCaller } : ofHousehold }
    })
  const about = { of: 'household', id: householdId, exportedAt: now.toISOString() }
  return writeSnapshot(exporting, householdId, async (q) => zip(q, parts, about, await peopleOf(q, householdId)))
}

/** Exports everything of an account that belongs to no household. */
export async function exportAccount(exporting: ExportDeps, { userId, now }: AuthenticatedUser): Promise<TempFile> {
  const tables = (await allTables(exporting.database)).filter((table) => !has(table, 'household_id') && !machinery.has(table.name))
  const parts = tables
    .filter((table) => table.name === 'users' || has(table, 'user_id'))
    .map(
      (table): ExportPart => ({
        folder: 'account',
        table,
        where: { [table.name === 'users' ? 'id' : 'user_id']: userId },
      }),
    )
  const about = { of: 'account', id: userId, exportedAt: now.toISOString() }
  return writeSnapshot(exporting, { user: userId }, (q) => zip(q, parts, about))
}

/**
 * Writes the zip of a snapshot to a temporary file. Streaming it to the client would keep the snapshot and its connection open as long as the
 * client takes; in memory, a large household would take too much.
 */
const writeSnapshot = ({ database, writeTempFile }: ExportDeps, scope: Scope, make: (q: Reader) => Promise<Readable>): Promise<TempFile> =>
  database.snapshot(scope, async (q) => writeTempFile(await make(q)))

/** Returns the names of the current members. */
const peopleOf = (q: Reader, householdId: HouseholdId) =>
  q
    .on<HouseholdViews & AccountViews>()
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'members.role'])
    .where('members.household_id', '=', householdId)
    .orderBy('members.joined_at')
    .orderBy('users.id')
    .execute()
type ExportedMember = Awaited<ReturnType<typeof peopleOf>>[number]

async function zip(q: Reader, parts: readonly ExportPart[], about: object, people: readonly ExportedMember[] = []): Promise<Readable> {
  const file = new yazl.ZipFile()
  const out = file.outputStream.pipe(new PassThrough())
  // A part can fail before it is read. Without a listener, the error would end the process.
  out.on('error', () => {})
  const listed: Listed[] = []
  const add = (name: string, content: () => AsyncIterable<string | Uint8Array>, options: { compress: boolean } = { compress: true }) =>
    file.addReadStreamLazy(name, options, (give) => {
      const stream = Readable.from(content(), { objectMode: false })
      stream.on('error', (error) => out.destroy(error))
      give(null, stream)
    })
  if (people.length > 0) {
    const columns = ['id', 'first_name', 'last_name', 'role'] as const
    const csv = formatCsv([columns, ...people.map((person) => columns.map((name) => person[name]))], { bom: true })
    file.addBuffer(Buffer.from(`${JSON.stringify(people, null, 1)}\n`), 'household/people.json')
    file.addBuffer(Buffer.from(csv), 'household/people.csv')
    for (const name of ['household/people.json', 'household/people.csv']) listed.push({ file: name, table: 'people', rows: people.length })
  }
  for (const part of parts) {
    const { folder, table, where } = part
    if ((await countWhere(q, table.name, where)) === 0) continue
    add(`${folder}/${table.name}.json`, () =>
      asJson(q, part, (rows) => listed.push({ file: `${folder}/${table.name}.json`, table: table.name, rows })),
    )
    add(`${folder}/${table.name}.csv`, () =>
      asCsv(q, part, (rows) => listed.push({ file: `${folder}/${table.name}.csv`, table: table.name, rows })),
    )
    for await (const { name, read } of picturesOf(q, part)) {
      add(name, read, { compress: false })
      listed.push({ file: name, table: table.name, rows: 1 })
    }
  }
  // Last, when all tables and their counts are known.
  add('manifest.json', async function* () {
    yield `${JSON.stringify({ format: 'larder-export-1', ...about, notes, files: listed }, null, 2)}\n`
  })
  file.end()
  return out
}

const notes = [
  'Every table stands twice: as JSON and as CSV (UTF-8, comma, texts that a spreadsheet would run begin with an apostrophe).',
  'Quantities and money are decimals; days are YYYY-MM-DD; instants are UTC. People stand as ids; people.json says who is who.',
  'Passwords, tokens and other secrets are left out.',
]

/** Returns a column's public name and format: quantities without thousandths, money without cents, booleans as such. */
function publicColumn({ name, kind }: Column): { name: string; show: (cell: Cell) => unknown } {
  if (name === 'milli' || name.endsWith('_milli'))
    return { name: name.replace(/milli$/, 'quantity'), show: (cell) => (typeof cell === 'number' ? fromMilli(cell) : cell) }
  if (name === 'delta') return { name, show: (cell) => (typeof cell === 'number' ? fromMilli(cell) : cell) }
  if (name.endsWith('_cents')) return { name: name.slice(0, -6), show: (cell) => (typeof cell === 'number' ? fromCents(cell) : cell) }
  if (name.startsWith('is_') && kind === 'integer') return { name, show: (cell) => (cell === null ? null : cell === 1) }
  return { name, show: (cell) => cell }
}

function columnsOf({ folder, table }: ExportPart) {
  return table.columns.flatMap((column, i) => {
    if (isSecret(column)) return []
    if (column.kind === 'bytes')
      return [{ name: 'picture', show: (row: Row) => (row[i] === null ? null : pictureName(folder, table, row)) }]
    const { name, show } = publicColumn(column)
    return [{ name, show: (row: Row) => show(row[i] ?? null) }]
  })
}

async function* asJson(q: Reader, part: ExportPart, onEnd: (rows: number) => void): AsyncGenerator<string> {
  const columns = columnsOf(part)
  let count = 0
  yield '['
  for await (const rows of rowsWhere(q, part.table, part.where)) {
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(columns.map(({ name, show }) => [name, asObject(show(row))]))))
    if (lines.length > 0) yield `${count === 0 ? '\n' : ',\n'}${lines.join(',\n')}`
    count += rows.length
  }
  yield '\n]\n'
  onEnd(count)
}

/** Parses text that is JSON, such as a change's payload. */
function asObject(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

async function* asCsv(q: Reader, part: ExportPart, onEnd: (rows: number) => void): AsyncGenerator<string> {
  const columns = columnsOf(part)
  let count = 0
  yield formatCsv([columns.map(({ name }) => name)], { bom: true })
  for await (const rows of rowsWhere(q, part.table, part.where)) {
    if (rows.length > 0) yield formatCsv(rows.map((row) => columns.map(({ show }) => inCsv(show(row)))))
    count += rows.length
  }
  onEnd(count)
}

const inCsv = (value: unknown): string | number | null =>
  value === null || typeof value === 'number' || typeof value === 'string' ? value : String(value)

const keyOf = (table: Table, row: Row): Where =>
  Object.fromEntries(table.key.map((name) => [name, row[table.columns.findIndex((column) => column.name === name)] ?? null]))

const pictureName = (folder: string, table: Table, row: Row) =>
  `${folder}/pictures/${table.name}-${Object.values(keyOf(table, row))
    .join('-')
    .replace(/[^\w-]/g, '')}.jpg`

/** Yields pictures, each read when it is its turn. */
async function* picturesOf(
  q: Reader,
  { folder, table, where }: ExportPart,
): AsyncGenerator<{ name: string; read: () => AsyncGenerator<Uint8Array> }> {
  const at = table.columns.findIndex(({ kind }) => kind === 'bytes')
  const column = table.columns[at]?.name
  if (column === undefined) return
  for await (const rows of rowsWhere(q, table, where))
    for (const row of rows.filter((one) => one[at] !== null))
      yield {
        name: pictureName(folder, table, row),
        read: async function* () {
          yield await bytesWhere(q, table.name, column, keyOf(table, row))
        },
      }
}
