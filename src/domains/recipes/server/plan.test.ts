import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, it } from 'vitest'
import { addGuest, listMealEaters, removeGuest, setMealEaters } from '#domains/diets/contract.ts'
import { removeMember, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, mergeIngredients, removeIngredient } from '#domains/ingredients/contract/index.ts'
import { changeLot, type Lot, listLots, splitLot, useLot } from '#domains/inventory/contract.ts'
import { changeBorrow } from '#domains/sharing/contract/index.ts'
import { generateList, getShoppingList } from '#domains/shopping/contract/index.ts'
import { wastePredictions } from '#domains/waste/contract.ts'
import { daysBetween } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { addSharedLot, createNeighbors, requestToBorrow } from '#tests/support/data/people.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { copyToNextWeek } from '../rules/copy-week.ts'
import { rowIdOf } from '../rules/missing-list-rows.ts'
import { importMeal } from './use-cases/import-plan.ts'
import { listMeals } from './use-cases/list-meals.ts'
import { openWeekPlanner } from './use-cases/propose-week.ts'
import { addRepeatedMeals } from './use-cases/repeat-meal.ts'

const context = useTestApp()

async function aMember(): Promise<Person> {
  const ana = await context().person('Ana')
  await context().household(ana)
  return ana
}
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const lots = async (ana: Person) => (await ana.must(listLots)) as Lot[]
const reserved = async (ana: Person) =>
  (await lots(ana)).map((lot) => `${lot.reserved} of ${lot.quantity} ${lot.unit} ${lot.ingredient.name}`).toSorted()
const seqOf = (headers: Record<string, string | undefined>) => ({ seq: Number(headers['x-change-seq']) })

async function aSoup(ana: Person, ingredients = ['3 leeks', '500 g potatoes']): Promise<string> {
  return (await ana.must(contract.addRecipe, { body: { name: 'Leek soup', servings: 2, ingredients } })).id
}

describe('a planned text', () => {
  const plan = (ana: Person, ...entries: contract.NewPlanEntry[]) => ana.must(contract.putMealPlan, { body: { entries } })

  it('stands on its day next to meals, needs nothing, and is changed, moved and removed with an undo', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each' })
    const recipeId = await aSoup(ana, ['3 leeks'])
    const [soup, out] = await plan(ana, { date: day(1), recipeId }, { date: day(1), meal: 'lunch', text: '  Eating out ' })
    expect(out).toMatchObject({ recipeId: null, recipeName: 'Eating out', meal: 'lunch', state: 'planned', stock: { total: 0 } })
    const shown = async () => (await ana.must(contract.getMealPlan)).map(({ date, meal, recipeName }) => [date, meal, recipeName])
    expect(await shown()).toEqual([
      [day(1), 'lunch', 'Eating out'],
      [day(1), 'dinner', 'Leek soup'],
    ])
    const id = out?.id ?? ''
    const changed = await ana.call(contract.putMealPlan, { body: { entries: [{ id, date: day(2), text: 'At Ida’s' }] } })
    expect(await shown()).toEqual([
      [day(1), 'dinner', 'Leek soup'],
      [day(2), 'lunch', 'At Ida’s'],
    ])
    await ana.must(undoChange, { params: seqOf(changed.headers) })
    const removed = await ana.call(contract.removePlanEntry, { params: { id } })
    expect(await shown()).toEqual([[day(1), 'dinner', 'Leek soup']])
    await ana.must(undoChange, { params: seqOf(removed.headers) })
    expect(await shown()).toEqual([
      [day(1), 'lunch', 'Eating out'],
      [day(1), 'dinner', 'Leek soup'],
    ])
    expect(await ana.must(contract.addPlanMissing, { body: { from: day(0), to: day(3) } })).toMatchObject({ added: 0 })
    expect(soup?.stock).toMatchObject({ have: 1, total: 1 })
  })

  it('takes the place of a meal, whose stock is free again, and gives it back', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each' })
    const recipeId = await aSoup(ana, ['3 leeks'])
    const [soup] = await plan(ana, { date: day(1), recipeId, servings: 2 })
    const id = soup?.id ?? ''
    expect(await reserved(ana)).toEqual(['3 of 3 each Leek'])
    await plan(ana, { id, date: day(1), text: 'Takeout' })
    expect(await reserved(ana)).toEqual(['0 of 3 each Leek'])
    expect(await plan(ana, { id, date: day(1), recipeId })).toMatchObject([{ recipeId, servings: 2 }])
    expect(await plan(ana, { id, date: day(1), recipeId, servings: 4 })).toMatchObject([{ recipeId, recipeName: 'Leek soup', servings: 4 }])
    expect(await reserved(ana)).toEqual(['3 of 3 each Leek'])
  })

  it('can’t be cooked, and an entry is either a text or a recipe', async () => {
    const ana = await aMember()
    const recipeId = await aSoup(ana)
    const [out] = await plan(ana, { date: day(1), text: 'Eating out' })
    const lot = await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each' })
    const take = [{ ingredientId: lot.ingredient.id, quantity: 1, unit: 'each' as const }]
    const cooked = await ana.call(contract.cookRecipe, { params: { id: recipeId }, body: { planEntryId: out?.id ?? '', take } })
    expect(cooked).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const what of [{}, { recipeId, text: 'Both' }, { text: ' ' }, { text: 'x'.repeat(121) }])
      expect(await ana.call(contract.putMealPlan, { body: { entries: [{ date: day(1), ...what }] } })).toMatchObject({ status: 422 })
  })
})

describe('planned leftovers', () => {
  const plan = (ana: Person, ...entries: contract.NewPlanEntry[]) => ana.must(contract.putMealPlan, { body: { entries } })
  const shownPlan = async (ana: Person) =>
    (await ana.must(contract.getMealPlan)).map(({ state, storage, stock }) => ({ state, storage, stock }))
  const all = { have: 1, short: 0, missing: 0, total: 1 }
  const gone = { have: 0, short: 0, missing: 1, total: 1 }

  /** Cooks a soup of which two portions go into the fridge and three into the freezer. */
  async function cooked(ana: Person) {
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each' })
    const params = { id: await aSoup(ana, ['3 leeks']) }
    const moreLeftovers = [
      { portions: 2, storage: 'FRIDGE' as const },
      { portions: 3, storage: 'FREEZER' as const },
    ]
    const { body, headers } = await ana.call(contract.cookRecipe, { params, body: { moreLeftovers } })
    const [fridge = '', freezer = ''] = body.moreLeftovers.map(({ inventoryItemId }) => inventoryItemId)
    return { fridge, freezer, seq: seqOf(headers) }
  }

  it('go into fridge and freezer in one step, are reserved for their day, and are eaten in one step with an undo', async () => {
    const ana = await aMember()
    const { freezer } = await cooked(ana)
    expect(await reserved(ana)).toEqual(['0 of 2 each Leftover Leek soup', '0 of 3 each Leftover Leek soup'])
    const [entry] = await plan(ana, { date: day(1), inventoryItemId: freezer, quantity: 2 })
    expect(entry).toMatchObject({ recipeId: null, recipeName: 'Leek soup', inventoryItemId: freezer, quantity: 2, unit: 'each' })
    expect(entry).toMatchObject({ storage: 'FREEZER', state: 'planned', stock: all })
    expect(await reserved(ana)).toEqual(['0 of 2 each Leftover Leek soup', '2 of 3 each Leftover Leek soup'])
    const id = entry?.id ?? ''
    const eaten = await ana.call(contract.eatMeal, { params: { id } })
    expect(eaten.body).toMatchObject({ id, state: 'cooked', storage: 'FREEZER' })
    expect(await reserved(ana)).toEqual(['0 of 1 each Leftover Leek soup', '0 of 2 each Leftover Leek soup'])
    expect(await ana.call(contract.eatMeal, { params: { id } })).toMatchObject({ status: 409, body: { code: 'already_cooked' } })
    await ana.must(undoChange, { params: seqOf(eaten.headers) })
    expect(await reserved(ana)).toEqual(['0 of 2 each Leftover Leek soup', '2 of 3 each Leftover Leek soup'])
    expect(await shownPlan(ana)).toEqual([{ state: 'planned', storage: 'FREEZER', stock: all }])
  })

  it('know their recipe, also where they were divided, but not if someone added them by hand', async () => {
    const ana = await aMember()
    const { fridge, freezer } = await cooked(ana)
    const [recipe] = (await ana.must(contract.listRecipes, { query: { search: 'Leek soup' } })).filter(({ isStarter }) => !isStarter)
    const leftoverOf = async (inventoryItemId: string) => (await plan(ana, { date: day(1), inventoryItemId }))[0]?.leftoverOf
    expect(await leftoverOf(fridge)).toBe(recipe?.id)
    const { id: part } = await ana.must(splitLot, { params: { id: freezer }, body: { quantity: 2, id: randomUUID() } })
    const { id: half } = await ana.must(splitLot, { params: { id: part }, body: { quantity: 1, id: randomUUID() } })
    const friends = await addSomeLot(ana, { ingredient: { name: 'Leftover Leek soup' }, quantity: 1, unit: 'each' })
    expect(await leftoverOf(friends.id)).toBe(null)
    const other = await ana.must(contract.addRecipe, { body: { name: 'Leek soup', ingredients: ['1 leek', '50 g hazelnuts'] } })
    const body = { leftovers: { portions: 1 } }
    const { leftovers } = await ana.must(contract.cookRecipe, { params: other, body: { ...body, take: [] } })
    expect(await leftoverOf(leftovers?.inventoryItemId ?? '')).toBe(other.id)
    expect(await leftoverOf(part)).toBe(recipe?.id)
    expect(await leftoverOf(half)).toBe(recipe?.id)
    await ana.must(contract.removeRecipe, { params: { id: recipe?.id ?? '' } })
    expect((await ana.must(contract.getMealPlan)).map((entry) => entry.leftoverOf)).toEqual([null, null, other.id, null, null])
  })

  it('say when they are gone, short, or past their date, and can still be moved', async () => {
    const ana = await aMember()
    const { fridge, freezer } = await cooked(ana)
    const [entry] = await plan(
      ana,
      { date: day(1), meal: 'lunch', inventoryItemId: fridge, quantity: 2 },
      { date: day(1), inventoryItemId: freezer },
    )
    const id = entry?.id ?? ''
    expect(await plan(ana, { id, date: day(20), inventoryItemId: fridge })).toMatchObject([{ quantity: 2, storage: 'FRIDGE', stock: gone }])
    await plan(ana, { id, date: day(1), inventoryItemId: fridge })
    await ana.must(useLot, { params: { id: fridge }, body: { quantity: 1 } })
    expect((await shownPlan(ana))[0]).toEqual({ state: 'planned', storage: 'FRIDGE', stock: { have: 0, short: 1, missing: 0, total: 1 } })
    expect(await ana.call(contract.eatMeal, { params: { id } })).toMatchObject({ status: 409, body: { code: 'not_enough' } })
    await ana.must(useLot, { params: { id: fridge }, body: { quantity: 1 } })
    expect((await shownPlan(ana))[0]).toEqual({ state: 'planned', storage: null, stock: gone })
    expect(await ana.call(contract.eatMeal, { params: { id } })).toMatchObject({ status: 409, body: { code: 'lot_ended' } })
    expect(await plan(ana, { id, date: day(2), inventoryItemId: fridge })).toMatchObject([{ date: day(2), storage: null }])
    const again = await ana.call(contract.putMealPlan, { body: { entries: [{ date: day(1), inventoryItemId: fridge }] } })
    expect(again).toMatchObject({ status: 409, body: { code: 'lot_ended' } })
    expect(await ana.must(contract.addPlanMissing, { body: { from: day(0), to: day(3) } })).toMatchObject({ added: 0 })
  })

  it('keep to their item, before meals that need the same food', async () => {
    const ana = await aMember()
    const { fridge, freezer } = await cooked(ana)
    const recipeId = await aSoup(ana, ['4 leftover leek soup'])
    const [, later] = await plan(ana, { date: day(1), recipeId, servings: 2 }, { date: day(2), inventoryItemId: freezer, quantity: 3 })
    expect(later).toMatchObject({ stock: all })
    expect(await reserved(ana)).toEqual(['2 of 2 each Leftover Leek soup', '3 of 3 each Leftover Leek soup'])
    await ana.must(undoChange, { params: seqOf((await ana.call(contract.removePlanEntry, { params: { id: later?.id ?? '' } })).headers) })
    expect(await plan(ana, { id: later?.id ?? '', date: day(2), inventoryItemId: fridge, quantity: 1 })).toMatchObject([{ stock: all }])
    expect(await reserved(ana)).toEqual(['2 of 2 each Leftover Leek soup', '3 of 3 each Leftover Leek soup'])
  })

  it('are eaten in the unit that their item has by then', async () => {
    const ana = await aMember()
    const lot = await addSomeLot(ana, { ingredient: { name: 'Leftover stew' }, quantity: 1.5, unit: 'kg' })
    const [entry] = await plan(ana, { date: day(0), inventoryItemId: lot.id, quantity: 0.5 })
    await ana.must(changeLot, { params: { id: lot.id }, body: { quantity: 1500, unit: 'g' } })
    await ana.must(contract.eatMeal, { params: { id: entry?.id ?? '' } })
    expect(await reserved(ana)).toEqual(['0 of 1000 g Leftover stew'])
  })

  it('are one of a recipe, an item and a text, of this household, and never two with the same id', async () => {
    const ana = await aMember()
    const { fridge, seq } = await cooked(ana)
    const ben = await aMember()
    const foreign = await ben.call(contract.putMealPlan, { body: { entries: [{ date: day(1), inventoryItemId: fridge }] } })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const what of [
      { inventoryItemId: fridge, text: 'Both' },
      { inventoryItemId: fridge, quantity: 0 },
    ])
      expect(await ana.call(contract.putMealPlan, { body: { entries: [{ date: day(1), ...what }] } })).toMatchObject({ status: 422 })
    const [text] = await plan(ana, { date: day(1), text: 'Eating out' })
    expect(await ana.call(contract.eatMeal, { params: { id: text?.id ?? '' } })).toMatchObject({ status: 404 })
    const id = randomUUID()
    const twice = {
      moreLeftovers: [
        { id, portions: 1 },
        { id, portions: 2 },
      ],
      take: [],
    }
    expect(await ana.call(contract.cookRecipe, { params: { id: await aSoup(ana) }, body: twice })).toMatchObject({ status: 422 })
    await plan(ana, { date: day(1), inventoryItemId: fridge })
    await ana.must(undoChange, { params: seq })
    expect((await shownPlan(ana)).at(-1)).toEqual({ state: 'planned', storage: null, stock: gone })
  })
})

describe('a planned ingredient', () => {
  const plan = (ana: Person, ...entries: contract.NewPlanEntry[]) => ana.must(contract.putMealPlan, { body: { entries } })
  const onList = async (ana: Person) =>
    (await ana.must(getShoppingList)).items.map((item) => `${item.suggestedQuantity} ${item.unit} ${item.ingredientName}`)

  it('is reserved, lists what is missing once, and is eaten with an undo', async () => {
    const ana = await aMember()
    const { ingredient } = await addSomeLot(ana, { ingredient: { name: 'Yogurt' }, quantity: 3, unit: 'each' })
    const [first, second] = await plan(
      ana,
      { date: day(1), meal: 'breakfast', ingredientId: ingredient.id, quantity: 2 },
      { date: day(2), meal: 'breakfast', ingredientId: ingredient.id, quantity: 2, unit: 'each' },
    )
    expect(first).toMatchObject({ recipeId: null, recipeName: 'Yogurt', ingredientId: ingredient.id, quantity: 2, unit: 'each' })
    expect(first).toMatchObject({ storage: null, stock: { have: 1, total: 1 } })
    expect(second).toMatchObject({ stock: { have: 0, short: 1, total: 1 } })
    expect(await reserved(ana)).toEqual(['3 of 3 each Yogurt'])
    const span = { from: day(0), to: day(3) }
    const { added, items } = await ana.must(contract.addPlanMissing, { body: span })
    expect([added, items.map(({ ingredientId }) => ingredientId)]).toEqual([1, [ingredient.id]])
    expect(await onList(ana)).toEqual(['1 each Yogurt'])
    expect(await ana.must(contract.addPlanMissing, { body: span })).toMatchObject({ added: 0 })
    expect(await onList(ana)).toEqual(['1 each Yogurt'])
    const id = first?.id ?? ''
    const eaten = await ana.call(contract.eatMeal, { params: { id } })
    expect(eaten.body).toMatchObject({ state: 'cooked', ingredientId: ingredient.id })
    expect(await reserved(ana)).toEqual(['1 of 1 each Yogurt'])
    expect(await ana.call(contract.eatMeal, { params: { id: second?.id ?? '' } })).toMatchObject({
      status: 409,
      body: { code: 'not_enough' },
    })
    await ana.must(undoChange, { params: seqOf(eaten.headers) })
    expect(await reserved(ana)).toEqual(['3 of 3 each Yogurt'])
  })

  it('stays planned when its ingredient is merged or deleted', async () => {
    const ana = await aMember()
    const { id: ingredientId } = await ana.must(addIngredient, { body: { name: 'Yoghurt', defaultUnit: 'each' } })
    const { ingredient } = await addSomeLot(ana, { ingredient: { name: 'Yogurt' }, quantity: 3, unit: 'each' })
    const [entry] = await plan(ana, { date: day(1), ingredientId })
    const id = entry?.id ?? ''
    expect(entry).toMatchObject({ quantity: 1, stock: { missing: 1 } })
    await ana.must(mergeIngredients, { params: { id: ingredient.id }, body: { ingredientId } })
    expect(await ana.must(contract.getMealPlan)).toMatchObject([{ id, ingredientId: ingredient.id, stock: { have: 1 } }])
    await ana.must(useLot, { params: { id: ((await lots(ana))[0] as Lot).id }, body: { quantity: 3 } })
    await ana.must(removeIngredient, { params: { id: ingredient.id } })
    expect(await plan(ana, { id, date: day(2), ingredientId: ingredient.id })).toMatchObject([
      { recipeName: 'Yoghurt', ingredientId: null, quantity: 1, unit: 'each', stock: { missing: 1 } },
    ])
    await ana.must(contract.addPlanMissing, { body: { from: day(0), to: day(3) } })
    expect(await onList(ana)).toEqual(['1 each Yoghurt'])
    expect(await ana.call(contract.putMealPlan, { body: { entries: [{ date: day(1), ingredientId }] } })).toMatchObject({ status: 404 })
    expect(await ana.call(contract.eatMeal, { params: { id } })).toMatchObject({ status: 409, body: { code: 'lot_ended' } })
    const week = await ana.must(contract.getMealPlan)
    expect(copyToNextWeek(week, [], day(0))).toMatchObject([{ date: day(9), meal: 'dinner', text: 'Yoghurt' }])
    const { ingredient: again } = await addSomeLot(ana, { ingredient: { name: 'Yoghurt' }, quantity: 3, unit: 'each' })
    expect(await ana.must(contract.getMealPlan)).toMatchObject([{ id, ingredientId: again.id, stock: { have: 1 } }])
    await context().server.jobs.settle()
    expect(await reserved(ana)).toEqual(['1 of 3 each Yoghurt'])
    await ana.must(contract.eatMeal, { params: { id } })
    expect(await reserved(ana)).toEqual(['0 of 2 each Yoghurt'])
  })

  it('has the name that its ingredient has by then, also in the calendar and where its stock is reserved', async () => {
    const ana = await aMember()
    const { ingredient } = await addSomeLot(ana, { ingredient: { name: 'Yogurt' }, quantity: 3, unit: 'each' })
    await plan(ana, { date: day(1), ingredientId: ingredient.id, quantity: 3 })
    await ana.must(changeIngredient, { params: { id: ingredient.id }, body: { name: 'Skyr' } })
    expect(await ana.must(contract.getMealPlan)).toMatchObject([{ recipeName: 'Skyr', ingredientId: ingredient.id }])
    const household = ana.home as HouseholdId
    const { database } = context().server
    const inCalendar = await database.read([household], (q) => listMeals(q, household, day(0), day(3)))
    expect(inCalendar).toMatchObject([{ recipeName: 'Skyr', servings: null }])
    const { lines } = await ana.must(contract.getRecipeStock, { params: { id: await aSoup(ana, ['1 skyr']) }, query: {} })
    expect(lines).toMatchObject([{ reservedFor: { recipeName: 'Skyr' } }])
  })

  it('is eaten from what is reserved for it, soonest to expire first', async () => {
    const ana = await aMember()
    const { ingredient } = await addSomeLot(ana, { ingredient: { name: 'Yogurt' }, quantity: 2, unit: 'each', expirationDate: day(1) })
    await addSomeLot(ana, { ingredient: { name: 'Yogurt' }, quantity: 2, unit: 'each', expirationDate: day(10) })
    const entries = [day(0), day(1)].map((date) => ({ date, ingredientId: ingredient.id, quantity: 2 }))
    const [first] = await plan(ana, ...entries)
    await ana.must(contract.eatMeal, { params: { id: first?.id ?? '' } })
    expect((await lots(ana)).map(({ quantity, effectiveExpiration }) => [quantity, effectiveExpiration])).toEqual([[2, day(10)]])
    expect(await reserved(ana)).toEqual(['2 of 2 each Yogurt'])
  })

  it('is on the list once after its ingredient was merged, and after that was undone', async () => {
    const ana = await aMember()
    const { id: ingredientId } = await ana.must(addIngredient, { body: { name: 'Yoghurt', defaultUnit: 'each' } })
    const { id: kept } = await ana.must(addIngredient, { body: { name: 'Yogurt', defaultUnit: 'each' } })
    await plan(ana, { date: day(1), ingredientId, quantity: 2 })
    const span = { from: day(0), to: day(3) }
    expect(await ana.must(contract.addPlanMissing, { body: span })).toMatchObject({ added: 1, items: [{ why: 'For your meal plan' }] })
    const merged = await ana.call(mergeIngredients, { params: { id: kept }, body: { ingredientId } })
    expect(await ana.must(contract.addPlanMissing, { body: span })).toMatchObject({ added: 0 })
    expect(await onList(ana)).toEqual(['2 each Yoghurt'])
    await ana.must(undoChange, { params: seqOf(merged.headers) })
    expect(await ana.must(contract.addPlanMissing, { body: span })).toMatchObject({ added: 0 })
    expect(await onList(ana)).toEqual(['2 each Yoghurt'])
  })

  it('stays as it was eaten when an earlier change of it is undone', async () => {
    const ana = await aMember()
    const { ingredient } = await addSomeLot(ana, { ingredient: { name: 'Yogurt' }, quantity: 3, unit: 'each' })
    const [entry] = await plan(ana, { date: day(1), ingredientId: ingredient.id, quantity: 1 })
    const id = entry?.id ?? ''
    const body = { entries: [{ id, date: day(0), ingredientId: ingredient.id, quantity: 2 }] }
    const changed = await ana.call(contract.putMealPlan, { body })
    await ana.must(contract.eatMeal, { params: { id } })
    const undone = await ana.call(undoChange, { params: seqOf(changed.headers) })
    expect(undone).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await ana.must(contract.getMealPlan)).toMatchObject([{ state: 'cooked', date: day(0), quantity: 2 }])
  })
})

describe('a snack', () => {
  it('is planned after dinner, for those who eat it', async () => {
    const ana = await aMember()
    const entries = (['snack', 'dinner', 'breakfast'] as const).map((meal) => ({ date: day(1), meal, text: `Some ${meal}` }))
    await ana.must(contract.putMealPlan, { body: { entries } })
    expect((await ana.must(contract.getMealPlan)).map(({ meal }) => meal)).toEqual(['breakfast', 'dinner', 'snack'])
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'snack', eaterIds: [] } })
    expect(await ana.must(listMealEaters)).toMatchObject([{ id: `${day(1)}-snack` }])
  })
})

describe('a copied meal', () => {
  it('is for those who eat the meal it is copied from, and one undo takes that back', async () => {
    const ana = await aMember()
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'snack', eaterIds: [ana.userId] } })
    const copy = { date: day(8), meal: 'snack' as const, text: 'Fruit', copiedFrom: day(1) }
    const dinner = { date: day(8), text: 'Eating out', copiedFrom: day(1) }
    const done = await ana.call(contract.putMealPlan, { body: { entries: [copy, dinner] } })
    const said = async () => (await ana.must(listMealEaters)).map(({ id, eaterIds }) => [id, eaterIds])
    expect(await said()).toEqual([
      [`${day(1)}-snack`, [ana.userId]],
      [`${day(8)}-snack`, [ana.userId]],
    ])
    await ana.must(undoChange, { params: seqOf(done.headers) })
    expect(await said()).toEqual([[`${day(1)}-snack`, [ana.userId]]])
    // What someone said about the day stays.
    await ana.must(setMealEaters, { body: { date: day(8), meal: 'snack', eaterIds: [] } })
    await ana.must(contract.putMealPlan, { body: { entries: [copy] } })
    expect(await said()).toEqual([
      [`${day(1)}-snack`, [ana.userId]],
      [`${day(8)}-snack`, []],
    ])
    await ana.must(setMealEaters, { body: { date: day(8), meal: 'snack', eaterIds: null } })
    await ana.must(contract.putMealPlan, { body: { entries: [{ ...copy, text: 'Nuts' }] } })
    expect(await said()).toEqual([[`${day(1)}-snack`, [ana.userId]]])
  })

  it('is for all members where another meal is planned, or comes that others eat', async () => {
    const ana = await aMember()
    const put = (...entries: contract.NewPlanEntry[]) => ana.must(contract.putMealPlan, { body: { entries } })
    const said = async () => (await ana.must(listMealEaters)).map(({ date }) => daysBetween(day(0), date))
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [ana.userId] } })
    await put({ date: day(8), text: 'Nut cake' })
    await put({ date: day(8), text: 'Soup', copiedFrom: day(1) })
    expect(await said()).toEqual([1])
    await put({ date: day(9), text: 'Soup', copiedFrom: day(1) }, { date: day(9), text: 'Salad', copiedFrom: day(1) })
    expect(await said()).toEqual([1, 9])
    await put({ date: day(9), text: 'Nut cake', copiedFrom: day(2) })
    expect(await said()).toEqual([1])
  })

  it('takes along who eats when it is removed or moved, and undo brings that back', async () => {
    const ana = await aMember()
    const put = (...entries: contract.NewPlanEntry[]) => ana.call(contract.putMealPlan, { body: { entries } })
    const said = async () => (await ana.must(listMealEaters)).map(({ date }) => daysBetween(day(0), date))
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [ana.userId] } })
    const [copy] = (await put({ date: day(8), text: 'Soup', copiedFrom: day(1) })).body
    const id = copy?.id ?? ''
    const moved = await put({ id, date: day(9), text: 'Soup' })
    expect(await said()).toEqual([1])
    await ana.must(undoChange, { params: seqOf(moved.headers) })
    expect(await said()).toEqual([1, 8])
    const later = await put({ id, date: day(8), meal: 'lunch', text: 'Soup' })
    expect(await said()).toEqual([1])
    await ana.must(undoChange, { params: seqOf(later.headers) })
    const removed = await ana.call(contract.removePlanEntry, { params: { id } })
    expect(await said()).toEqual([1])
    const cake = await put({ date: day(8), text: 'Nut cake' })
    await ana.must(undoChange, { params: seqOf(removed.headers) })
    expect(await said()).toEqual([1])
    await ana.must(contract.removePlanEntry, { params: { id } })
    await ana.must(undoChange, { params: seqOf(cake.headers) })
    expect(await said()).toEqual([1])
  })

  it('is for all members where an import brings another meal', async () => {
    const ana = await aMember()
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [ana.userId] } })
    const entries = [{ date: day(8), text: 'Soup', copiedFrom: day(1) }]
    await ana.must(contract.putMealPlan, { body: { entries } })
    const member = { householdId: ana.home, now: new Date(), today: day(0), userId: ana.userId }
    const { database } = context().server
    for (const date of [day(1), day(8)]) {
      const meal = { date, meal: 'dinner', isCooked: false, listed: [], dish: { text: 'Nut cake', servings: 1 } } as const
      await database.write(ana.home as HouseholdId, 'an import', (tx) => importMeal(tx, member as never, meal))
    }
    expect((await ana.must(listMealEaters)).map(({ date }) => date)).toEqual([day(1)])
  })

  it('is never undone to who ate it once it left', async () => {
    const ana = await aMember()
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [ana.userId] } })
    const body = { entries: [{ date: day(8), text: 'Soup', copiedFrom: day(1) }] }
    const [copy] = await ana.must(contract.putMealPlan, { body })
    const all = await ana.call(setMealEaters, { body: { date: day(8), meal: 'dinner', eaterIds: null } })
    await ana.must(contract.removePlanEntry, { params: { id: copy?.id ?? '' } })
    const undone = await ana.call(undoChange, { params: seqOf(all.headers) })
    expect(undone).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await ana.must(listMealEaters)).toHaveLength(1)
  })

  it('is left out if its recipe or ingredient is gone, without failing the others', async () => {
    const ana = await aMember()
    const { ingredient } = await addSomeLot(ana, { ingredient: { name: 'Yogurt' }, quantity: 3, unit: 'each' })
    const recipeId = await aSoup(ana)
    const lotId = (await lots(ana))[0]?.id ?? ''
    await ana.must(useLot, { params: { id: lotId }, body: { quantity: 3 } })
    await ana.must(removeIngredient, { params: ingredient })
    await ana.must(contract.removeRecipe, { params: { id: recipeId } })
    const gone = [{ ingredientId: ingredient.id, quantity: 2 }, { recipeId }]
    const entries = [...gone, { text: 'Eating out' }].map((what) => ({ date: day(8), copiedFrom: day(1), ...what }))
    expect(await ana.call(contract.putMealPlan, { body: { entries: entries.slice(0, 2) } })).toMatchObject({ status: 200, body: [] })
    expect(await ana.must(contract.putMealPlan, { body: { entries } })).toMatchObject([{ recipeName: 'Eating out' }])
    for (const what of gone) {
      const alone = await ana.call(contract.putMealPlan, { body: { entries: [{ date: day(8), ...what }] } })
      expect(alone).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})

describe('a repeated meal', () => {
  const dates = async (ana: Person) => {
    const meals = await ana.must(contract.getMealPlan, { query: { from: day(0), to: day(50) } })
    return meals.map(({ date, everyWeeks }) => `${daysBetween(day(0), date)}${everyWeeks === null ? '' : ` every ${everyWeeks}`}`)
  }
  async function repeated(ana: Person, everyWeeks: number) {
    const recipeId = await aSoup(ana, ['3 leeks'])
    const [entry] = await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(1), recipeId, servings: 4 }] } })
    const id = entry?.id ?? ''
    return { id, begun: await ana.call(contract.repeatMeal, { params: { id }, body: { everyWeeks } }) }
  }

  it('is planned on its weekday some weeks ahead, reserved, and undone as a whole', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 9, unit: 'each', expirationDate: day(40) })
    const { id, begun } = await repeated(ana, 1)
    expect(begun.body).toMatchObject({ id, servings: 4, everyWeeks: 1 })
    expect(await dates(ana)).toEqual(['1 every 1', '8 every 1', '15 every 1', '22 every 1', '29 every 1', '36 every 1'])
    expect(await reserved(ana)).toEqual(['9 of 9 each Leek'])
    const again = await ana.call(contract.repeatMeal, { params: { id }, body: { everyWeeks: 2 } })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_repeats' } })
    await ana.must(undoChange, { params: seqOf(begun.headers) })
    expect(await dates(ana)).toEqual(['1'])
    expect(await reserved(ana)).toEqual(['6 of 9 each Leek'])
  })

  const extend = (ana: Person, ahead: number) => {
    const who = { householdId: ana.home as HouseholdId, now: new Date(), today: day(ahead), actorId: null }
    return context().server.database.write(who.householdId, 'a new day', (tx) => addRepeatedMeals(tx, who as never))
  }
  const said = async (ana: Person) =>
    (await ana.must(listMealEaters)).map(({ date, eaterIds }) => [daysBetween(day(0), date), eaterIds.length])

  it('is for those who eat on its first day, unless someone says otherwise, until it ends', async () => {
    const ana = await aMember()
    const guest = await ana.must(addGuest, { body: { name: 'Mia' } })
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [guest.id, ana.userId] } })
    await ana.must(setMealEaters, { body: { date: day(15), meal: 'dinner', eaterIds: [guest.id] } })
    const { id, begun } = await repeated(ana, 1)
    const carried = [1, 8, 15, 22, 29, 36].map((ahead) => [ahead, ahead === 15 ? 1 : 2])
    expect(await said(ana)).toEqual(carried)
    await ana.must(setMealEaters, { body: { date: day(29), meal: 'dinner', eaterIds: [] } })
    const ended = await ana.call(contract.endRepeat, { params: { id } })
    // What someone said stays.
    const left = [
      [1, 2],
      [15, 1],
      [29, 0],
    ]
    expect(await said(ana)).toEqual(left)
    await ana.must(undoChange, { params: seqOf(ended.headers) })
    expect(await said(ana)).toEqual(carried.map(([ahead, count]) => [ahead, ahead === 29 ? 0 : count]))
    await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(36), text: 'Eating out' }] } })
    await ana.must(undoChange, { params: seqOf(begun.headers) })
    expect(await said(ana)).toEqual(left)
  })

  it('is for all members where another meal is planned or repeats', async () => {
    const ana = await aMember()
    await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(8), text: 'Nut cake' }] } })
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [ana.userId] } })
    await repeated(ana, 1)
    const carried = [1, 15, 22, 29, 36].map((ahead) => [ahead, 1])
    expect(await said(ana)).toEqual(carried)
    const [cake] = await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(15), meal: 'lunch', text: 'Bread' }] } })
    const id = cake?.id ?? ''
    await ana.must(contract.putMealPlan, { body: { entries: [{ id, date: day(15), meal: 'dinner', text: 'Bread' }] } })
    await ana.must(setMealEaters, { body: { date: day(15), meal: 'dinner', eaterIds: null } })
    await ana.must(contract.repeatMeal, { params: { id }, body: { everyWeeks: 1 } })
    expect(await said(ana)).toEqual([[1, 1]])
    await extend(ana, 14)
    expect(await said(ana)).toEqual([[1, 1]])
  })

  it('is for the same people on days that come into reach, without guests who left', async () => {
    const ana = await aMember()
    const guest = await ana.must(addGuest, { body: { name: 'Mia' } })
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [ana.userId, guest.id] } })
    await repeated(ana, 2)
    await extend(ana, 14)
    expect(await said(ana)).toEqual([1, 15, 29, 43].map((ahead) => [ahead, 2]))
    await ana.must(removeGuest, { params: { id: guest.id } })
    await extend(ana, 28)
    expect((await said(ana)).at(-1)).toEqual([57, 1])
  })

  it('is for all members on days that come into reach once everyone left who ate it', async () => {
    const ana = await aMember()
    const guest = await ana.must(addGuest, { body: { name: 'Mia' } })
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [guest.id] } })
    await repeated(ana, 2)
    await ana.must(removeGuest, { params: { id: guest.id } })
    await extend(ana, 14)
    expect((await said(ana)).map(([ahead]) => ahead)).toEqual([1, 15, 29])
  })

  it('is for all members after undoing its end, if everyone left who ate it', async () => {
    const [ana, ben] = [await context().person('Ana'), await context().person('Ben')]
    const { id: household } = await context().household(ana, ben)
    await ana.must(setMealEaters, { body: { date: day(1), meal: 'dinner', eaterIds: [ben.userId] } })
    const { id } = await repeated(ana, 1)
    await ana.must(removeMember, { params: { id: household, userId: ben.userId } })
    const ended = await ana.call(contract.endRepeat, { params: { id } })
    await ana.must(undoChange, { params: seqOf(ended.headers) })
    expect(await said(ana)).toEqual([])
  })

  it('never comes back on a day for which it was removed, also after days came into reach', async () => {
    const ana = await aMember()
    await repeated(ana, 2)
    expect(await dates(ana)).toEqual(['1 every 2', '15 every 2', '29 every 2'])
    const [, second] = await ana.must(contract.getMealPlan, { query: { from: day(0), to: day(20) } })
    await ana.must(contract.removePlanEntry, { params: { id: second?.id ?? '' } })
    const { database } = context().server
    const household = ana.home as HouseholdId
    const on = (ahead: number) => ({ householdId: household, now: new Date(), today: day(ahead), actorId: null })
    const extend = (ahead: number) => database.write(household, 'a new day', (tx) => addRepeatedMeals(tx, on(ahead) as never))
    expect(await extend(0)).toBe(false)
    expect(await extend(14)).toBe(true)
    expect(await extend(14)).toBe(false)
    expect(await dates(ana)).toEqual(['1 every 2', '29 every 2', '43 every 2'])
  })

  it('ends after a day, with an undo, and can then repeat again', async () => {
    const ana = await aMember()
    const { id } = await repeated(ana, 1)
    const [, second] = await ana.must(contract.getMealPlan, { query: { from: day(0), to: day(20) } })
    const ended = await ana.call(contract.endRepeat, { params: { id: second?.id ?? '' } })
    expect(await dates(ana)).toEqual(['1', '8'])
    expect((await ana.call(contract.endRepeat, { params: { id } })).status).toBe(204)
    await ana.must(undoChange, { params: seqOf(ended.headers) })
    expect(await dates(ana)).toEqual(['1 every 1', '8 every 1', '15 every 1', '22 every 1', '29 every 1', '36 every 1'])
    await ana.must(contract.endRepeat, { params: { id } })
    expect(await dates(ana)).toEqual(['1'])
    await ana.must(contract.repeatMeal, { params: { id }, body: { everyWeeks: 2 } })
    expect(await dates(ana)).toEqual(['1 every 2', '15 every 2', '29 every 2'])
  })

  it('has no mark on a day that comes back after its end, and has it again once the end is undone', async () => {
    const ana = await aMember()
    const { id } = await repeated(ana, 2)
    const [, second] = await ana.must(contract.getMealPlan, { query: { from: day(0), to: day(20) } })
    const removed = await ana.call(contract.removePlanEntry, { params: { id: second?.id ?? '' } })
    const ended = await ana.call(contract.endRepeat, { params: { id } })
    await ana.must(undoChange, { params: seqOf(removed.headers) })
    expect(await dates(ana)).toEqual(['1', '15'])
    await ana.must(contract.removePlanEntry, { params: { id: second?.id ?? '' } })
    await ana.must(undoChange, { params: seqOf(ended.headers) })
    expect(await dates(ana)).toEqual(['1 every 2', '29 every 2'])
  })

  it('keeps its newer repeat when the end of an older one is undone', async () => {
    const ana = await aMember()
    const { id } = await repeated(ana, 1)
    const ended = await ana.call(contract.endRepeat, { params: { id } })
    const again = await ana.call(contract.repeatMeal, { params: { id }, body: { everyWeeks: 2 } })
    await ana.must(undoChange, { params: seqOf(again.headers) })
    const undone = await ana.call(undoChange, { params: seqOf(ended.headers) })
    expect(undone).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await dates(ana)).toEqual(['1'])
  })

  it('is a recipe, an ingredient or a text, not leftovers, and of this household', async () => {
    const ana = await aMember()
    const { id: inventoryItemId } = await addSomeLot(ana, { ingredient: { name: 'Leftover Soup' }, quantity: 3, unit: 'each' })
    const entries = [
      { date: day(1), text: 'Eating out' },
      { date: day(2), inventoryItemId },
    ]
    const [out, soup] = await ana.must(contract.putMealPlan, { body: { entries } })
    const begin = (who: Person, id = '') => who.call(contract.repeatMeal, { params: { id }, body: { everyWeeks: 2 } })
    expect(await begin(ana, soup?.id)).toMatchObject({ status: 409, body: { code: 'cannot_repeat' } })
    expect(await begin(await aMember(), out?.id)).toMatchObject({ status: 404 })
    await begin(ana, out?.id)
    expect(await dates(ana)).toEqual(['1 every 2', '2', '15 every 2', '29 every 2'])
    for (const everyWeeks of [0, 3, 1.5])
      expect(await ana.call(contract.repeatMeal, { params: { id: out?.id ?? '' }, body: { everyWeeks } })).toMatchObject({ status: 422 })
  })
})

describe('a planned meal', () => {
  it('reserves unexpired stock for its day until it is removed from the plan', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Potatoes' }, quantity: 300, unit: 'g', expirationDate: day(1) })
    await addSomeLot(ana, { ingredient: { name: 'Potatoes' }, quantity: 2, unit: 'kg', expirationDate: day(20) })
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 2, unit: 'each' })
    const recipeId = await aSoup(ana)
    const [entry] = await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(3), recipeId }] } })
    expect(entry).toMatchObject({
      recipeName: 'Leek soup',
      meal: 'dinner',
      servings: 2,
      state: 'planned',
      stock: { have: 1, short: 1, missing: 0, total: 2 },
    })
    expect(await reserved(ana)).toEqual(['0 of 300 g Potatoes', '0.5 of 2 kg Potatoes', '2 of 2 each Leek'])
    const id = entry?.id ?? ''
    await ana.must(contract.putMealPlan, { body: { entries: [{ id, date: day(0), recipeId, servings: 4 }] } })
    expect(await reserved(ana)).toEqual(['0.7 of 2 kg Potatoes', '2 of 2 each Leek', '300 of 300 g Potatoes'])
    const removed = await ana.call(contract.removePlanEntry, { params: { id } })
    expect(await reserved(ana)).toEqual(['0 of 2 each Leek', '0 of 2 kg Potatoes', '0 of 300 g Potatoes'])
    await ana.must(undoChange, { params: seqOf(removed.headers) })
    expect(await ana.must(contract.getMealPlan, { query: {} })).toMatchObject([{ id, servings: 4 }])
    expect(await reserved(ana)).toEqual(['0.7 of 2 kg Potatoes', '2 of 2 each Leek', '300 of 300 g Potatoes'])
  })
  it('is named where another recipe lacks what is reserved for it', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each' })
    const [soup, pie] = [await aSoup(ana, ['3 leeks', '1 onion']), await aSoup(ana, ['3 leeks'])]
    const [later, next] = await ana.must(contract.putMealPlan, {
      body: {
        entries: [
          { date: day(3), recipeId: pie },
          { date: day(1), meal: 'dinner', recipeId: soup },
        ],
      },
    })
    const reservedFor = async (id: string, planEntryId?: string) => {
      const { lines } = await ana.must(contract.getRecipeStock, { params: { id }, query: planEntryId ? { planEntryId } : {} })
      return lines.map((line) => [line.state, line.reservedFor])
    }
    expect(await reservedFor(pie)).toEqual([['missing', { recipeName: 'Leek soup', date: day(1), meal: 'dinner' }]])
    expect(await reservedFor(pie, later?.id)).toEqual([['missing', { recipeName: 'Leek soup', date: day(1), meal: 'dinner' }]])
    expect(await reservedFor(soup, next?.id)).toEqual([
      ['have', null],
      ['missing', null],
    ])
  })
  it('is listed by day; meals share the stock, earlier ones first', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 4, unit: 'each' })
    const recipeId = await aSoup(ana, ['3 leeks'])
    const entries = [day(2), day(1), day(9)].map((date) => ({ date, recipeId }))
    const planned = await ana.call(contract.putMealPlan, { body: { entries } })
    expect(planned.body.map(({ date }) => date)).toEqual([day(2), day(1), day(9)])
    const week = await ana.must(contract.getMealPlan, { query: {} })
    expect(week.map(({ date, stock }) => [date, stock.have])).toEqual([
      [day(1), 1],
      [day(2), 0],
    ])
    expect(await ana.must(contract.getMealPlan, { query: { from: day(9), to: day(9) } })).toHaveLength(1)
    expect(await ana.call(contract.getMealPlan, { query: { from: day(9), to: day(1) } })).toMatchObject({ status: 422 })
    await ana.must(undoChange, { params: seqOf(planned.headers) })
    expect(await ana.must(contract.getMealPlan, { query: {} })).toEqual([])
  })
  it('affects Generate: reserved stock doesn’t count for the par level', async () => {
    const ana = await aMember()
    const leek = await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 4, unit: 'each' })
    await ana.must(changeIngredient, { params: { id: leek.ingredient.id }, body: { parLevel: 3, defaultUnit: 'each' } })
    expect((await ana.must(generateList)).items).toEqual([])
    await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(1), recipeId: await aSoup(ana, ['3 leeks']) }] } })
    expect((await ana.must(generateList)).items).toMatchObject([{ ingredientName: 'Leek', suggestedQuantity: 2 }])
    expect((await ana.must(generateList)).items).toHaveLength(1)
  })
  it('C-07 adds what it lacks to the list once, however often requested', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 4, unit: 'each' })
    const recipeId = await aSoup(ana, ['3 leeks', '500 g potatoes'])
    await ana.must(contract.putMealPlan, { body: { entries: [day(1), day(2)].map((date) => ({ date, recipeId })) } })
    await Promise.all(Array.from({ length: 10 }, () => ana.call(contract.addPlanMissing, { body: {} })))
    const { items } = await ana.must(getShoppingList)
    expect(items.map(({ ingredientName, suggestedQuantity, unit }) => `${suggestedQuantity} ${unit} ${ingredientName}`).toSorted()).toEqual(
      ['1000 g potatoes', '2 each Leek'],
    )
  })
  it('adds it under ids that a device knows', async () => {
    const ana = await aMember()
    const recipeId = await aSoup(ana, ['3 leeks', '1 pinch salt', '500 g potatoes'])
    await ana.must(contract.putMealPlan, { body: { entries: [day(1), day(2)].map((date) => ({ date, recipeId })) } })
    const id = randomUUID()
    const { items, added } = await ana.must(contract.addPlanMissing, { body: { id } })
    expect(items.map((item) => [item.id, item.ingredientName, item.suggestedQuantity])).toEqual([
      [rowIdOf(id, recipeId, 0), 'leeks', 6],
      [rowIdOf(id, recipeId, 2), 'potatoes', 1000],
    ])
    expect(added).toBe(2)
  })
  it('is cooked from what expires first, not from what expires later because another meal needs it, too', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(1) })
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(10) })
    const recipeId = await aSoup(ana, ['3 leeks'])
    const [entry] = await ana.must(contract.putMealPlan, { body: { entries: [day(0), day(1)].map((date) => ({ date, recipeId })) } })
    await ana.must(contract.cookRecipe, { params: { id: recipeId }, body: { planEntryId: entry?.id ?? '' } })
    expect((await lots(ana)).map(({ effectiveExpiration }) => effectiveExpiration)).toEqual([day(10)])
    expect(await reserved(ana)).toEqual(['3 of 3 each Leek'])
  })
  it('is cooked from its reservation once and restored by one undo', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each' })
    const recipeId = await aSoup(ana, ['3 leeks'])
    const [entry] = await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(0), recipeId }] } })
    const planEntryId = entry?.id ?? ''
    const params = { id: recipeId }
    const cooked = await ana.call(contract.cookRecipe, { params, body: { planEntryId } })
    expect(cooked.status).toBe(200)
    expect(await lots(ana)).toEqual([])
    expect(await ana.must(contract.getMealPlan, { query: {} })).toMatchObject([{ state: 'cooked' }])
    expect(await ana.call(contract.cookRecipe, { params, body: { planEntryId } })).toMatchObject({ status: 409 })
    await ana.must(undoChange, { params: seqOf(cooked.headers) })
    expect(await ana.must(contract.getMealPlan, { query: {} })).toMatchObject([{ state: 'planned' }])
    expect(await reserved(ana)).toEqual(['3 of 3 each Leek'])
  })
  it('moves its reservation when the reserved stock is used', async () => {
    const ana = await aMember()
    const first = await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(5) })
    await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(1), recipeId: await aSoup(ana, ['3 leeks']) }] } })
    await ana.must(useLot, { params: { id: first.id }, body: { quantity: 2 } })
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 5, unit: 'each', expirationDate: day(9) })
    await context().server.jobs.settle()
    expect(await reserved(ana)).toEqual(['1 of 1 each Leek', '2 of 5 each Leek'])
  })
})

describe('plan my week', () => {
  it('reserves borrowed items', async () => {
    const { lender, borrower } = await createNeighbors(context())
    await addSomeLot(borrower, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each' })
    const recipeId = await aSoup(borrower)
    await borrower.must(contract.putMealPlan, { body: { entries: [{ date: day(1), recipeId }] } })
    const lot = await addSharedLot(lender, { ingredient: { name: 'Potatoes' }, quantity: 2, unit: 'kg', expirationDate: day(20) })
    const { id } = await requestToBorrow(borrower, lot, 0.5)
    await lender.must(changeBorrow, { params: { id }, body: { status: 'ACCEPTED' } })
    await context().server.jobs.settle()
    await borrower.must(changeBorrow, { params: { id }, body: { status: 'COMPLETED' } })
    await context().server.jobs.settle()
    expect(await reserved(borrower)).toContain('0.5 of 0.5 kg Potatoes')
  })

  it('runs in two threads for any number of requests', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(6) })
    await aSoup(ana, ['3 leeks'])
    const ask = () => ana.call(contract.proposeWeek, { body: { dates: [day(5)], maxMissing: 20 } })
    // Starts the forecasts' thread and the first of the two.
    await ask()
    let threads = 1
    const begun = () => threads++
    subscribe('worker_threads', begun)
    try {
      const heard = await Promise.all(Array.from({ length: 90 }, ask))
      const answers = Map.groupBy(heard, ({ status }) => status)
      expect([...answers.keys()].every((status) => status === 200 || status === 429)).toBe(true)
      expect(answers.get(200)?.length).toBeGreaterThanOrEqual(50)
      for (const refused of answers.get(429) ?? []) expect(refused.body).toMatchObject({ code: 'busy' })
    } finally {
      unsubscribe('worker_threads', begun)
    }
    expect(threads).toBe(2)
  })

  it('proposes recipes that use what would be wasted, says what that saves, and stores nothing', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(1), purchasePrice: 3 })
    await addSomeLot(ana, { ingredient: { name: 'Ham' }, quantity: 300, unit: 'g', expirationDate: day(2) })
    const tart = await ana.must(contract.addRecipe, { body: { name: 'Leek tart', ingredients: ['3 leeks'] } })
    const rolls = await ana.must(contract.addRecipe, { body: { name: 'Ham rolls', ingredients: ['300 g ham'] } })
    const dates = [day(0), day(1)]
    const { choices, saves, savesCost } = await ana.must(contract.proposeWeek, { body: { dates, maxMissing: 0, servings: 4 } })
    expect(choices.map(({ date }) => date)).toEqual(dates)
    expect(new Set(choices.map(({ recipeId }) => recipeId))).toEqual(new Set([tart.id, rolls.id]))
    expect(saves).toBeGreaterThan(0)
    expect(savesCost).toBeGreaterThan(0)
    expect(savesCost).toBeLessThanOrEqual(3)
    const [leek] = choices.find(({ recipeId }) => recipeId === tart.id)?.savings ?? []
    expect(leek).toMatchObject({ ingredientName: 'Leek', unit: 'each', daysLeft: 1 })
    expect(leek?.quantity).toBeLessThanOrEqual(3)
    expect(await ana.must(contract.getMealPlan, { query: {} })).toEqual([])
    await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(0), recipeId: tart.id }] } })
    const next = await ana.must(contract.proposeWeek, { body: { dates, maxMissing: 0 } })
    expect(next.choices.map(({ recipeName }) => recipeName)).toEqual(['Ham rolls'])
    expect(await ana.call(contract.proposeWeek, { body: { dates: [day(-1)] } })).toMatchObject({ status: 422 })
  })
})

describe('the week planner', () => {
  it('reports that it can’t plan once it is closed', async () => {
    const planner = openWeekPlanner(() => undefined)
    await planner.close()
    await expect(planner.choose({ lots: [], candidates: [], dates: [day(0)], limits: {} })).rejects.toMatchObject({
      status: 503,
      code: 'plan_unavailable',
    })
  })
})

describe('the forecast', () => {
  it('includes planned meals: what is planned before it expires is less likely to be wasted', async () => {
    const ana = await aMember()
    const leek = await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(4) })
    const chance = async () =>
      (await ana.must(wastePredictions, { query: {} })).find(({ lotId }) => lotId === leek.id)?.estimatedWasteProbability ?? Number.NaN
    const before = await chance()
    await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(2), recipeId: await aSoup(ana, ['3 leeks']) }] } })
    expect(await chance()).toBeLessThan(before / 2)
  })
})
