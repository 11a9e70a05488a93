import { type KyselyPlugin, SqliteQueryCompiler } from 'kysely'
import type { Database, Reader, Scope } from '#platform/server/database/index.ts'

/** From now on every statement that is asked in the scope of households goes to `tell`, whoever asks it. */
export function overhear(database: Database, tell: (text: string) => void): void {
  const compiler = new SqliteQueryCompiler()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      tell(compiler.compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const heard = <R extends Reader>(q: R): R => ({
    ...q,
    on: <T>() => q.on<T>().withPlugin(plugin),
    rows: (text: string, parameters: readonly unknown[]) => {
      tell(text)
      return q.rows(text, parameters)
    },
  })
  const isOfHouseholds = (scope: Scope) => typeof scope === 'string' || Array.isArray(scope)
  const { read, write } = database
  Object.assign(database, {
    read: ((scope, work) => read(scope, isOfHouseholds(scope) ? (q) => work(heard(q)) : work)) satisfies Database['read'],
    write: ((scope, name, work, user) =>
      write(scope, name, isOfHouseholds(scope) ? (tx) => work(heard(tx)) : work, user)) satisfies Database['write'],
  })
}

/** A table of a statement, under the name it has there. */
interface Part {
  table: string
  name: string
  /** `key`: its shard follows from a parameter. `row`: from the row around it, which is of one. `several`: from a list. */
  by: 'key' | 'row' | 'several' | null
}

/**
 * The tables of a statement that `keyOf` knows the shard key of, each with what says which shard it is on. It reads our own texts: keys compared
 * with a parameter or with another table's key, not inside parentheses and not in an alternative.
 */
export function partsOf(text: string, keyOf: (table: string) => string | undefined): Part[] {
  return partsIn(text.replace(/"/g, '').replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim(), keyOf, [])
}

function partsIn(text: string, keyOf: (table: string) => string | undefined, around: readonly Part[]): Part[] {
  const { outer, inner } = unfold(text)
  const parts: Part[] = []
  for (const [, table = '', name] of outer.matchAll(
    /\b(?:from|join|update|into) (\w+)(?: (?:as )?(?!(?:as|on|where|set|join|left|inner|values|order|group|limit|default|returning|union|cross)\b)(\w+))?/g,
  ))
    if (keyOf(table) !== undefined) parts.push({ table, name: name ?? table, by: null })

  const isWritten = /^insert into \w+/.test(outer)
  const conditions = /\bor\b/.test(outer) ? '' : outer
  const known = [...parts, ...around]
  const find = (name: string | undefined, column: string, isInner = false) =>
    (isInner ? parts : known).find((part) => keyOf(part.table) === column && (name === undefined || part.name === name))
  for (const part of parts) {
    const key = keyOf(part.table) ?? ''
    const columns = inner[0] ?? ''
    if (isWritten && part === parts[0] && columns.split(/, ?/).includes(key)) part.by = 'key'
  }
  for (const [, name, column = '', sign] of conditions.matchAll(/(?:\b(\w+)\.)?\b(\w+) (= \?|in \(\))/g)) {
    const part = find(name, column, name === undefined)
    if (part) part.by ??= sign === '= ?' ? 'key' : 'several'
  }
  // What is joined by the key is where the other is.
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
  return [...parts, ...inner.filter((one) => /^(?:with|select)\b/.test(one)).flatMap((one) => partsIn(one, keyOf, known))]
}

/** The text without what stands in parentheses, and what stands in each of them: selects that stand in others are found too. */
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
