import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addGuest, listMealEaters, removeGuest, setMealEaters } from '#domains/diets/contract.ts'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, removeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { reservationsOf } from '#domains/inventory/rules/allocate-local-takes.ts'
import { pendingLotChange } from '#domains/inventory/web/api/pending-lot-changes.ts'
import * as recipes from '#domains/recipes/contract/index.ts'
import { findSoldIn, missingOfPlan, reservedByOthers } from '#domains/recipes/rules/local-recipes.ts'
import { type MissingLines, toMissingListRows } from '#domains/recipes/rules/missing-list-rows.ts'
import { isLacking } from '#domains/recipes/rules/stock-for-recipes.ts'
import { recipeChange } from '#domains/recipes/web/api/pending-recipe-changes.ts'
import type { RecipeIntent } from '#domains/recipes/web/api/recipe-intent.ts'
import { addShoppingItem, getShoppingList, type ShoppingItem, type ShoppingList } from '#domains/shopping/contract/index.ts'
import { intentAfterReply, type ListIntent, type RecipeRow } from '#domains/shopping/rules/list-intent.ts'
import { listChange } from '#domains/shopping/web/api/pending-list-changes.ts'
import { addDays } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { openDevice, type TestDevice } from '#tests/support/server/synced-copy.ts'
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
  const change = { intent, at: context.now.toISOString(), user: person.userId }
  tables.setPending([recipeChange(change), pendingLotChange(change, context.today)])
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
  const cooking = { ...fields, id: randomUUID(), recipeId, picture: null, createdAt: new Date().toISOString(), version: 1 }
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
    picture: null,
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

it('shows leftovers planned, moved and eaten on the device as the server does, and again after an undo', async () => {
  const ana = await kitchen()
  const today = new Date().toISOString().slice(0, 10)
  const query = { from: today, to: addDays(today, 9) }
  const lot = await ana.must(addLot, {
    body: { ingredient: { name: 'Leftover Lasagne' }, quantity: 3, unit: 'each', storage: 'FREEZER', expirationDate: addDays(today, 4) },
  })
  const plan = async () => shownOf(await ana.must(recipes.getMealPlan, { query }))
  const entry = { id: randomUUID(), date: addDays(today, 2), inventoryItemId: lot.id, quantity: 2 }
  for (const change of [entry, { ...entry, quantity: 4 }, { ...entry, date: addDays(today, 8) }, entry]) {
    const planned = await deviceOf(ana, { do: 'plan', entries: [change] })
    await ana.must(recipes.putMealPlan, { body: { entries: [change] } })
    expect(shownOf(planned(recipes.getMealPlan, {}, query))).toEqual(await plan())
  }
  const { tables } = await openDevice(ana)
  const use = { lotId: lot.id, quantity: 2, isUse: true } as const
  const lots = [{ do: 'take', ...use }]
  const eaten = await deviceOf(ana, { do: 'cook', entryId: entry.id, reservationIds: reservationsOf(tables, entry.id), lots })
  const { headers } = await ana.call(recipes.eatMeal, { params: { id: entry.id } })
  expect(shownOf(eaten(recipes.getMealPlan, {}, query))).toEqual(await plan())
  const undone = await deviceOf(ana, { do: 'uncook', entryId: entry.id, lots: [{ do: 'give-back', ...use }] })
  await ana.must(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
  expect(shownOf(undone(recipes.getMealPlan, {}, query))).toEqual(await plan())
})

it('shows an amount of an ingredient planned and moved on the device as the server does, and lists what it lacks', async () => {
  const ana = await kitchen()
  const today = new Date().toISOString().slice(0, 10)
  const query = { from: today, to: addDays(today, 9) }
  const { ingredient } = await ana.must(addLot, { body: { ingredient: { name: 'Yogurt' }, quantity: 1, unit: 'each' } })
  const entry = { id: randomUUID(), date: addDays(today, 2), meal: 'breakfast', ingredientId: ingredient.id, quantity: 3 } as const
  for (const change of [entry, { ...entry, date: addDays(today, 3), quantity: 4 }, { ...entry, unit: 'piece' as const }]) {
    const planned = await deviceOf(ana, { do: 'plan', entries: [change] })
    await ana.must(recipes.putMealPlan, { body: { entries: [change] } })
    expect(shownOf(planned(recipes.getMealPlan, {}, query))).toEqual(shownOf(await ana.must(recipes.getMealPlan, { query })))
  }
  const device = await openDevice(ana)
  const id = randomUUID()
  const missing = missingOfPlan(device.tables, query, device.context.today, id)
  await expectSameList(ana, device, { do: 'add-all', rows: toAddedRows(device, missing) }, () =>
    ana.must(recipes.addPlanMissing, { body: { ...query, id } }),
  )
})

it('shows a planned ingredient that was renamed, deleted or added again as the server does, and frees what expires first', async () => {
  const ana = await kitchen()
  const today = new Date().toISOString().slice(0, 10)
  const query = { from: today, to: addDays(today, 9) }
  const isSame = async () => {
    const { replyTo } = await openDevice(ana)
    const plan = await ana.must(recipes.getMealPlan, { query })
    expect(shownOf(replyTo(recipes.getMealPlan, {}, query))).toEqual(shownOf(plan))
    return plan
  }
  const { id } = await ana.must(addIngredient, { body: { name: 'Yogurt', defaultUnit: 'each' } })
  const dates = [today, addDays(today, 1)]
  const entries = dates.map((date) => ({ date, ingredientId: id, quantity: 2 }))
  await ana.must(recipes.putMealPlan, { body: { entries } })
  await ana.must(changeIngredient, { params: { id }, body: { name: 'Skyr' } })
  expect(await isSame()).toMatchObject([{ recipeName: 'Skyr' }, { recipeName: 'Skyr' }])
  await ana.must(removeIngredient, { params: { id } })
  expect(await isSame()).toMatchObject([{ recipeName: 'Yogurt', ingredientId: null }, { recipeName: 'Yogurt' }])
  const add = (ahead: number) => {
    const body = { ingredient: { name: 'Yogurt' }, quantity: 2, unit: 'each', expirationDate: addDays(today, ahead) } as const
    return ana.must(addLot, { body })
  }
  const [soon, later] = [await add(1), await add(8)]
  await testApp().server.jobs.settle()
  const [first] = await isSame()
  expect(first).toMatchObject({ ingredientId: soon.ingredient.id, stock: { have: 1 } })
  const { tables } = await openDevice(ana)
  expect(reservedByOthers(tables, first?.id ?? '', today)).toEqual(new Map([[later.id, 2000]]))
})

it('shows a meal repeated on the device as the server does, and the end of it', async () => {
  const ana = await kitchen()
  const { id: recipeId } = await ana.must(recipes.addRecipe, { body: soup })
  const today = new Date().toISOString().slice(0, 10)
  const query = { from: today, to: addDays(today, 50) }
  const shown = async () => shownOf(await ana.must(recipes.getMealPlan, { query }))
  const [entry] = await ana.must(recipes.putMealPlan, { body: { entries: [{ date: addDays(today, 1), recipeId }] } })
  const id = entry?.id ?? ''
  const begun = { id: randomUUID(), everyWeeks: 1 }
  const repeated = await deviceOf(ana, { do: 'repeat', entryId: id, repeatId: begun.id, everyWeeks: 1, today })
  await ana.must(recipes.repeatMeal, { params: { id }, body: begun })
  expect(shownOf(repeated(recipes.getMealPlan, {}, query))).toEqual(await shown())
  const [, second] = await ana.must(recipes.getMealPlan, { query })
  const ended = await deviceOf(ana, { do: 'end-repeat', entryId: second?.id ?? '' })
  await ana.must(recipes.endRepeat, { params: { id: second?.id ?? '' } })
  expect(shownOf(ended(recipes.getMealPlan, {}, query))).toEqual(await shown())
})

it('carries who eats to repeated and copied meals on the device as the server does', async () => {
  const ana = await kitchen()
  const today = new Date().toISOString().slice(0, 10)
  const [first, said] = [addDays(today, 1), addDays(today, 15)]
  const entries = [{ id: randomUUID(), date: first, text: 'Pancakes' }]
  await ana.must(recipes.putMealPlan, { body: { entries } })
  for (const date of [first, said])
    await ana.must(setMealEaters, { body: { date, meal: 'dinner', eaterIds: date === first ? [ana.userId] : [] } })
  const shown = async () => shownOf(await ana.must(listMealEaters))
  const entryId = entries[0]?.id ?? ''
  const begun = { id: randomUUID(), everyWeeks: 1 }
  const repeated = await deviceOf(ana, { do: 'repeat', entryId, repeatId: begun.id, everyWeeks: 1, today })
  await ana.must(recipes.repeatMeal, { params: { id: entryId }, body: begun })
  expect(shownOf(repeated(listMealEaters, {}))).toEqual(await shown())
  const copies = [first, said].map((date, at) => ({ id: randomUUID(), date: addDays(date, 2 + at), text: 'Eating out', copiedFrom: date }))
  const copied = await deviceOf(ana, { do: 'plan', entries: copies })
  await ana.must(recipes.putMealPlan, { body: { entries: copies } })
  expect(shownOf(copied(listMealEaters, {}))).toEqual(await shown())
})

it('keeps and ends who eats on the device as the server does', async () => {
  const ana = await kitchen()
  const today = new Date().toISOString().slice(0, 10)
  const on = (ahead: number) => addDays(today, ahead)
  const shown = async () => shownOf(await ana.must(listMealEaters))
  const put = async (entry: recipes.NewPlanEntry & { id: string }) => {
    const device = await deviceOf(ana, { do: 'plan', entries: [entry] })
    await ana.must(recipes.putMealPlan, { body: { entries: [entry] } })
    expect(shownOf(device(listMealEaters, {}))).toEqual(await shown())
  }
  const guest = await ana.must(addGuest, { body: { name: 'Mia' } })
  await ana.must(setMealEaters, { body: { date: on(1), meal: 'dinner', eaterIds: [ana.userId, guest.id] } })
  await ana.must(removeGuest, { params: guest })
  const [first, cake, copy, side] = [1, 2, 3, 4].map(() => randomUUID()) as [string, string, string, string]
  await put({ id: first, date: on(1), text: 'Pancakes' })
  await put({ id: cake, date: on(8), text: 'Nut cake' })
  const begun = { id: randomUUID(), everyWeeks: 1 }
  const repeated = await deviceOf(ana, { do: 'repeat', entryId: first, repeatId: begun.id, everyWeeks: 1, today })
  await ana.must(recipes.repeatMeal, { params: { id: first }, body: begun })
  expect(shownOf(repeated(listMealEaters, {}))).toEqual(await shown())
  expect(await ana.must(listMealEaters)).toHaveLength(5)
  await put({ id: copy, date: on(8), text: 'Eating out', copiedFrom: on(1) })
  await put({ id: randomUUID(), date: on(15), text: 'Eating out', copiedFrom: on(2) })
  await put({ id: randomUUID(), date: on(22), text: 'Eating out', copiedFrom: on(1) })
  await put({ id: side, date: on(3), text: 'Salad', copiedFrom: on(1) })
  await put({ id: side, date: on(4), text: 'Salad' })
  const [again] = [randomUUID()]
  await put({ id: again, date: on(5), text: 'Salad', copiedFrom: on(1) })
  const unplanned = await deviceOf(ana, { do: 'unplan', entryIds: [again] })
  await ana.must(recipes.removePlanEntry, { params: { id: again } })
  expect(shownOf(unplanned(listMealEaters, {}))).toEqual(await shown())
  const ended = await deviceOf(ana, { do: 'end-repeat', entryId: first })
  await ana.must(recipes.endRepeat, { params: { id: first } })
  expect(shownOf(ended(listMealEaters, {}))).toEqual(await shown())
  expect(await ana.must(listMealEaters)).toHaveLength(1)
})

/** Returns the rows that a device adds. */
const toAddedRows = ({ tables }: TestDevice, missing: readonly MissingLines[]): RecipeRow[] =>
  toMissingListRows(missing, findSoldIn(tables), () => []).map(
    ({ recipeId, name, item: { id = '', ingredientId = null, suggestedQuantity: quantity = null, unit = null } }) => {
      return { id, recipeId, name, ingredientId, quantity, unit, category: 'Other', priority: 'medium', at: new Date().toISOString() }
    },
  )

const listed = (items: readonly ShoppingItem[]) =>
  items
    .map(({ id, ingredientName, suggestedQuantity, unit }) => ({ id, ingredientName, suggestedQuantity, unit }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

type AddAll = Extract<ListIntent, { do: 'add-all' }>

/** Compares the list on a device with the server's: while an addition waits, after the response, and undone. */
async function expectSameList(person: Person, { tables, replyTo }: TestDevice, intent: AddAll, add: () => Promise<unknown>) {
  const before = await person.must(getShoppingList)
  const reply = await add()
  const truth = listed((await person.must(getShoppingList)).items)
  const shownWith = (...intents: ListIntent[]) => {
    tables.setPending(intents.map((one) => listChange({ intent: one, user: person.userId }, false)))
    return listed((replyTo(getShoppingList, {}) as ShoppingList).items)
  }
  expect(shownWith(intent)).toEqual(truth)
  const answered = intentAfterReply(intent, reply)
  expect(shownWith(answered.intent)).toEqual(truth)
  expect(shownWith(answered.intent, { do: 'remove-all', ids: intent.rows.map(({ id }) => id) })).toEqual(listed(before.items))
}

it('shows what a recipe lacks on the list as the server does, before and after its response', async () => {
  const ana = await kitchen()
  await ana.must(addLot, { body: { ingredient: { name: 'Flour' }, quantity: 20, unit: 'g' } })
  await ana.must(addShoppingItem, { body: { ingredientName: 'Oat milk', suggestedQuantity: 0.5, unit: 'l' } })
  const { id } = await ana.must(recipes.addRecipe, { body: { ...soup, ingredients: [...(soup.ingredients ?? []), '2 leeks', '1 leek'] } })
  const device = await openDevice(ana)
  const { lines } = device.replyTo(recipes.getRecipeStock, { id }) as ReplyOf<typeof recipes.getRecipeStock>
  const missing = lines.filter(isLacking).map((line) => ({ ...line, id: randomUUID() }))
  expect(missing).toHaveLength(4)
  const rows = toAddedRows(device, [{ recipeId: id, recipeName: soup.name, lines: missing }])
  const body = { places: missing.map(({ place }) => place), ids: missing.map((line) => line.id) }
  const add = () => ana.must(recipes.addMissing, { params: { id }, body })
  await expectSameList(ana, device, { do: 'add-all', rows }, add)
})

it('shows what planned meals lack on the list as the server does, before and after its response', async () => {
  const ana = await kitchen()
  await ana.must(addLot, { body: { ingredient: { name: 'Flour' }, quantity: 60, unit: 'g' } })
  await ana.must(addShoppingItem, { body: { ingredientName: 'Oat milk', suggestedQuantity: 0.5, unit: 'l' } })
  const add = async (name: string, ingredients: string[]) => (await ana.must(recipes.addRecipe, { body: { name, ingredients } })).id
  const [first, second] = [
    await add('Soup', ['For the soup:', '1 l oat milk', '50 g flour', '1 pinch salt']),
    await add('Pie', ['200 g flour', '2 leeks']),
  ]
  const today = new Date().toISOString().slice(0, 10)
  const span = { from: today, to: addDays(today, 6) }
  const dates = [1, 2, 4, 8].map((days) => addDays(today, days))
  const entries = dates.map((date, at) => ({ date, recipeId: at === 1 ? second : first }))
  await ana.must(recipes.putMealPlan, { body: { entries } })
  const device = await openDevice(ana)
  const id = randomUUID()
  const missing = missingOfPlan(device.tables, span, device.context.today, id)
  const rows = toAddedRows(device, missing)
  expect(rows.map(({ name, quantity, unit }) => `${quantity} ${unit} ${name}`)).toEqual([
    '2 l oat milk',
    '50 g Flour',
    '190 g Flour',
    '2 each leeks',
  ])
  await expectSameList(ana, device, { do: 'add-all', rows }, () => ana.must(recipes.addPlanMissing, { body: { ...span, id } }))
})

it('rounds what planned meals lack together up to packs, as the server does', async () => {
  const ana = await kitchen()
  const barcodes = [{ code: '4006381333931', packQuantity: 250, packUnit: 'g' as const }]
  const conversions = [{ from: 'cup' as const, to: 'g' as const, factor: 240 }]
  await ana.must(addIngredient, { body: { name: 'Butter', defaultUnit: 'g', barcodes } })
  await ana.must(addIngredient, { body: { name: 'Milk', defaultUnit: 'ml', conversions } })
  const today = new Date().toISOString().slice(0, 10)
  const names = ['Pie', 'Cake', 'Tart', 'Bread', 'Buns']
  const entries: { date: string; recipeId: string }[] = []
  for (const [at, name] of names.entries()) {
    const { id } = await ana.must(recipes.addRecipe, {
      body: { name, ingredients: ['20 g butter', at === 2 ? '1 cup milk' : '100 g milk'] },
    })
    entries.push({ date: addDays(today, at + 1), recipeId: id })
  }
  await ana.must(recipes.putMealPlan, { body: { entries } })
  const device = await openDevice(ana)
  const span = { from: today, to: addDays(today, 6) }
  const id = randomUUID()
  const rows = toAddedRows(device, missingOfPlan(device.tables, span, device.context.today, id))
  const add = () => ana.must(recipes.addPlanMissing, { body: { ...span, id } })
  await expectSameList(ana, device, { do: 'add-all', rows }, add)
  const amounts = async () =>
    (await ana.must(getShoppingList)).items.map((item) => [item.ingredientName, item.suggestedQuantity, item.unit])
  const expected = [
    ['Butter', 250, 'g'],
    ['Milk', 640, 'g'],
  ]
  expect((await amounts()).toSorted()).toEqual(expected)
  expect(await add()).toMatchObject({ added: 0 })
  for (const { recipeId } of entries) await ana.must(recipes.addMissing, { params: { id: recipeId }, body: {} })
  expect((await amounts()).toSorted()).toEqual(expected)
})
