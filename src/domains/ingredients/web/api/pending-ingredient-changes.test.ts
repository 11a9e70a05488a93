import { expect, it } from 'vitest'
import { HouseholdTables } from '#platform/web/sync/household-tables.ts'
import { ingredient } from '#tests/support/data/api-samples.ts'
import type { Ingredient } from '../../contract/index.ts'
import { ingredientTable } from '../../rules/local-ingredients.ts'
import { pendingIngredientChange } from './pending-ingredient-changes.ts'

const [milk, oats] = [ingredient({ id: 'milk' }), ingredient({ id: 'oats' })]

/** Returns the ingredients that a device shows while changes wait. Oats are in stock. */
function shown(rows: readonly Ingredient[], ...intents: unknown[]): readonly Ingredient[] {
  const tables = new HouseholdTables()
  const pending = pendingIngredientChange(() => new Set(['oats']))
  tables.replace(
    { [ingredientTable.name]: rows },
    intents.map((intent) => pending({ intent })),
  )
  return tables.rows(ingredientTable).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
const bulk = (...ingredients: readonly { ingredientId: string; to: Partial<Ingredient> | null }[]) => ({ ingredients })

it('shows a bulk edit of ingredients that are known', () => {
  const to = { category: 'Bakery' }
  const intent = bulk({ ingredientId: 'milk', to }, { ingredientId: 'gone', to })
  expect(shown([milk, oats], intent)).toEqual([{ ...milk, ...to }, oats])
})

it('removes ingredients without stock only', () => {
  expect(shown([milk, oats], bulk({ ingredientId: 'milk', to: null }, { ingredientId: 'oats', to: null }))).toEqual([oats])
})

it('brings removed ingredients back, and leaves one that wasn’t removed as others changed it', () => {
  const changed = { ...oats, category: 'Bakery' }
  expect(shown([changed], bulk({ ingredientId: 'milk', to: milk }, { ingredientId: 'oats', to: oats }))).toEqual([milk, changed])
})

it('shows an edit of a single ingredient as before', () => {
  expect(shown([milk], { do: 'edit', ingredientId: 'milk', to: { note: 'whole' }, version: 9 })).toEqual([
    { ...milk, note: 'whole', version: 9 },
  ])
})
