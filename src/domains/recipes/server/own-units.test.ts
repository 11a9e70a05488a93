import { describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, getLot } from '#domains/inventory/contract.ts'
import { formatLotAmount } from '#domains/inventory/rules/lot-amount.ts'
import { addShoppingItem, changeShoppingItem, getShoppingList, pasteItems, putAway } from '#domains/shopping/contract/index.ts'
import { formatPacks } from '#domains/shopping/rules/purchase-amount.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { addRecipe, cookRecipe, getRecipeStock } from '../contract/index.ts'

const testApp = useTestApp()

async function withTomatoes() {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  const ownUnits = [{ name: 'can', quantity: 400, unit: 'g' as const }]
  return { ana, tomatoes: await ana.must(addIngredient, { body: { name: 'Tomatoes', defaultUnit: 'g', ownUnits } }) }
}
const recipeWith = (person: Person, ...ingredients: string[]) =>
  person.must(addRecipe, { body: { name: 'Soup', servings: 2, ingredients, instructions: [] } })
const listed = async (person: Person) =>
  (await person.must(getShoppingList, { query: {} })).items.map(
    ({ suggestedQuantity, unit, packs }) => `${suggestedQuantity} ${unit}: ${packs ? formatPacks(packs, formatAmount) : ''}`,
  )

describe('cooking with cans', () => {
  it('takes 240 g out of two cans, and an undo puts them back', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const lot = await ana.must(addLot, { body: { ingredientId: tomatoes.id, quantity: 800, unit: 'g', ownUnit: 'can' } })
    const { id } = await recipeWith(ana, '240 g tomatoes')
    const cooked = await ana.call(cookRecipe, { params: { id }, body: {} })
    expect(formatLotAmount(await ana.must(getLot, { params: lot }))).toBe('1 can + 160 g')
    await ana.must(undoChange, { params: { seq: Number(cooked.headers['x-change-seq']) } })
    expect(formatLotAmount(await ana.must(getLot, { params: lot }))).toBe('2 cans')
  })

  it('takes 800 g for a recipe that says two cans', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const lot = await ana.must(addLot, { body: { ingredientId: tomatoes.id, quantity: 1000, unit: 'g', ownUnit: 'can' } })
    const { id } = await recipeWith(ana, '2 cans tomatoes')
    expect((await ana.must(getRecipeStock, { params: { id }, query: {} })).lines).toMatchObject([
      { state: 'have', take: 800, stockUnit: 'g' },
    ])
    await ana.must(cookRecipe, { params: { id }, body: {} })
    expect(formatLotAmount(await ana.must(getLot, { params: lot }))).toBe('200 g')
  })
})

describe('the shopping list', () => {
  it('reads and shows cans, and what is put away is counted in them', async () => {
    const { ana } = await withTomatoes()
    const {
      items: [row],
    } = await ana.must(pasteItems, { body: { text: '2 cans tomatoes' } })
    expect(await listed(ana)).toEqual(['800 g: 2 cans'])
    await ana.must(changeShoppingItem, { params: { id: row?.id ?? '' }, body: { isChecked: true } })
    const { lots } = await ana.must(putAway, { body: {} })
    expect(lots.map((lot) => formatLotAmount(lot))).toEqual(['2 cans'])
  })

  it('shows whole cans of what is entered in grams', async () => {
    const { ana, tomatoes } = await withTomatoes()
    await ana.must(addShoppingItem, { body: { ingredientId: tomatoes.id, suggestedQuantity: 1200, unit: 'g' } })
    await ana.must(addShoppingItem, { body: { ingredientName: 'Leeks', suggestedQuantity: 2, unit: 'each' } })
    expect((await listed(ana)).toSorted()).toEqual(['1200 g: 3 cans', '2 each: '])
  })
})
