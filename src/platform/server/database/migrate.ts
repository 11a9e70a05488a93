import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { SqliteDatabase } from './sqlite/database.ts'

interface Migration {
  name: string
  sql: string
}

const folder = join(import.meta.dirname, '../../../../migrations')

/** Returns the migrations of one engine in order: `NNNN_name.sql` for both, then `NNNN_name.postgres.sql` or `NNNN_name.sqlite.sql`. */
function stepsFor(engine: 'sqlite' | 'postgres'): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && !file.endsWith(engine === 'postgres' ? '.sqlite.sql' : '.postgres.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, `${name}.sql`), 'utf8') }))
}

const bookkeeping = 'create table if not exists migrations (name text primary key, applied_at text not null)'

/** A migration failed. Earlier ones stay applied. */
export class MigrationFailedError extends Error {
  /** Names of the migrations applied so far. */
  readonly applied: readonly string[]
  constructor(step: string, applied: readonly string[], cause: unknown) {
    super(`migration ${step} failed`, { cause })
    this.applied = applied
  }
}

/** Called with the applied migrations before an older schema is migrated. If it throws, the migration stops. */
export type BeforeMigration = (applied: readonly string[]) => Promise<void>

/** Returns the migrations still to apply. Throws a message for users if a newer Larder wrote the data. */
function pending(steps: readonly Migration[], applied: readonly string[]): Migration[] {
  const unknown = applied.find((name) => !steps.some((step) => step.name === name))
  if (unknown)
    throw new Error(`This data was written by a newer Larder (it knows ${unknown}). Start that version, or restore an older backup.`)
  return steps.filter((step) => !applied.includes(step.name))
}

/** Returns the migrations with these names, as listed by a backup. Throws a message for users if one is unknown. */
function named(engine: 'sqlite' | 'postgres', names: readonly string[]): Migration[] {
  const steps = stepsFor(engine)
  pending(steps, names)
  return steps.filter(({ name }) => names.includes(name.replace(/\.(postgres|sqlite)$/, '')))
}

/** Applies all pending migrations. Throws `StepFailed`. */
export async function migrateSqlite({ writing: { db } }: SqliteDatabase, keep: BeforeMigration = async () => {}): Promise<void> {
  db.exec(bookkeeping)
  const applied = db.prepare('select name from migrations').all()
  const names = applied.map((row) => String(row['name']))
  const steps = pending(stepsFor('sqlite'), names)
  if (names.length > 0 && steps.length > 0) await keep(names)
  take(db, steps, names)
}

/** Applies the migrations with these names to an empty database. */
export function applySqlite(db: DatabaseSync, names: readonly string[]): void {
  const steps = named('sqlite', names)
  db.exec(bookkeeping)
  take(db, steps, [])
}

/** Applies each migration and its record in one transaction, so that a crash never leaves half of it. */
function take(db: DatabaseSync, steps: readonly Migration[], before: readonly string[]): void {
  const applied = [...before]
  definePostgresFunctionsInSqlite(db)
  for (const step of steps) {
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(step.sql)
      db.prepare('insert into migrations values (?, ?)').run(step.name, new Date().toISOString())
      db.exec('COMMIT')
      applied.push(step.name)
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw new MigrationFailedError(step.name, applied, error)
    }
  }
}

/** Defines the PostgreSQL functions that migrations use and SQLite lacks. */
export function definePostgresFunctionsInSqlite(db: DatabaseSync): void {
  defineHashFunctions(db)
  defineTimeFunctions(db)
}

/** Defines the functions of `encode(sha256(convert_to(text, 'UTF8')), 'hex')`. */
function defineHashFunctions(db: DatabaseSync): void {
  const pure = { deterministic: true, directOnly: true }
  db.function('convert_to', pure, (text, encoding) => Buffer.from(String(text), encoding as BufferEncoding))
  db.function('sha256', pure, (bytes) =>
    createHash('sha256')
      .update(bytes as Uint8Array)
      .digest(),
  )
  db.function('encode', pure, (bytes, form) => Buffer.from(bytes as Uint8Array).toString(form as BufferEncoding))
}

/** Defines the functions of `to_char(timezone('UTC', now() + make_interval(1)), …)`. */
function defineTimeFunctions(db: DatabaseSync): void {
  const options = { directOnly: true }
  db.function('now', options, () => Date.now())
  db.function('make_interval', options, (years) => Number(years) * 365 * 86_400_000)
  db.function('timezone', options, (_zone, time) => time)
  db.function('to_char', options, (time, _form) => new Date(Number(time)).toISOString())
}

const lockKey = 7_265_742

/** Like `migrateSqlite`, with the role in the URL. Processes that start at the same time wait for each other. */
export async function migratePostgres(url: string, keep: BeforeMigration = async () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(bookkeeping)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = rows.map((row) => row.name)
    const steps = pending(stepsFor('postgres'), applied)
    if (applied.length > 0 && steps.length > 0) await keep(applied)
    for (const step of steps) {
      try {
        await client.query('begin')
        await bypassRowSecurity(client)
        await client.query(step.sql)
        await client.query('insert into migrations values ($1, $2)', [step.name, new Date().toISOString()])
        await client.query('commit')
        applied.push(step.name)
      } catch (error) {
        throw new MigrationFailedError(step.name, applied, error)
      }
    }
    await openBackupAccess(client)
  } finally {
    await client.end()
  }
}

/** Like `applySqlite`, inside the client's transaction. */
export async function applyPostgres(client: pg.Client, names: readonly string[]): Promise<void> {
  const steps = named('postgres', names)
  await client.query(bookkeeping)
  for (const step of steps) {
    await client.query(step.sql)
    await client.query('insert into migrations values ($1, $2)', [step.name, new Date().toISOString()])
  }
}

/**
 * Gives backups and migrations access to every row: row-level security binds the table owner too, so each table gets a policy for them.
 * Also fixes tables whose policy is missing or open to every role.
 */
async function openBackupAccess(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare
      bound record;
      is_there boolean;
    begin
      for bound in
        select c.oid, c.relname, c.relowner, pg_get_userbyid(c.relowner) as owner
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = current_schema() and c.relkind in ('r', 'p') and c.relrowsecurity
      loop
        select polroles = array[bound.relowner] into is_there from pg_policy where polrelid = bound.oid and polname = 'archive_door';
        if is_there is true then continue; end if;
        if is_there is false then execute format('drop policy archive_door on %I', bound.relname); end if;
        execute format('create policy archive_door on %I to %I using (larder_door(''archive''))', bound.relname, bound.owner);
      end loop;
    end $$`)
}

/** Lets the table owner see every row until the transaction ends. */
export async function bypassRowSecurity(client: pg.Client): Promise<void> {
  await openBackupAccess(client)
  await client.query(backupAccessSql)
}

/** The scope of backups and migrations; grants nothing to roles other than the owner's. */
export const backupAccessSql = `select set_config('larder.door', 'archive', true)`
