import pg from 'pg'
import { applyPostgres, backupAccessSql, bypassRowSecurity } from '../migrate.ts'
import {
  cellToDriverValue,
  checksumsOf,
  type DatabaseSnapshot,
  type DatabaseTarget,
  driverValueToCell,
  kindIn,
  kindOf,
  type Row,
  sortByReferences,
  sortColumns,
  type Table,
  withColumnOrder,
  withoutDerived,
} from '../table-schema.ts'

const batchRows = 500

/** Opens a snapshot of a PostgreSQL database in the scope of backups. Servers may keep writing. */
export async function openPostgresSnapshot(url: string): Promise<DatabaseSnapshot> {
  const client = await connect(url)
  return closeOnError(client, async () => {
    await client.query('begin isolation level repeatable read read only')
    await client.query(backupAccessSql)
    const { rows } = await client.query<{ name: string }>(`select name from migrations where name not like '%.postgres' order by name`)
    return {
      migrations: rows.map(({ name }) => name),
      tables: await tablesOf(client),
      rows: (table) => rowsOf(client, table),
      async close() {
        await client.query('rollback')
        await client.end()
      },
    }
  })
}

/** Replaces all data of Larder in that database, in one transaction. */
export async function openPostgresTarget(url: string, migrations: readonly string[]): Promise<DatabaseTarget> {
  const client = await connect(url)
  return closeOnError(client, async () => {
    await client.query('begin')
    await dropEverything(client)
    await applyPostgres(client, migrations)
    await bypassRowSecurity(client)
    const tables = await tablesOf(client)
    const { rows: own } = await client.query<OwnReference>(ownReferences)
    // A row may reference a later row of its own table.
    for (const { table, constraint } of own)
      await client.query(`alter table ${table} alter constraint ${constraint} deferrable initially deferred`)
    for (const { name } of tables.toReversed()) await client.query(`delete from "${name}"`)
    return {
      tables,
      put: (table, columns, rows) => put(client, table, columns, rows),
      async check(order) {
        await client.query('set constraints all immediate')
        return checksumsOf({ tables: withColumnOrder(tables, order), rows: (table) => rowsOf(client, table) })
      },
      async end() {
        for (const { table, constraint } of own) await client.query(`alter table ${table} alter constraint ${constraint} not deferrable`)
        await client.query('commit')
        // Lets the next server start with correct statistics. The data are committed already.
        await client.query('analyze').catch(() => {})
        await client.end()
      },
      abandon: () => client.end(),
    }
  })
}

async function put(client: pg.Client, table: Table, columns: readonly string[], rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const kinds = columns.map((name) => kindIn(table, name))
  // One array per column: a statement inserts any number of rows within the parameter limit.
  const arrays = kinds.map((kind, i) => rows.map((row) => cellToDriverValue(kind, row[i] ?? null, 'postgres')))
  const names = columns.map((name) => `"${name}"`).join(', ')
  const unnested = kinds.map((kind, i) => `$${i + 1}::${typeNames[kind]}[]`).join(', ')
  await client.query(`insert into "${table.name}" (${names}) select * from unnest(${unnested})`, arrays)
}

/** Closes the connection if `work` fails; an open one would keep the process alive. */
async function closeOnError<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await client.end()
    throw error
  }
}

interface OwnReference {
  readonly table: string
  readonly constraint: string
}
const ownReferences = `select conrelid::regclass::text as "table", quote_ident(conname) as "constraint" from pg_constraint
  where contype = 'f' and conrelid = confrelid and connamespace = current_schema()::regnamespace`

const typeNames = { text: 'text', integer: 'bigint', real: 'float8', boolean: 'boolean', instant: 'timestamptz', bytes: 'bytea' } as const

const ownRelations = `pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema()`
const notOfAnExtension = `not exists (select 1 from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** How long a lease lasts without renewal (`lease.ts`). */
const leaseMs = 15_000

/** Throws a message for users if a Larder is running on this database, whose writes would be lost. */
export async function assertServerStopped(url: string): Promise<void> {
  const client = await connect(url)
  try {
    const { rows } = await client.query(`select to_regclass('leases') is not null as there`)
    if (rows[0]?.there !== true) return
    const fresh = await client.query('select 1 from leases where renewed_ms > extract(epoch from clock_timestamp()) * 1000 - $1', [leaseMs])
    if (fresh.rows.length > 0)
      throw new Error('A Larder is running on that database, or was killed this very moment. Stop it, and try again.')
  } finally {
    await client.end()
  }
}

/** Returns whether the database has users of Larder. Throws if it holds tables of another program, which a restore would drop. */
export async function hasData(url: string): Promise<boolean> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ name: string; keeps_book: boolean }>(
      `select c.relname as name, exists (select 1 from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'applied_at') as keeps_book
       from ${ownRelations} and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${notOfAnExtension} order by 1`,
    )
    // Other programs may have a `migrations` table, but not with this column.
    if (rows.length > 0 && !rows.some(({ name, keeps_book }) => name === 'migrations' && keeps_book)) {
      const names = rows.slice(0, 3).map(({ name }) => name)
      throw new Error(`That database holds tables of another program (${names.join(', ')}). Give Larder a database of its own.`)
    }
    return rows.some(({ name }) => name === 'users') && (await client.query('select 1 from users limit 1')).rows.length > 0
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function dropEverything(client: pg.Client): Promise<void> {
  const { rows: views } = await client.query<{ name: string }>(
    `select relname as name from ${ownRelations} and relkind = 'v' and ${notOfAnExtension}`,
  )
  for (const { name } of views) await client.query(`drop view if exists "${name}" cascade`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from ${ownRelations} and relkind = 'r' and ${notOfAnExtension}`,
  )
  for (const { name } of tables) await client.query(`drop table "${name}" cascade`)
  const { rows: functions } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
     where n.nspname = current_schema() and not exists (select 1 from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  for (const { name } of functions) await client.query(`drop function if exists ${name} cascade`)
}

export interface CatalogRow {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly key: readonly string[] | null
  readonly points_to: readonly string[]
}

/** Query for the tables of the database; `tablesFrom` reads its rows. */
export const tableCatalogSql = `
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(a.attname order by k.place) from pg_constraint p, unnest(p.conkey) with ordinality as k (attnum, place), pg_attribute a
       where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid and a.attnum = k.attnum) as key,
      coalesce((select json_agg(distinct t.relname) from pg_constraint f join pg_class t on t.oid = f.confrelid
       where f.conrelid = c.oid and f.contype = 'f'), '[]') as points_to
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and c.relname <> 'migrations'`

const tablesOf = async (client: pg.Client): Promise<Table[]> =>
  withoutDerived(tablesFrom((await client.query<CatalogRow>(tableCatalogSql)).rows))

/** Returns the tables in reference order. */
export function tablesFrom(rows: readonly CatalogRow[]): Table[] {
  return sortByReferences(
    rows.map(({ name, columns, key, points_to }) => {
      if (!key) throw new Error(`${name} has no key to put its rows in order.`)
      return {
        name,
        columns: sortColumns(columns.map((column) => ({ name: column.name, kind: kindOf(name, column.name, column.type) }))),
        key,
        pointsTo: points_to,
      }
    }),
  )
}

async function* rowsOf(client: pg.Client, table: Table): AsyncGenerator<readonly Row[]> {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ')
  // Order by bytes, as SQLite does, whatever the database's collation.
  const key = table.key.map((name) => `"${name}"${kindIn(table, name) === 'text' ? ' collate "C"' : ''}`).join(', ')
  await client.query(`declare rows_in_order no scroll cursor for select ${names} from "${table.name}" order by ${key}`)
  for (;;) {
    const { rows } = await client.query<unknown[]>({ text: `fetch ${batchRows} from rows_in_order`, rowMode: 'array' })
    yield rows.map((row) => table.columns.map(({ kind }, i) => driverValueToCell(kind, row[i])))
    if (rows.length < batchRows) break
  }
  await client.query('close rows_in_order')
}
