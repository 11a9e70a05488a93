import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addLot } from '#domains/inventory/contract.ts'
import * as recipes from '#domains/recipes/contract/index.ts'
import { isLacking, missingRows } from '#domains/recipes/rules/missing-rows.ts'
import { recipeChange } from '#domains/recipes/web/api/pending-recipe-changes.ts'
import type { RecipeIntent } from '#domains/recipes/web/api/recipe-intent.ts'
import { addShoppingItem, getShoppingList, type ShoppingItem, type ShoppingList } from '#domains/shopping/contract/index.ts'
import { type AddedRow, afterAnswer, type ListIntent } from '#domains/shopping/rules/list-intent.ts'
import { listChange } from '#domains/shopping/web/api/pending-list-changes.ts'
import { addDays } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { openDevice } from '#tests/support/server/synced-copy.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()

async function kitchen(): Promise<Person> {
  const [ana] = (await createPeople(testApp(), 1)) as [Person]
  await testApp().household(ana)
  return ana
}

/** What this device replies with a change that waits. */
async function deviceOf(person: Person, intent: RecipeIntent) {
  const { tables, context, replyTo } = await openDevice(person)
  tables.setPending([recipeChange({ intent, at: context.now.toISOString() })])
  return replyTo
}

/** Leaves out what only the server gives: versions and times. */
const shownOf = (reply: unknown): unknown =>
  JSON.parse(JSON.stringify(reply, (name, value) => (['version', 'createdAt', 'updatedAt'].includes(name) ? undefined : value)))

const soup: recipes.NewRecipe = { name: 'Soup', ingredients: ['1 l oat milk', '50 g flour, sifted'], tags: ['warm', 'warm'], rating: 4 }

it('shows a recipe added, edited or removed on the device as the server does', async () => {
  const ana = await kitchen()
  const params = { id: randomUUID() }
  const added = await deviceOf(ana, { do: 'add-recipe', recipeId: params.id, recipe: soup })
  const saved = await ana.must(recipes.addRecipe, { body: { ...soup, id: params.id } })
  expect(shownOf(added(recipes.getRecipe, params))).toEqual(shownOf(saved))
  const to = { ingredients: ['2 eggs'], instructions: ['Boil.'], rating: null, notes: 'Thin' }
  const edited = await deviceOf(ana, { do: 'edit-recipe', recipeId: params.id, to })
  const changed = await ana.must(recipes.changeRecipe, { params, body: to })
  expect(shownOf(edited(recipes.getRecipe, params))).toEqual(shownOf(changed))
  const removed = await deviceOf(ana, { do: 'remove-recipe', recipeId: params.id })
  expect(removed(recipes.getRecipe, params)).toBeUndefined()
  await ana.must(recipes.removeRecipe, { params })
  const restored = await deviceOf(ana, { do: 'put-recipe', recipe: changed })
  expect(shownOf(restored(recipes.getRecipe, params))).toEqual(shownOf(changed))
})

it('shows a time that a recipe was made, changed or removed on the device as the server does', async () => {
  const ana = await kitchen()
  const { id: recipeId } = await ana.must(recipes.addRecipe, { body: soup })
  const params = { id: recipeId }
  const fields = { date: '2026-01-05', rating: 4, notes: 'Less salt' }
  const cooking = { ...fields, id: randomUUID(), recipeId, createdAt: new Date().toISOString(), version: 1 }
  const made = async () => shownOf(await ana.must(recipes.listCookings, { params }))
  const added = await deviceOf(ana, { do: 'put-cooking', cooking })
  await ana.must(recipes.addCooking, { params, body: { ...fields, id: cooking.id } })
  expect(shownOf(added(recipes.listCookings, params))).toEqual(await made())
  expect(added(recipes.listRecipes, {}, { tag: 'warm' })).toMatchObject([{ timesCooked: 1, lastCookedOn: '2026-01-05' }])
  const edited = await deviceOf(ana, { do: 'put-cooking', cooking: { ...cooking, rating: null } })
  await ana.must(recipes.changeCooking, { params: { id: cooking.id }, body: { rating: null } })
  expect(shownOf(edited(recipes.listCookings, params))).toEqual(await made())
  const removed = await deviceOf(ana, { do: 'remove-cooking', cookingId: cooking.id })
  expect(removed(recipes.listCookings, params)).toEqual([])
})

it('shows a meal cooked by a device of an earlier release, which notes no time', async () => {
  const ana = await kitchen()
  const { id } = await ana.must(recipes.addRecipe, { body: soup })
  const cooked = await deviceOf(ana, { do: 'cook', entryId: null, reservationIds: [], lots: [] })
  expect(cooked(recipes.listCookings, { id })).toEqual([])
  const noted = {
    id: randomUUID(),
    recipeId: id,
    date: '2026-01-05',
    rating: null,
    notes: '',
    createdAt: new Date().toISOString(),
    version: 1,
  }
  const now = await deviceOf(ana, { do: 'cook', entryId: null, reservationIds: [], lots: [], cooking: noted })
  expect(now(recipes.listCookings, { id })).toEqual([noted])
})

it('shows a meal planned, moved or removed on the device as the server does', async () => {
  const ana = await kitchen()
  const { id: recipeId } = await ana.must(recipes.addRecipe, { body: soup })
  const today = new Date().toISOString().slice(0, 10)
  const query = { from: today, to: addDays(today, 9) }
  const entry = { id: randomUUID(), date: addDays(today, 2), recipeId }
  const planned = await deviceOf(ana, { do: 'plan', entries: [entry] })
  await ana.must(recipes.putMealPlan, { body: { entries: [entry] } })
  const plan = async () => shownOf(await ana.must(recipes.getMealPlan, { query }))
  expect(shownOf(planned(recipes.getMealPlan, {}, query))).toEqual(await plan())
  const later = { ...entry, date: addDays(today, 5), meal: 'lunch', servings: 7 } as const
  const moved = await deviceOf(ana, { do: 'plan', entries: [later] })
  await ana.must(recipes.putMealPlan, { body: { entries: [later] } })
  expect(shownOf(moved(recipes.getMealPlan, {}, query))).toEqual(await plan())
  const gone = await deviceOf(ana, { do: 'unplan', entryIds: [entry.id] })
  expect(gone(recipes.getMealPlan, {}, query)).toEqual([])
})

it('shows what a recipe lacks on the list as the server does, before and after its response', async () => {
  const ana = await kitchen()
  await ana.must(addLot, { body: { ingredient: { name: 'Flour' }, quantity: 20, unit: 'g' } })
  await ana.must(addShoppingItem, { body: { ingredientName: 'Oat milk', suggestedQuantity: 0.5, unit: 'l' } })
  const { id } = await ana.must(recipes.addRecipe, { body: { ...soup, ingredients: [...(soup.ingredients ?? []), '2 leeks', '1 leek'] } })
  const before = await ana.must(getShoppingList)
  const { tables, replyTo } = await openDevice(ana)
  const { lines } = replyTo(recipes.getRecipeStock, { id }) as ReplyOf<typeof recipes.getRecipeStock>
  const missing = lines.filter(isLacking).map((line) => ({ ...line, id: randomUUID() }))
  expect(missing).toHaveLength(4)
  const rows = missingRows(missing, () => undefined).map(({ name, item }): AddedRow => {
    const { id: rowId = '', ingredientId = null, suggestedQuantity: quantity = null, unit = null } = item
    return { id: rowId, name, ingredientId, quantity, unit, category: 'Other', priority: 'medium', at: new Date().toISOString() }
  })
  const intent = { do: 'add-all', recipeId: id, rows } as const
  const body = { places: missing.map(({ place }) => place), ids: missing.map((line) => line.id) }
  const reply = await ana.must(recipes.addMissing, { params: { id }, body })
  const listed = (items: readonly ShoppingItem[]) =>
    items
      .map(({ id: rowId, ingredientName, suggestedQuantity, unit }) => ({ rowId, ingredientName, suggestedQuantity, unit }))
      .toSorted((a, b) => (a.rowId < b.rowId ? -1 : 1))
  const truth = listed((await ana.must(getShoppingList)).items)
  const shownWith = (...intents: ListIntent[]) => {
    tables.setPending(intents.map((one) => listChange({ intent: one, user: ana.userId }, false)))
    return listed((replyTo(getShoppingList, {}) as ShoppingList).items)
  }
  expect(shownWith(intent)).toEqual(truth)
  const answered = afterAnswer(intent, reply)
  expect(shownWith(answered.intent)).toEqual(truth)
  expect(shownWith(answered.intent, { do: 'remove-all', ids: rows.map((row) => row.id) })).toEqual(listed(before.items))
})
