import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { backoffMs } from '../../../shared/backoff.ts'

const roleName = 'larder_app'
const maxTries = 60

/**
 * Returns the role that every connection must switch to: `larder_app`, which owns nothing and can't bypass row-level security. Creates it
 * for superusers and roles with BYPASSRLS. Other roles use it if it was granted to them; otherwise returns null, since row-level security
 * binds them too. Throws if `larder_app` itself isn't bound.
 */
export async function ensureAppRole(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const mayTake = await client.query(`set role ${roleName}`).then(
      () => true,
      () => false,
    )
    const isUnbound = await bypassesPolicies(client)
    if (mayTake && isUnbound) throw new Error(`The role ${roleName} passes row-level security by. Take SUPERUSER and BYPASSRLS from it.`)
    await client.query('set role none')
    if (!mayTake && !isUnbound) return null
    await runStatements(client, [...(mayTake ? [] : makeRole), ...grantsTo(roleName)])
    return roleName
  } finally {
    await client.end()
  }
}

/**
 * Grants the role in `appUrl` access to rows, as the table owner in `ownerUrl`. Throws a message for users if that role could do more, or
 * if the URLs name different databases.
 */
export async function grantToAppLogin(ownerUrl: string, appUrl: string): Promise<void> {
  const name = await appLogin(ownerUrl, appUrl)
  const owner = await connect(ownerUrl)
  try {
    await runStatements(owner, grantsTo(pg.escapeIdentifier(name)))
  } finally {
    await owner.end()
  }
}

async function appLogin(ownerUrl: string, appUrl: string): Promise<string> {
  const [owner, app] = [await connect(ownerUrl), await connect(appUrl)]
  try {
    const [there, here] = [
      await owner.query<TargetServer>(targetServer),
      await app.query<TargetServer & Login>(`select * from (${targetServer}) as place, (${login}) as login`),
    ]
    const [known, found] = [there.rows[0], here.rows[0]]
    if (!known || !found || known.database !== found.database || known.started !== found.started)
      throw new Error('LARDER_APP_DATABASE_URL and DATABASE_URL name different databases.')
    if (found.can_rise)
      throw new Error(
        `LARDER_APP_DATABASE_URL signs in as ${found.name}, which could act as the owner of the tables or pass row-level security by. Let it name a role that is not a superuser, makes no roles, has no BYPASSRLS and is a member of no other role.`,
      )
    return found.name
  } finally {
    await Promise.all([owner.end(), app.end()])
  }
}

interface TargetServer {
  readonly database: string
  readonly started: string
}
const targetServer = 'select current_database()::text as database, pg_postmaster_start_time()::text as started'

interface Login {
  readonly name: string
  readonly can_rise: boolean
}
/** Before PostgreSQL 16, a role with CREATEROLE can grant itself any other role. */
const login = `select rolname::text as name, rolsuper or rolbypassrls or rolcreaterole or rolreplication
    or exists (select 1 from pg_roles other where other.rolname <> session_user and pg_has_role(session_user, other.oid, 'MEMBER'))
    or pg_has_role(session_user, (select datdba from pg_database where datname = current_database()), 'MEMBER') as can_rise
  from pg_roles where rolname = session_user`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  return client
}

/** The rights needed to work on rows. No temporary tables: one named like ours would replace it. No access to the list of migrations. */
const grantsTo = (role: string): string[] => [
  `grant usage on schema public to ${role}`,
  `alter default privileges in schema public grant select, insert, update, delete on tables to ${role}`,
  `grant select, insert, update, delete on all tables in schema public to ${role}`,
  `do $$ begin if to_regclass('public.migrations') is not null then revoke all on public.migrations from ${role}; end if; end $$`,
  'revoke create on schema public from public',
  `do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`,
]

const makeRole = [
  `do $$ begin create role ${roleName} nologin nosuperuser nobypassrls; exception when duplicate_object or unique_violation then null; end $$`,
  `grant ${roleName} to current_user`,
]

async function bypassesPolicies(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user')
  return rows[0]?.passes === true
}

/**
 * Throws a message for users unless row-level security binds the connection's role. Also makes the server end transactions that are idle
 * for a minute and release their locks, in case it misses that we're gone.
 */
export async function assertBoundByPolicies(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; unbound: boolean }>(
    `select set_config('idle_in_transaction_session_timeout', '60s', false), rolname as name, rolsuper or rolbypassrls as unbound
     from pg_roles where rolname = current_user`,
  )
  if (rows[0]?.unbound !== false)
    throw new Error(
      `Row-level security does not bind the role ${rows[0]?.name ?? 'of this connection'}, so nothing in the database would keep households apart. Let DATABASE_URL name a role that is neither a superuser nor has BYPASSRLS.`,
    )
}

const uniqueViolation = '23505'
const deadlockDetected = '40P01'

const isRace = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (/concurrently (updated|deleted)/.test(error.message) || error.code === uniqueViolation || error.code === deadlockDetected)

/**
 * Runs grants, which may be repeated. When several processes start on one server, PostgreSQL lets one write a catalog row and fails the
 * others ("tuple concurrently updated", already exists, deadlock). No lock spans its databases, so they retry.
 */
async function runStatements(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    for (let tries = 1; ; tries++) {
      try {
        await client.query(statement)
        break
      } catch (error) {
        if (tries === maxTries || !isRace(error)) throw error
        await pause(backoffMs(tries, { firstMs: 10, maxMs: 50, jitter: 0.8 }))
      }
    }
  }
}
