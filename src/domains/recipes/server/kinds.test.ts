import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, inventoryStats, type Lot, listLots, useLot } from '#domains/inventory/contract.ts'
import {
  addShoppingItem,
  changeShoppingItem,
  generateList,
  getShoppingList,
  putAway,
  suggestPar,
} from '#domains/shopping/contract/index.ts'
import type { Unit } from '#platform/shared/units.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const context = useTestApp()
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/** A kitchen where brie (200 g a piece) and Gouda are kinds of cheese. */
async function createKitchen(parLevel: number | null = null) {
  const ana = await context().person('Ana')
  await context().household(ana)
  const add = (name: string, part: object = {}) => ana.must(addIngredient, { body: { name, defaultUnit: 'g', conversions: [], ...part } })
  const cheese = await add('Cheese', { parLevel })
  const pieces = [{ from: 'each', to: 'g', factor: 200 }] as const
  const brie = await add('Brie', { parentId: cheese.id, conversions: pieces })
  const gouda = await add('Gouda', { parentId: cheese.id })
  return { ana, cheese, brie, gouda }
}
const put = (ana: Person, { id }: { id: string }, quantity: number, unit: Unit = 'g', expirationDate: string | null = null) =>
  ana.must(addLot, { body: { ingredientId: id, quantity, unit, expirationDate } })
const lots = async (ana: Person) =>
  ((await ana.must(listLots)) as Lot[]).map((lot) => `${lot.quantity} ${lot.unit} ${lot.ingredient.name}`).toSorted()
const reserved = async (ana: Person) =>
  ((await ana.must(listLots)) as Lot[]).map((lot) => `${lot.reserved} of ${lot.quantity} ${lot.unit} ${lot.ingredient.name}`).toSorted()
const listed = async (ana: Person) =>
  (await ana.must(getShoppingList, { query: {} })).items.map(
    ({ ingredientName, suggestedQuantity, unit, currentQuantity }) =>
      `${suggestedQuantity} ${unit} ${ingredientName}, ${currentQuantity} there`,
  )
const recipe = async (ana: Person, ...ingredients: string[]) =>
  (await ana.must(contract.addRecipe, { body: { name: 'Supper', servings: 2, ingredients } })).id

describe('the kinds of an ingredient', () => {
  it('count for its minimum, by their own conversions, without a minimum of their own', async () => {
    const { ana, cheese, brie, gouda } = await createKitchen(500)
    const low = async () => (await ana.must(inventoryStats)).lowStockIngredients
    expect(await low()).toEqual([cheese.id])
    await put(ana, brie, 2, 'each')
    await put(ana, gouda, 99)
    expect(await low()).toEqual([cheese.id])
    await put(ana, cheese, 1)
    expect(await low()).toEqual([])
    await ana.must(changeIngredient, { params: { id: gouda.id }, body: { parentId: null } })
    expect(await low()).toEqual([cheese.id])
  })

  it('count on the list, where buying one of them is buying some of it', async () => {
    const { ana, cheese, brie } = await createKitchen(500)
    await put(ana, brie, 1, 'each')
    await ana.must(generateList)
    expect(await listed(ana)).toEqual(['300 g Cheese, 200 there'])
    await ana.must(addShoppingItem, { body: { ingredientId: brie.id, suggestedQuantity: 1, unit: 'each' } })
    await ana.must(generateList)
    expect((await listed(ana)).toSorted()).toEqual(['1 each Brie, 200 there', '100 g Cheese, 200 there'])
    // Its own minimum is bought once.
    await ana.must(changeIngredient, { params: { id: brie.id }, body: { parLevel: 700 } })
    await ana.must(generateList)
    expect((await listed(ana)).filter((row) => row.includes('Cheese'))).toEqual([])
    expect(cheese.parLevel).toBe(500)
  })

  it('end what the list wrote about it when enough of one is put away', async () => {
    const { ana, brie } = await createKitchen(300)
    await ana.must(generateList)
    expect(await listed(ana)).toEqual(['300 g Cheese, 0 there'])
    const row = await ana.must(addShoppingItem, { body: { ingredientId: brie.id, suggestedQuantity: 2, unit: 'each' } })
    await ana.must(changeShoppingItem, { params: { id: row.id }, body: { isChecked: true } })
    expect(await listed(ana)).toHaveLength(2)
    await ana.must(putAway, { body: {} })
    expect(await listed(ana)).toEqual([])
  })

  it('are cooked where a recipe names it, first what expires first; undo gives them back', async () => {
    const { ana, cheese, brie, gouda } = await createKitchen()
    await put(ana, cheese, 50)
    await put(ana, brie, 1, 'each', day(2))
    await put(ana, gouda, 300, 'g', day(9))
    const id = await recipe(ana, '400 g cheese')
    const before = await lots(ana)
    const { lines } = await ana.must(contract.getRecipeStock, { params: { id }, query: {} })
    expect(lines).toMatchObject([{ state: 'have', available: 550, take: 400, ingredientId: cheese.id, daysLeft: 2 }])
    const cooked = await ana.call(contract.cookRecipe, { params: { id }, body: {} })
    expect(cooked.body).toMatchObject({
      taken: [
        { ingredientName: 'Brie', quantity: 1, unit: 'each' },
        { ingredientName: 'Gouda', quantity: 200, unit: 'g' },
      ],
    })
    expect(await lots(ana)).toEqual(['100 g Gouda', '50 g Cheese'])
    await ana.must(undoChange, { params: { seq: Number(cooked.headers['x-change-seq']) } })
    expect(await lots(ana)).toEqual(before)
  })

  it('are measured by their own weight, also where the ingredient has another', async () => {
    const { ana } = await createKitchen()
    const each = (factor: number) => [{ from: 'each', to: 'g', factor }] as const
    const add = (name: string, part: object) => ana.must(addIngredient, { body: { name, defaultUnit: 'g', ...part } })
    const onion = await add('Onion', { conversions: each(150), parLevel: 400 })
    const shallot = await add('Shallot', { conversions: each(30), parentId: onion.id })
    await put(ana, shallot, 3, 'each')
    expect((await ana.must(inventoryStats)).lowStockIngredients).toEqual([onion.id])
    const id = await recipe(ana, '90 g shallot', '300 g onion')
    const { lines } = await ana.must(contract.getRecipeStock, { params: { id }, query: {} })
    expect(lines).toMatchObject([{ state: 'have' }, { state: 'short', available: 0 }])
  })

  it.each([
    ['200 g cheese', 'have', 200],
    ['2 cups cheese', 'unknown', 409],
    ['1 brie', 'have', 200],
  ] as const)('are compared as they are cooked: %s', async (line, state, status) => {
    const { ana, brie, cheese } = await createKitchen()
    await ana.must(changeIngredient, { params: { id: cheese.id }, body: { conversions: [{ from: 'cup', to: 'g', factor: 100 }] } })
    await put(ana, brie, 1, 'each')
    const id = await recipe(ana, line)
    expect((await ana.must(contract.getRecipeStock, { params: { id }, query: {} })).lines).toMatchObject([{ state }])
    expect((await ana.call(contract.cookRecipe, { params: { id }, body: {} })).status).toBe(status)
  })

  it('go first to a line in pieces, and what is left to one in grams', async () => {
    const { ana, brie } = await createKitchen()
    await put(ana, brie, 1, 'each')
    const id = await recipe(ana, '200 g cheese', '1 brie')
    const { lines } = await ana.must(contract.getRecipeStock, { params: { id }, query: {} })
    expect(lines).toMatchObject([{ state: 'short', available: 0 }, { state: 'have' }])
  })

  it('are found as recipes of what they are a kind of', async () => {
    const { ana, brie, cheese, gouda } = await createKitchen()
    await recipe(ana, '200 g cheese')
    await recipe(ana, '200 g gouda')
    const count = async ({ id }: { id: string }) =>
      (await ana.must(contract.listRecipes, { query: { ingredientId: id } })).filter(({ name }) => name === 'Supper').length
    expect([await count(brie), await count(cheese), await count(gouda)]).toEqual([1, 1, 2])
  })

  it('leave on the list what is still needed, when another kind is put away', async () => {
    const { ana, brie, gouda } = await createKitchen(300)
    await ana.must(changeIngredient, { params: { id: brie.id }, body: { parLevel: 200 } })
    await ana.must(generateList)
    expect((await listed(ana)).toSorted()).toEqual(['100 g Cheese, 0 there', '200 g Brie, 0 there'])
    const row = await ana.must(addShoppingItem, { body: { ingredientId: gouda.id, suggestedQuantity: 100, unit: 'g' } })
    await ana.must(changeShoppingItem, { params: { id: row.id }, body: { isChecked: true } })
    await ana.must(putAway, { body: {} })
    expect(await listed(ana)).toEqual(['200 g Brie, 0 there'])
  })

  it('are not there where a recipe names another kind', async () => {
    const { ana, gouda } = await createKitchen()
    await put(ana, gouda, 300)
    const id = await recipe(ana, '100 g brie')
    expect((await ana.must(contract.getRecipeStock, { params: { id }, query: {} })).lines).toMatchObject([{ state: 'missing' }])
  })

  it.each([
    ['100 g brie', '150 g cheese'],
    ['150 g cheese', '100 g brie'],
  ])('are shared by lines of one recipe: %s, %s', async (...ingredients) => {
    const { ana, brie, gouda } = await createKitchen()
    await put(ana, brie, 150)
    await put(ana, gouda, 99)
    const id = await recipe(ana, ...ingredients)
    const states = async () =>
      (await ana.must(contract.getRecipeStock, { params: { id }, query: {} })).lines.map(({ food, state, available }) => [
        food,
        state,
        available,
      ])
    expect((await states()).toSorted()).toEqual([
      ['brie', 'have', 150],
      ['cheese', 'short', 149],
    ])
    await put(ana, gouda, 1)
    expect((await states()).map(([, state]) => state)).toEqual(['have', 'have'])
    await ana.must(contract.cookRecipe, { params: { id }, body: {} })
    expect(await lots(ana)).toEqual([])
  })

  it('are reserved for planned meals once, first for the meal that names one of them', async () => {
    const { ana, brie, gouda } = await createKitchen()
    await put(ana, brie, 1, 'each', day(3))
    await put(ana, gouda, 100)
    const [any, only] = [await recipe(ana, '200 g cheese'), await recipe(ana, '150 g brie')]
    const meals = await ana.must(contract.putMealPlan, {
      body: {
        entries: [
          { date: day(1), meal: 'lunch', recipeId: any },
          { date: day(1), meal: 'dinner', recipeId: only },
        ],
      },
    })
    expect(await reserved(ana)).toEqual(['1 of 1 each Brie', '100 of 100 g Gouda'])
    expect(meals.map(({ stock }) => stock)).toMatchObject([{ short: 1 }, { have: 1 }])
  })

  it('avoid the waste of one item once, whichever lines use it', async () => {
    const { ana, brie } = await createKitchen()
    await put(ana, brie, 200, 'g', day(1))
    for (const [name, ...ingredients] of [
      ['Once', '200 g brie'],
      ['Twice', '200 g cheese', '200 g brie'],
      ['Shared', '100 g cheese', '100 g brie'],
      ['Half', '100 g cheese'],
    ] as const)
      await ana.must(contract.addRecipe, { body: { name, ingredients: [...ingredients] } })
    const recipes = await ana.must(contract.listRecipes, { query: {} })
    const saves = Object.fromEntries(recipes.map((one) => [one.name, one.saves]))
    expect(saves['Once']).toBeGreaterThan(0)
    expect([saves['Twice'], saves['Shared']]).toEqual([saves['Once'], saves['Once']])
    expect(saves['Half']).toBeLessThanOrEqual(saves['Once'] ?? 0)
  })

  it('are used up by the meals that Plan my week proposes', async () => {
    const { ana, brie, gouda } = await createKitchen()
    await put(ana, brie, 1, 'each', day(2))
    await put(ana, gouda, 100, 'g', day(3))
    await recipe(ana, '250 g cheese')
    const { choices } = await ana.must(contract.proposeWeek, { body: { dates: [day(1)], maxMissing: 0 } })
    expect(choices).toMatchObject([{ recipeName: 'Supper' }])
    expect(choices[0]?.savings.map(({ ingredientName }) => ingredientName).toSorted()).toEqual(['Brie', 'Gouda'])
  })

  it('count in the suggested minimum', async () => {
    const { ana, cheese, brie } = await createKitchen()
    const lot = await put(ana, brie, 10, 'each')
    for (let used = 0; used < 3; used += 1) await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
    expect(await ana.must(suggestPar, { params: { id: cheese.id } })).toMatchObject({ usesCounted: 3, unit: 'g' })
    expect((await ana.must(suggestPar, { params: { id: cheese.id } })).suggestedPar).toBeGreaterThanOrEqual(100)
  })
})

it('cooks no more of a family than there is, and undo gives back exactly that', async () => {
  const { ana, cheese, brie, gouda } = await createKitchen()
  const ingredients = [cheese, brie, gouda]
  const amount = fc.integer({ min: 1, max: 400 })
  const stock = fc.array(fc.record({ of: fc.nat(2), amount, ahead: fc.nat(5) }), { minLength: 1, maxLength: 5 })
  const wants = fc.array(fc.record({ of: fc.nat(2), amount }), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(stock, wants, async (there, wanted) => {
      for (const { of, amount: quantity, ahead } of there) await put(ana, ingredients[of] ?? cheese, quantity, 'g', day(ahead))
      const total = async () => ((await ana.must(listLots)) as Lot[]).reduce((sum, { quantity }) => sum + quantity, 0)
      const [before, whole] = [await lots(ana), await total()]
      const id = await recipe(ana, ...wanted.map(({ of, amount: quantity }) => `${quantity} g ${ingredients[of]?.name ?? ''}`))
      const needed = wanted.reduce((sum, one) => sum + one.amount, 0)
      const { lines } = await ana.must(contract.getRecipeStock, { params: { id }, query: {} })
      const cooked = await ana.call(contract.cookRecipe, { params: { id }, body: {} })
      // What the comparison calls there can be cooked, and nothing else.
      expect(cooked.status).toBe(lines.every(({ state }) => state === 'have') ? 200 : 409)
      expect(await total()).toBe(cooked.status === 200 ? whole - needed : whole)
      if (cooked.status === 200) await ana.must(undoChange, { params: { seq: Number(cooked.headers['x-change-seq']) } })
      expect(await lots(ana)).toEqual(before)
    }),
    { numRuns: 25 },
  )
})
