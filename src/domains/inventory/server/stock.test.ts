import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addSomeLot, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()

async function aMember() {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}

describe('a lot', () => {
  it('is listed with the member who added it', async () => {
    const ana = await aMember()
    const milk = await addSomeLot(ana, { expirationDate: '2031-05-04', dateKind: 'use_by' })
    const list = await ana.must(contract.listLots)
    expect(list).toEqual([milk])
    expect(milk).toMatchObject({
      quantity: 2,
      unit: 'l',
      ingredient: { name: 'Milk' },
      effectiveExpiration: '2031-05-04',
      user: { firstName: 'Ana', lastName: 'Test' },
      version: 1,
    })
  })

  it('leaves the list when it is used up, and returns when that is undone', async () => {
    const ana = await aMember()
    const milk = await addSomeLot(ana)
    const used = await ana.call(contract.useLot, { params: { id: milk.id }, body: { quantity: 2 } })
    expect(used.body).toMatchObject({ quantity: 0, state: 'used' })
    expect(await ana.must(contract.listLots)).toEqual([])
    const [latest] = await ana.must(listHistory, { query: {} })
    expect(latest).toMatchObject({ summary: 'Used 2 l Milk', canUndo: true, seq: Number(used.headers['x-change-seq']) })
    await ana.must(undoChange, { params: { seq: latest?.seq ?? 0 } })
    expect(await ana.must(contract.listLots)).toMatchObject([{ id: milk.id, quantity: 2, state: 'active' }])
  })

  it('rejects using more than there is, and stays unchanged', async () => {
    const ana = await aMember()
    const milk = await addSomeLot(ana)
    const answer = await ana.call(contract.useLot, { params: { id: milk.id }, body: { quantity: 2.001 } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'not_enough' } })
    expect(await ana.must(contract.getLot, { params: { id: milk.id } })).toEqual(milk)
  })

  it('C-05 accepts exactly 10 of 40 concurrent uses of 1 of 10', async () => {
    const ana = await aMember()
    const eggs = await addSomeLot(ana, { ingredient: { name: 'Eggs' }, quantity: 10, unit: 'each' })
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ana.call(contract.useLot, { params: { id: eggs.id }, body: { quantity: 1 } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(30)
    expect(await ana.must(contract.getLot, { params: { id: eggs.id } })).toMatchObject({ quantity: 0, state: 'used' })
  })
})
