import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addGuest, changeEater, setMealEaters } from '#domains/diets/contract.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { countLines } from '../rules/stock-for-recipes.ts'

const context = useTestApp()

async function aMember(): Promise<Person> {
  const ana = await context().person('Ana')
  await context().household(ana)
  return ana
}
const starters = async (ana: Person) =>
  (await ana.must(contract.listRecipes, { query: {} })).flatMap(({ id, isStarter }) => (isStarter ? [id] : []))
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

describe('a proposed week for other servings', () => {
  it('counts what is missing for the servings asked for', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(1) })
    await ana.must(contract.addRecipe, { body: { name: 'Leek tart', ingredients: ['3 leeks'], servings: 4 } })
    const proposed = async (servings: number, maxMissing: number) =>
      (await ana.must(contract.proposeWeek, { body: { dates: [day(0)], maxMissing, servings } })).choices
    expect(await proposed(4, 0)).toMatchObject([{ stock: { have: 1, short: 0 } }])
    expect(await proposed(8, 0)).toEqual([])
    expect(await proposed(8, 1)).toMatchObject([{ servings: 8, stock: { have: 0, short: 1 } }])
  })
})

it('counts the same of a proposed meal as once it is planned and opened', async () => {
  const ana = await aMember()
  await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 5, unit: 'each' })
  const add = (name: string) =>
    ana.must(contract.addRecipe, { body: { name, ingredients: ['3 leeks', '200 g cream', 'salt', '1 lemon (optional)'], servings: 2 } })
  await add('Leek tart')
  await add('Leek soup')
  const dates = [day(1), day(2)]
  const { choices } = await ana.must(contract.proposeWeek, { body: { dates, maxMissing: 3, servings: 2, exclude: await starters(ana) } })
  const proposed = choices.map(({ recipeName, stock }) => [recipeName, stock])
  expect(proposed.map(([, stock]) => stock)).toEqual([
    { have: 1, short: 0, missing: 2, total: 3 },
    { have: 0, short: 1, missing: 2, total: 3 },
  ])
  const entries = choices.map(({ date, recipeId, servings }) => ({ id: randomUUID(), date, recipeId: recipeId ?? '', servings }))
  await ana.must(contract.putMealPlan, { body: { entries } })
  const plan = await ana.must(contract.getMealPlan, { query: { from: day(1), to: day(2) } })
  expect(plan.map(({ recipeName, stock }) => [recipeName, stock])).toEqual(proposed)
  const { lines } = await ana.must(contract.getRecipeStock, {
    params: { id: plan[0]?.recipeId ?? '' },
    query: { planEntryId: plan[0]?.id ?? '' },
  })
  expect(countLines(lines)).toEqual(plan[0]?.stock)
})

describe('a proposed week for those who eat', () => {
  it('leaves out what an eater can’t have on their days, says for whom, and prefers what is known', async () => {
    const ana = await aMember()
    const add = (name: string, ingredients: string[]) => ana.must(contract.addRecipe, { body: { name, ingredients } })
    for (const food of ['Rice', 'Hazelnuts', 'Curry paste', 'Leek'])
      await addSomeLot(ana, { ingredient: { name: food }, quantity: 5, unit: 'kg' })
    const nutty = await add('Nutty rice', ['200 g rice', '100 g yogurt, with chopped hazelnuts'])
    await add('Leek rice', ['200 g rice', '100 g leek'])
    await add('Curry', ['200 g rice', '50 g curry paste'])
    const [friday, saturday] = [day(1), day(2)]
    const ask = async (dates: string[]) => {
      const { choices, leftOut } = await ana.must(contract.proposeWeek, { body: { dates, maxMissing: 1 } })
      return {
        days: choices.map(({ date, recipeName }) => [date, recipeName]),
        leftOut: leftOut.map(({ recipeName, eaterIds }) => [recipeName, eaterIds]),
      }
    }
    expect((await ask([friday, saturday])).leftOut).toEqual([])
    const mia = await ana.must(addGuest, { body: { name: 'Mia', allergens: ['nuts'] } })
    expect((await ask([saturday])).leftOut).toEqual([])
    await ana.must(setMealEaters, { body: { date: saturday, meal: 'dinner', eaterIds: [ana.userId, mia.id] } })
    const own = [nutty.name, [mia.id]]
    expect((await ask([saturday])).leftOut).toEqual([own])
    const weekend = await ask([friday, saturday])
    expect(weekend.days.find(([date]) => date === saturday)?.[1]).not.toBe('Nutty rice')
    const isOnFriday = weekend.days.some(([, name]) => name === 'Nutty rice')
    expect(weekend.leftOut).toEqual(isOnFriday ? [] : [own])
    expect((await ask([friday])).leftOut).toEqual([])
    await ana.must(changeEater, { params: { id: ana.userId }, body: { allergens: ['peanuts'] } })
    const known = (await ask([saturday])).days.map(([, name]) => name)
    expect(known).not.toContain('Curry')
  })
})

describe('a proposed week with wishes', () => {
  const named = (choices: readonly contract.ProposedMeal[]) => choices.map(({ date, recipeName }) => [date, recipeName])

  it('keeps the meals that are decided and leaves out others', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(1) })
    const add = (name: string) => ana.must(contract.addRecipe, { body: { name, ingredients: ['3 leeks'] } })
    const [tart, soup, pie] = [await add('Leek tart'), await add('Leek soup'), await add('Leek pie')]
    const dates = [day(0), day(1)]
    const ask = async (wish: Partial<contract.WeekPlanRequest>) =>
      named((await ana.must(contract.proposeWeek, { body: { dates, maxMissing: 1, ...wish } })).choices)
    const fixed = [{ date: day(1), recipeId: soup.id }]
    expect(await ask({ fixed, exclude: [tart.id] })).toEqual([
      [day(0), 'Leek pie'],
      [day(1), 'Leek soup'],
    ])
    // Too much is missing, but it was chosen.
    expect(await ask({ maxMissing: 0, servings: 50, fixed })).toEqual([[day(1), 'Leek soup']])
    const refused = (wish: object) => ana.call(contract.proposeWeek, { body: { dates, ...wish } })
    expect(await refused({ fixed: [{ date: day(2), recipeId: pie.id }] })).toMatchObject({ status: 422, body: { code: 'dates_invalid' } })
    expect(await refused({ fixed: [...fixed, { date: day(1), recipeId: pie.id }] })).toMatchObject({ status: 422 })
    expect(await refused({ fixed: [{ date: day(1), recipeId: pie.id, inventoryItemId: pie.id }] })).toMatchObject({ status: 422 })
    expect(await refused({ fixed: [{ date: day(1), recipeId: randomUUID() }] })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('plans only what is quick enough on a day, and only what is known to be', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 9, unit: 'each', expirationDate: day(2) })
    const add = (name: string, more: object) => ana.must(contract.addRecipe, { body: { name, ingredients: ['3 leeks'], ...more } })
    await add('Slow stew', { prepTime: 20, cookTime: 100 })
    await add('Quick stir-fry', { prepTime: 10, cookTime: 10 })
    await add('Untimed pie', {})
    const ask = async (minutes: number) => {
      const body = { dates: [day(0)], maxMissing: 0, maxMinutes: [{ date: day(0), minutes }] }
      return (await ana.must(contract.proposeWeek, { body })).choices.map(({ recipeName, minutes: takes }) => [recipeName, takes])
    }
    expect(await ask(20)).toEqual([['Quick stir-fry', 20]])
    expect(await ask(19)).toEqual([])
  })

  it('says what is to be bought, and keeps to a budget', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Saffron' }, quantity: 1, unit: 'g', purchasePrice: 8, expirationDate: day(90) })
    await addSomeLot(ana, { ingredient: { name: 'Rice' }, quantity: 3, unit: 'kg' })
    const add = (name: string, ingredients: string[]) => ana.must(contract.addRecipe, { body: { name, ingredients } })
    await add('Paella', ['200 g rice', '3 g saffron'])
    await add('Rice and dulse', ['200 g rice', '50 g dulse'])
    const ask = async (wish: Partial<contract.WeekPlanRequest>) =>
      ana.must(contract.proposeWeek, { body: { dates: [day(0), day(1)], maxMissing: 1, ...wish } })
    const all = await ask({})
    expect(all).toMatchObject({ cost: 16, unpriced: 1 })
    expect(all.choices.find(({ recipeName }) => recipeName === 'Paella')).toMatchObject({ cost: 16, unpriced: 0 })
    expect(all.choices.find(({ recipeName }) => recipeName === 'Rice and dulse')).toMatchObject({ cost: null, unpriced: 1 })
    // What has no price is assumed to cost as much as other things.
    expect((await ask({ budget: 15.99 })).choices).toEqual([])
    expect((await ask({ budget: 16 })).choices).toHaveLength(1)
    expect((await ask({ budget: 32 })).choices).toHaveLength(2)
  })

  it('counts what several meals need, and what has expired by then, as to be bought', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Chicken breast' }, quantity: 500, unit: 'g', purchasePrice: 5, expirationDate: day(4) })
    await addSomeLot(ana, { ingredient: { name: 'Cream' }, quantity: 200, unit: 'ml', purchasePrice: 2, expirationDate: day(1) })
    const add = (name: string, ingredients: string[]) => ana.must(contract.addRecipe, { body: { name, ingredients } })
    const [curry, stew] = [await add('Curry', ['500 g chicken breast']), await add('Stew', ['500 g chicken breast'])]
    const soup = await add('Soup', ['200 ml cream'])
    const ask = async (dates: string[], wish: Partial<contract.WeekPlanRequest>) =>
      (await ana.must(contract.proposeWeek, { body: { dates, maxMissing: 0, ...wish } })).choices.map(({ cost, stock }) => [
        cost,
        stock.missing,
      ])
    const both = [
      { date: day(0), recipeId: curry.id },
      { date: day(1), recipeId: stew.id },
    ]
    expect(await ask([day(0), day(1)], { fixed: both })).toEqual([
      [0, 0],
      [5, 1],
    ])
    expect(await ask([day(1)], { fixed: [{ date: day(1), recipeId: soup.id }] })).toEqual([[0, 0]])
    expect(await ask([day(2)], { fixed: [{ date: day(2), recipeId: soup.id }] })).toEqual([[2, 1]])
    // Within the budget, one of the two is enough.
    const cheap = await ana.must(contract.proposeWeek, { body: { dates: [day(0), day(1)], maxMissing: 0, budget: 4, exclude: [soup.id] } })
    expect(cheap.choices).toHaveLength(1)
    expect(cheap.cost).toBe(0)
  })

  it('proposes leftovers that are enough for all before they expire, and plans their portions', async () => {
    const ana = await aMember()
    const stew = await ana.must(contract.addRecipe, { body: { name: 'Bean stew', ingredients: ['1 kg beans'] } })
    const lot = await addSomeLot(ana, {
      ingredient: { name: 'Leftover Bean stew', category: 'Deli' },
      ...{ quantity: 2, unit: 'each', storage: 'FRIDGE', expirationDate: day(1) },
    })
    const ask = async (dates: string[], servings: number, wish: Partial<contract.WeekPlanRequest> = {}) =>
      (await ana.must(contract.proposeWeek, { body: { dates, servings, maxMissing: 0, ...wish } })).choices
    expect(await ask([day(1)], 2)).toMatchObject([
      { recipeId: null, inventoryItemId: lot.id, recipeName: 'Bean stew', servings: 2, stock: { have: 1, total: 1 }, cost: 0 },
    ])
    expect(await ask([day(1)], 3)).toEqual([])
    expect(await ask([day(2)], 2)).toEqual([])
    expect(await ask([day(1)], 2, { exclude: [lot.id] })).toEqual([])
    expect(await ask([day(1)], 3, { fixed: [{ date: day(1), inventoryItemId: lot.id }] })).toMatchObject([{ servings: 2 }])
    await ana.must(contract.putMealPlan, { body: { entries: [{ date: day(0), inventoryItemId: lot.id, quantity: 2 }] } })
    expect(await ask([day(1)], 1)).toEqual([])
    // Their diets are those of the recipe.
    await ana.must(contract.changeRecipe, { params: { id: stew.id }, body: { ingredients: ['1 kg beans', '100 g hazelnuts'] } })
    const more = await addSomeLot(ana, {
      ingredient: { name: 'Leftover Bean stew', category: 'Deli' },
      ...{ quantity: 2, unit: 'each', storage: 'FRIDGE', expirationDate: day(1) },
    })
    expect((await ask([day(1)], 2)).map(({ inventoryItemId }) => inventoryItemId)).toEqual([more.id])
    await ana.must(changeEater, { params: { id: ana.userId }, body: { allergens: ['nuts'] } })
    expect(await ask([day(1)], 2)).toEqual([])
    // Also once it has another name.
    await addSomeLot(ana, { ingredient: { name: 'Hazelnuts' }, quantity: 1, unit: 'kg' })
    const soup = await ana.must(contract.addRecipe, { body: { name: 'Winter soup', ingredients: ['100 g hazelnuts'] } })
    await ana.must(contract.cookRecipe, { params: { id: soup.id }, body: { servings: 2, leftovers: { portions: 2 } } })
    await ana.must(contract.changeRecipe, { params: { id: soup.id }, body: { name: 'Snow soup' } })
    expect(await ask([day(1)], 2)).toEqual([])
    await ana.must(changeEater, { params: { id: ana.userId }, body: { allergens: [] } })
    expect((await ask([day(1)], 2)).map(({ recipeName }) => recipeName)).toEqual(['Bean stew'])
    expect((await ask([day(1)], 2, { exclude: [more.id] })).map(({ recipeName }) => recipeName)).toEqual(['Winter soup'])
  })

  it('prefers favorites, and what wasn’t made a few days ago', async () => {
    const ana = await aMember()
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 9, unit: 'each', expirationDate: day(90) })
    const add = (name: string) => ana.must(contract.addRecipe, { body: { name, ingredients: ['3 leeks'] } })
    const [first, second] = [await add('Leek pie'), await add('Leek tart')]
    const ask = async () => (await ana.must(contract.proposeWeek, { body: { dates: [day(0)], maxMissing: 0 } })).choices[0]
    const choice = await ask()
    const other = choice?.recipeId === first.id ? second : first
    await ana.must(contract.changeRecipe, { params: { id: other.id }, body: { isFavorite: true } })
    expect(await ask()).toMatchObject({ recipeId: other.id, isFavorite: true, lastCookedOn: null })
    await ana.must(contract.addCooking, { params: { id: other.id }, body: { date: day(-1) } })
    expect((await ask())?.recipeId).toBe(choice?.recipeId)
  })
})
