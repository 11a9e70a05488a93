import { beforeEach, describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, removeIngredient } from '#domains/ingredients/contract/index.ts'
import { useLot } from '#domains/inventory/contract.ts'
import { addRecipe, putMealPlan } from '#domains/recipes/contract/index.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { addSomeLot, type Person, useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
const { there } = useSecondServer(testApp)
let ana: Person
let ben: Person
beforeEach(async () => {
  ;[ana, ben] = (await createPeople(testApp(), 2, 'Ana')) as [Person, Person]
  await testApp().household(ana, ben)
})

const ingredient = (name: string, parLevel: number, more: object = {}) =>
  ana.must(addIngredient, { body: { name, parLevel, defaultUnit: 'l', ...more } })
const stock = (ingredientId: string, quantity: number, more: object = {}) =>
  addSomeLot(ana, { ingredientId, ingredient: undefined, quantity, unit: 'l', ...more } as never)
/** Generates the list and checks that a read right after returns the same rows. */
const generate = async (person = ana) => {
  const answer = await person.call(contract.generateList)
  expect(answer.body.items).toEqual((await list()).items)
  return answer
}
const list = () => ana.must(contract.getShoppingList)

/** Plans a meal for tomorrow that uses `litres` of an ingredient. */
async function planMeal(ingredient: string, litres: number): Promise<void> {
  const { id: recipeId } = await ana.must(addRecipe, { body: { name: 'Soup', ingredients: [`${litres} l ${ingredient}`] } })
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await ana.must(putMealPlan, { body: { entries: [{ date, recipeId }] } })
}

describe('generating the list', () => {
  it('brings every ingredient back to par by its unexpired and unreserved stock, and explains why', async () => {
    await ingredient('Gone', 2)
    await stock((await ingredient('Off', 2)).id, 1, { expirationDate: '2026-01-01', dateKind: 'use_by' })
    await stock((await ingredient('Little', 4)).id, 1500, { unit: 'ml' })
    await stock((await ingredient('Nearly', 4)).id, 3)
    await stock((await ingredient('Planned', 4)).id, 4)
    await planMeal('Planned', 1.5)
    await stock((await ingredient('Enough', 4)).id, 4)
    await ingredient('Untended', 0)
    const { status, body } = await generate()
    expect(status).toBe(200)
    expect(
      Object.fromEntries(
        body.items.map((item) => [
          item.ingredientName,
          [item.reason, item.priority, item.suggestedQuantity, item.currentQuantity, item.why],
        ]),
      ),
    ).toEqual({
      Gone: ['missing', 'high', 2, 0, 'None left; minimum 2 l'],
      Off: ['expired', 'high', 2, 0, 'Everything left has expired (1 l); minimum 2 l'],
      Little: ['low_stock', 'medium', 2.5, 1.5, '1.5 l left; minimum 4 l'],
      Nearly: ['below_par', 'low', 1, 3, '3 l left; minimum 4 l'],
      Planned: ['below_par', 'low', 1.5, 2.5, '2.5 l left, 1.5 l reserved; minimum 4 l'],
    })
    expect(body).toMatchObject({ added: 5, changed: 0, removed: 0, notCompared: [], stats: { totalItems: 5, highPriorityItems: 2 } })
    expect(body.items[0]).toMatchObject({ unit: 'l', addedBy: null, isChecked: false })
    const [entry] = await ana.must(listHistory, { query: { limit: 1 } })
    expect(entry).toMatchObject({ summary: 'Generated the shopping list: 5 added, 0 changed, 0 removed', canUndo: true })
  })

  it('C-07 changes nothing when repeated, even by several members at once', async () => {
    for (const name of ['Milk', 'Juice', 'Cream']) await ingredient(name, 2)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => generate(i % 2 === 0 ? ana : there(ben))))
    expect(answers.map(({ body }) => body.added).toSorted()).toEqual([...Array(19).fill(0), 3])
    expect(answers.filter(({ headers }) => headers['x-change-seq'] !== undefined)).toHaveLength(1)
    const before = await list()
    const again = await generate()
    expect([again.body.items, again.headers['x-change-seq']]).toEqual([before.items, undefined])
  })

  it('updates a row as stock changes and removes it once there is enough or the ingredient or par level is gone', async () => {
    const milk = await ingredient('Milk', 4)
    const salt = await ingredient('Salt', 1)
    const [first] = (await generate()).body.items
    const lot = await stock(milk.id, 3)
    expect((await generate()).body).toMatchObject({
      changed: 1,
      items: [{ id: first?.id, suggestedQuantity: 1, reason: 'below_par', version: 2 }, { ingredientName: 'Salt' }],
    })
    await stock(milk.id, 1)
    await ana.must(changeIngredient, { params: { id: salt.id }, body: { parLevel: null } })
    expect((await generate()).body).toMatchObject({ removed: 2, items: [] })
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 3 } })
    expect((await generate()).body.items).toMatchObject([{ suggestedQuantity: 3 }])
    const sugar = await ingredient('Sugar', 1)
    expect((await generate()).body.added).toBe(1)
    await ana.must(removeIngredient, { params: { id: sugar.id } })
    expect((await generate()).body).toMatchObject({ removed: 1 })
  })

  it('keeps rows checked, edited or added by hand and adds only what they leave missing', async () => {
    const [checked, edited, byHand] = [await ingredient('Checked', 2), await ingredient('Edited', 2), await ingredient('By hand', 2)]
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'by hand', suggestedQuantity: 500, unit: 'ml' } })
    const { items } = (await generate()).body
    const idOf = (name: string) => items.find((item) => item.ingredientName === name)?.id ?? ''
    await ana.must(contract.changeShoppingItem, { params: { id: idOf('Checked') }, body: { isChecked: true } })
    await ana.must(contract.changeShoppingItem, { params: { id: idOf('Edited') }, body: { suggestedQuantity: 1 } })
    await stock(checked.id, 250, { unit: 'ml' })
    for (const { id } of [checked, edited, byHand]) await ana.must(changeIngredient, { params: { id }, body: { parLevel: 3 } })
    const after = (await generate()).body.items
    expect(after.filter(({ ingredientId }) => ingredientId === checked.id)).toMatchObject([
      { isChecked: true, suggestedQuantity: 2 },
      { isChecked: false, suggestedQuantity: 0.75, currentQuantity: 0.25 },
    ])
    expect(
      after
        .filter(({ ingredientId }) => ingredientId === edited.id)
        .map(({ suggestedQuantity }) => suggestedQuantity)
        .toSorted(),
    ).toEqual([1, 2])
    expect(after.filter(({ ingredientId }) => ingredientId === byHand.id)).toMatchObject([
      { reason: 'requested', unit: 'ml' },
      { reason: 'missing', suggestedQuantity: 2.5 },
    ])
    for (const { id } of [checked, edited, byHand]) await ana.must(changeIngredient, { params: { id }, body: { parLevel: null } })
    const last = (await generate()).body
    expect(last.items).toEqual((await list()).items)
    expect(last.items.map(({ ingredientName, suggestedQuantity }) => [ingredientName, suggestedQuantity])).toEqual([
      ['by hand', 500],
      ['Checked', 2],
      ['Edited', 1],
    ])
  })

  it('keeps what a member added to a generated row', async () => {
    const milk = await ingredient('Milk', 2)
    await generate()
    expect(await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk', suggestedQuantity: 1, unit: 'l' } })).toMatchObject({
      suggestedQuantity: 3,
    })
    await ana.must(changeIngredient, { params: { id: milk.id }, body: { parLevel: null } })
    expect((await generate()).body.items).toMatchObject([{ suggestedQuantity: 3 }])
  })

  it('converts with the conversions of the ingredient and reports what it cannot compare', async () => {
    const flour = await ingredient('Bread flour', 1, { defaultUnit: 'kg', conversions: [] })
    await stock(flour.id, 2, { unit: 'cup' })
    expect((await generate()).body).toMatchObject({ items: [], notCompared: [{ ingredientId: flour.id, ingredientName: 'Bread flour' }] })
    await ana.must(changeIngredient, { params: { id: flour.id }, body: { conversions: [{ from: 'cup', to: 'g', factor: 120 }] } })
    expect((await generate()).body).toMatchObject({ items: [{ suggestedQuantity: 0.8, unit: 'kg' }], notCompared: [] })
  })

  it('starts rows with the note of their ingredient or of the last time, and updates a row that only got a note', async () => {
    const milk = await ingredient('Milk', 4, { note: '3.5 %' })
    const { items } = (await generate()).body
    expect(items).toMatchObject([{ suggestedQuantity: 4, note: '3.5 %' }])
    await ana.must(contract.changeShoppingItem, { params: { id: items[0]?.id ?? '' }, body: { note: 'the red one' } })
    await stock(milk.id, 1)
    expect((await generate()).body).toMatchObject({ changed: 1, items: [{ suggestedQuantity: 3, note: 'the red one' }] })
    await stock(milk.id, 3)
    expect((await generate()).body).toMatchObject({ removed: 1, items: [] })
    await ana.must(changeIngredient, { params: { id: milk.id }, body: { parLevel: 6 } })
    expect((await generate()).body).toMatchObject({ items: [{ suggestedQuantity: 2, note: 'the red one' }] })
  })

  it('buys whole packs of a size that a barcode tells', async () => {
    const barcodes = [{ code: '4006381333931', packQuantity: 500, packUnit: 'g' as const }]
    const flour = await ingredient('Bread flour', 1.2, { defaultUnit: 'kg', barcodes })
    await stock(flour.id, 0.4, { unit: 'kg' })
    const packs = { count: 2, quantity: 500, unit: 'g' }
    expect((await generate()).body).toMatchObject({ items: [{ suggestedQuantity: 1, unit: 'kg', packs }] })
    expect((await list()).items).toMatchObject([{ suggestedQuantity: 1, packs }])
    expect((await generate()).body).toMatchObject({ added: 0, changed: 0, removed: 0 })
  })

  it('is undone as one change, unless a row has been changed since', async () => {
    await ingredient('Milk', 2)
    const seqOf = async () => Number((await ana.must(listHistory, { query: { limit: 1 } }))[0]?.seq)
    await generate()
    await ana.must(undoChange, { params: { seq: await seqOf() } })
    expect((await list()).items).toEqual([])
    const { items } = (await generate()).body
    const seq = await seqOf()
    await ana.must(contract.changeShoppingItem, { params: { id: items[0]?.id ?? '' }, body: { isChecked: true } })
    expect(await ana.call(undoChange, { params: { seq } })).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  })
})

describe('a suggested par level', () => {
  it('counts uses, but not undone ones', async () => {
    const { id } = await ingredient('Milk', 2)
    const lot = await stock(id, 10)
    for (let i = 0; i < 4; i++) await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
    const [last] = await ana.must(listHistory, { query: { limit: 1 } })
    await ana.must(undoChange, { params: { seq: last?.seq ?? 0 } })
    expect(await ana.must(contract.suggestPar, { params: { id } })).toMatchObject({
      usesCounted: 3,
      unit: 'l',
      suggestedPar: expect.any(Number),
    })
  })
})
