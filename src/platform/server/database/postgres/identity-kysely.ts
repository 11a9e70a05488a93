import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { isStalePlan } from './prepared-statements.ts'

const begin = `begin; select set_config('larder.door', 'identity', true)`

/**
 * Returns a query builder with the scope `identity`. Each statement runs in its own transaction, unless one was begun. Destroying it leaves
 * the pool open.
 */
export function identityKysely(pool: pg.Pool): Kysely<unknown> {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOn(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

const driverOn = (pool: pg.Pool): Driver => ({
  init: async () => {},
  acquireConnection: async () => new ScopedConnection(await pool.connect()),
  beginTransaction: (connection) => scoped(connection).begin(),
  commitTransaction: (connection) => scoped(connection).end('commit'),
  rollbackTransaction: (connection) => scoped(connection).end('rollback'),
  releaseConnection: async (connection) => scoped(connection).release(),
  destroy: async () => {},
})

function scoped(connection: DatabaseConnection): ScopedConnection {
  if (!(connection instanceof ScopedConnection)) throw new Error('a connection of another driver')
  return connection
}

class ScopedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #isInTransaction = false
  #isBroken = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async begin(): Promise<void> {
    await this.#client.query(begin)
    this.#isInTransaction = true
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#isInTransaction = false
    this.#isBroken = true
    await this.#client.query(how)
    this.#isBroken = false
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInTransaction) return this.#run(query)
    return this.#runAlone<R>(query).catch((error) => (isStalePlan(error) ? this.#runAlone<R>(query) : Promise.reject(error)))
  }

  async #runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      await this.begin()
      const result = await this.#run<R>(query)
      await this.end('commit')
      return result
    } catch (error) {
      await this.end('rollback').catch(() => {})
      throw error
    }
  }

  async #run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount, command } = await this.#client.query(sql, [...parameters])
    const isWrite = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return isWrite ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered, and says so
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('read in pages instead of streaming')
  }
}
