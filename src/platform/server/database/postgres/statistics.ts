import pg from 'pg'

/** Tables with a third of new rows since the last analyze. Autovacuum runs at a tenth, but only about once a minute. */
const behind = `select format('%I.%I', nspname, pg_class.relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_stat_user_tables stat on relid = pg_class.oid
  where nspname = 'public' and n_mod_since_analyze > 50 + greatest(reltuples, 0) / 3 and pg_has_role(relowner, 'USAGE')
  order by 1`

/**
 * Analyzes tables that grew by much, as their owner. Until then, PostgreSQL expects a household to have a handful of rows and may scan them
 * all for each row it looks up.
 */
export async function refreshStatistics(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 60_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(behind)
    // Skips tables that another session is analyzing, vacuuming or altering.
    for (const { name } of rows) await client.query(`analyze (skip_locked) ${name}`)
  } finally {
    await client.end()
  }
}
