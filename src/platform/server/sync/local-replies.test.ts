import { afterAll, expect, it } from 'vitest'
import { localReplies } from '#app/screens/local-replies.ts'
import { listAlerts } from '#domains/alerts/contract.ts'
import { expirationAnalytics } from '#domains/dashboard/contract.ts'
import { listEaters, listFoodContents, listMealEaters } from '#domains/diets/contract.ts'
import { listStockDoubts } from '#domains/forecast/contract.ts'
import { listMembers } from '#domains/households/contract/index.ts'
import { householdTable } from '#domains/households/rules/local-household.ts'
import * as ingredients from '#domains/ingredients/contract/index.ts'
import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import * as inventory from '#domains/inventory/contract.ts'
import { lotTable } from '#domains/inventory/rules/local-lots.ts'
import { listLabels } from '#domains/labels/contract.ts'
import { listNotifications } from '#domains/notifications/contract/bell.ts'
import { listPlaces } from '#domains/places/contract.ts'
import * as recipes from '#domains/recipes/contract/index.ts'
import { cookbookTable } from '#domains/recipes/rules/local-cookbooks.ts'
import { planTable, recipeTable } from '#domains/recipes/rules/local-recipes.ts'
import { getShoppingList, listBundles, listNamedLists, listRecurringItems, listTrips } from '#domains/shopping/contract/index.ts'
import { namedListTable } from '#domains/shopping/rules/local-list.ts'
import { listStores } from '#domains/stores/contract.ts'
import type { Endpoint, ParamsOf, QueryInputOf } from '#platform/shared/endpoint.ts'
import { IncompleteRowsError } from '#platform/shared/local-tables.ts'
import type { HouseholdTables } from '#platform/web/sync/household-tables.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Random, randomFrom } from '#tests/support/data/random.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import { markGone } from '#tests/support/server/probably-gone.ts'
import { day, writeAtRandom } from '#tests/support/server/random-writes.ts'
import { openDevice, type TestDevice } from '#tests/support/server/synced-copy.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()
const seed = Number(process.env['LARDER_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const runs = Number(process.env['LARDER_SYNC_RUNS'] ?? 2)
const counted: Record<string, number> = {}
afterAll(() => {
  process.stdout.write(`local replies: seed ${seed}, ${JSON.stringify(counted)}\n`)
})

interface Asked {
  endpoint: Endpoint
  params: unknown
  query: unknown
}
const ask = <E extends Endpoint>(endpoint: E, sent: { params?: ParamsOf<E>; query?: QueryInputOf<E> } = {}): Asked => ({
  endpoint,
  params: sent.params ?? {},
  query: sent.query ?? {},
})

/** Requests that screens could send. */
function questions(tables: HouseholdTables, random: Random): Asked[] {
  const maybe = <T>(value: T | undefined): T | undefined => (random.below(3) === 0 ? value : undefined)
  const filters = () => ({
    search: maybe(`foo${random.pick(['', 'd', ' D 3', 'd 1'])}`),
    location: maybe(random.pick(['Shelf', '', 'Door'])),
    storage: maybe(random.pick(['PANTRY', 'FRIDGE', 'FREEZER'] as const)),
    expiresFrom: maybe(day(random.below(6) - 3)),
    expiresTo: maybe(day(random.below(9) - 2)),
    isLow: maybe('true' as const),
    limit: maybe(1 + random.below(5)),
  })
  const lots = inventory.lotSortKeys.flatMap((sort) =>
    (['asc', 'desc'] as const).flatMap((order) => [
      ask(inventory.listLots, { query: { sort, order } }),
      ask(inventory.listLots, { query: { ...filters(), sort, order } }),
    ]),
  )
  return [
    ...lots,
    ask(inventory.listLots, { query: { isLow: 'true' } }),
    ask(inventory.recentLots, { params: { count: 1 + random.below(8) } }),
    ask(inventory.pastDueLots),
    ask(inventory.inventoryStats),
    ask(inventory.listStorePrices),
    ask(expirationAnalytics),
    ask(ingredients.listIngredients),
    ask(ingredients.listIngredients, { query: { search: 'OOD 1' } }),
    ...tables.rows(ingredientTable).map(({ id }) => ask(ingredients.getIngredient, { params: { id } })),
    ...tables.rows(householdTable).map(({ id }) => ask(listMembers, { params: { id } })),
    ask(listAlerts, { query: { resolved: 'false' } }),
    ask(listAlerts, { query: { resolved: 'false', limit: 1 + random.below(3) } }),
    ask(getShoppingList),
    ask(getShoppingList, { query: { list: 'all' } }),
    ...tables.rows(namedListTable).map(({ id }) => ask(getShoppingList, { query: { list: id } })),
    ask(listNamedLists),
    ask(recipes.listCookbooks),
    ask(listBundles),
    ask(listRecurringItems),
    ask(listTrips),
    ask(listLabels),
    ask(listStockDoubts),
    ask(listStores),
    ask(listEaters),
    ask(listFoodContents),
    ask(listMealEaters),
    ask(listPlaces),
    ask(listNotifications),
    ask(listNotifications, { query: { unread: 'true', limit: 3, offset: random.below(3) } }),
    ...tables
      .rows(recipeTable)
      .flatMap(({ id }) => [
        ask(recipes.getRecipe, { params: { id } }),
        ask(recipes.listCookings, { params: { id } }),
        ask(recipes.getRecipeStock, { params: { id }, query: { servings: 1 + random.below(8) } }),
      ]),
    ...tables
      .rows(planTable)
      .flatMap(({ id, recipeId }) =>
        recipeId === null ? [] : [ask(recipes.getRecipeStock, { params: { id: recipeId }, query: { planEntryId: id } })],
      ),
    ask(recipes.getMealPlan),
    ask(recipes.getMealPlan, { query: { from: day(-3), to: day(20) } }),
    ...(['name', 'rating', 'newest', 'cooked', 'time'] as const).flatMap((sort) => [
      ask(recipes.listRecipes, { query: { sort } }),
      ask(recipes.listRecipes, {
        query: {
          sort,
          search: maybe(`dish ${random.below(9)}`),
          maxMissing: maybe(random.below(3)),
          maxMinutes: maybe(15 * (1 + random.below(4))),
          isFavorite: maybe('true' as const),
          category: maybe('american' as const),
          ingredientId: maybe(random.pick(tables.rows(ingredientTable))?.id),
          cookbookId: maybe(random.pick(tables.rows(cookbookTable))?.id),
          limit: maybe(1 + random.below(9)),
        },
      }),
    ]),
    ...tables.rows(lotTable).map(({ id }) => ask(inventory.getLot, { params: { id } })),
  ]
}

const incomplete = Symbol('incomplete')

/** Returns the device's reply, or `incomplete` if it leaves the question to the server because a row refers to a removed one. */
function replyOf(device: TestDevice, { endpoint, params, query }: Asked): unknown {
  try {
    return device.replyTo(endpoint, params, query)
  } catch (error) {
    if (error instanceof IncompleteRowsError) return incomplete
    throw error
  }
}

/** Adds one row of each kind that a question needs. */
async function addOneOfEach(person: Person): Promise<void> {
  await person.must(inventory.addLot, { body: { ingredient: { name: 'Food 1' }, quantity: 3, unit: 'each', expirationDate: day(1) } })
  const recipe = await person.must(recipes.addRecipe, { body: { name: 'Dish 1', ingredients: ['2 Food 1'] } })
  await person.must(recipes.putMealPlan, { body: { entries: [{ date: day(2), recipeId: recipe.id }] } })
  await person.must(recipes.addCookbook, { body: { name: 'Weeknights', recipeIds: [recipe.id] } })
  await person.must(recipes.addCooking, { params: { id: recipe.id }, body: { rating: 4 } })
}

/** Forecasts, on which the waste that a recipe avoids depends, aren't on the device. */
const withoutForecast = (reply: unknown): unknown =>
  Array.isArray(reply) ? reply.map((one) => (typeof one === 'object' && 'saves' in one ? { ...one, saves: null } : one)) : reply

it.each(Array.from({ length: runs }, (_, run) => run))(
  'replies from the rows on a device as the server does, after random writes (%i)',
  async (run) => {
    const random = randomFrom(seed + run)
    const [owner, other] = (await createPeople(testApp(), 2)) as [Person, Person]
    await testApp().household(owner, other)
    const settle = () => testApp().server.jobs.settle()
    await addOneOfEach(owner)
    for (let part = 0; part < 4; part++) {
      // First asks about one row of each kind, which random writes may never leave at once.
      if (part > 0)
        await writeAtRandom({
          steps: 50,
          random,
          actorOf: () => (random.below(3) === 0 ? other : owner),
          settle,
          counted,
          afterEach: async () => {},
        })
      const lots = await owner.must(inventory.recentLots, { params: { count: 50 } })
      await markGone(
        testApp().server,
        owner,
        lots.filter(() => random.below(3) === 0),
      )
      await settle()
      for (const person of [owner, other]) {
        const device = await openDevice(person)
        for (const { endpoint, params, query } of questions(device.tables, random)) {
          const local = replyOf(device, { endpoint, params, query })
          if (local === incomplete) continue
          // As the browser does, leaves out what has no value.
          const response = await person.call(endpoint, {
            params,
            query: JSON.parse(JSON.stringify(query, (_name, value) => (value === '' ? undefined : value))),
          })
          const what = JSON.stringify([endpoint.path, params, query])
          // What is gone: the server says so.
          const isGone = local === undefined && response.status === 404
          if (!isGone) expect([what, response.status, withoutForecast(local)]).toStrictEqual([what, 200, withoutForecast(response.body)])
          counted[endpoint.path] = (counted[endpoint.path] ?? 0) + 1
        }
      }
    }
    expect(localReplies.filter(({ endpoint }) => counted[endpoint.path] === undefined)).toEqual([])
  },
  240_000 * timeoutFactor,
)
