import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database, Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import { definePostgresFunctionsInSqlite } from '#platform/server/database/migrate.ts'

/** Calls `record` with every later statement in a household scope, with `?` for its parameters. */
export function recordStatements(database: Database, record: (text: string) => void): void {
  const compiler = new SqliteQueryCompiler()
  const intercept: Intercept = (query) => {
    record(compiler.compileQuery(query.query, query.queryId).sql)
    return query.sql
  }
  const recorded = <R extends Reader>(q: R): R => ({
    ...q,
    on: <T>() => interceptedKysely(q.on<T>(), intercept),
    rows: (text: string, parameters: readonly unknown[]) => {
      record(text)
      return q.rows(text, parameters)
    },
  })
  const isOfHouseholds = (scope: Scope) => typeof scope === 'string' || Array.isArray(scope)
  const { read, write } = database
  Object.assign(database, {
    read: ((scope, work) => read(scope, isOfHouseholds(scope) ? (q) => work(recorded(q)) : work)) satisfies Database['read'],
    write: ((scope, name, work, user) =>
      write(scope, name, isOfHouseholds(scope) ? (tx) => work(recorded(tx)) : work, user)) satisfies Database['write'],
  })
}

/** Returns the text to run for a statement. */
type Intercept = (query: CompiledQuery) => string

/** Returns a query builder that passes each statement to `intercept` before it runs on `db`. */
function interceptedKysely<T>(db: Kysely<T>, intercept: Intercept): Kysely<T> {
  const executor = db.getExecutor()
  const connection: DatabaseConnection = {
    executeQuery: (query) => db.executeQuery({ ...query, sql: intercept(query) }) as Promise<QueryResult<never>>,
    streamQuery: () => {
      throw new Error('not offered')
    },
  }
  return new Kysely<T>({
    dialect: {
      createAdapter: () => executor.adapter,
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => ({ compileQuery: (node, id) => executor.compileQuery(node, id) }),
    },
  })
}

/** A table in a statement, with its alias. */
interface StatementTable {
  table: string
  name: string
  /** How its shard is known: `key`, by a parameter; `row`, by the outer row; `several`, by a list. */
  by: 'key' | 'row' | 'several' | null
}

/**
 * Returns the tables of a statement for which `keyOf` knows the shard key, each with how its shard is known. Understands only this
 * project's statements: keys compared with a parameter or another table's key, outside parentheses and alternatives.
 */
export function tablesOfStatement(text: string, keyOf: (table: string) => string | undefined): StatementTable[] {
  return partsIn(text.replace(/"/g, '').replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim(), keyOf, [])
}

function partsIn(text: string, keyOf: (table: string) => string | undefined, around: readonly StatementTable[]): StatementTable[] {
  const { outer, inner } = unfold(text)
  const parts: StatementTable[] = []
  for (const [, table = '', name] of outer.matchAll(
    /\b(?:from|join|update|into) (\w+)(?: (?:as )?(?!(?:as|on|where|set|join|left|inner|values|order|group|limit|default|returning|union|cross)\b)(\w+))?/g,
  ))
    if (keyOf(table) !== undefined) parts.push({ table, name: name ?? table, by: null })

  // An insert of what a query before it returns has its columns in the second parentheses.
  const insert = /^(with \w+ as \(\) )?insert into \w+/.exec(outer)
  const outside = outer.replace(/\bcase\b.*?\bend\b/g, '')
  const conditions = /\bor\b/.test(outside) ? '' : outside
  const known = [...parts, ...around]
  const find = (name: string | undefined, column: string, isInner = false) =>
    (isInner ? parts : known).find((part) => keyOf(part.table) === column && (name === undefined || part.name === name))
  for (const part of parts) {
    const key = keyOf(part.table) ?? ''
    const columns = inner[insert?.[1] === undefined ? 0 : 1] ?? ''
    if (insert && part === parts[0] && columns.split(/, ?/).includes(key)) part.by = 'key'
  }
  for (const [, name, column = '', sign] of conditions.matchAll(/(?:\b(\w+)\.)?\b(\w+) (= \?|in \(\))/g)) {
    const part = find(name, column, name === undefined)
    if (part) part.by ??= sign === '= ?' ? 'key' : 'several'
  }
  // A table joined by its key is on the other table's shard.
  const ties = [...conditions.matchAll(/\b(\w+)\.(\w+) = (\w+)\.(\w+)/g)]
  for (let changed = true; changed; ) {
    changed = false
    for (const [, a, x = '', b, y = ''] of ties) {
      const [one, other] = [find(a, x), find(b, y)]
      if (!one || !other) continue
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        if (from.by === null || to.by !== null || !parts.includes(to)) continue
        to.by = parts.includes(from) ? from.by : 'row'
        changed = true
      }
    }
  }
  return [...parts, ...inner.filter((one) => /^(?:with|select|update)\b/.test(one)).flatMap((one) => partsIn(one, keyOf, known))]
}

/** Returns the text without its parentheses, and the content of each of them, including nested ones. */
function unfold(text: string): { outer: string; inner: string[] } {
  let outer = ''
  const inner: string[] = []
  for (let depth = 0, from = 0, i = 0; i < text.length; i++) {
    const letter = text[i]
    if (letter === '(' && depth++ === 0) from = i + 1
    if (letter === ')' && --depth === 0) {
      const one = text.slice(from, i).trim()
      inner.push(one, ...(/^(?:with|select)\b/.test(one) ? [] : unfold(one).inner))
      outer += '()'
    } else if (depth === 0) outer += letter
  }
  return { outer, inner }
}

/**
 * Returns a database that replaces `guard` with `instead` in its statements, to show that a test fails without it. `met` counts the
 * statements that contained it: zero means that the guard was rewritten and the test needs an update.
 */
export function withRewrittenGuard(database: Database, guard: RegExp, instead: string): { database: Database; met(): number } {
  let met = 0
  const rewrite = (text: string): string => {
    const rewritten = text.replaceAll(guard, instead)
    if (rewritten !== text) met += 1
    return rewritten
  }
  const withoutGuard = <Q extends Reader>(q: Q): Q => ({
    ...q,
    on: <T>() => interceptedKysely(q.on<T>(), ({ sql }) => rewrite(sql)),
    rows: (text: string, parameters: readonly unknown[]) => q.rows(rewrite(text), parameters),
  })
  return {
    met: () => met,
    database: {
      ...database,
      read: (scope, work) => database.read(scope, (q) => work(withoutGuard(q))),
      snapshot: (scope, work) => database.snapshot(scope, (q) => work(withoutGuard(q))),
      write: (scope, name, work, user) =>
        database.write(scope, name, (tx) => work(Object.assign(withoutGuard<Transaction>(tx), { publish: tx.publish.bind(tx) })), user),
    },
  }
}

const folder = join(import.meta.dirname, '../../../migrations')

/** The text of every migration, in order. */
export const migrations = readdirSync(folder)
  .filter((file) => file.endsWith('.sql') && !/\.(postgres|sqlite)\.sql$/.test(file))
  .toSorted()
  .map((file) => readFileSync(join(folder, file), 'utf8'))

interface Key {
  name: string
  columns: string[]
}

/** Returns every table these migrations create, with its keys as SQLite reports them. */
export function schemaOf(files: readonly string[]) {
  const db = new DatabaseSync(':memory:')
  definePostgresFunctionsInSqlite(db)
  for (const text of files) db.exec(text)
  const ask = <Row>(text: string) => db.prepare(text).all() as Row[]
  const names = ask<{ name: string }>(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`)
  return names.map(({ name }) => {
    const columns = ask<{ name: string; pk: number }>(`pragma table_info("${name}")`)
    const primary = columns
      .filter(({ pk }) => pk > 0)
      .toSorted((a, b) => a.pk - b.pk)
      .map((column) => column.name)
    const unique: Key[] = ask<{ name: string; unique: number; origin: string }>(`pragma index_list("${name}")`)
      .filter((index) => index.unique === 1 && index.origin !== 'pk')
      .map((index) => ({ name: index.name, columns: ask<{ name: string }>(`pragma index_info("${index.name}")`).map((one) => one.name) }))
    const foreign = Map.groupBy(
      ask<{ id: number; table: string; from: string; to: string }>(`pragma foreign_key_list("${name}")`),
      ({ id }) => id,
    )
    return { name, primary, unique, foreign: [...foreign.values()] }
  })
}
