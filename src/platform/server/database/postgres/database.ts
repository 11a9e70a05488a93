import { EventEmitter } from 'node:events'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { crossHouseholdReasons } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../../shared/logged-error.ts'
import { clockSql, openSharedClock } from '../clock.ts'
import type { Database, Reader, Scope, Transaction } from '../index.ts'
import { markOf } from '../savepoint.ts'
import { clientConfigFor, limitStatements } from './client-config.ts'
import { identityKysely } from './identity-kysely.ts'
import { channel, type HealthCheck, listen } from './listen.ts'
import { createPreparedStatements, isStalePlan, prepareRecurring } from './prepared-statements.ts'
import { assertBoundByPolicies, ensureAppRole, grantToAppLogin } from './role.ts'
import { isRetryable, toUnavailableError } from './unavailable.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is beyond the safe integers`)
  return value
})

const maxAttempts = 3

/** How long the database may stay silent before its connection counts as lost. */
export interface StatementTimeout extends HealthCheck {
  readonly statementMs: number
}
const defaultTimeouts: StatementTimeout = { statementMs: 60_000, askMs: 15_000, answerMs: 10_000 }

export interface PostgresDatabase extends Database {
  /** Runs statements without a scope, for functions that set one themselves. */
  readonly unscoped: Kysely<unknown>
}

export interface PostgresOptions extends Partial<StatementTimeout> {
  /** URL of a login role without rights of its own, which can't become the owner. Null: `url`'s role. */
  readonly appUrl?: string | null
}

/**
 * Opens a connection pool. `url` names the owner of the tables, which grants the pool's role what it needs. Without `appUrl`, connections
 * log in as the owner and switch to a role bound by row-level security. Throws a message for users if there is no such role.
 */
export async function openPostgres(url: string, log: (message: string) => void, options: PostgresOptions = {}): Promise<PostgresDatabase> {
  const { appUrl = null, statementMs, ...healthCheck } = { ...defaultTimeouts, ...options }
  if (appUrl !== null) await grantToAppLogin(url, appUrl)
  const config = appUrl === null ? clientConfigFor(url, await ensureAppRole(url)) : clientConfigFor(appUrl, null)
  const pool = openPool(config, statementMs, log)
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const ping = async () => void (await kysely.executeQuery(CompiledQuery.raw('select 1')))
  await ping().catch(async (error) => {
    await kysely.destroy()
    throw error
  })
  const events = new EventEmitter().setMaxListeners(0)
  const queryClock = () => kysely.selectNoFrom(clockSql('postgres').as('now')).executeTakeFirstOrThrow()
  const clock = await openSharedClock(async () => (await queryClock()).now)
  const stopListening = listen(config, events, log, healthCheck)

  return {
    engine: 'postgres',
    identity: identityKysely(pool),
    unscoped: kysely,
    read: (scope, work) => readInScope(kysely, 'begin read only', scope, work),
    snapshot: (scope, work) => readInScope(kysely, 'begin isolation level repeatable read read only', scope, work),
    write: scopedWriter(kysely),
    onChanges: (listener) => events.on('changes', listener),
    publish: async (topic, text) => void (await notify(kysely, `${topic} ${text}`)),
    onMessage: (topic, listener) => events.on(`message:${topic}`, listener),
    refreshStatistics: () => refreshStatistics(url).catch((error) => log(`could not refresh the statistics: ${reasonOf(error)}`)),
    // PostgreSQL reports a full or failing disk per transaction.
    refusal: () => null,
    now: clock.now,
    ping,
    async close() {
      clock.close()
      await stopListening()
      await kysely.destroy()
    },
  }
}

function openPool(config: pg.ClientConfig, statementMs: number, log: (message: string) => void): pg.Pool {
  const texts = createPreparedStatements()
  const pool = new pg.Pool({
    ...config,
    max: 16,
    onConnect: async (client) => {
      limitStatements(client, statementMs)
      prepareRecurring(client, texts)
      await assertBoundByPolicies(client)
    },
  })
  pool.on('error', (error) => log(`idle database connection lost: ${reasonOf(error)}`))
  // A connection that breaks between two queries of a transaction only emits an event, which would end the process if unhandled.
  pool.on('connect', (client) => client.on('error', (error) => log(`database connection lost: ${reasonOf(error)}`)))
  return pool
}

async function inTransaction<T>(kysely: Kysely<unknown>, begin: string, work: (q: Kysely<unknown>) => Promise<T>): Promise<T> {
  return kysely.connection().execute(async (connection) => {
    const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    try {
      // Inside the try block: a failed start, such as a lock timeout, must not leave its transaction on the connection.
      await run(begin)
      const result = await work(connection)
      // After a failed statement, PostgreSQL rolls back on commit without an error.
      const { rows } = await run('commit')
      if ((rows[0] as { command?: string } | undefined)?.command === 'ROLLBACK') throw new Error('a failed statement was passed over')
      return result
    } catch (error) {
      await run('rollback').catch(() => {})
      throw error
    }
  })
}

const asReader = (q: Kysely<unknown>): Reader => ({
  on: <T>() => q as unknown as Kysely<T>,
  rows: async <Row>(text: string, parameters: readonly unknown[]) =>
    (await q.executeQuery<Row>(CompiledQuery.raw(numbered(text), [...parameters]))).rows,
})

async function readInScope<T>(kysely: Kysely<unknown>, begin: string, scope: Scope, work: (q: Reader) => Promise<T>): Promise<T> {
  const once = () => inTransaction(kysely, `${begin}; ${scopeSettings(scope)}`, (q) => work(asReader(q)))
  return once()
    .catch((error) => (isStalePlan(error) ? once() : Promise.reject(error)))
    .catch(rethrow)
}

const notify = (q: Kysely<unknown>, text: string) => q.executeQuery(CompiledQuery.raw('select pg_notify($1, $2)', [channel, text]))

/** Announces a change. Rows written after it was recorded belong to it, too; their triggers counted them to the next one. */
const endOfChange = `with settled as (update row_changes set seq = $3 where household_id = $4 and seq > $3) select pg_notify($1, $2)`

/** Returns the function that runs writes, one at a time per household, and retries conflicts between processes. */
function scopedWriter(kysely: Kysely<unknown>): Database['write'] {
  const inTurn = turns()

  async function writeOnce<T>(begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(kysely, begin, async (q) => {
      const messages = new Map<string, string>()
      const recorded = new Map<HouseholdId, number>()
      const tx: Transaction = {
        ...asReader(q),
        engine: 'postgres',
        recorded,
        record: (householdId, seq) => void recorded.set(householdId, seq),
        lock: async (name) =>
          void (await q.executeQuery(CompiledQuery.raw('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]))),
        publish: (topic, text) => void messages.set(`${topic} ${text}`, text),
        mark: markOf(messages, recorded),
      }
      const result = await work(tx)
      for (const text of messages.keys()) await notify(q, text)
      for (const [householdId, seq] of tx.recorded)
        await q.executeQuery(CompiledQuery.raw(endOfChange, [channel, `changes ${householdId} ${seq}`, seq, householdId]))
      return result
    })
  }

  return (scope, _name, work, user) =>
    inTurn(scope, async () => {
      const begin = () => `begin; ${scopeSettings(scope)} ${user ? setting('user', checked(user)) : ''} ${locking(scope)}`
      for (let attempt = 1; ; attempt++) {
        try {
          return await writeOnce(begin(), work)
        } catch (error) {
          if (attempt < maxAttempts && isRetryable(error)) continue
          return rethrow(error)
        }
      }
    })
}

/**
 * Returns a queue per household: writers of one household wait for each other before they take a connection, so that connections stay free
 * for reads and other households. Row locks do the same between processes.
 */
function turns(): <T>(scope: Scope, work: () => Promise<T>) => Promise<T> {
  const last = new Map<HouseholdId, Promise<unknown>>()
  return (scope, work) => {
    if (typeof scope === 'object' && ('user' in scope || 'crossHousehold' in scope)) return work()
    const ids = new Set(householdsOf(scope))
    // Each waits only for earlier ones, so there's no deadlock.
    const result = Promise.all([...ids].map((id) => last.get(id))).then(work)
    const settled = result.then(
      () => {},
      () => {},
    )
    for (const id of ids) last.set(id, settled)
    void settled.then(() => {
      for (const id of ids) if (last.get(id) === settled) last.delete(id)
    })
    return result
  }
}

/** Returns the settings that row-level security reads. Ids are checked before they become part of a statement. */
function scopeSettings(scope: Scope): string {
  if (typeof scope === 'object' && 'user' in scope) return setting('user', checked(scope.user))
  if (typeof scope === 'object' && 'crossHousehold' in scope) {
    if (!crossHouseholdReasons.includes(scope.crossHousehold)) throw new Error('unknown cross-household reason')
    return setting('door', scope.crossHousehold)
  }
  return setting('household', householdsOf(scope).map(checked).join(','))
}
const setting = (name: string, value: string) => `select set_config('larder.${name}', '${value}', true);`
const householdsOf = (scope: HouseholdId | readonly HouseholdId[]) => (typeof scope === 'string' ? [scope] : [...scope].sort())
function checked(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new Error('malformed id')
  return id
}

/**
 * Locks the households' rows first and in id order: no deadlock, and log order is commit order. A function, since it keeps its plan: under
 * row-level security, planning takes longer than a round trip.
 */
function locking(scope: Scope): string {
  if (typeof scope === 'object' && ('user' in scope || 'crossHousehold' in scope)) return ''
  return `select larder_lock_households('${householdsOf(scope).map(checked).join(',')}');`
}

const numberedTexts = new Map<string, string>()
/** Replaces `?` placeholders by `$1`, `$2`, … */
function numbered(text: string): string {
  let known = numberedTexts.get(text)
  if (known === undefined) {
    let n = 0
    known = text.replace(/\?/g, () => `$${++n}`)
    numberedTexts.set(text, known)
  }
  return known
}

function rethrow(error: unknown): never {
  throw toUnavailableError(error) ?? error
}

/** Tables with a third of new rows since the last analyze. Autovacuum runs at a tenth, but only about once a minute. */
const behind = `select format('%I.%I', nspname, pg_class.relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_stat_user_tables stat on relid = pg_class.oid
  where nspname = 'public' and n_mod_since_analyze > 50 + greatest(reltuples, 0) / 3 and pg_has_role(relowner, 'USAGE')
  order by 1`

/**
 * Analyzes tables that grew by much, as their owner. Until then, PostgreSQL expects a household to have a handful of rows and may scan them
 * all for each row it looks up.
 */
async function refreshStatistics(url: string): Promise<void> {
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
