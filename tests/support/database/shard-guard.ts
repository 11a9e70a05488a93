import pg from 'pg'
import { type PlannedTable, plannedTables, type ShardKeys } from './plan-keys.ts'
import { appLogin } from './postgres.ts'

/** Tables that are distributed alike, or that live in a database of their own. Shared tables are copied to every shard. */
export type ShardGroup = 'household' | 'person' | 'circle' | 'identity' | 'other' | 'shared'

/** What a statement would need from more than one shard. */
export interface Crossing {
  readonly why: 'no household' | 'several households' | 'several groups'
  /** Whose rows its transaction may access: `household`, `households`, `user`, `identity` or the reason of a cross-household read. */
  readonly scope: string
  /** The tables without a household, of several, or of another group than the first. */
  readonly tables: readonly string[]
  readonly text: string
}

/** Thrown instead of sending a statement that crosses shards. */
export class CrossShardError extends Error {
  constructor({ why, scope, tables, text }: Crossing) {
    super(`${why}: ${tables.join(', ')} (scope ${scope}): ${text}`)
  }
}

export interface ShardGuardOptions {
  groupOf(table: string): ShardGroup
  /** Returns whether a crossing is an exception. */
  isAllowed(crossing: Crossing): boolean
}

export interface ShardGuard {
  /** Checks the statements of the app's connections to this database from now on. */
  start(ownerUrl: string): Promise<void>
  /** Every crossing refused so far. */
  refused(): readonly Crossing[]
  statements(): number
  stop(): Promise<void>
}

/** What a transaction has touched. */
interface Touched {
  readonly scope: string
  readonly households: Set<string>
  readonly written: Set<string>
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/**
 * Refuses statements that would cross shards, as a PostgreSQL distributed by Citus may. Stricter in one way: any two households count as
 * being on different shards, so that the result doesn't depend on the hash of a random id. Open it before the app, whose connections keep
 * the driver's function that they find.
 */
export function openShardGuard({ groupOf, isAllowed }: ShardGuardOptions): ShardGuard {
  const send = pg.Client.prototype.query as Query
  const plans = new Map<string, readonly PlannedTable[]>()
  const touched = new WeakMap<pg.Client, Touched>()
  const refused: Crossing[] = []
  let owner: pg.Client | undefined
  let keys: ShardKeys = new Map()
  let planning: Promise<void> = Promise.resolve()
  let statements = 0

  /** Plans one statement at a time, since they share a connection. */
  async function plan(on: pg.Client, text: string): Promise<void> {
    const last = planning
    planning = last.then(async () => void (plans.has(text) || plans.set(text, await plannedTables(on, text, keys)))).catch(() => {})
    await planning
    if (!plans.has(text)) throw new Error(`couldn't be planned: ${text}`)
  }
  function check(client: pg.Client, text: string, values: readonly unknown[]): void {
    statements += 1
    const transaction = touched.get(client) ?? { scope: 'none', households: new Set(), written: new Set() }
    for (const crossing of crossingsOf(plans.get(text) ?? [], values, transaction, groupOf)) {
      const whole = { ...crossing, scope: transaction.scope, text: text.replace(/\s+/g, ' ') }
      if (isAllowed(whole)) continue
      refused.push(whole)
      throw new CrossShardError(whole)
    }
  }
  const guarded: Query = function (...given) {
    const { text, values } = statementOf(given)
    if (!owner || this.user !== appLogin || text === undefined) return send.apply(this, given)
    if (/^begin\b/.test(text)) touched.set(this, begun(text))
    if (/^(commit|rollback)\b/.test(text)) touched.delete(this)
    if (!/^\s*(with|select|insert|update|delete)\b/i.test(text)) return send.apply(this, given)
    if (given.some((one) => typeof one === 'function')) throw new Error(`sent with a callback, which isn't checked: ${text}`)
    const checked = () => {
      check(this, text, values)
      return send.apply(this, given)
    }
    return (plans.has(text) ? Promise.resolve() : plan(owner, text)).then(checked)
  }
  pg.Client.prototype.query = guarded as typeof pg.Client.prototype.query

  return {
    async start(ownerUrl) {
      const client = new pg.Client({ connectionString: ownerUrl })
      await client.connect()
      await client.query('set plan_cache_mode = force_generic_plan')
      const { rows } = await client.query<{ table: string; column: string; position: number }>(primaryKeys)
      keys = new Map(rows.map(({ table, ...key }) => [table, key]))
      owner = client
    },
    refused: () => refused,
    statements: () => statements,
    async stop() {
      pg.Client.prototype.query = send as typeof pg.Client.prototype.query
      await owner?.end()
      owner = undefined
    },
  }
}

/** The first column of each primary key. */
const primaryKeys = `select relname as table, attname as column, attnum as position from pg_constraint
  join pg_class on pg_class.oid = conrelid join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'p' and relnamespace = 'public'::regnamespace`

function statementOf([first, second]: readonly unknown[]): { text: string | undefined; values: readonly unknown[] } {
  const config = (typeof first === 'string' ? { text: first } : first) as { text?: string; values?: readonly unknown[] }
  return { text: config.text, values: Array.isArray(second) ? second : (config.values ?? []) }
}

/** Reads the scope from the settings that begin a transaction. Writers lock their households at once. */
function begun(text: string): Touched {
  const setting = (name: string) => new RegExp(`'larder\\.${name}', '([^']*)'`).exec(text)?.[1]
  const households = setting('household')?.split(',') ?? []
  const ofHouseholds = households.length === 0 ? undefined : households.length === 1 ? 'household' : 'households'
  const scope = setting('door') ?? ofHouseholds ?? (setting('user') === undefined ? 'none' : 'user')
  return { scope, households: new Set(text.includes('larder_lock_households') ? households : []), written: new Set() }
}

/** Returns why a statement can't run on one shard, given what its transaction has touched before, and notes what it touches. */
function crossingsOf(
  tables: readonly PlannedTable[],
  values: readonly unknown[],
  { households, written }: Touched,
  groupOf: ShardGuardOptions['groupOf'],
): Pick<Crossing, 'why' | 'tables'>[] {
  const names = (some: readonly PlannedTable[]) => [...new Set(some.map(({ table }) => table))].toSorted()
  const ofHousehold = tables.filter(({ table }) => groupOf(table) === 'household')
  const crossings: Pick<Crossing, 'why' | 'tables'>[] = []
  const without = ofHousehold.filter(({ parameters }) => parameters.length === 0)
  if (without.length > 0) crossings.push({ why: 'no household', tables: names(without) })

  for (const id of ofHousehold.flatMap(({ parameters }) => parameters.map((n) => values[n - 1]))) households.add(String(id))
  if (ofHousehold.length > 0 && households.size > 1) crossings.push({ why: 'several households', tables: names(ofHousehold) })

  // A statement joins its tables; a transaction commits what it wrote.
  const foreign = (some: readonly string[]) => {
    const groups = new Set<ShardGroup>(some.map(groupOf).filter((group) => group !== 'shared'))
    const first = order.find((group) => groups.has(group))
    return groups.size > 1 ? some.filter((table) => groupOf(table) !== first && groupOf(table) !== 'shared') : []
  }
  for (const { table, isWritten } of tables) if (isWritten) written.add(table)
  const isWrite = tables.some(({ isWritten }) => isWritten)
  const joined = foreign(names(tables))
  const committed = isWrite ? foreign([...written].toSorted()) : []
  for (const others of [joined, committed]) if (others.length > 0) crossings.push({ why: 'several groups', tables: others })
  return crossings
}

/** Of several groups in a statement, the first is where it would run. */
const order: readonly ShardGroup[] = ['household', 'person', 'circle', 'identity', 'other']
