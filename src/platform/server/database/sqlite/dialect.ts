import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Connection } from './connection.ts'
import type { Writer } from './writer.ts'

type Run = (query: CompiledQuery) => Promise<QueryResult<never>>

const execute = (connection: Connection, query: CompiledQuery): QueryResult<never> => {
  const { rows, changes } = connection.run(query.sql, query.parameters)
  return { rows: rows as never[], numAffectedRows: BigInt(changes) }
}

export class QueryCompiler extends SqliteQueryCompiler {
  // A bound `limit ?` makes SQLite recompile the statement on every run; a cast prevents that.
  protected override visitLimit(node: LimitNode): void {
    this.append('limit cast(')
    this.visitNode(node.limit)
    this.append(' as bigint)')
  }
}

function kyselyOver<T>(run: Run, transactions: Partial<Driver> = {}): Kysely<T> {
  const connection: DatabaseConnection = {
    executeQuery: (query) => run(query) as Promise<QueryResult<never>>,
    // biome-ignore lint/correctness/useYield: streaming is not offered, and says so
    async *streamQuery() {
      throw new Error('read in pages instead of streaming')
    },
  }
  const none = async () => {
    throw new Error('work is already inside its transaction')
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: none,
    commitTransaction: none,
    rollbackTransaction: none,
    releaseConnection: async () => {},
    destroy: async () => {},
    ...transactions,
  }
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  }
  return new Kysely<T>({ dialect })
}

export const transactionKysely = (connection: Connection, writer: Writer) =>
  kyselyOver<unknown>(async (query) => {
    writer.assertInside()
    return execute(connection, query)
  })

export const readerKysely = (connection: Connection) => kyselyOver<unknown>(async (query) => execute(connection, query))

/** For the identity library, which runs single statements. Selects read; anything else becomes a queued transaction. */
export const identityKysely = (reader: Connection, writing: Connection, writer: Writer) =>
  kyselyOver<unknown>(async (query) => {
    if (query.query.kind === 'SelectQueryNode') return execute(reader, query)
    return writer.transaction('identity', async () => execute(writing, query))
  })
