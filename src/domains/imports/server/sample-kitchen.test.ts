import { describe, expect, it } from 'vitest'
import { listHistory, listHouseholds } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, getIngredient, listIngredients, mergeIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, discardLot, type Lot, listLots, useLot } from '#domains/inventory/contract.ts'
import { addRecipe, changeRecipe, cookRecipe, getMealPlan, listRecipes, putMealPlan } from '#domains/recipes/contract/index.ts'
import { addShoppingItem, changeShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { languages } from '#platform/shared/language.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { addSampleKitchen, clearSampleKitchen, listImports } from '../contract.ts'
import { isRefused } from '../rules/import-plan.ts'
import { sampleKitchen } from './built-in/sample-kitchen.ts'

const testApp = useTestApp()
const today = dateInTimeZone('UTC', new Date())
const week = { from: today, to: addDays(today, 6) }

async function createOwner(): Promise<Person> {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}

const lots = async (person: Person) => (await person.must(listLots, { query: { limit: 200 } })) as Lot[]
const ownRecipes = async (person: Person) => (await person.must(listRecipes)).filter(({ isStarter }) => !isStarter)
const hasSample = async (person: Person) => (await person.must(listHouseholds))[0]?.hasSample

/** Returns what a household sees of its kitchen. */
async function kitchenOf(person: Person) {
  return {
    lots: (await lots(person)).map(({ ingredient }) => ingredient.name).toSorted(),
    ingredients: (await person.must(listIngredients)).map(({ name }) => name).toSorted(),
    list: (await person.must(getShoppingList)).items.map(({ ingredientName }) => ingredientName).toSorted(),
    recipes: (await ownRecipes(person)).map(({ name }) => name).toSorted(),
    plan: (await person.must(getMealPlan, { query: week })).map(({ recipeName }) => recipeName),
  }
}
const empty = { lots: [], ingredients: [], list: [], recipes: [], plan: [] }

describe('a sample kitchen', () => {
  it.each(languages)(
    'has every row of its data in %s, and recipes that its stock covers but for garlic, in both systems of units',
    async (language) => {
      const ana = await createOwner()
      for (const units of ['metric', 'US'] as const) {
        await ana.must(addSampleKitchen, { body: { units }, headers: { 'accept-language': language } })
        const kitchen = await kitchenOf(ana)
        const planned = sampleKitchen(language, units, today).rows.filter((row) => !isRefused(row))
        const namesOf = (kind: string) => planned.filter((row) => row.kind === kind).map(({ name }) => name)
        const recipes = namesOf('recipe')
        expect(kitchen).toMatchObject({
          lots: namesOf('lot').toSorted(),
          list: namesOf('list').toSorted(),
          recipes: recipes.toSorted(),
          plan: [recipes.at(-1)],
        })
        expect(kitchen.ingredients).toEqual(expect.arrayContaining(namesOf('food')))
        const lacking = (await ownRecipes(ana)).map(({ stock: { have, total } }) => total - have)
        expect(lacking.toSorted()).toEqual([0, 0, 1])
        await ana.must(clearSampleKitchen)
        expect(await kitchenOf(ana)).toEqual(empty)
      }
    },
  )

  it('has believable dates in every storage', async () => {
    const ana = await createOwner()
    await ana.must(addSampleKitchen, { body: {} })
    const stock = await lots(ana)
    expect(stock.length).toBeGreaterThanOrEqual(20)
    const storages = new Set(stock.map(({ storage }) => storage))
    expect(storages).toEqual(new Set(['FRIDGE', 'PANTRY', 'FREEZER']))
    const dated = stock.flatMap(({ effectiveExpiration }) => effectiveExpiration ?? [])
    expect(dated.length).toBe(stock.length)
    expect(dated.filter((day) => day < today)).toHaveLength(1)
  })

  it('is added once, recorded in the history, and left out of the imports', async () => {
    const ana = await createOwner()
    const answers = await Promise.all([1, 2, 3].map(() => ana.call(addSampleKitchen, { body: {} })))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await hasSample(ana)).toBe(true)
    expect(new Set((await lots(ana)).map(({ ingredient }) => ingredient.name)).size).toBe((await lots(ana)).length)
    const added = (await ana.must(listHistory)).filter(({ name }) => name === 'import.finished')
    expect(added).toMatchObject([{ summary: expect.stringMatching(/^Added the sample kitchen: \d+ ingredients/), canUndo: false }])
    expect(await ana.must(listImports)).toEqual([])
  })

  it('is cleared in one request, with what was changed since, and nothing else', async () => {
    const ana = await createOwner()
    await ana.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 3, unit: 'l' } })
    await ana.must(addShoppingItem, { body: { ingredientName: 'Candles' } })
    const { id: own } = await ana.must(addRecipe, { body: { name: 'Toast', ingredients: ['1 slice bread'] } })
    await ana.must(putMealPlan, { body: { entries: [{ date: today, recipeId: own }] } })
    const before = await kitchenOf(ana)

    await ana.must(addSampleKitchen, { body: {} })
    const [stock, recipes] = [await lots(ana), await ownRecipes(ana)]
    const eggs = stock.find(({ ingredient }) => ingredient.name === 'Eggs')
    await ana.must(useLot, { params: { id: eggs?.id ?? '' }, body: { quantity: 1 } })
    const row = (await ana.must(getShoppingList)).items.find(({ ingredientName }) => ingredientName === 'Apples')
    await ana.must(changeShoppingItem, { params: { id: row?.id ?? '' }, body: { isChecked: true } })
    const sample = recipes.find(({ name }) => name !== 'Toast')
    await ana.must(changeRecipe, { params: { id: sample?.id ?? '' }, body: { rating: 5 } })
    await ana.must(putMealPlan, { body: { entries: [{ date: addDays(today, 2), recipeId: sample?.id ?? '' }] } })

    await ana.must(clearSampleKitchen)
    expect(await kitchenOf(ana)).toEqual(before)
    expect(await hasSample(ana)).toBe(false)
    const history = await ana.must(listHistory)
    expect(history[0]).toMatchObject({ summary: expect.stringMatching(/^Cleared the sample kitchen: /), canUndo: false })
    expect((await ana.call(clearSampleKitchen)).status).toBe(204)
    expect(await kitchenOf(ana)).toEqual(before)
  })

  it('is cleared of ingredients that were edited or got a barcode, and of those whose items ended', async () => {
    const ana = await createOwner()
    await ana.must(addSampleKitchen, { body: {} })
    const stock = await lots(ana)
    const lotOf = (name: string) => {
      const lot = stock.find(({ ingredient }) => ingredient.name === name)
      if (!lot) throw new Error(`no ${name}`)
      return lot
    }
    await ana.must(useLot, { params: { id: lotOf('Milk').id }, body: { quantity: lotOf('Milk').quantity } })
    await ana.must(discardLot, { params: { id: lotOf('Ham').id }, body: { reason: 'expired' } })
    await ana.must(changeIngredient, { params: { id: lotOf('Rice').ingredient.id }, body: { parLevel: 3 } })
    await ana.must(changeIngredient, { params: { id: lotOf('Flour').ingredient.id }, body: { barcodes: [{ code: '96385074' }] } })
    await ana.must(clearSampleKitchen)
    expect(await kitchenOf(ana)).toEqual(empty)
    await ana.must(addIngredient, { body: { name: 'Flour', barcodes: [{ code: '96385074' }] } })
  })

  it('is cleared of its cooked meals, in a change without an undo', async () => {
    const ana = await createOwner()
    await ana.must(addSampleKitchen, { body: {} })
    const [meal] = await ana.must(getMealPlan, { query: week })
    await ana.must(cookRecipe, { params: { id: meal?.recipeId ?? '' }, body: { servings: 2, planEntryId: meal?.id ?? '' } })
    await ana.must(clearSampleKitchen)
    expect(await kitchenOf(ana)).toEqual(empty)
    const removed = (await ana.must(listHistory)).filter(({ name }) => name === 'plan.removed')
    expect(removed).toMatchObject([{ canUndo: false }])
  })

  it('keeps ingredients that the household stocks or lists', async () => {
    const ana = await createOwner()
    await ana.must(addSampleKitchen, { body: {} })
    await ana.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 3, unit: 'l' } })
    await ana.must(addShoppingItem, { body: { ingredientName: 'Butter' } })
    await ana.must(clearSampleKitchen)
    expect(await kitchenOf(ana)).toEqual({ ...empty, lots: ['Milk'], ingredients: ['Butter', 'Milk'], list: ['Butter'] })
  })

  it('keeps an ingredient that one of the household’s own became part of', async () => {
    const ana = await createOwner()
    await ana.must(addSampleKitchen, { body: {} })
    const milk = (await lots(ana)).find(({ ingredient }) => ingredient.name === 'Milk') as Lot
    const own = await ana.must(addIngredient, { body: { name: 'Whole milk', barcodes: [{ code: '96385074' }] } })
    await ana.must(mergeIngredients, { params: { id: milk.ingredient.id }, body: { ingredientId: own.id } })
    await ana.must(useLot, { params: { id: milk.id }, body: { quantity: milk.quantity } })
    await ana.must(clearSampleKitchen)
    expect(await kitchenOf(ana)).toEqual({ ...empty, ingredients: ['Milk'] })
    expect(await ana.must(getIngredient, { params: { id: milk.ingredient.id } })).toMatchObject({ barcodes: [{ code: '96385074' }] })
  })

  it('is cleared once if two admins clear it at the same time, and can be added again', async () => {
    const ana = await createOwner()
    await ana.must(addSampleKitchen, { body: {} })
    await Promise.all([ana.must(clearSampleKitchen), ana.must(clearSampleKitchen)])
    expect((await ana.must(listHistory)).filter(({ name }) => name === 'import.taken_back')).toHaveLength(1)
    expect(await kitchenOf(ana)).toEqual(empty)
    await ana.must(addSampleKitchen, { body: {} })
    expect((await lots(ana)).length).toBeGreaterThanOrEqual(20)
  })

  it('stays in its household', async () => {
    const [ana, ben] = [await createOwner(), await createOwner()]
    await ana.must(addSampleKitchen, { body: {} })
    await ben.must(addSampleKitchen, { body: {} })
    await ben.must(clearSampleKitchen)
    expect(await hasSample(ana)).toBe(true)
    expect((await lots(ana)).length).toBeGreaterThanOrEqual(20)
  })
})
