import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/index.ts'
import type { SqliteDatabase } from '#platform/server/database/sqlite/database.ts'
import { asOwner } from './invariants.ts'

/** Tables that are not compared, with the reason: jobs or any request write them, whatever the response. */
export const notCompared: Readonly<Record<string, string>> = {
  cursors: 'how far each consumer has read the change log',
  job_runs: 'when a scheduled job last ran',
  last_seen: 'when a session or token was last used',
  leases: 'which process runs the jobs',
  row_changes: 'triggers write it whenever one of the other tables changes',
  tries: 'counters of the rate limiter',
}
/** Compared in these columns only: the delivery job updates the others. */
const queued: Readonly<Record<string, readonly string[]>> = {
  deliveries: ['user_id', 'id', 'channel', 'cause'],
  message_targets: ['user_id', 'id', 'kind', 'name', 'host', 'address_box', 'created_at'],
  webhook_deliveries: ['household_id', 'id', 'webhook_id', 'event'],
}

const tableQuery = {
  sqlite: `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public'`,
}

export async function tablesOf(database: Database): Promise<string[]> {
  const rows = await asOwner<{ name: string }>(database, tableQuery[database.engine])
  return rows.map(({ name }) => name).sort()
}

export async function columnsOf(database: Database, table: string): Promise<string[]> {
  const text =
    database.engine === 'sqlite'
      ? `select name from pragma_table_info('${table}')`
      : `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${table}'`
  return (await asOwner<{ name: string }>(database, text)).map(({ name }) => name)
}

const tables = new WeakMap<Database, string[]>()
const settleByDatabase = new WeakMap<Database, () => Promise<void>>()

/** Registers how to wait for background work on this database before each digest. */
export const settleBeforeDigest = (database: Database, settle: () => Promise<void>): void => void settleByDatabase.set(database, settle)

/** Returns a value that changes with every write: SQLite's count of changed rows, or the snapshot of this worker's PostgreSQL cluster. */
async function writeMarkerOf(database: Database): Promise<string> {
  if (database.engine === 'postgres') {
    const { rows } = await sql<{ march: string }>`select pg_current_snapshot()::text as march`.execute(database.identity)
    return String(rows[0]?.march)
  }
  const { rows } = (database as SqliteDatabase).writing.run('select total_changes() as march', [])
  return String((rows as { march: number }[])[0]?.march)
}
const cached = new WeakMap<Database, { march: string; prints: Record<string, string> }>()

/** Returns a hash of each table. If two digests are equal, nothing was changed. */
export async function digestOf(database: Database): Promise<Record<string, string>> {
  const known = cached.get(database)
  if (known && known.march === (await writeMarkerOf(database))) return known.prints
  await settleByDatabase.get(database)?.()
  let names = tables.get(database)
  if (!names) {
    names = (await tablesOf(database)).filter((name) => !(name in notCompared))
    tables.set(database, names)
  }
  const marker = await writeMarkerOf(database)
  const hashes = await (database.engine === 'postgres' ? hashInDatabase : hashInProcess)(database, names)
  // Cache only if nothing was written in between.
  if ((await writeMarkerOf(database)) === marker) cached.set(database, { march: marker, prints: hashes })
  return hashes
}

async function hashInDatabase(database: Database, names: readonly string[]): Promise<Record<string, string>> {
  const hash = (name: string) =>
    `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(row::text, 0)), 0) as print from ${queued[name] ? `(select ${queued[name].join(', ')} from ${name})` : name} row`
  const rows = await asOwner<{ name: string; print: string }>(database, names.map(hash).join(' union all '))
  return Object.fromEntries(rows.map(({ name, print: hash }) => [name, hash]))
}

async function hashInProcess(database: Database, names: readonly string[]): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const name of names) {
    const table = database.identity.withTables<Record<string, Record<string, unknown>>>().selectFrom(name)
    const rows = await (queued[name] ? table.select(queued[name]) : table.selectAll()).execute()
    const texts = rows.map((row) => JSON.stringify(row)).sort()
    hashes[name] = createHash('md5').update(texts.join('|')).digest('base64url')
  }
  return hashes
}

export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
}
