import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { SqliteDatabase } from './sqlite/database.ts'

interface Step {
  name: string
  sql: string
}

const folder = join(import.meta.dirname, '../../../migrations')

/** Steps of one engine in order: `NNNN_name.sql` for both, `NNNN_name.postgres.sql` right after it on PostgreSQL. */
function stepsFor(engine: 'sqlite' | 'postgres'): Step[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && (engine === 'postgres' || !file.endsWith('.postgres.sql')))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, `${name}.sql`), 'utf8') }))
}

const bookkeeping = 'create table if not exists migrations (name text primary key, applied_at text not null)'

/** Steps still to take; throws a sentence when the data was written by a newer Larder. */
function pending(steps: Step[], applied: string[]): Step[] {
  const unknown = applied.find((name) => !steps.some((step) => step.name === name))
  if (unknown)
    throw new Error(`This data was written by a newer Larder (it knows ${unknown}). Start that version, or restore an older backup.`)
  return steps.filter((step) => !applied.includes(step.name))
}

/** Brings the schema to head. Each step and its record are one transaction: a crash leaves before or after, never between. */
export function migrateSqlite({ writing }: SqliteDatabase): void {
  const { db } = writing
  db.exec(bookkeeping)
  const applied = db.prepare('select name from migrations').all()
  for (const step of pending(
    stepsFor('sqlite'),
    applied.map((row) => String(row.name)),
  )) {
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(step.sql)
      db.prepare('insert into migrations values (?, ?)').run(step.name, new Date().toISOString())
      db.exec('COMMIT')
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw new Error(`migration ${step.name} failed`, { cause: error })
    }
  }
}

const lockKey = 7_265_742

/** As `migrateSqlite`, as the URL's own role; processes that start together wait for one another. */
export async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(bookkeeping)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    for (const step of pending(
      stepsFor('postgres'),
      rows.map((row) => row.name),
    )) {
      try {
        await client.query('begin')
        await client.query(step.sql)
        await client.query('insert into migrations values ($1, $2)', [step.name, new Date().toISOString()])
        await client.query('commit')
      } catch (error) {
        throw new Error(`migration ${step.name} failed`, { cause: error })
      }
    }
  } finally {
    await client.end()
  }
}
