import { compareText, type LocalTables, localTable } from '#platform/shared/local-tables.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Ingredient } from '../contract/index.ts'
import { kindsByParent } from './kinds.ts'

/** The ingredients that browsers keep a copy of. */
export const ingredientTable = localTable<Ingredient>('ingredients')

const kinds = new WeakMap<readonly Ingredient[], ReadonlyMap<string, readonly Ingredient[]>>()

/** The same array each time, by which callers see that nothing has changed. */
const noKinds: readonly Ingredient[] = []

/** Returns the kinds of an ingredient; the same array until an ingredient changes. */
export function kindsOf(tables: LocalTables, ingredientId: string): readonly Ingredient[] {
  const rows = tables.rows(ingredientTable)
  let known = kinds.get(rows)
  if (!known) {
    known = kindsByParent(rows)
    kinds.set(rows, known)
  }
  return known.get(ingredientId) ?? noKinds
}

const sorted = new WeakMap<readonly Ingredient[], readonly Ingredient[]>()

/** Returns the ingredients by name; the same array until one of them changes. */
export function ingredientsByName(tables: LocalTables): readonly Ingredient[] {
  const rows = tables.rows(ingredientTable)
  const known = sorted.get(rows)
  if (known) return known
  const byName = rows
    .map((row) => ({ row, key: nameKey(row.name) }))
    .sort((a, b) => compareText(a.key, b.key) || compareText(a.row.id, b.row.id))
    .map(({ row }) => row)
  sorted.set(rows, byName)
  return byName
}
