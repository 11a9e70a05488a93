import pg from 'pg'

/** Tables that a third of is new since they were counted. Autovacuum asks the same of a tenth, but only about once a minute. */
const behind = `select format('%I.%I', nspname, pg_class.relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_stat_user_tables stat on relid = pg_class.oid
  where nspname = 'public' and n_mod_since_analyze > 50 + greatest(reltuples, 0) / 3 and pg_has_role(relowner, 'USAGE')
  order by 1`

/**
 * Lets PostgreSQL count the tables that grew a lot since it last did, as their owner. Until it has, it takes a household for a handful of
 * rows, and plans that look through all of them once for each row asked for are as good to it as a look at the key.
 */
export async function refreshStatistics(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 60_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(behind)
    // Without waiting for a table that somebody else is counting, cleaning or changing.
    for (const { name } of rows) await client.query(`analyze (skip_locked) ${name}`)
  } finally {
    await client.end()
  }
}
