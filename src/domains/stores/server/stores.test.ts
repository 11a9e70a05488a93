import { beforeEach, describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addShoppingItem, arrangeAisles, changeShoppingItem, getAisles, getShoppingList } from '#domains/shopping/contract/index.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { addStore, changeStore, listStores, maxStores, removeStore } from '../contract.ts'

const testApp = useTestApp()
let ana: Person
beforeEach(async () => {
  const [person] = (await createPeople(testApp(), 1, 'Ana')) as [Person]
  ana = person
  await testApp().household(ana)
})

const add = (name: string) => ana.must(addStore, { body: { name } })
const names = async () => (await ana.must(listStores)).map(({ name }) => name)
const undo = (headers: Record<string, string | undefined>) => ana.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
const rowOf = async (name: string) => (await ana.must(getShoppingList)).items.find((item) => item.ingredientName === name)

describe('stores', () => {
  it('are listed in the household’s order, and each can be renamed and moved', async () => {
    const [market, bakery] = [await add('Market'), await add('Bakery')]
    expect([market.place, bakery.place]).toEqual([0, 1])
    await ana.must(changeStore, { params: { id: market.id }, body: { place: 2 } })
    await ana.must(changeStore, { params: { id: market.id }, body: { name: 'Farmers’ market' } })
    expect(await names()).toEqual(['Bakery', 'Farmers’ market'])
  })

  it('are added once, however often a request with the same id arrives', async () => {
    const id = crypto.randomUUID()
    for (const name of ['Market', 'Market again']) await ana.must(addStore, { body: { id, name } })
    expect(await names()).toEqual(['Market'])
    await ana.must(removeStore, { params: { id } })
    expect(await ana.call(addStore, { body: { id, name: 'Market' } })).toMatchObject({ status: 404 })
  })

  it('come back with an undo, and a rename is undone unless the store changed since', async () => {
    const { id } = await add('Market')
    const params = { id }
    const removal = await ana.call(removeStore, { params })
    expect(await names()).toEqual([])
    expect(await undo(removal.headers)).toMatchObject({ status: 200 })
    expect(await names()).toEqual(['Market'])
    const first = await ana.call(changeStore, { params, body: { name: 'Big market' } })
    const second = await ana.call(changeStore, { params, body: { name: 'Small market' } })
    expect(await undo(first.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await undo(second.headers)).toMatchObject({ status: 200 })
    expect(await names()).toEqual(['Big market'])
    const [, , ...entries] = await ana.must(listHistory)
    expect(entries.map(({ summary }) => summary)).toContain('Removed the store Big market')
  })

  it('can be removed by two people', async () => {
    const { id } = await add('Market')
    for (const _ of ['Ana', 'Ben']) await ana.must(removeStore, { params: { id } })
    expect(await ana.call(changeStore, { params: { id }, body: { name: 'Hall' } })).toMatchObject({ status: 404 })
  })

  it('reject a change of an outdated version', async () => {
    const { id, version } = await add('Market')
    await ana.must(changeStore, { params: { id }, body: { name: 'Market hall' } })
    const outdated = await ana.call(changeStore, { params: { id }, body: { place: 4 }, headers: { 'if-match': String(version) } })
    expect(outdated).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: { name: 'Market hall' } } })
  })

  it('are limited in number', async () => {
    const { id } = await add('Store')
    const removal = await ana.call(removeStore, { params: { id } })
    for (let count = 0; count < maxStores; count++) await add('Store')
    expect(await undo(removal.headers)).toMatchObject({ status: 409, body: { code: 'too_many' } })
    expect(await ana.call(addStore, { body: { name: 'One more' } })).toMatchObject({ status: 409, body: { code: 'too_many' } })
  })
})

describe('a row of the list', () => {
  it('names stores, and the next row about the same thing starts with them', async () => {
    const [market, bakery] = [await add('Market'), await add('Bakery')]
    const bread = await ana.must(addShoppingItem, { body: { ingredientName: 'Bread', storeIds: [bakery.id, market.id, bakery.id] } })
    expect(bread.storeIds).toEqual([market.id, bakery.id].sort())
    const params = { id: bread.id }
    const changed = await ana.must(changeShoppingItem, { params, body: { storeIds: [bakery.id] } })
    expect(changed.item.storeIds).toEqual([bakery.id])
    await ana.must(changeShoppingItem, { params, body: { isChecked: true } })
    expect((await ana.must(addShoppingItem, { body: { ingredientName: 'bread' } })).storeIds).toEqual([bakery.id])
  })

  it('gets the stores of what is added to it, unless it is for anywhere', async () => {
    const [market, bakery] = [await add('Market'), await add('Bakery')]
    const addTo = (ingredientName: string, storeIds: string[]) => ana.must(addShoppingItem, { body: { ingredientName, storeIds } })
    await addTo('Bread', [market.id])
    await addTo('Bread', [bakery.id])
    await addTo('Bread', [])
    expect(await rowOf('Bread')).toMatchObject({ suggestedQuantity: 3, storeIds: [market.id, bakery.id].sort() })
    await addTo('Salt', [])
    await addTo('Salt', [market.id])
    expect((await rowOf('Salt'))?.storeIds).toEqual([])
  })

  it('is for anywhere once its stores are removed, also after more is added and the next time', async () => {
    const [market, bakery] = [await add('Market'), await add('Bakery')]
    const addBread = (storeIds?: string[]) =>
      ana.must(addShoppingItem, { body: { ingredientName: 'Bread', ...(storeIds && { storeIds }) } })
    await addBread([market.id])
    await ana.must(removeStore, { params: { id: market.id } })
    await addBread([bakery.id])
    const row = await rowOf('Bread')
    expect(row).toMatchObject({ suggestedQuantity: 2, storeIds: [] })
    await ana.must(changeShoppingItem, { params: { id: row?.id ?? '' }, body: { storeIds: [market.id], isChecked: true } })
    expect((await addBread()).storeIds).toEqual([])
  })

  it('can name a store that was removed meanwhile, but none that never was', async () => {
    const { id: storeId } = await add('Market')
    const bread = await ana.must(addShoppingItem, { body: { ingredientName: 'Bread' } })
    await ana.must(removeStore, { params: { id: storeId } })
    const change = (body: object) => ana.call(changeShoppingItem, { params: { id: bread.id }, body })
    expect(await change({ isChecked: true, storeId })).toMatchObject({ status: 200 })
    expect(await change({ storeIds: [crypto.randomUUID()] })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await rowOf('Bread')).toMatchObject({ isChecked: true, storeIds: [] })
  })
})

describe('the aisles of a store', () => {
  const checkOff = async (category: string, storeId: string) => {
    const { id } = await ana.must(addShoppingItem, { body: { ingredientName: `Something of ${category}`, category } })
    await ana.must(changeShoppingItem, { params: { id }, body: { isChecked: true, storeId } })
  }
  const storeNamed = async (name: string) => (await ana.must(listStores)).find((store) => store.name === name)

  it('are learned from what is checked off there', async () => {
    const [market, bakery] = [await add('Market'), await add('Bakery')]
    await checkOff('Dairy', market.id)
    await checkOff('Produce', bakery.id)
    await checkOff('Bakery', market.id)
    expect((await storeNamed('Market'))?.aisles).toEqual({ arranged: [], pairs: [{ first: 'Bakery', second: 'Dairy', net: -1 }] })
    expect((await storeNamed('Bakery'))?.aisles.pairs).toEqual([])
  })

  it('are set by hand without changing the household’s', async () => {
    const { id: storeId } = await add('Market')
    const before = await ana.must(getAisles)
    await checkOff('Dairy', storeId)
    await checkOff('Produce', storeId)
    const { order } = await ana.must(arrangeAisles, { body: { order: ['Drinks', 'Dairy'], storeId } })
    expect(order.slice(0, 2)).toEqual(['Drinks', 'Dairy'])
    expect(await ana.must(getAisles)).toEqual(before)
    expect((await storeNamed('Market'))?.aisles).toEqual({ arranged: ['Drinks', 'Dairy'], pairs: [] })
    await ana.must(removeStore, { params: { id: storeId } })
    expect(await ana.call(arrangeAisles, { body: { order: ['Dairy'], storeId } })).toMatchObject({ status: 404 })
  })
})
