import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { startCluster } from '#tests/support/database/postgres.ts'
import { type RunningServer, startServer } from '#tests/support/server/server-processes.ts'

/** Durable PostgreSQL settings, as for real data. */
export const lasting = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', autovacuum: 'on', shared_buffers: '128MB' }

export type Row = Record<string, string | number | boolean | null>

/** An empty target for data on one engine, for one measurement. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Number of server processes: PostgreSQL is measured with two. */
  readonly processes: number
  readonly place: { dataFolder: string } | { databaseUrl: string }
  /** Settings that point a program at the data. */
  readonly settings: Record<string, string>
  start(env?: Record<string, string>, port?: number): Promise<RunningServer>
  /** Inserts rows of one table without the server; on SQLite only while none runs. */
  insert(table: string, rows: readonly Row[]): Promise<void>
  /** Returns the rows of a statement, likewise. */
  rows(text: string): Promise<Row[]>
  /** Runs statements without a result, likewise. */
  run(text: string): Promise<void>
  /** Size of the data in bytes. */
  size(): Promise<number>
  /** Creates another empty target of the same kind. */
  another(): Promise<Engine>
  close(): Promise<void>
}

const plain = (value: Row[string]) => (typeof value === 'boolean' ? Number(value) : value)

function onSqlite(): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  const opened = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(join(folder, 'larder.db'))
    try {
      return work(db)
    } finally {
      db.close()
    }
  }
  return {
    name: 'SQLite',
    processes: 1,
    place: { dataFolder: folder },
    settings: { LARDER_DATA_DIR: folder, DATABASE_URL: '' },
    start: (env = {}, port) => startServer({ dataFolder: folder, env, ...(port === undefined ? {} : { port }) }),
    insert: async (table, rows) =>
      opened((db) => {
        const columns = Object.keys(rows[0] ?? {})
        const add = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
        db.exec('begin')
        for (const row of rows) add.run(...columns.map((column) => plain(row[column] ?? null)))
        db.exec('commit')
      }),
    rows: async (text) => opened((db) => db.prepare(text).all() as Row[]),
    run: async (text) => opened((db) => db.exec(text)),
    size: async () =>
      opened((db) => {
        const pragma = (name: string) => Number(db.prepare(`pragma ${name}`).get()?.[name])
        return pragma('page_count') * pragma('page_size')
      }),
    another: async () => onSqlite(),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function onPostgres(settings: Record<string, string>): Promise<Engine> {
  const cluster = await startCluster(settings)
  const on = async (stop: () => Promise<void>): Promise<Engine> => {
    const databaseUrl = await cluster.createDatabase()
    const dataFolder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
    const db = new pg.Client(databaseUrl)
    await db.connect()
    return {
      name: 'PostgreSQL',
      processes: 2,
      place: { databaseUrl },
      settings: { LARDER_DATA_DIR: dataFolder, DATABASE_URL: databaseUrl },
      start: (env = {}, port) => startServer({ env: { ...env, DATABASE_URL: databaseUrl }, ...(port === undefined ? {} : { port }) }),
      async insert(table, rows) {
        const columns = Object.keys(rows[0] ?? {}).join(', ')
        await db.query(`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`, [
          JSON.stringify(rows),
        ])
      },
      rows: async (text) => (await db.query<Row>(text)).rows,
      run: async (text) => void (await db.query(text)),
      size: async () => Number((await db.query<{ n: string }>('select pg_database_size(current_database()) as n')).rows[0]?.n),
      another: () => on(async () => {}),
      async close() {
        await db.end()
        rmSync(dataFolder, { recursive: true, force: true })
        await stop()
      },
    }
  }
  return on(() => cluster.stop())
}

/** Runs `work` on each engine in turn, or on the one named by the program's first argument. */
export async function onEachEngine(work: (engine: Engine) => Promise<void>, settings: Record<string, string> = lasting): Promise<void> {
  const wanted = process.argv[2]
  for (const open of [onSqlite, () => onPostgres(settings)]) {
    if (wanted !== undefined && (wanted === 'postgres') === (open === onSqlite)) continue
    const engine = await open()
    try {
      await work(engine)
    } finally {
      await engine.close()
    }
  }
}
