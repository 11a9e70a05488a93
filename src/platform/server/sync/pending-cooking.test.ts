import { afterAll, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { provisionalId } from '#domains/ingredients/rules/provisional-id.ts'
import * as inventory from '#domains/inventory/contract.ts'
import { reservationsOf } from '#domains/inventory/rules/allocate-local-takes.ts'
import { lotTakes } from '#domains/inventory/web/api/compute-lot-takes.ts'
import { takeAllIntent } from '#domains/inventory/web/api/pending-lot-actions.ts'
import { pendingLotChange } from '#domains/inventory/web/api/pending-lot-changes.ts'
import * as recipes from '#domains/recipes/contract/index.ts'
import { leftoverLot } from '#domains/recipes/rules/leftover-lot.ts'
import { reservedByOthers } from '#domains/recipes/rules/local-recipes.ts'
import { recipeChange } from '#domains/recipes/web/api/pending-recipe-changes.ts'
import type { RecipeIntent } from '#domains/recipes/web/api/recipe-intent.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Random, randomFrom } from '#tests/support/data/random.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import { day } from '#tests/support/server/random-writes.ts'
import { openDevice, type TestDevice } from '#tests/support/server/synced-copy.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()
const seed = Number(process.env['LARDER_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const runs = Number(process.env['LARDER_SYNC_RUNS'] ?? 3)
const counted = { cooked: 0, used: 0, undone: 0 }
afterAll(() => {
  process.stdout.write(`pending cooking: seed ${seed}, ${JSON.stringify(counted)}\n`)
})

const foods = ['Flour', 'Milk', 'Eggs'] as const
const units = { Flour: ['g', 'kg'], Milk: ['ml', 'l', 'cup'], Eggs: ['each'] } as const
const perUnit = { g: 900, kg: 2, ml: 900, l: 2, cup: 4, each: 9 }

async function kitchen(random: Random) {
  const [ana] = (await createPeople(testApp(), 1)) as [Person]
  await testApp().household(ana)
  for (let at = 0; at < 12; at++) {
    const name = random.pick(foods) ?? 'Eggs'
    const unit = random.pick<keyof typeof perUnit>(units[name]) ?? 'each'
    const quantity = 1 + random.below(perUnit[unit])
    const expirationDate = random.below(4) === 0 ? null : day(random.below(9) - 2)
    await ana.must(inventory.addLot, { body: { ingredient: { name }, quantity, unit, expirationDate } })
  }
  const dishes: recipes.Recipe[] = []
  for (const ingredients of [
    ['200 g flour', '2 eggs'],
    ['300 ml milk', '1 egg', '50 g flour'],
  ])
    dishes.push(await ana.must(recipes.addRecipe, { body: { name: `Dish ${dishes.length}`, servings: 2, ingredients } }))
  const entries = [0, 1, 2, 3].map((offset) => ({
    date: day(offset),
    recipeId: dishes[offset % 2]?.id ?? '',
    servings: 1 + random.below(4),
  }))
  await ana.must(recipes.putMealPlan, { body: { entries } })
  await testApp().server.jobs.settle()
  return { ana, dishes }
}

/** Leaves out what only the server gives: versions, times, reservations, and ids of new ingredients. */
const shownOf = (lots: unknown) =>
  (lots as inventory.Lot[])
    .map(({ version: _, createdAt: __, updatedAt: ___, reserved: ____, expirationReason: _____, ingredient, ...lot }) => ({
      ...lot,
      ingredient: ingredient.name,
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
const planOf = (meals: unknown) => (meals as recipes.PlanEntry[]).map(({ version: _, ...meal }) => meal)

const query = { from: day(0), to: day(9) }
const ofDevice = ({ replyTo }: TestDevice) => ({
  lots: shownOf(replyTo(inventory.listLots, {})),
  plan: planOf(replyTo(recipes.getMealPlan, {}, query)),
})
const ofServer = async (ana: Person) => ({
  lots: shownOf(await ana.must(inventory.listLots)),
  plan: planOf(await ana.must(recipes.getMealPlan, { query })),
})

async function cookedDevice(ana: Person, recipe: recipes.Recipe, order: recipes.CookRequest) {
  const device = await openDevice(ana)
  const { tables, context } = device
  const { planEntryId, take = [], moreLeftovers = [] } = order
  const reserved = planEntryId === undefined ? undefined : reservedByOthers(tables, planEntryId, context.today)
  const takes = lotTakes(tables, context, take, { reserved })
  const added = moreLeftovers.map((one) => {
    const { id = '', ingredient = { name: '' }, ...lot } = leftoverLot(recipe.name, one, context.today)
    return { do: 'add', lotId: id, lot, ingredient: { ...ingredient, id: provisionalId(ingredient.name) } }
  })
  const entryId = planEntryId ?? null
  const reservationIds = entryId === null ? [] : reservationsOf(tables, entryId)
  const intent: RecipeIntent = {
    do: 'cook',
    entryId,
    reservationIds,
    lots: [...takes.map((take) => take.intent), ...added],
  }
  const opposite: RecipeIntent = {
    do: 'uncook',
    entryId,
    lots: [...takes.map((take) => take.opposite), ...added.map(({ lotId, lot }) => takeAllIntent({ id: lotId, quantity: lot.quantity }))],
  }
  show(device, ana, intent)
  return { device, opposite }
}

function show({ tables, context }: TestDevice, ana: Person, intent: unknown): void {
  const at = context.now.toISOString()
  tables.setPending([recipeChange({ intent, at }), pendingLotChange({ intent, at, user: ana.userId }, context.today)])
}

/** An order as the review sends it: some lines halved, some left out. */
async function randomOrder(ana: Person, random: Random, recipe: recipes.Recipe, meal: recipes.PlanEntry | undefined) {
  const { lines } = await ana.must(recipes.getRecipeStock, {
    params: { id: recipe.id },
    query: meal ? { planEntryId: meal.id, servings: meal.servings } : { servings: 1 + random.below(4) },
  })
  const take = lines.flatMap(({ ingredientId, take: amount, stockUnit: unit }) => {
    const quantity = Math.round((amount ?? 0) * (1000 - random.below(3) * 250)) / 1000
    return ingredientId === null || unit === null || quantity === 0 || random.below(6) === 0 ? [] : [{ ingredientId, unit, quantity }]
  })
  const count = take.length === 0 ? 1 : random.below(3)
  const moreLeftovers = (['FRIDGE', 'FREEZER'] as const)
    .slice(0, count)
    .map((storage) => ({ id: random.uuid(), portions: 1 + random.below(3), storage }))
  return { take, ...(meal ? { planEntryId: meal.id } : {}), ...(count > 0 ? { moreLeftovers } : {}) }
}

/** Cooks on the device and on the server, and undoes some of it. */
async function cookAtRandom(ana: Person, random: Random, dishes: readonly recipes.Recipe[]): Promise<void> {
  const planned = (await ana.must(recipes.getMealPlan, { query })).filter(({ state }) => state === 'planned')
  const meal = random.below(2) === 0 ? random.pick(planned) : undefined
  const recipe = (meal && dishes.find(({ id }) => id === meal.recipeId)) ?? random.pick(dishes)
  if (!recipe) throw new Error('no recipe')
  const order = await randomOrder(ana, random, recipe, meal)
  const { device, opposite } = await cookedDevice(ana, recipe, order)
  const { status, headers } = await ana.call(recipes.cookRecipe, { params: { id: recipe.id }, body: order })
  expect(status).toBe(200)
  expect(ofDevice(device)).toEqual(await ofServer(ana))
  counted.cooked += 1
  if (random.below(2) === 0) return
  const later = await openDevice(ana)
  show(later, ana, opposite)
  await ana.must(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
  expect(ofDevice(later)).toEqual(await ofServer(ana))
  counted.undone += 1
}

/** Uses an ingredient on the device and on the server. */
async function useAtRandom(ana: Person, random: Random): Promise<void> {
  const used = random.pick((await ana.must(inventory.listLots)) as inventory.Lot[])
  if (!used) return
  const { unit, ingredient } = used
  const amount = { unit, quantity: Math.max(0.001, Math.round(used.quantity * 500) / 1000) }
  const device = await openDevice(ana)
  const takes = lotTakes(device.tables, device.context, [{ ingredientId: ingredient.id, ...amount }], { withExpired: true })
  show(device, ana, { lots: takes.map(({ intent }) => intent) })
  await ana.must(inventory.consumeIngredient, { params: { id: ingredient.id }, body: amount })
  expect(ofDevice(device)).toEqual(await ofServer(ana))
  counted.used += 1
}

it.each(Array.from({ length: runs }, (_, run) => run))(
  'shows what was cooked or used on the device, and the undo of it, as the server does (%i)',
  async (run) => {
    const random = randomFrom(seed + run)
    const { ana, dishes } = await kitchen(random)
    for (let times = 0; times < 8; times++) await (random.below(4) === 0 ? useAtRandom(ana, random) : cookAtRandom(ana, random, dishes))
  },
  120_000 * timeoutFactor,
)
