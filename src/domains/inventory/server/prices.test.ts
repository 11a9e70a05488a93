import { beforeEach, describe, expect, it } from 'vitest'
import { addShoppingItem, changeShoppingItem, draftPutAway, putAway } from '#domains/shopping/contract/index.ts'
import { addStore } from '#domains/stores/contract.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { addLot, changeLot, getLot, listPrices, listStorePrices, removeLot, splitLot } from '../contract.ts'

const testApp = useTestApp()
let ana: Person
let market: string
beforeEach(async () => {
  const [person] = (await createPeople(testApp(), 1, 'Ana')) as [Person]
  ana = person
  await testApp().household(ana)
  market = (await ana.must(addStore, { body: { name: 'Market' } })).id
})

const flour = { ingredient: { name: 'Flour' }, unit: 'g' } as const

describe('the prices of an ingredient', () => {
  it('are what was paid, newest first, each per kilogram, whatever the size of the pack', async () => {
    const small = await ana.must(addLot, { body: { ...flour, quantity: 500, purchasePrice: 0.9, storeId: market } })
    await ana.must(addLot, { body: { ...flour, quantity: 2, unit: 'kg', purchasePrice: 2.5 } })
    await ana.must(addLot, { body: { ...flour, quantity: 1 } })
    const params = { id: small.ingredient.id }
    const prices = await ana.must(listPrices, { params })
    expect(prices).toMatchObject([
      { storeId: null, price: 2.5, quantity: 2, unit: 'kg', unitPrice: 1.25, per: 'kg' },
      { storeId: market, price: 0.9, quantity: 500, unit: 'g', unitPrice: 1.8, per: 'kg' },
    ])
    await ana.must(changeLot, { params: { id: small.id }, body: { purchasePrice: 1, storeId: null } })
    expect((await ana.must(listPrices, { params }))[1]).toMatchObject({ storeId: null, unitPrice: 2 })
    await ana.must(removeLot, { params: { id: small.id } })
    expect(await ana.must(listPrices, { params })).toHaveLength(1)
  })

  it('come with the store where the row of the list was checked off', async () => {
    const { id } = await ana.must(addShoppingItem, { body: { ingredientName: 'Rice', suggestedQuantity: 1, unit: 'kg' } })
    await ana.must(changeShoppingItem, { params: { id }, body: { isChecked: true, storeId: market } })
    const { lots } = await ana.must(putAway, { body: { items: [{ id, purchasePrice: 3 }] } })
    expect(lots).toMatchObject([{ storeId: market, purchasePrice: 3 }])
    expect(await ana.must(getLot, { params: { id: lots[0]?.id ?? '' } })).toMatchObject({ storeId: market })
    expect(await ana.must(listPrices, { params: { id: lots[0]?.ingredient.id ?? '' } })).toMatchObject([{ storeId: market, unitPrice: 3 }])
  })

  it('come with the store given for those not checked off in one, or for one row', async () => {
    const bakery = (await ana.must(addStore, { body: { name: 'Bakery' } })).id
    const rows = await Promise.all(
      ['Rice', 'Milk', 'Bread'].map((ingredientName) => ana.must(addShoppingItem, { body: { ingredientName } })),
    )
    const [rice, milk, bread] = rows.map(({ id }) => id) as [string, string, string]
    await ana.must(changeShoppingItem, { params: { id: rice }, body: { isChecked: true, storeId: market } })
    for (const id of [milk, bread]) await ana.must(changeShoppingItem, { params: { id }, body: { isChecked: true } })
    const drafts = await ana.must(draftPutAway)
    expect(new Map(drafts.map(({ id, storeId }) => [id, storeId]))).toEqual(
      new Map([
        [rice, market],
        [milk, null],
        [bread, null],
      ]),
    )
    const { lots } = await ana.must(putAway, {
      body: { items: [{ id: rice }, { id: milk }, { id: bread, storeId: null }], storeId: bakery },
    })
    expect(lots.map(({ ingredient, storeId }) => [ingredient.name, storeId])).toEqual([
      ['Rice', market],
      ['Milk', bakery],
      ['Bread', null],
    ])
  })

  it('name no store that the household does not have', async () => {
    const storeId = crypto.randomUUID()
    expect(await ana.call(addLot, { body: { ...flour, quantity: 1, storeId } })).toMatchObject({ status: 404 })
    const { id } = await ana.must(addShoppingItem, { body: { ingredientName: 'Rice' } })
    expect(await ana.call(putAway, { body: { items: [{ id }], storeId } })).toMatchObject({ status: 404 })
  })
})

describe('the prices of the stores', () => {
  it('are the newest of each ingredient in each store, without gifts, mistakes and parts split off', async () => {
    const add = async (price: number, storeId: string | null, quantity = 1) =>
      (await ana.must(addLot, { body: { ...flour, quantity, unit: 'kg', purchasePrice: price, storeId } })).id
    const bakery = (await ana.must(addStore, { body: { name: 'Bakery' } })).id
    await add(3, market)
    await add(4, market, 2)
    await add(9, null)
    await add(0, bakery)
    const mistake = await add(1, bakery)
    expect(await ana.must(listStorePrices)).toMatchObject(
      [
        { storeId: bakery, price: 1 },
        { storeId: market, price: 4, quantity: 2, unit: 'kg' },
      ].toSorted((a, b) => (a.storeId < b.storeId ? -1 : 1)),
    )
    await ana.must(removeLot, { params: { id: mistake } })
    const split = await add(6, market, 3)
    await ana.must(splitLot, { params: { id: split }, body: { quantity: 1 } })
    const [only, ...others] = await ana.must(listStorePrices)
    expect(others).toEqual([])
    expect(only).toMatchObject({ storeId: market, unit: 'kg' })
    expect((only?.price ?? 0) / (only?.quantity ?? 1)).toBe(2)
  })
})
