import pg from 'pg'

const roleName = 'larder_app'

/**
 * The role every connection must take: null when the URL's own role is bound by row-level security already.
 * A superuser or a role with BYPASSRLS would see through the policies, so a plain role is made for the app.
 */
export async function appRole(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select rolsuper or rolbypassrls as unbound from pg_roles where rolname = current_user')
    if (!rows[0]?.unbound) return null
    await client.query(
      `do $$ begin create role ${roleName} nologin nosuperuser nobypassrls; exception when duplicate_object or unique_violation then null; end $$`,
    )
    await client.query(`grant ${roleName} to current_user`)
    await client.query(`grant usage on schema public to ${roleName}`)
    await client.query(`alter default privileges in schema public grant select, insert, update, delete on tables to ${roleName}`)
    await client.query(`grant select, insert, update, delete on all tables in schema public to ${roleName}`)
    return roleName
  } finally {
    await client.end()
  }
}
