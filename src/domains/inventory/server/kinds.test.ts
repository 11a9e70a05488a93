import { describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { addLot, consumeIngredient, type Lot, listLots } from '../contract.ts'

const testApp = useTestApp()
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/** A kitchen where brie (200 g a piece) is a kind of cheese. */
async function createKitchen(parLevel: number | null = null) {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  const cheese = await ana.must(addIngredient, { body: { name: 'Cheese', defaultUnit: 'g', conversions: [], parLevel } })
  const conversions = [{ from: 'each', to: 'g', factor: 200 }] as const
  const brie = await ana.must(addIngredient, {
    body: { name: 'Brie', defaultUnit: 'g', parentId: cheese.id, conversions: [...conversions] },
  })
  const milk = await ana.must(addIngredient, { body: { name: 'Milk', defaultUnit: 'g' } })
  return { ana, cheese, brie, milk }
}
const put = (ana: Person, { id }: { id: string }, quantity: number, unit: 'g' | 'each' = 'g', ahead: number | null = null) =>
  ana.must(addLot, { body: { ingredientId: id, quantity, unit, expirationDate: ahead === null ? null : day(ahead) } })
const stock = async (ana: Person, query: object = {}) =>
  ((await ana.must(listLots, { query })) as Lot[]).map((lot) => `${lot.quantity} ${lot.unit} ${lot.ingredient.name}`).toSorted()
const use = (ana: Person, { id }: { id: string }, quantity: number) =>
  ana.call(consumeIngredient, { params: { id }, body: { quantity, unit: 'g' } })

describe('the kinds of an ingredient', () => {
  it('are listed among what is low as long as the family is', async () => {
    const { ana, cheese, brie, milk } = await createKitchen(500)
    await put(ana, milk, 1)
    await put(ana, brie, 1, 'each')
    await put(ana, cheese, 100)
    expect(await stock(ana, { isLow: 'true' })).toEqual(['1 each Brie', '100 g Cheese'])
    await put(ana, brie, 1, 'each')
    expect(await stock(ana, { isLow: 'true' })).toEqual([])
  })

  it('are used with it, soonest to expire first, and an undo gives back each', async () => {
    const { ana, cheese, brie } = await createKitchen()
    await put(ana, cheese, 100, 'g', 9)
    await put(ana, brie, 1, 'each', 2)
    const before = await stock(ana)
    const used = await use(ana, cheese, 250)
    expect(await stock(ana)).toEqual(['50 g Cheese'])
    await ana.must(undoChange, { params: { seq: Number(used.headers['x-change-seq']) } })
    expect(await stock(ana)).toEqual(before)
  })

  it('don’t use what they are a kind of, and no more than there is', async () => {
    const { ana, cheese, brie } = await createKitchen()
    await put(ana, cheese, 100)
    await put(ana, brie, 1, 'each')
    expect((await use(ana, brie, 250)).body).toMatchObject({ code: 'not_enough' })
    expect((await use(ana, cheese, 301)).body).toMatchObject({ code: 'not_enough' })
    expect(await stock(ana)).toEqual(['1 each Brie', '100 g Cheese'])
  })
})
