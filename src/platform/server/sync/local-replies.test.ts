import { afterAll, expect, it } from 'vitest'
import { localReplies } from '#app/screens/local-replies.ts'
import { listAlerts } from '#domains/alerts/contract.ts'
import { expirationAnalytics } from '#domains/dashboard/contract.ts'
import { listMembers } from '#domains/households/contract/index.ts'
import { householdTable } from '#domains/households/rules.ts'
import * as ingredients from '#domains/ingredients/contract/index.ts'
import { ingredientTable } from '#domains/ingredients/rules/ingredient-table.ts'
import * as inventory from '#domains/inventory/contract.ts'
import { lotTable } from '#domains/inventory/rules/local-lots.ts'
import { listNotifications } from '#domains/notifications/contract/bell.ts'
import { dayIn } from '#platform/shared/calendar.ts'
import type { Endpoint, ParamsOf, QueryInputOf } from '#platform/shared/endpoint.ts'
import type { LocalContext } from '#platform/shared/local-tables.ts'
import { HouseholdTables } from '#platform/web/sync/household-tables.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Random, randomFrom } from '#tests/support/data/random.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import { day, writeAtRandom } from '#tests/support/server/random-writes.ts'
import { syncedCopyOf } from '#tests/support/server/synced-copy.ts'
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
  const lots = inventory.sorts.flatMap((sort) =>
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
    ask(expirationAnalytics),
    ask(ingredients.listIngredients),
    ask(ingredients.listIngredients, { query: { search: 'OOD 1' } }),
    ...tables.rows(ingredientTable).map(({ id }) => ask(ingredients.getIngredient, { params: { id } })),
    ...tables.rows(householdTable).map(({ id }) => ask(listMembers, { params: { id } })),
    ask(listAlerts, { query: { resolved: 'false' } }),
    ask(listAlerts, { query: { resolved: 'false', limit: 1 + random.below(3) } }),
    ask(listNotifications),
    ask(listNotifications, { query: { unread: 'true', limit: 3, offset: random.below(3) } }),
    ...tables.rows(lotTable).map(({ id }) => ask(inventory.getLot, { params: { id } })),
  ]
}

/** What this device would reply, given what it has pulled. */
async function deviceOf(person: Person): Promise<{ tables: HouseholdTables; context: LocalContext }> {
  const tables = new HouseholdTables()
  const copy = await syncedCopyOf(person)
  tables.replace(Object.fromEntries([...copy.tables].map(([name, rows]) => [name, [...rows.values()]])))
  const now = new Date()
  const [household] = tables.rows(householdTable)
  return { tables, context: { now, today: dayIn(household?.timeZone ?? 'UTC', now), userId: person.userId } }
}

it.each(Array.from({ length: runs }, (_, run) => run))(
  'replies from the rows on a device as the server does, after random writes (%i)',
  async (run) => {
    const random = randomFrom(seed + run)
    const [owner, other] = (await createPeople(testApp(), 2)) as [Person, Person]
    await testApp().household(owner, other)
    const settle = () => testApp().server.jobs.settle()
    for (let part = 0; part < 4; part++) {
      await writeAtRandom({
        steps: 40,
        random,
        actorOf: () => (random.below(3) === 0 ? other : owner),
        settle,
        counted,
        afterEach: async () => {},
      })
      await settle()
      for (const person of [owner, other]) {
        const { tables, context } = await deviceOf(person)
        for (const { endpoint, params, query } of questions(tables, random)) {
          const local = localReplies.find((reply) => reply.endpoint === endpoint)?.read(tables, { params, query }, context)
          // As the browser does, leaves out what has no value.
          const response = await person.call(endpoint, {
            params,
            query: JSON.parse(JSON.stringify(query, (_name, value) => value || undefined)),
          })
          const what = JSON.stringify([endpoint.path, params, query])
          expect([what, response.status, local]).toStrictEqual([what, 200, response.body])
          counted[endpoint.path] = (counted[endpoint.path] ?? 0) + 1
        }
      }
    }
    expect(localReplies.filter(({ endpoint }) => counted[endpoint.path] === undefined)).toEqual([])
  },
  240_000 * timeoutFactor,
)
