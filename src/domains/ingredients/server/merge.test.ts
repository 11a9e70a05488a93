import { describe, expect, it } from 'vitest'
import { merging } from '#app/compose.ts'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addLot, getLot, type Lot, listLots, useLot } from '#domains/inventory/contract.ts'
import { addRecipe, cookRecipe, getRecipeStock, matchLineIngredient } from '#domains/recipes/contract/index.ts'
import { addShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import { columnsOf, tablesOf } from '#tests/support/database/digest.ts'
import { addSomeLot, type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'
import { addIngredient, changeIngredient, getIngredient, listIngredients, mergeIngredients, removeIngredient } from '../contract/index.ts'

const testApp = useTestApp()

async function createMember(): Promise<Person> {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}
const merge = (person: Person, id: string, ingredientId: string) =>
  person.call(mergeIngredients, { params: { id }, body: { ingredientId } })
const undo = (person: Person, { headers }: TestResponse<unknown>) =>
  person.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
const barcodes = [{ code: '4006381333931', label: 'Alpine', packQuantity: 500, packUnit: 'g' as const, packName: null }]
const stockOf = async (person: Person) =>
  ((await person.must(listLots)) as Lot[]).map(({ ingredient, quantity, unit }) => `${quantity} ${unit} ${ingredient.name}`).toSorted()

describe('merging two ingredients', () => {
  it('moves items, barcodes, names and list rows, and undo separates them again', async () => {
    const ana = await createMember()
    const oats = await ana.must(addIngredient, { body: { name: 'Oats', note: 'fine' } })
    const flakes = await ana.must(addIngredient, {
      body: { name: 'Rolled flakes', aliases: ['Flocken'], parLevel: 2, defaultUnit: 'kg', note: 'organic', barcodes },
    })
    await ana.must(addLot, { body: { ingredientId: oats.id, quantity: 1, unit: 'kg' } })
    const lot = await ana.must(addLot, { body: { ingredientId: flakes.id, quantity: 500, unit: 'g' } })
    await ana.must(addShoppingItem, { body: { ingredientId: flakes.id } })
    const before = await ana.must(listIngredients, { query: {} })

    const merged = await merge(ana, oats.id, flakes.id)
    expect(merged).toMatchObject({
      status: 200,
      body: { id: oats.id, name: 'Oats', aliases: ['Rolled flakes', 'Flocken'], note: 'fine; organic', barcodes },
    })
    expect(await stockOf(ana)).toEqual(['1 kg Oats', '500 g Oats'])
    expect((await ana.must(listIngredients, { query: {} })).map(({ name }) => name)).toEqual(['Oats'])
    expect((await ana.must(getShoppingList, { query: {} })).items).toMatchObject([
      { ingredientId: oats.id, ingredientName: 'Rolled flakes' },
    ])
    expect((await ana.must(listHistory, { query: {} }))[0]).toMatchObject({ summary: 'Merged Rolled flakes into Oats', canUndo: true })
    // A lot typed under the old name, and one that another phone added meanwhile.
    expect((await addSomeLot(ana, { ingredient: { name: 'Flocken' } })).ingredient.id).toBe(oats.id)
    const late = await ana.must(addLot, { body: { ingredientId: flakes.id, quantity: 2, unit: 'kg' } })
    expect(late.ingredient.id).toBe(oats.id)

    expect((await undo(ana, merged)).status).toBe(200)
    const version = expect.any(Number)
    const updatedAt = expect.any(String)
    expect(await ana.must(listIngredients, { query: {} })).toEqual(before.map((one) => ({ ...one, version, updatedAt })))
    expect((await ana.must(getLot, { params: { id: lot.id } })).ingredient.id).toBe(flakes.id)
    expect((await ana.must(getLot, { params: { id: late.id } })).ingredient.id).toBe(oats.id)
    expect((await ana.must(getShoppingList, { query: {} })).items).toMatchObject([{ ingredientId: flakes.id }])
  })

  it('keeps every movement of the items, so that one can be used and undone as before', async () => {
    const ana = await createMember()
    const [kept, other] = [
      await ana.must(addIngredient, { body: { name: 'Rice' } }),
      await ana.must(addIngredient, { body: { name: 'Basmati' } }),
    ]
    const lot = await ana.must(addLot, { body: { ingredientId: other.id, quantity: 3, unit: 'kg' } })
    const used = await ana.call(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
    await merge(ana, kept.id, other.id)
    expect((await undo(ana, used)).status).toBe(200)
    expect(await stockOf(ana)).toEqual(['3 kg Rice'])
    expect((await ana.must(listHistory, { query: { lotId: lot.id } })).length).toBeGreaterThan(1)
  })

  it('lets recipes find the ingredient by its old name and by what a person chose', async () => {
    const ana = await createMember()
    const [kept, other] = [
      await ana.must(addIngredient, { body: { name: 'Scallions' } }),
      await ana.must(addIngredient, { body: { name: 'Green bunch' } }),
    ]
    await ana.must(addLot, { body: { ingredientId: kept.id, quantity: 5, unit: 'each' } })
    const { id } = await ana.must(addRecipe, { body: { name: 'Soup', ingredients: ['2 green bunches', '1 allium thing'] } })
    await ana.must(matchLineIngredient, { body: { food: 'allium thing', ingredientId: other.id } })
    await merge(ana, kept.id, other.id)
    const { lines } = await ana.must(getRecipeStock, { params: { id }, query: {} })
    expect(lines.map(({ ingredientId }) => ingredientId)).toEqual([kept.id, kept.id])
  })

  it('takes enough for a meal whose ingredients have become one', async () => {
    const ana = await createMember()
    const [kept, other] = [
      await ana.must(addIngredient, { body: { name: 'Oats' } }),
      await ana.must(addIngredient, { body: { name: 'Flakes' } }),
    ]
    for (const { id } of [kept, other]) await ana.must(addLot, { body: { ingredientId: id, quantity: 500, unit: 'g' } })
    const { id } = await ana.must(addRecipe, { body: { name: 'Porridge', ingredients: ['400 g oats', '400 g flakes'] } })
    await merge(ana, kept.id, other.id)
    // A phone that was offline during the merge.
    const take = [kept, other].map((one) => ({ ingredientId: one.id, quantity: 400, unit: 'g' as const }))
    await ana.must(cookRecipe, { params: { id }, body: { servings: 4, take } })
    expect(await stockOf(ana)).toEqual(['200 g Oats'])
  })

  it('gives a recipe’s name back to the merged ingredient’s heir when a later match is undone', async () => {
    const ana = await createMember()
    const [kept, first, second] = [
      await ana.must(addIngredient, { body: { name: 'Oats' } }),
      await ana.must(addIngredient, { body: { name: 'Flakes' } }),
      await ana.must(addIngredient, { body: { name: 'Bran' } }),
    ]
    const { id } = await ana.must(addRecipe, { body: { name: 'Porridge', ingredients: ['50 g grain thing'] } })
    const match = (ingredientId: string) => ana.call(matchLineIngredient, { body: { food: 'grain thing', ingredientId } })
    const matched = await match(first.id)
    const rematched = await match(second.id)
    expect(await undo(ana, matched)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    await merge(ana, kept.id, first.id)
    expect((await undo(ana, rematched)).status).toBe(200)
    const { lines } = await ana.must(getRecipeStock, { params: { id }, query: {} })
    expect(lines.map(({ ingredientId }) => ingredientId)).toEqual([kept.id])
  })

  it('rejects one and the same, unknown and removed ingredients', async () => {
    const ana = await createMember()
    const [kept, gone] = [
      await ana.must(addIngredient, { body: { name: 'Salt' } }),
      await ana.must(addIngredient, { body: { name: 'Sugar' } }),
    ]
    await ana.must(removeIngredient, { params: { id: gone.id } })
    expect(await merge(ana, kept.id, kept.id)).toMatchObject({ status: 409, body: { code: 'same_ingredient' } })
    for (const [id, ingredientId] of [
      [kept.id, gone.id],
      [gone.id, kept.id],
    ] as const)
      expect(await merge(ana, id, ingredientId)).toMatchObject({ status: 404 })
    expect(await ana.must(getIngredient, { params: { id: kept.id } })).toEqual(kept)
  })

  it('can’t be undone after the kept one was changed or the old name was taken', async () => {
    const ana = await createMember()
    const [kept, other] = [
      await ana.must(addIngredient, { body: { name: 'Oats' } }),
      await ana.must(addIngredient, { body: { name: 'Flakes' } }),
    ]
    const merged = await merge(ana, kept.id, other.id)
    const again = await ana.must(addIngredient, { body: { name: 'Flakes' } })
    expect(await undo(ana, merged)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    const chain = await merge(ana, again.id, kept.id)
    expect(await undo(ana, merged)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    // Through both merges.
    expect((await ana.must(addLot, { body: { ingredientId: other.id, quantity: 1, unit: 'kg' } })).ingredient.id).toBe(again.id)
    expect((await undo(ana, chain)).status).toBe(200)
  })

  it('keeps the other’s barcodes when an earlier change is undone, and gives them back', async () => {
    const ana = await createMember()
    const kept = await ana.must(addIngredient, { body: { name: 'Oats' } })
    const other = await ana.must(addIngredient, { body: { name: 'Flakes', barcodes } })
    const own = { code: '96385074' }
    const edited = await ana.call(changeIngredient, { params: { id: kept.id }, body: { barcodes: [own] } })
    const merged = await merge(ana, kept.id, other.id)
    expect((await undo(ana, edited)).status).toBe(200)
    expect((await ana.must(getIngredient, { params: { id: kept.id } })).barcodes).toEqual(barcodes)
    expect((await undo(ana, merged)).status).toBe(200)
    expect((await ana.must(getIngredient, { params: { id: other.id } })).barcodes).toEqual(barcodes)
  })

  it('leaves no ingredient behind whose adding is undone', async () => {
    const ana = await createMember()
    const kept = await ana.call(addIngredient, { body: { name: 'Oats' } })
    const other = await ana.must(addIngredient, { body: { name: 'Flakes' } })
    const merged = await merge(ana, kept.body.id, other.id)
    expect(await undo(ana, kept)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect((await undo(ana, merged)).status).toBe(200)
    expect((await undo(ana, kept)).status).toBe(200)
    expect((await ana.must(listIngredients, { query: {} })).map(({ name }) => name)).toEqual(['Flakes'])
  })

  it('moves the rows of every table that references an ingredient', async () => {
    const { database } = testApp().server
    const tables = await tablesOf(database)
    const columns = await Promise.all(tables.map((table) => columnsOf(database, table)))
    const referencing = tables.filter((_, at) => columns[at]?.includes('ingredient_id'))
    // A notification is a message about what was; its screens find the ingredient by the merge.
    const others = ['notifications']
    // These refer to their ingredient in another column.
    const elsewhere = ['food_contents', 'ingredients', 'plan_list_causes', 'recipe_buys']
    expect([...referencing, ...elsewhere].toSorted()).toEqual([...merging.references.map(({ table }) => table), ...others].toSorted())
  })
})
