import { beforeAll, describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { discardLot, listLots, removeLot, useLot } from '#domains/inventory/contract.ts'
import { wasteReport } from '#domains/waste/contract.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { inventoryAnalytics } from '../contract.ts'

const testApp = useTestApp()
let ana: Person
beforeAll(async () => {
  ana = await testApp().person('Ana')
  await testApp().household(ana)
})
const flow = (period?: 'week' | 'month' | 'quarter' | 'year') => ana.must(inventoryAnalytics, { query: period ? { period } : {} })
const ingredient = (name: string, category: string, purchasePrice?: number) =>
  addSomeLot(ana, {
    ingredient: { name, category },
    quantity: 4,
    unit: 'each',
    ...(purchasePrice === undefined ? {} : { purchasePrice }),
  })

describe('inventory analytics', () => {
  it('are zero for an empty kitchen, in every period', async () => {
    for (const period of ['week', 'month', 'quarter', 'year'] as const)
      expect(await flow(period)).toEqual({ period, added: 0, used: 0, wasted: 0, spent: 0, byCategory: [] })
    expect((await flow()).period).toBe('month')
  })

  it('count by category and leave out mistakes, undone changes and gifts', async () => {
    const [milk, curd, rice] = [
      await ingredient('Milk', 'Dairy', 3.49),
      await ingredient('Curd', 'Dairy'),
      await ingredient('Rice', 'Grains', 2),
    ]
    for (const quantity of [1, 2]) await ana.must(useLot, { params: { id: milk.id }, body: { quantity } })
    await ana.must(useLot, { params: { id: rice.id }, body: { quantity: 1 } })
    await ana.must(discardLot, { params: { id: milk.id }, body: { reason: 'spoiled' } })
    await ana.must(discardLot, { params: { id: rice.id }, body: { quantity: 1, reason: 'donated' } })
    const mistake = await ingredient('Ghost', 'Grains', 99)
    await ana.must(removeLot, { params: { id: mistake.id } })
    const { headers } = await ana.call(useLot, { params: { id: curd.id }, body: { quantity: 1 } })
    await ana.must(undoChange, { params: { seq: Number(headers['x-change-seq']) } })

    const dairy = { category: 'Dairy', added: 2, used: 2, wasted: 1, spent: 3.49 }
    const grains = { category: 'Grains', added: 1, used: 1, wasted: 0, spent: 2 }
    expect(await flow('week')).toEqual({ period: 'week', added: 3, used: 3, wasted: 1, spent: 5.49, byCategory: [dairy, grains] })
    expect((await ana.must(wasteReport, { body: { period: 'week' } })).totalWasteItems).toBe(1)
    expect((await ana.must(listLots)) as unknown[]).toHaveLength(2)
  })

  it('leave out other households', async () => {
    const ben = await testApp().person('Ben')
    await testApp().household(ben)
    expect(await ben.must(inventoryAnalytics, { query: { period: 'year' } })).toMatchObject({ added: 0, spent: 0, byCategory: [] })
  })

  it('accept only the four periods', async () => {
    expect((await ana.call(inventoryAnalytics, { query: { period: 'decade' as 'year' } })).status).toBe(422)
  })
})
