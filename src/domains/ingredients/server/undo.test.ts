import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { someIngredient, useTestApp } from '#tests/support/server/test-app.ts'
import { addIngredient, changeIngredient, listIngredients, removeIngredient } from '../contract/index.ts'

const testApp = useTestApp()

async function aMember() {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}
const barcodes = [{ code: '4006381333931', label: 'Alpine', packQuantity: 500, packUnit: 'g' as const }]

describe('a food that was changed by mistake', () => {
  it('is as it was after Undo: columns, codes and all', async () => {
    const ana = await aMember()
    const oats = await ana.must(addIngredient, { body: { name: 'Oats', parLevel: 2, defaultUnit: 'kg', barcodes } })
    const { headers } = await ana.call(changeIngredient, { params: { id: oats.id }, body: { name: 'Goats', parLevel: 9, barcodes: [] } })
    await ana.must(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
    const [after] = await ana.must(listIngredients, { query: {} })
    expect(after).toEqual({ ...oats, version: after?.version, updatedAt: after?.updatedAt })
  })

  it('is not taken back over what somebody changed later', async () => {
    const ana = await aMember()
    const oats = await ana.must(addIngredient, { body: { name: 'Oats' } })
    const { headers } = await ana.call(changeIngredient, { params: { id: oats.id }, body: { name: 'Goats' } })
    await ana.must(changeIngredient, { params: { id: oats.id }, body: { name: 'Boats' } })
    const answer = await ana.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  })

  it('comes back with its codes when it was removed, and goes when it was added, unless there is stock of it', async () => {
    const ana = await aMember()
    const added = await ana.call(addIngredient, { body: { name: 'Oats', barcodes } })
    const removed = await ana.call(removeIngredient, { params: { id: added.body.id } })
    await ana.must(undoChange, { params: { seq: Number(removed.headers['x-change-seq']) } })
    expect(await ana.must(listIngredients, { query: {} })).toMatchObject([{ name: 'Oats', barcodes }])
    await someIngredient(ana, { ingredient: { name: 'Oats' }, quantity: 1, unit: 'kg' })
    const seq = Number(added.headers['x-change-seq'])
    expect(await ana.call(undoChange, { params: { seq } })).toMatchObject({ status: 409, body: { code: 'has_stock' } })
  })

  it('a change that changes nothing is not in the history', async () => {
    const ana = await aMember()
    const oats = await ana.must(addIngredient, { body: { name: 'Oats' } })
    await ana.must(changeIngredient, { params: { id: oats.id }, body: { name: 'Oats' } })
    expect((await ana.must(listHistory, { query: {} })).map(({ name }) => name)).toEqual(['ingredient.added', 'household.created'])
  })

  it('keeps its target when it is measured in another unit', async () => {
    const ana = await aMember()
    const milk = await ana.must(addIngredient, { body: { name: 'Milk', parLevel: 2, defaultUnit: 'l' } })
    expect(await ana.must(changeIngredient, { params: { id: milk.id }, body: { defaultUnit: 'ml' } })).toMatchObject({
      parLevel: 2000,
      defaultUnit: 'ml',
    })
  })

  it('keeps the number of its target where that would grow past any amount', async () => {
    const ana = await aMember()
    const conversions = [{ from: 'each' as const, to: 'kg' as const, factor: 1_000_000 }]
    const sand = await ana.must(addIngredient, { body: { name: 'Sand', parLevel: 1_000_000, defaultUnit: 'each', conversions } })
    expect(await ana.must(changeIngredient, { params: { id: sand.id }, body: { defaultUnit: 'g' } })).toMatchObject({
      parLevel: 1_000_000,
      defaultUnit: 'g',
    })
  })
})
