import type pg from 'pg'

/** A table of a statement, with the parameters that hold its shard key. */
export interface PlannedTable {
  readonly table: string
  /** Numbers of the parameters; empty if nothing in the statement names the key. */
  readonly parameters: readonly number[]
  readonly isWritten: boolean
}

interface PlanNode {
  readonly [property: string]: unknown
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly Operation?: string
  readonly Output?: readonly string[]
  readonly Plans?: readonly PlanNode[]
}

/** The shard key of each table, and its position among the columns. */
export type ShardKeys = ReadonlyMap<string, { readonly column: string; readonly position: number }>

/**
 * Has PostgreSQL plan a statement for any parameters, as a superuser, so that no policy adds a condition. The planner carries a key over
 * every join, which is also how Citus finds the shard of a table.
 */
export async function plannedTables(owner: pg.Client, text: string, keys: ShardKeys): Promise<PlannedTable[]> {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
  await owner.query(`prepare planned as ${text}`)
  try {
    const given = count > 0 ? `(${Array.from({ length: count }, () => 'null').join(', ')})` : ''
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (verbose, format json) execute planned${given}`)
    const nodes = rows.flatMap((row) => withInner(row['QUERY PLAN'][0].Plan))
    return tablesIn(nodes, text, keys)
  } finally {
    await owner.query('deallocate planned')
  }
}

const withInner = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withInner)]

function tablesIn(nodes: readonly PlanNode[], text: string, keys: ShardKeys): PlannedTable[] {
  const equal = equalities()
  for (const node of nodes) {
    for (const condition of conditions.flatMap((name) => conjunctsOf(node[name]))) addEqualities(equal, condition)
    // A subquery's key is that of the table in it.
    if (node.Alias !== undefined && node['Relation Name'] === undefined)
      for (const one of innerKeys(nodes, node)) equal.add(one, `${node.Alias}.${one.split('.')[1]}`)
  }
  const written = new Set(nodes.flatMap((node) => (node['Node Type'] === 'ModifyTable' ? [node['Relation Name']] : [])))
  return nodes.flatMap((node): PlannedTable[] => {
    const { 'Relation Name': table, Alias, Operation, Plans = [] } = node
    const key = keys.get(table ?? '')
    if (table === undefined || key === undefined) return []
    const isWritten = written.has(table)
    if (node['Node Type'] !== 'ModifyTable') return [{ table, isWritten, parameters: equal.parametersOf(`${Alias}.${key.column}`) }]
    // What an update or delete changes is scanned by another node.
    if (Operation !== 'Insert') return []
    const rows = Plans.find((one) => one['Parent Relationship'] === 'Outer')
    const value = rows?.Output?.[key.position - 1] ?? ''
    const column = /^"\*VALUES\*"\.column(\d+)$/.exec(value)?.[1]
    const parameters = column === undefined ? equal.parametersOf(value) : parametersInRows(text, Number(column) - 1)
    return [{ table, isWritten, parameters }]
  })
}

const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter']

/** Returns the parts of a condition that all must be true. */
function conjunctsOf(condition: unknown): string[] {
  if (typeof condition !== 'string') return []
  const inner = isWrapped(condition) ? condition.slice(1, -1) : condition
  const parts = splitOutside(inner, ' AND ')
  return parts.length === 1 ? [inner] : parts.flatMap(conjunctsOf)
}

function isWrapped(text: string): boolean {
  if (!text.startsWith('(')) return false
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++
    if (text[i] === ')' && --depth === 0) return i === text.length - 1
  }
  return false
}

/** Splits a text where `separator` is outside of parentheses, brackets and quotes. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let [depth, from, isQuoted] = [0, 0, false]
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? ''
    if (letter === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if ('(['.includes(letter)) depth++
    if (')]'.includes(letter)) depth--
    if (depth === 0 && text.startsWith(separator, i)) {
      parts.push(text.slice(from, i).trim())
      from = i + separator.length
    }
  }
  return [...parts, text.slice(from).trim()]
}

const operand = String.raw`"?\w+"?\.\w+|\$\d+`

function addEqualities(equal: Equalities, condition: string): void {
  const [, left = '', right = ''] = new RegExp(`^(${operand}) = (${operand})$`).exec(condition) ?? []
  if (left !== '') equal.add(left, right)
  const [, listed = '', list = ''] =
    new RegExp(String.raw`^(${operand}) = ANY \((?:ARRAY\[)?((?:\$\d+(?:, )?)+)\]?\)$`).exec(condition) ?? []
  for (const one of list.match(/\$\d+/g) ?? []) equal.add(listed, one)
}

interface Equalities {
  add(one: string, other: string): void
  parametersOf(name: string): number[]
}

function equalities(): Equalities {
  const neighbors = new Map<string, Set<string>>()
  const of = (name: string) => neighbors.get(name) ?? new Set<string>()
  return {
    add(one, other) {
      neighbors.set(one, of(one).add(other))
      neighbors.set(other, of(other).add(one))
    },
    parametersOf(name) {
      const found = new Set([name])
      // A set also visits what is added meanwhile. Rows equal to a parameter aren't equal to each other if it's one of a list.
      for (const one of found) if (!one.startsWith('$')) for (const next of of(one)) found.add(next)
      return [...found].filter((one) => one.startsWith('$')).map((one) => Number(one.slice(1)))
    },
  }
}

/** Returns the qualified key columns that a subquery or common table expression puts out. */
function innerKeys(nodes: readonly PlanNode[], node: PlanNode): string[] {
  const cte = node['CTE Name']
  const sources = cte === undefined ? (node.Plans ?? []) : nodes.filter((one) => one['Subplan Name'] === `CTE ${cte}`)
  return sources.flatMap(({ Output = [] }) => Output.filter((name) => /^"?\w+"?\.(household_id|user_id|circle_id)$/.test(name)))
}

/** Returns the parameters in one column of the rows after `values`. */
function parametersInRows(text: string, column: number): number[] {
  const rows = /\bvalues\s+(\(.*)$/is.exec(text)?.[1] ?? ''
  return splitOutside(rows, ',').flatMap((row) => {
    const value = splitOutside(row.replace(/^\(/, '').replace(/\)[^)]*$/, ''), ',')[column] ?? ''
    const parameter = /^\$(\d+)$/.exec(value)?.[1]
    return parameter === undefined ? [] : [Number(parameter)]
  })
}
