import { beforeEach, expect, it } from 'vitest'
import { listStockDoubts } from '#domains/forecast/contract.ts'
import { changeHousehold, listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { changeLot, correctLot, getLot, inventoryStats, type Lot } from '#domains/inventory/contract.ts'
import { generateList, getShoppingList } from '#domains/shopping/contract/index.ts'
import { markGone } from '#tests/support/server/probably-gone.ts'
import { day } from '#tests/support/server/random-writes.ts'
import { openDevice } from '#tests/support/server/synced-copy.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
let ana: Person
let household: string
let milk: Lot
let pancakes: contract.Recipe
beforeEach(async () => {
  ana = await testApp().person('Ana')
  ;({ id: household } = await testApp().household(ana))
  const { id: ingredientId } = await ana.must(addIngredient, { body: { name: 'Milk', parLevel: 1, defaultUnit: 'l' } })
  milk = await addSomeLot(ana, { ingredientId, ingredient: undefined, quantity: 1, unit: 'l', expirationDate: day(5) } as never)
  pancakes = await ana.must(contract.addRecipe, { body: { name: 'Pancakes', ingredients: ['0.5 l milk'], servings: 2 } })
})
const settle = () => testApp().server.jobs.settle()
const doubt = (...lots: { id: string; gone?: number }[]) => markGone(testApp().server, ana, lots)
const lineOf = async (planEntryId?: string) =>
  (await ana.must(contract.getRecipeStock, { params: { id: pancakes.id }, query: planEntryId === undefined ? {} : { planEntryId } }))
    .lines[0]
const confirm = () => ana.must(correctLot, { params: { id: milk.id }, body: { quantity: 1 } })

it('doesn’t count what is probably gone for recipes, until a count says that it is there', async () => {
  const cookable = async () =>
    (await ana.must(contract.listRecipes, { query: { maxMissing: 0, limit: 200 } })).some(({ id }) => id === pancakes.id)
  expect(await lineOf()).toMatchObject({ state: 'have', isProbablyGone: false, take: 0.5 })
  expect(await cookable()).toBe(true)
  await doubt(milk)
  expect(await lineOf()).toMatchObject({ state: 'missing', isProbablyGone: true, available: 0, lacking: 0.5, daysLeft: null, take: null })
  expect(await cookable()).toBe(false)
  expect(await ana.must(listStockDoubts)).toEqual([{ lotId: milk.id, ingredientId: milk.ingredient.id, version: milk.version, gone: 0.85 }])
  const { items } = await ana.must(contract.addMissing, { params: { id: pancakes.id }, body: {} })
  expect(items).toMatchObject([{ ingredientName: 'Milk', suggestedQuantity: 0.5, currentQuantity: 0 }])
  await confirm()
  expect(await lineOf()).toMatchObject({ state: 'have', isProbablyGone: false })
  expect(await cookable()).toBe(true)
  expect(await ana.must(listStockDoubts)).toEqual([])
})

it('says that some is probably gone where the rest isn’t enough', async () => {
  await addSomeLot(ana, {
    ingredientId: milk.ingredient.id,
    ingredient: undefined,
    quantity: 200,
    unit: 'ml',
    expirationDate: day(9),
  } as never)
  await doubt(milk)
  expect(await lineOf()).toMatchObject({ state: 'short', isProbablyGone: true, available: 0.2, lacking: 0.3, daysLeft: 9 })
  const { items } = await ana.must(generateList)
  expect(items).toMatchObject([{ why: '0.2 l left, 1 l probably gone; minimum 1 l', reason: 'low_stock', currentQuantity: 0.2 }])
})

it('puts what is probably gone on the list, and takes it off again once it was counted', async () => {
  expect((await ana.must(generateList)).items).toEqual([])
  await doubt(milk)
  const { items } = await ana.must(generateList)
  expect(items).toMatchObject([
    {
      ingredientName: 'Milk',
      suggestedQuantity: 1,
      reason: 'missing',
      why: 'Probably gone, check (1 l recorded); minimum 1 l',
      currentQuantity: 0,
    },
  ])
  expect((await ana.must(generateList)).changed).toBe(0)
  const stats = await ana.must(inventoryStats)
  expect([stats.lowStock, stats.totalItems]).toEqual([0, 1])
  await confirm()
  expect((await ana.must(generateList)).items).toEqual([])
})

it('keeps a list that writes itself up to date without a tap, and plans meals without it', async () => {
  await ana.must(changeHousehold, { params: { id: household }, body: { restocksList: true } })
  const [entry] = await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(2), recipeId: pancakes.id }] } })
  await settle()
  expect(await ana.must(contract.getMealPlan)).toMatchObject([{ stock: { have: 1, missing: 0 } }])
  expect((await ana.must(getShoppingList)).items).toMatchObject([{ why: '0.5 l left, 0.5 l reserved; minimum 1 l' }])
  await doubt(milk)
  await settle()
  expect(await ana.must(contract.getMealPlan)).toMatchObject([{ stock: { have: 0, missing: 1 } }])
  expect(await lineOf(entry?.id)).toMatchObject({ state: 'missing', isProbablyGone: true, reservedFor: null })
  expect(await ana.must(getLot, { params: { id: milk.id } })).toMatchObject({ quantity: 1, reserved: 0, version: milk.version })
  const [row] = (await ana.must(getShoppingList)).items
  expect(row).toMatchObject({ ingredientName: 'Milk', suggestedQuantity: 1.5 })
  await confirm()
  await settle()
  expect(await ana.must(contract.getMealPlan)).toMatchObject([{ stock: { have: 1, missing: 0 } }])
  expect((await ana.must(getShoppingList)).items).toMatchObject([{ suggestedQuantity: 1 }])
})

it('proposes no week from what is probably gone', async () => {
  const proposed = async () => (await ana.must(contract.proposeWeek, { body: { dates: [day(1)], maxMissing: 0 } })).choices
  expect(await proposed()).toMatchObject([{ recipeName: 'Pancakes' }])
  await doubt(milk)
  expect(await proposed()).toEqual([])
})

it('never changes stock or the records, and says nothing of it in the history', async () => {
  const before = await ana.must(listHistory)
  await doubt(milk)
  expect(await ana.must(getLot, { params: { id: milk.id } })).toEqual(milk)
  expect(await ana.must(listHistory)).toEqual(before)
})

it('ends with any change of the lot and with the next forecast, also after an undo', async () => {
  const doubted = async () => (await ana.must(listStockDoubts)).map(({ gone }) => gone)
  await doubt(milk)
  await doubt({ ...milk, gone: 0.87 })
  expect(await doubted()).toEqual([0.85])
  await doubt({ ...milk, gone: 0.95 })
  expect(await doubted()).toEqual([0.95])
  await doubt()
  expect(await doubted()).toEqual([])
  await doubt(milk)
  const answer = await ana.call(changeLot, { params: { id: milk.id }, body: { location: 'Door' } })
  expect(await doubted()).toEqual([])
  await ana.must(undoChange, { params: { seq: Number(answer.headers['x-change-seq']) } })
  expect(await doubted()).toEqual([])
  expect(await lineOf()).toMatchObject({ state: 'have' })
})

it('is known on a device without a network', async () => {
  await doubt(milk)
  const device = await openDevice(ana)
  expect(device.replyTo(listStockDoubts, {}, {})).toEqual(await ana.must(listStockDoubts))
  const params = { id: pancakes.id }
  expect(device.replyTo(contract.getRecipeStock, params, {})).toEqual(await ana.must(contract.getRecipeStock, { params }))
  const ben = await testApp().person('Ben')
  await testApp().household(ben)
  expect(await ben.must(listStockDoubts)).toEqual([])
})
