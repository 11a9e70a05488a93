import { describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { addNamedList, changeNamedList, changeShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import { addSomeLot, type Person, useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const context = useTestApp()
const { there } = useSecondServer(context)

async function aMember(): Promise<Person> {
  const ana = await context().person('Ana')
  await context().household(ana)
  return ana
}
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const porridge = { name: 'Porridge', servings: 2, ingredients: ['100 g oats', '400 ml milk', '1 pinch salt'] }
async function aPorridge(ana: Person): Promise<{ id: string }> {
  await addSomeLot(ana, { ingredient: { name: 'Oats' }, quantity: 500, unit: 'g' })
  await addSomeLot(ana, { ingredient: { name: 'Milk' }, quantity: 0.3, unit: 'l', expirationDate: day(1) })
  await addSomeLot(ana, { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l', expirationDate: day(5) })
  return { id: (await ana.must(contract.addRecipe, { body: porridge })).id }
}
const amounts = async (ana: Person) => {
  const lots = (await ana.must(listLots)) as { ingredient: { name: string }; quantity: number }[]
  return lots.map(({ ingredient, quantity }) => `${quantity} ${ingredient.name}`).toSorted()
}

describe('cooking', () => {
  it('uses the first-expiring ingredients in one change with one undo', async () => {
    const ana = await aMember()
    const params = await aPorridge(ana)
    const before = await amounts(ana)
    const cooked = await ana.call(contract.cookRecipe, { params, body: { leftovers: { portions: 1 } } })
    expect(cooked.body).toMatchObject({ servings: 2, leftovers: { quantity: 1 } })
    expect(await amounts(ana)).toEqual(['0.9 Milk', '1 Leftover Porridge', '400 Oats'])
    await ana.must(undoChange, { params: { seq: Number(cooked.headers['x-change-seq']) } })
    expect(await amounts(ana)).toEqual(before)
  })
  it('scales with the servings', async () => {
    const ana = await aMember()
    await ana.must(contract.cookRecipe, { params: await aPorridge(ana), body: { servings: 6 } })
    expect(await amounts(ana)).toEqual(['0.1 Milk', '200 Oats'])
  })
  it('C-06 takes all or nothing of short stock and reports what is short', async () => {
    const ana = await aMember()
    const params = await aPorridge(ana)
    const before = await amounts(ana)
    const answer = await ana.call(contract.cookRecipe, { params, body: { servings: 20 } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'not_enough' } })
    expect(answer.text).toContain('oats')
    expect(await amounts(ana)).toEqual(before)
    const [oats] = (await ana.must(listLots)) as { ingredient: { id: string; name: string } }[]
    const much = {
      take: [
        { ingredientId: oats?.ingredient.id ?? '', quantity: 1, unit: 'g' as const },
        { ingredientId: oats?.ingredient.id ?? '', quantity: 5000, unit: 'kg' as const },
      ],
    }
    expect(await ana.call(contract.cookRecipe, { params, body: much })).toMatchObject({ status: 409 })
    expect(await amounts(ana)).toEqual(before)
  })
  it('doesn’t lack what is optional, lists it only if asked, and uses it if it is there', async () => {
    const ana = await aMember()
    const lot = await addSomeLot(ana, { ingredient: { name: 'Oats' }, quantity: 500, unit: 'g' })
    const ingredients = ['100 g oats', '20 g walnuts, optional', '10 g cranberries (optional)', '1 tbsp honey']
    const params = await ana.must(contract.addRecipe, { body: { name: 'Granola', servings: 2, ingredients } })
    await addSomeLot(ana, { ingredient: { name: 'Honey' }, quantity: 200, unit: 'ml' })
    await addSomeLot(ana, { ingredient: { name: 'Cranberries' }, quantity: 50, unit: 'g' })
    const { lines } = await ana.must(contract.getRecipeStock, { params })
    expect(lines.map(({ state, isOptional }) => [state, isOptional])).toEqual([
      ['have', false],
      ['missing', true],
      ['have', true],
      ['have', false],
    ])
    const listed = async () => (await ana.must(contract.listRecipes, { query: { search: 'Granola' } })).map(({ stock }) => stock)
    expect(await listed()).toEqual([{ have: 3, short: 0, missing: 0, total: 3 }])
    const [meal] = await ana.must(contract.putMealPlan, {
      body: { entries: [{ date: new Date().toISOString().slice(0, 10), recipeId: params.id }] },
    })
    expect(meal?.stock).toEqual({ have: 3, short: 0, missing: 0, total: 3 })
    expect(await ana.must(contract.addPlanMissing, { body: {} })).toMatchObject({ added: 0 })
    expect(await ana.must(contract.addMissing, { params, body: {} })).toMatchObject({ added: 0 })
    expect(await ana.must(contract.addMissing, { params, body: { places: [1] } })).toMatchObject({ added: 1 })
    await ana.must(contract.cookRecipe, { params, body: { planEntryId: meal?.id ?? '' } })
    expect(await amounts(ana)).toContain('40 Cranberries')
    expect(await amounts(ana)).toContain(`400 ${lot.ingredient.name}`)
  })
  it('rejects an amount that can’t be converted to what is in stock, and takes nothing', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Oats' }, quantity: 500, unit: 'g' })
    await addSomeLot(ana, { ingredient: { name: 'Ginger' }, quantity: 200, unit: 'g' })
    const { id } = await ana.must(contract.addRecipe, {
      body: { name: 'Porridge', servings: 2, ingredients: ['100 g oats', '2 cups ginger'] },
    })
    const response = await ana.call(contract.cookRecipe, { params: { id }, body: {} })
    expect(response).toMatchObject({ status: 409, body: { code: 'not_comparable' } })
    expect(response.text).toContain('ginger')
    expect(await amounts(ana)).toEqual(['200 Ginger', '500 Oats'])
  })
  it('C-06 submitted twice with the same key happens once', async () => {
    const ana = await aMember()
    const params = await aPorridge(ana)
    const send = (_: unknown, i: number) =>
      (i % 2 ? there(ana) : ana).call(contract.cookRecipe, { params, body: {}, headers: { 'idempotency-key': 'dinner' } })
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await amounts(ana)).toEqual(['0.9 Milk', '400 Oats'])
  })
  it('C-06 never takes more than there is in concurrent requests', async () => {
    const ana = await aMember()
    const params = await aPorridge(ana)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => (i % 2 ? there(ana) : ana).call(contract.cookRecipe, { params, body: {} })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    expect(await amounts(ana)).toEqual(['0.1 Milk', '200 Oats'])
  })
})

describe('missing ingredients', () => {
  it('are added to the shopping list once and added up with another recipe’s', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Oats' }, quantity: 40, unit: 'g' })
    const { id } = await ana.must(contract.addRecipe, { body: porridge })
    const first = await ana.must(contract.addMissing, { params: { id }, body: {} })
    expect(first.items.map(({ ingredientName, suggestedQuantity, unit }) => [ingredientName, suggestedQuantity, unit])).toEqual([
      ['Oats', 60, 'g'],
      ['milk', 400, 'ml'],
      ['salt', 1, 'each'],
    ])
    expect(await ana.must(contract.addMissing, { params: { id }, body: {} })).toMatchObject({ added: 0, items: [{}, {}, {}] })
    await ana.must(contract.addMissing, { params: { id }, body: { servings: 4 } })
    const other = await ana.must(contract.addRecipe, { body: { name: 'Milk rice', ingredients: ['1 l milk'] } })
    await ana.must(contract.addMissing, { params: { id: other.id }, body: {} })
    const { items } = await ana.must(getShoppingList)
    expect(items.find(({ ingredientName }) => ingredientName === 'milk')).toMatchObject({
      suggestedQuantity: 1800,
      unit: 'ml',
      reason: 'requested',
      why: 'For Porridge + 1',
    })
    expect(items).toHaveLength(3)
  })
  it('C-07 added by fifty concurrent requests are on the list once, in full', async () => {
    const ana = await aMember()
    const { id } = await ana.must(contract.addRecipe, { body: porridge })
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 ? there(ana) : ana).call(contract.addMissing, { params: { id }, body: {} })),
    )
    const { items } = await ana.must(getShoppingList)
    expect(items.map(({ ingredientName, suggestedQuantity }) => `${suggestedQuantity} ${ingredientName}`).toSorted()).toEqual([
      '1 salt',
      '100 oats',
      '400 milk',
    ])
  })
  it('go on another list if asked, once over all lists, and on the shopping list if that one was archived', async () => {
    const ana = await aMember()
    const market = await ana.must(addNamedList, { body: { name: 'Market' } })
    const { id } = await ana.must(contract.addRecipe, { body: porridge })
    const namesOn = async (list: string | undefined) =>
      (await ana.must(getShoppingList, { query: list === undefined ? {} : { list } })).items.map(({ ingredientName }) => ingredientName)
    await ana.must(contract.addMissing, { params: { id }, body: { places: [0], listId: market.id } })
    expect([await namesOn(market.id), await namesOn(undefined)]).toEqual([['oats'], []])
    expect(await ana.must(contract.addMissing, { params: { id }, body: { places: [0] } })).toMatchObject({ added: 0 })
    await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(1), recipeId: id }] } })
    await ana.must(contract.addPlanMissing, { body: { listId: market.id } })
    expect((await namesOn(market.id)).toSorted()).toEqual(['milk', 'oats'])
    await ana.must(changeNamedList, { params: { id: market.id }, body: { isArchived: true } })
    await ana.must(contract.addMissing, { params: { id }, body: { places: [2], listId: market.id } })
    expect(await namesOn(undefined)).toEqual(['salt'])
  })
  it('that were bought or undone are added again', async () => {
    const ana = await aMember()
    const { id } = await ana.must(contract.addRecipe, { body: { name: 'Milk', ingredients: ['1 l milk'] } })
    const added = await ana.call(contract.addMissing, { params: { id }, body: {} })
    await ana.must(undoChange, { params: { seq: Number(added.headers['x-change-seq']) } })
    const again = await ana.must(contract.addMissing, { params: { id }, body: {} })
    expect(again.added).toBe(1)
    await ana.must(changeShoppingItem, { params: { id: again.items[0]?.id ?? '' }, body: { isChecked: true } })
    expect(await ana.must(contract.addMissing, { params: { id }, body: {} })).toMatchObject({ added: 1 })
  })
})
