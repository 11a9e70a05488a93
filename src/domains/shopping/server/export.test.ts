import { beforeEach, describe, expect, it } from 'vitest'
import { createPeople } from '#tests/support/data/people.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
let ana: Person
beforeEach(async () => {
  ;[ana] = (await createPeople(testApp(), 1, 'Ana')) as [Person]
  await testApp().household(ana)
})

const exported = (query: { format: 'csv' | 'text'; bom?: 'true' }) => ana.call(contract.exportList, { query })

describe('exporting the list', () => {
  it('returns RFC 4180 CSV under the spec’s file name, with formulas escaped', async () => {
    await addSomeLot(ana, { ingredient: { name: 'Milk' }, quantity: 2, purchasePrice: 3 })
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk', suggestedQuantity: 1, unit: 'l' } })
    await ana.must(contract.addShoppingItem, {
      body: {
        ingredientName: '=HYPERLINK("http://x";"Bread, rye")',
        suggestedQuantity: 2,
        unit: 'each',
        category: '@home',
        note: 'the red one, 3.5%',
      },
    })
    const { status, text, headers } = await exported({ format: 'csv' })
    expect([status, headers['content-type'], headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="shopping-list.csv"',
      'no-store',
    ])
    expect(text.split('\r\n')).toEqual([
      'Item,Quantity,Unit,Category,Priority,Reason,Estimated cost,Checked,Why,Note',
      'Milk,1,l,Dairy & Eggs,medium,requested,1.50,no,Added by Ana,',
      `"'=HYPERLINK(""http://x"";""Bread, rye"")",2,each,"'@home",medium,requested,,no,Added by Ana,"the red one, 3.5%"`,
      '',
    ])
    expect((await exported({ format: 'csv', bom: 'true' })).text).toBe(`\uFEFF${text}`)
  })

  it('names the list of each row when another list or all are asked for', async () => {
    const { id: listId } = await ana.must(contract.addNamedList, { body: { name: 'Party, garden' } })
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk', category: 'A' } })
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Cups', category: 'B', listId } })
    const rowsOf = async (list: string) =>
      (await ana.call(contract.exportList, { query: { format: 'csv', list } })).text
        .trim()
        .split('\r\n')
        .map((line) => line.replace(/,.*(?:Note|Added by Ana,),/, ' '))
    expect(await rowsOf('all')).toEqual(['Item List', 'Milk ', 'Cups "Party, garden"'])
    expect((await rowsOf(listId)).length).toBe(2)
  })

  it('returns text under the spec’s file name', async () => {
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Bread', suggestedQuantity: 2 } })
    const { text, headers } = await exported({ format: 'text' })
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'text/plain; charset=utf-8',
      'attachment; filename="shopping-list.text"',
    ])
    expect(text).toBe('Shopping list\n\nBakery\n[ ] Bread, 2\n\nEstimated total: 0.00 (1 of 1 without a price)\n')
  })

  it('refuses any other format', async () => {
    expect((await exported({ format: 'xlsx' as 'csv' })).status).toBe(422)
  })

  it('C-20 returns a consistent snapshot during concurrent writes', async () => {
    // Every change grows both rows equally, so differing amounts would mix two moments.
    await addSomeLot(ana, { ingredient: { name: 'Left' }, quantity: 1, unit: 'each', purchasePrice: 1 })
    await addSomeLot(ana, { ingredient: { name: 'Right' }, quantity: 1, unit: 'each', purchasePrice: 1 })
    const writes = Array.from({ length: 100 }, (_, i) => ana.must(contract.pasteItems, { body: { text: `${i + 1} left\n${i + 1} right` } }))
    const files = Array.from({ length: 40 }, () => exported({ format: 'csv' }))
    const done = Promise.all(writes)
    for (const { text } of await Promise.all(files)) {
      const amounts = text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',').slice(1, 2))
      expect(amounts.length % 2).toBe(0)
      expect(amounts[0]).toEqual(amounts[1])
    }
    await done
    expect((await ana.must(contract.getShoppingList)).stats).toMatchObject({ totalItems: 2, estimatedTotalCost: 10_100 })
  })
})
