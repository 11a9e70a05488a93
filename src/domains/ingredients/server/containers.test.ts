import { describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'
import { addIngredient, changeIngredient, getIngredient, type Ingredient, mergeIngredients } from '../contract/index.ts'

const testApp = useTestApp()
const jar = { name: 'Glass jar', quantity: 220.5, unit: 'g' } as const
const box = { name: 'Box', quantity: 3, unit: 'oz' } as const

async function withHoney(): Promise<{ ana: Person; honey: Ingredient }> {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return { ana, honey: await ana.must(addIngredient, { body: { name: 'Honey', defaultUnit: 'g', containers: [jar] } }) }
}
const undo = (person: Person, { headers }: TestResponse<unknown>) =>
  person.must(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
const change = (person: Person, { id }: Ingredient, containers: Ingredient['containers']) =>
  person.call(changeIngredient, { params: { id }, body: { containers } })

describe('containers of an ingredient', () => {
  it('are kept, changed and brought back by an undo', async () => {
    const { ana, honey } = await withHoney()
    expect(honey.containers).toEqual([jar])
    const changed = await change(ana, honey, [jar, box])
    expect(changed.body).toMatchObject({ containers: [jar, box] })
    await undo(ana, changed)
    expect((await ana.must(getIngredient, { params: honey })).containers).toEqual([jar])
  })

  it.each([
    ['two of one name', [jar, { ...box, name: 'glass jar' }]],
    ['eleven', Array.from({ length: 11 }, (_, at) => ({ ...jar, name: `Jar ${at}` }))],
    ['one that weighs nothing', [{ ...jar, quantity: 0 }]],
    ['one measured in liters', [{ ...jar, unit: 'l' }]],
    ['one without a name', [{ ...jar, name: ' ' }]],
    ['one with a long name', [{ ...jar, name: 'j'.repeat(31) }]],
  ])('are refused: %s', async (_what, containers) => {
    const { ana, honey } = await withHoney()
    expect((await change(ana, honey, containers as Ingredient['containers'])).status).toBe(422)
  })

  it('are merged, and separated by an undo', async () => {
    const { ana, honey } = await withHoney()
    const other = await ana.must(addIngredient, { body: { name: 'Forest honey', containers: [{ ...jar, quantity: 300 }, box] } })
    const merged = await ana.call(mergeIngredients, { params: { id: honey.id }, body: { ingredientId: other.id } })
    expect(merged.body).toMatchObject({ containers: [jar, box] })
    await undo(ana, merged)
    expect((await ana.must(getIngredient, { params: honey })).containers).toEqual([jar])
  })
})
