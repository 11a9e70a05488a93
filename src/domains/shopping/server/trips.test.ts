import { beforeEach, describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addStore } from '#domains/stores/contract.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
let ana: Person
beforeEach(async () => {
  const [person] = (await createPeople(testApp(), 1, 'Ana')) as [Person]
  ana = person
  await testApp().household(ana)
})

const start = (body: contract.NewTrip = {}) => ana.must(contract.startTrip, { body })
const end = (id: string) => ana.call(contract.endTrip, { params: { id } })
const trips = () => ana.must(contract.listTrips)
const add = (ingredientName: string, more: contract.NewShoppingItem = {}) =>
  ana.must(contract.addShoppingItem, { body: { ingredientName, ...more } })
const check = (id: string) => ana.must(contract.changeShoppingItem, { params: { id }, body: { isChecked: true } })
const undo = (headers: Record<string, string | undefined>) => ana.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })

describe('a shopping trip', () => {
  it('counts what its shopper checked off since it began, and what is left at its store', async () => {
    const [before, milk] = [await add('Bread'), await add('Milk')]
    await check(before.id)
    const [here, there] = [await ana.must(addStore, { body: { name: 'Corner' } }), await ana.must(addStore, { body: { name: 'Market' } })]
    await add('Cheese', { storeIds: [here.id] })
    await add('Fish', { storeIds: [there.id] })
    await add('Rice')
    await start({ storeId: here.id })
    await check(milk.id)
    expect(await trips()).toMatchObject([{ storeId: here.id, basketCount: 1, leftCount: 2, shopper: { firstName: 'Ana' } }])
  })

  it('replaces the one before of the same shopper, and is started once per id', async () => {
    const first = await start()
    const id = crypto.randomUUID()
    const second = await start({ id })
    expect(await start({ id })).toEqual(second)
    expect((await trips()).map((trip) => trip.id)).toEqual([id])
    expect((await end(first.id)).status).toBe(204)
  })

  it('goes on to another store', async () => {
    const { id } = await start()
    const store = await ana.must(addStore, { body: { name: 'Corner' } })
    await ana.must(contract.changeTrip, { params: { id }, body: { storeId: store.id } })
    expect(await trips()).toMatchObject([{ id, storeId: store.id }])
  })

  it('goes on when its end is undone, unless its shopper is on another one', async () => {
    const { id } = await start()
    const first = await end(id)
    expect(await trips()).toEqual([])
    expect((await undo(first.headers)).status).toBe(200)
    expect(await trips()).toMatchObject([{ id }])
    const second = await end(id)
    await start()
    expect(await undo(second.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  })

  it('is over four hours after the last check, and stays so', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const milk = await add('Milk')
    await start({ startedAt: hoursAgo(5) })
    expect(await trips()).toEqual([])
    await check(milk.id)
    expect(await trips()).toEqual([])
  })

  it('does not start in the future', async () => {
    expect((await start({ startedAt: '2999-01-01T00:00:00.000Z' })).startedAt < '2999').toBe(true)
  })

  it('is on record', async () => {
    const store = await ana.must(addStore, { body: { name: 'Corner' } })
    const { id } = await start({ storeId: store.id })
    await end(id)
    const summaries = (await ana.must(listHistory)).map(({ summary }) => summary)
    expect(summaries).toEqual(expect.arrayContaining(['Started shopping at Corner', 'Finished shopping']))
  })
})
