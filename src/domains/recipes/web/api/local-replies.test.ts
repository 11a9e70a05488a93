import { expect, test } from 'vitest'
import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { lotTable, reservationTable } from '#domains/inventory/rules/local-lots.ts'
import { addDays } from '#platform/shared/calendar.ts'
import type { Row } from '#platform/shared/local-tables.ts'
import { HouseholdTables } from '#platform/web/sync/household-tables.ts'
import { leekSoup } from '#tests/support/data/api-samples.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { listRecipes, type RecipeListItem } from '../../contract/index.ts'
import { cookingTable, recipeTable } from '../../rules/local-recipes.ts'
import { recipeReplies } from './local-replies.ts'

interface AnyRow extends Row {
  readonly [field: string]: unknown
}

const foods = ['Leek', 'Carrot', 'Flour', 'Rice']
const ingredient = (at: number, conversions: object[] = []): AnyRow => ({
  id: `ingredient ${at}`,
  name: foods[at],
  aliases: [],
  conversions,
})
const lot = (n: number, ingredientId: string, quantity: number, unit: string, effectiveExpiration: string | null): AnyRow => ({
  id: `lot ${n}`,
  ingredientId,
  quantity,
  unit,
  effectiveExpiration,
})
const recipe = (n: number, ingredients: string[]) => leekSoup({ id: `recipe ${n}`, name: `Dish ${n}`, ingredients })

function list(tables: HouseholdTables, today: string): RecipeListItem[] {
  const reply = recipeReplies.find(({ endpoint }) => endpoint === listRecipes)
  const context = { now: new Date(`${today}T12:00:00Z`), today, userId: 'ada' }
  return reply?.read(tables, { params: {}, query: {} }, context) as RecipeListItem[]
}

// Seed 8: lots of one day were counted in the order in which they arrived.
test.each([8, Math.floor(Math.random() * 2 ** 31)])(
  'lists recipes after any changes as from rows that were just loaded (seed %i)',
  (seed) => {
    const random = randomFrom(seed)
    const tables = new HouseholdTables()
    tables.replace({
      [ingredientTable.name]: foods.map((_, at) => ingredient(at)),
      [recipeTable.name]: Array.from({ length: 6 }, (_, n) => recipe(n, ['3 leeks', `${n} carrots`, '200 g flour', `${100 * n} g rice`])),
    })
    let today = '2026-11-23'
    const changes: (() => Record<string, AnyRow[]>)[] = [
      () => ({
        [lotTable.name]: [
          lot(random.below(8), `ingredient ${random.below(4)}`, random.below(500), random.pick(['each', 'g', 'kg']) ?? 'g', null),
          lot(random.below(8), `ingredient ${random.below(4)}`, 1 + random.below(9), 'each', addDays(today, random.below(20) - 3)),
        ],
      }),
      () => {
        const row = {
          id: `reservation ${random.below(3)}`,
          lotId: `lot ${random.below(8)}`,
          quantity: random.below(9),
          refId: 'meal',
          kind: 'plan',
        }
        return { [reservationTable.name]: [row] }
      },
      () => ({ [ingredientTable.name]: [ingredient(random.below(4), [{ from: 'each', to: 'g', factor: 1 + random.below(200) }])] }),
      () => ({ recipeMatches: [{ id: 'leek', ingredientId: `ingredient ${random.below(4)}` }] }),
      () => ({
        [cookingTable.name]: [{ id: `cooking ${random.below(4)}`, recipeId: `recipe ${random.below(6)}`, date: today, createdAt: today }],
      }),
      () => ({ [recipeTable.name]: [{ ...recipe(random.below(6), [`${random.below(9)} leeks`, '1 carrot']) }] }),
    ]
    for (let n = 0; n < 200; n++) {
      if (random.below(20) === 0) today = addDays(today, 1)
      const changed = random.pick(changes)?.() ?? {}
      const removed = random.below(5) === 0 ? [`lot ${random.below(8)}`] : []
      tables.receive(Object.fromEntries(Object.entries(changed).map(([name, rows]) => [name, { rows, removed: [] }])))
      tables.receive({ [lotTable.name]: { rows: [], removed } })
      const loaded = new HouseholdTables()
      loaded.replace(structuredClone(tables.content()))
      expect([seed, n, list(tables, today)]).toEqual([seed, n, list(loaded, today)])
    }
  },
)

test('keeps the cards of recipes whose ingredients didn’t change', () => {
  const tables = new HouseholdTables()
  tables.replace({
    [ingredientTable.name]: foods.map((_, at) => ingredient(at)),
    [lotTable.name]: [lot(0, 'ingredient 0', 5, 'each', null), lot(1, 'ingredient 1', 5, 'each', null)],
    [recipeTable.name]: [recipe(0, ['3 leeks']), recipe(1, ['3 carrots', '200 g flour'])],
  })
  const [leeks, carrots] = list(tables, '2026-11-23')
  tables.receive({ [lotTable.name]: { rows: [lot(0, 'ingredient 0', 2, 'each', null)], removed: [] } })
  const after = list(tables, '2026-11-23')
  expect(after[0]).toEqual({ ...leeks, stock: { have: 0, short: 1, missing: 0, total: 1 } })
  expect(after[1]).toBe(carrots)
})
