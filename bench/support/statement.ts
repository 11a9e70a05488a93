import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import type { Reader } from '#platform/server/database/index.ts'
import { QueryCompiler } from '#platform/server/database/sqlite/dialect.ts'

const dialects = {
  sqlite: { adapter: SqliteAdapter, compiler: QueryCompiler, introspector: SqliteIntrospector },
  postgres: { adapter: PostgresAdapter, compiler: PostgresQueryCompiler, introspector: PostgresIntrospector },
}

/** Returns the first statement of `work`, without running it. */
export async function statementOf(engine: keyof typeof dialects, work: (q: Reader) => Promise<unknown>): Promise<CompiledQuery> {
  const { adapter, compiler, introspector } = dialects[engine]
  const statements: CompiledQuery[] = []
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      statements.push(query)
      return { rows: [] }
    },
    streamQuery: () => {
      throw new Error('not offered')
    },
  }
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new adapter(),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
      createIntrospector: (kysely) => new introspector(kysely),
      createQueryCompiler: () => new compiler(),
    },
  })
  await work({ on: <Tables>() => db as unknown as Kysely<Tables>, rows: () => Promise.reject(new Error('no raw SQL here')) })
  const [statement] = statements
  if (!statement) throw new Error('no statement')
  return statement
}
