import type { Compilable, CompiledQuery } from 'kysely'
import type { Reader } from './index.ts'

/** Takes the place of a value, or of an item of a list, while a query is built. */
class Placeholder {
  readonly name: string
  readonly index: number | undefined
  constructor(name: string, index?: number) {
    this.name = name
    this.index = index
  }
}

/** Queries by what compiles them, which differs between the engines, and by key. */
const known = new WeakMap<object, Map<string, CompiledQuery>>()

/**
 * Runs a query that is built and compiled once, for hot paths where that costs as much as running it. `build` gets placeholders of the
 * `values` that aren't undefined; it may only pass them on as parameters. Whatever else decides the text must be in `key`.
 */
export async function runCompiled<Values extends Readonly<Record<string, unknown>>, Row>(
  q: Reader,
  key: string,
  values: Values,
  build: (values: Values) => Compilable<Row>,
): Promise<Row[]> {
  const db = q.on<unknown>()
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const compiler = db.getExecutor().adapter.constructor
  const queries = known.get(compiler) ?? new Map<string, CompiledQuery>()
  known.set(compiler, queries)
  const text = `${key} ${given.map(([name, value]) => (Array.isArray(value) ? `${name}(${value.length})` : name)).join(' ')}`
  let query = queries.get(text)
  if (!query) {
    const placeholders = given.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((_, index) => new Placeholder(name, index)) : new Placeholder(name),
    ])
    query = build(Object.fromEntries(placeholders) as Values).compile()
    queries.set(text, query)
  }
  const parameters = query.parameters.map((parameter) => {
    if (!(parameter instanceof Placeholder)) return parameter
    const value = values[parameter.name]
    return parameter.index === undefined ? value : (value as readonly unknown[])[parameter.index]
  })
  return (await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)).rows
}

/**
 * Returns the distinct values for an `in (…)`, repeating the last one up to a power of two. Keeps the number of different statements small
 * enough to prepare each.
 */
export function padInList<T>(values: Iterable<T>): T[] {
  const list = [...new Set(values)]
  const last = list.at(-1)
  if (last === undefined) return list
  const length = 2 ** Math.ceil(Math.log2(list.length))
  return [...list, ...Array.from({ length: length - list.length }, () => last)]
}
