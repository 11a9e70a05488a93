import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addSomeLot, useTestApp } from '#tests/support/server/test-app.ts'
import { addIngredient, changeIngredient, listIngredients, removeIngredient } from '../contract/index.ts'

const testApp = useTestApp()

async function createMember() {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}
const barcodes = [{ code: '4006381333931', label: 'Alpine', packQuantity: 500, packUnit: 'g' as const }]

describe('undoing an ingredient’s change', () => {
  it('restores its columns and barcodes', async () => {
    const ana = await createMember()
    const oats = await ana.must(addIngredient, { body: { name: 'Oats', parLevel: 2, defaultUnit: 'kg', barcodes } })
    const { headers } = await ana.call(changeIngredient, { params: { id: oats.id }, body: { name: 'Goats', parLevel: 9, barcodes: [] } })
    await ana.must(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
    const [after] = await ana.must(listIngredients, { query: {} })
    expect(after).toEqual({ ...oats, version: after?.version, updatedAt: after?.updatedAt })
  })

  it('is rejected after a later change', async () => {
    const ana = await createMember()
    const oats = await ana.must(addIngredient, { body: { name: 'Oats' } })
    const { headers } = await ana.call(changeIngredient, { params: { id: oats.id }, body: { name: 'Goats' } })
    await ana.must(changeIngredient, { params: { id: oats.id }, body: { name: 'Boats' } })
    const answer = await ana.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  })

  it('restores a removed ingredient with its barcodes, and keeps an added one that has stock', async () => {
    const ana = await createMember()
    const added = await ana.call(addIngredient, { body: { name: 'Oats', barcodes } })
    const removed = await ana.call(removeIngredient, { params: { id: added.body.id } })
    await ana.must(undoChange, { params: { seq: Number(removed.headers['x-change-seq']) } })
    expect(await ana.must(listIngredients, { query: {} })).toMatchObject([{ name: 'Oats', barcodes }])
    await addSomeLot(ana, { ingredient: { name: 'Oats' }, quantity: 1, unit: 'kg' })
    const seq = Number(added.headers['x-change-seq'])
    expect(await ana.call(undoChange, { params: { seq } })).toMatchObject({ status: 409, body: { code: 'has_stock' } })
  })

  it('has no entry for a change without a difference', async () => {
    const ana = await createMember()
    const oats = await ana.must(addIngredient, { body: { name: 'Oats' } })
    await ana.must(changeIngredient, { params: { id: oats.id }, body: { name: 'Oats' } })
    expect((await ana.must(listHistory, { query: {} })).map(({ name }) => name)).toEqual(['ingredient.added', 'household.created'])
  })
})

describe('changing an ingredient’s unit', () => {
  it('converts the par level to a new unit', async () => {
    const ana = await createMember()
    const milk = await ana.must(addIngredient, { body: { name: 'Milk', parLevel: 2, defaultUnit: 'l' } })
    expect(await ana.must(changeIngredient, { params: { id: milk.id }, body: { defaultUnit: 'ml' } })).toMatchObject({
      parLevel: 2000,
      defaultUnit: 'ml',
    })
  })

  it('keeps the number of a par level that would become too large', async () => {
    const ana = await createMember()
    const conversions = [{ from: 'each' as const, to: 'kg' as const, factor: 1_000_000 }]
    const sand = await ana.must(addIngredient, { body: { name: 'Sand', parLevel: 1_000_000, defaultUnit: 'each', conversions } })
    expect(await ana.must(changeIngredient, { params: { id: sand.id }, body: { defaultUnit: 'g' } })).toMatchObject({
      parLevel: 1_000_000,
      defaultUnit: 'g',
    })
  })
})
