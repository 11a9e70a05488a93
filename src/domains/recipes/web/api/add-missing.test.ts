import { afterEach, beforeEach, expect, test } from 'vitest'
import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { setLocalSource } from '#platform/web/api/local-source.ts'
import { HouseholdTables } from '#platform/web/sync/household-tables.ts'
import { pendingMutations } from '#platform/web/sync/pending-source.ts'
import { startOutbox } from '#platform/web/sync/sync-session.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { signIn } from '#tests/support/browser/render.tsx'
import { leekSoup } from '#tests/support/data/api-samples.ts'
import { addPlanMissing } from '../../contract/index.ts'
import { planTable, recipeTable } from '../../rules/local-recipes.ts'
import { rowIdOf } from '../../rules/missing-list-rows.ts'
import { addPlanToList } from './add-missing.ts'

const soup = leekSoup({ ingredients: ['3 leeks, sliced', '1 pinch salt', '1 carrot'] })
const [from, to] = ['2026-11-23', '2026-11-29'] as const

beforeEach(() => {
  signIn()
  const tables = new HouseholdTables()
  const meal = { recipeId: soup.id, meal: 'dinner', servings: 2, state: 'planned', createdAt: soup.createdAt, version: 1 }
  tables.replace({
    [recipeTable.name]: [soup],
    [ingredientTable.name]: [],
    [planTable.name]: ['2026-11-24', '2026-11-26', '2026-12-01'].map((date) => ({ ...meal, id: date, date })),
  })
  const context = { now: new Date(`${from}T10:00:00Z`), today: from, userId: 'ada' }
  const unused = () => undefined
  setLocalSource({ peek: unused, reply: async () => undefined, derive: (_household, derive) => derive(tables, context), noteWrite: unused })
})
afterEach(() => setLocalSource(null))

test('queues what a week lacks with the ids of its rows, and nothing when it is repeated', async () => {
  const { connectivity, outbox } = startOutbox('ada of plans')
  await outbox.ready
  fakeApi(addPlanMissing, () => Promise.reject(new TypeError('no network')))
  connectivity.markOffline()
  await addPlanToList(from, to)
  await addPlanToList(from, to)
  const [waiting, ...others] = pendingMutations().filter(({ kind }) => kind === 'shopping')
  expect(others).toEqual([])
  const body = waiting?.request.body as { id: string }
  const rowId = (place: number) => rowIdOf(body.id, soup.id, place)
  const added = [
    { id: rowId(0), recipeId: soup.id, name: 'leeks', quantity: 6, unit: 'each' },
    { id: rowId(2), recipeId: soup.id, name: 'carrot', quantity: 2, unit: 'each' },
  ]
  expect(waiting?.intent).toMatchObject({ do: 'add-all', rows: added })
  expect(waiting?.request).toMatchObject({ address: addPlanMissing.path, body: { from, to } })
})
