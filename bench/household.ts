/**
 * L-4 on both engines: a household of 50 members, 10,000 lots, 2,000 recipes and 100,000 ledger entries. For each everyday route: the
 * sequential response time and the number of statements; more than eight is a miss, listed under the table. Times are those of the built
 * server, counts those of the sources.
 *
 *   npm run bench household [sqlite | postgres]      BENCH_SHARE (1: all of it), BENCH_TIMES (60 requests of each)
 */
import { join } from 'node:path'
import { countAlerts, listAlerts } from '#domains/alerts/contract.ts'
import { expirationAnalytics, inventoryAnalytics, summary } from '#domains/dashboard/contract.ts'
import { listHistory, listMembers } from '#domains/households/contract/index.ts'
import { getIngredient, listIngredients, searchCommonFoods } from '#domains/ingredients/contract/index.ts'
import { addLot, getLot, inventoryStats, listLots, pastDueLots, recentLots, useLot } from '#domains/inventory/contract.ts'
import { listNotifications } from '#domains/notifications/contract/index.ts'
import { getMealPlan, getRecipe, getRecipeStock, listRecipes } from '#domains/recipes/contract/index.ts'
import { addShoppingItem, generateList, getShoppingList } from '#domains/shopping/contract/index.ts'
import { wasteTrends } from '#domains/waste/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { addressOf, type HttpPerson, httpPerson } from '#tests/support/server/http-client.ts'
import { type Engine, onEachEngine } from './support/engines.ts'
import { largeHousehold } from './support/large-household.ts'
import { share } from './support/load.ts'
import { median } from './support/rounds.ts'
import { type Figure, printFigures } from './support/table.ts'

const part = Number(process.env['BENCH_SHARE'] ?? 1)
const times = Number(process.env['BENCH_TIMES'] ?? 60)
const sizes = {
  members: Math.max(2, Math.round(50 * part)),
  lots: Math.round(10_000 * part),
  recipes: Math.round(2_000 * part),
  ledger: Math.round(100_000 * part),
}
const maxStatements = 8
const counting = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'support', 'statement-counter.ts')}` }

interface Ask {
  what: string
  endpoint: Pick<Endpoint, 'method' | 'path'>
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Everyday requests, with the household's own ids. */
async function asksOf(person: HttpPerson): Promise<Ask[]> {
  const page = await person.must(listLots, { query: { limit: 1 } })
  const [lot] = Array.isArray(page) ? page : page.items
  const recipes = await person.must(listRecipes, { query: { limit: 1 } })
  const [recipe] = recipes
  if (!lot || !recipe) throw new Error('the household is empty')
  const today = new Date().toISOString().slice(0, 10)
  const inAWeek = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)
  const ingredient = lot.ingredient.id
  return [
    { what: 'page of lots', endpoint: listLots, query: { limit: 50 } },
    { what: 'page of lots, newest first', endpoint: listLots, query: { limit: 50, sort: 'createdAt', order: 'desc' } },
    { what: 'one lot', endpoint: getLot, params: { id: lot.id } },
    { what: 'lots added last', endpoint: recentLots, params: { count: 10 } },
    { what: 'lots past their day', endpoint: pastDueLots },
    { what: 'stats', endpoint: inventoryStats },
    { what: 'summary', endpoint: summary },
    { what: 'due soon', endpoint: expirationAnalytics },
    { what: 'analytics of the stock', endpoint: inventoryAnalytics },
    { what: 'waste over time', endpoint: wasteTrends },
    { what: 'all foods', endpoint: listIngredients },
    { what: 'one food', endpoint: getIngredient, params: { id: ingredient } },
    { what: 'search of known foods', endpoint: searchCommonFoods, query: { search: 'tomato' } },
    { what: 'shopping list', endpoint: getShoppingList },
    { what: 'page of recipes', endpoint: listRecipes, query: { sort: 'uses', limit: 60 } },
    { what: 'one recipe', endpoint: getRecipe, params: { id: recipe.id } },
    { what: 'what a recipe finds in stock', endpoint: getRecipeStock, params: { id: recipe.id } },
    { what: 'meal plan of a week', endpoint: getMealPlan, query: { from: today, to: inAWeek } },
    { what: 'members', endpoint: listMembers, params: { id: person.home } },
    { what: 'history', endpoint: listHistory, query: { limit: 50 } },
    { what: 'alerts', endpoint: listAlerts },
    { what: 'count of alerts', endpoint: countAlerts },
    { what: 'notifications', endpoint: listNotifications },
    { what: 'adding a lot', endpoint: addLot, body: { ingredientId: ingredient, quantity: 1, unit: 'g' } },
    { what: 'using from a lot', endpoint: useLot, params: { id: lot.id }, body: { quantity: 0.01 } },
    {
      what: 'adding to the shopping list',
      endpoint: addShoppingItem,
      body: { ingredientName: 'Salt', suggestedQuantity: 1, unit: 'each' },
    },
    { what: 'generating the shopping list', endpoint: generateList },
  ]
}

async function ask(person: HttpPerson, { endpoint, params = {}, query = {}, body }: Ask): Promise<{ ms: number; headers: Headers }> {
  const sent = performance.now()
  const answer = await fetch(`${person.url}${addressOf(endpoint.path, params, query)}`, {
    method: endpoint.method,
    headers: { ...person.headers(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${text}`)
  return { ms: performance.now() - sent, headers: answer.headers }
}

/** Runs each route in alternating rounds; the first round warms up and isn't counted. */
async function turns<T>(
  engine: Engine,
  person: HttpPerson,
  count: number,
  env: Record<string, string>,
  of: (asked: { ms: number; headers: Headers }) => T,
): Promise<Map<Ask, T[]>> {
  const server = await engine.start(env)
  const ana = httpPerson(server.url, person.userId, person.token, person.home)
  const found = new Map((await asksOf(ana)).map((one): [Ask, T[]] => [one, []]))
  for (let turn = 0; turn <= count; turn++)
    for (const [one, kept] of found) {
      const value = of(await ask(ana, one))
      if (turn > 0) kept.push(value)
    }
  await server.stop()
  return found
}

await onEachEngine(async (engine) => {
  const person = await largeHousehold(engine, sizes)
  const waits = await turns(engine, person, times, {}, ({ ms }) => ms)
  const counts = await turns(engine, person, 5, counting, ({ headers }) => ({
    statements: Number(headers.get('x-statements') ?? Number.NaN),
    kinds: headers.get('x-statement-kinds') ?? '',
  }))
  const title = `${engine.name}: ${sizes.members} members, ${sizes.lots} lots, ${sizes.recipes} recipes, ${sizes.ledger} rows of the ledger`
  printFigures(
    `${title}: waits`,
    [...waits].map(([{ what }, all]): Figure => ({ what: `${what}, p95`, value: share(all, 0.95), unit: 'ms', target: { atMost: 300 } })),
  )
  const middle = [...counts].map(([{ what }, all]) => ({ what, all, value: median(all.map(({ statements }) => statements)) }))
  printFigures(
    `${title}: statements`,
    middle.map(({ what, value }): Figure => ({ what: `${what}, statements`, value, target: { atMost: maxStatements } })),
  )
  for (const { what, all, value } of middle)
    if (!(value <= maxStatements))
      console.log(
        `${what} asks more than ${maxStatements} statements: ${all.find(({ statements }) => statements === value)?.kinds ?? 'not counted'}`,
      )
})
