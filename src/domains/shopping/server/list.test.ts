import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { addSomeLot, type Person, useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { lastNotesAndStores } from './store/rows.ts'

const testApp = useTestApp()
const { there } = useSecondServer(testApp)
let ana: Person
let ben: Person
beforeEach(async () => {
  ;[ana, ben] = (await createPeople(testApp(), 2, 'Ana')) as [Person, Person]
  await testApp().household(ana, ben)
})

const list = (person = ana) => person.must(contract.getShoppingList)
const add = (name: string, more: Partial<contract.NewShoppingItem> = {}, person = ana) =>
  person.must(contract.addShoppingItem, { body: { ingredientName: name, suggestedQuantity: 1, unit: 'each', ...more } })
const change = (id: string, body: contract.ShoppingItemChange, person = ana) =>
  person.call(contract.changeShoppingItem, { params: { id }, body })
const lastChange = async () => (await ana.must(listHistory, { query: { limit: 1 } }))[0]
const undoLast = async () => ana.call(undoChange, { params: { seq: (await lastChange())?.seq ?? 0 } })

describe('a row of the shopping list', () => {
  it('is added by hand with the category of the food table and its author', async () => {
    const answer = await ana.call(contract.addShoppingItem, { body: { ingredientName: 'Bananas', suggestedQuantity: 6, unit: 'each' } })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ingredientId: null,
      ingredientName: 'Bananas',
      category: 'Produce',
      suggestedQuantity: 6,
      unit: 'each',
      currentQuantity: 0,
      parLevel: null,
      priority: 'medium',
      reason: 'requested',
      why: 'Added by Ana',
      isByHand: true,
      estimatedCost: null,
      instacartPrice: null,
      instacartProductId: null,
      isChecked: false,
      addedBy: { firstName: 'Ana', lastName: 'Test' },
      version: 1,
    })
    expect(await list()).toEqual({
      items: [answer.body],
      stats: { totalItems: 1, highPriorityItems: 0, estimatedTotalCost: 0, categories: [{ name: 'Produce', count: 1 }], unpricedItems: 1 },
      aisles: expect.arrayContaining(['Produce', 'Other']),
      canSendToInstacart: false,
    })
    expect(await lastChange()).toMatchObject({ summary: 'Added 6 Bananas to the shopping list', canUndo: true })
  })

  it('has the stock of its ingredient and the cost at the price last paid', async () => {
    const dear = await addSomeLot(ana, { ingredient: { name: 'Milk', parLevel: 4 }, quantity: 2, purchasePrice: 5 })
    await addSomeLot(ana, {
      ingredientId: dear.ingredient.id,
      ingredient: undefined,
      quantity: 500,
      unit: 'ml',
      purchasePrice: 0.8,
    } as never)
    const milk = await add('milk', { suggestedQuantity: 3, unit: 'l' })
    expect(milk).toMatchObject({
      ingredientId: dear.ingredient.id,
      currentQuantity: 2.5,
      parLevel: 4,
      estimatedCost: 4.8,
      packQuantity: 0.5,
    })
    expect((await list()).stats).toMatchObject({ estimatedTotalCost: 4.8, unpricedItems: 0 })
  })

  it('defaults to the quantity of the last purchase', async () => {
    const oats = await addSomeLot(ana, { ingredient: { name: 'Oats' }, quantity: 750, unit: 'g' })
    expect(await ana.must(contract.addShoppingItem, { body: { ingredientId: oats.ingredient.id } })).toMatchObject({
      ingredientName: 'Oats',
      suggestedQuantity: 750,
      unit: 'g',
    })
    expect(await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Candles' } })).toMatchObject({
      suggestedQuantity: 1,
      unit: 'each',
      category: 'Household',
    })
  })

  it('keeps both notes when items are merged, and has its note again next time', async () => {
    const { id } = await add('Milk', { note: '3.5 %' })
    expect(await add('Milk', { note: 'the red one' })).toMatchObject({ id, suggestedQuantity: 2, note: '3.5 %; the red one' })
    expect(await add('Milk')).toMatchObject({ id, note: '3.5 %; the red one' })
    expect((await change(id, { note: 'the blue one' })).body.item).toMatchObject({ note: 'the blue one' })
    expect((await undoLast()).status).toBe(200)
    expect((await list()).items).toMatchObject([{ note: '3.5 %; the red one' }])
    await ana.must(contract.removeShoppingItem, { params: { id } })
    const again = await add('milk')
    expect(again).toMatchObject({ suggestedQuantity: 1, note: '3.5 %; the red one' })
    await change(again.id, { note: '' })
    await ana.must(contract.removeShoppingItem, { params: { id: again.id } })
    expect(await add('Milk')).toMatchObject({ note: '' })
  })

  it('starts with the note of its ingredient', async () => {
    await ana.must(addIngredient, { body: { name: 'Olive oil', note: 'cold pressed' } })
    expect(await add('Olive oil')).toMatchObject({ note: 'cold pressed' })
    expect((await ana.call(contract.addShoppingItem, { body: { ingredientName: 'Soap', note: 'x'.repeat(301) } })).status).toBe(422)
  })

  it('is checked and unchecked without an entry in the history', async () => {
    const { id } = await add('Bread')
    const checked = await change(id, { isChecked: true })
    expect(checked).toMatchObject({ status: 200, body: { item: { isChecked: true, version: 2 } } })
    const again = await change(id, { isChecked: true })
    expect([again.body.item.version, again.headers['x-change-seq']]).toEqual([2, undefined])
    expect((await change(id, { isChecked: false })).body.item).toMatchObject({ isChecked: false, checkedAt: null })
    expect(await lastChange()).toMatchObject({ summary: 'Added Bread (1) to the shopping list' })
  })

  it('is edited, removed and restored by undo', async () => {
    const { id } = await add('Bread')
    const edited = await change(id, {
      ingredientName: 'Rye bread',
      suggestedQuantity: 2,
      unit: 'piece',
      category: 'Deli',
      priority: 'high',
    })
    expect(edited.body.item).toMatchObject({
      ingredientName: 'Rye bread',
      suggestedQuantity: 2,
      unit: 'piece',
      category: 'Deli',
      priority: 'high',
    })
    expect((await list()).stats).toMatchObject({ highPriorityItems: 1 })
    expect((await ana.call(contract.removeShoppingItem, { params: { id } })).status).toBe(204)
    expect((await list()).items).toEqual([])
    expect(await lastChange()).toMatchObject({ summary: 'Removed Rye bread from the shopping list' })
    expect((await undoLast()).status).toBe(200)
    expect((await list()).items).toMatchObject([{ id, ingredientName: 'Rye bread', suggestedQuantity: 2 }])
  })

  it('becomes one of an ingredient that was added since, when it is given its own name again', async () => {
    const { id } = await add('Oat milk')
    expect((await change(id, { ingredientName: 'Oat milk' })).body).toMatchObject({ item: { ingredientId: null, version: 1 } })
    const oatMilk = await ana.must(addIngredient, { body: { name: 'Oat Milk', category: 'Beverages', defaultUnit: 'l' } })
    const named = { ingredientId: oatMilk.id, ingredientName: 'Oat milk', version: 2 }
    expect((await change(id, { ingredientName: 'Oat milk' })).body).toMatchObject({ item: named })
    await undoLast()
    expect((await list()).items).toEqual([expect.objectContaining({ id, ingredientId: null })])
  })

  it('O-2 stays removed despite late checks and repeated removals', async () => {
    const { id } = await add('Bread')
    await ben.must(contract.removeShoppingItem, { params: { id } })
    expect(await change(id, { isChecked: true })).toMatchObject({ status: 409, body: { code: 'item_gone' } })
    expect((await ana.call(contract.removeShoppingItem, { params: { id } })).status).toBe(204)
    expect(await ana.call(contract.addShoppingItem, { body: { id, ingredientName: 'Bread' } })).toMatchObject({
      status: 409,
      body: { code: 'item_gone' },
    })
    expect((await list()).items).toEqual([])
  })

  it('C-08 merges edits of different fields and rejects a stale one', async () => {
    const { id, version } = await add('Bread')
    const [one, two] = await Promise.all([change(id, { priority: 'high' }), change(id, { suggestedQuantity: 4 }, ben)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect((await list()).items).toMatchObject([{ priority: 'high', suggestedQuantity: 4 }])
    const stale = await ana.call(contract.changeShoppingItem, {
      params: { id },
      body: { unit: 'piece' },
      headers: { 'if-match': String(version) },
    })
    expect(stale).toMatchObject({ status: 412, body: { current: { id, suggestedQuantity: 4 } } })
  })

  it('adds up the changes of two people who saw the same quantity', async () => {
    const { id } = await add('Lemons', { suggestedQuantity: 2 })
    await Promise.all([ana, ben].map((person) => change(id, { suggestedQuantity: 3, quantityWas: 2 }, person)))
    expect((await list()).items).toMatchObject([{ suggestedQuantity: 4 }])
  })
})

describe('adding the same item again', () => {
  it('C-07 keeps one row with the total quantity under concurrent adds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 === 0 ? ana : there(ben)).call(contract.addShoppingItem, {
          body: { ingredientName: i % 3 === 0 ? 'Eggs' : 'egg', suggestedQuantity: 2, unit: 'each' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect((await list()).items).toMatchObject([{ suggestedQuantity: 100, unit: 'each' }])
  })

  it('grows the row if its unit holds the quantity exactly, otherwise adds a row', async () => {
    await add('Flour', { suggestedQuantity: 1, unit: 'kg' })
    expect(await add('flour', { suggestedQuantity: 250, unit: 'g' })).toMatchObject({ suggestedQuantity: 1.25, unit: 'kg' })
    await add('flour', { suggestedQuantity: 2, unit: 'cup' })
    expect((await list()).items).toMatchObject([{ unit: 'kg' }, { suggestedQuantity: 2, unit: 'cup' }])
  })

  it('adds a row if the existing one is checked', async () => {
    const { id } = await add('Bread')
    await change(id, { isChecked: true })
    const second = await add('Bread')
    expect(second.id).not.toBe(id)
    expect((await list()).stats.totalItems).toBe(2)
  })

  it('applies changes by a merged id to its part of the row', async () => {
    const bread = await add('Bread', { suggestedQuantity: 2 })
    const id = randomUUID()
    expect(await add('Bread', { id }, ben)).toMatchObject({ id: bread.id, suggestedQuantity: 3 })
    expect(await add('Bread', { id }, ben)).toMatchObject({ id: bread.id, suggestedQuantity: 3 })
    expect((await change(id, { suggestedQuantity: 2 }, ben)).body.item).toMatchObject({ id: bread.id, suggestedQuantity: 4 })
    await ben.must(contract.removeShoppingItem, { params: { id } })
    expect((await list()).items).toMatchObject([{ id: bread.id, suggestedQuantity: 2 }])
    expect(await add('Bread', { id: bread.id })).toMatchObject({ suggestedQuantity: 2 })
  })

  it('keeps the unit of a merged part', async () => {
    const flour = await add('Flour', { suggestedQuantity: 1, unit: 'kg' })
    const id = randomUUID()
    await add('Flour', { id, suggestedQuantity: 250, unit: 'g' }, ben)
    const edits: [contract.ShoppingItemChange, number][] = [
      [{ suggestedQuantity: 500, quantityWas: 250 }, 1.5],
      [{ suggestedQuantity: 300 }, 1.3],
      [{ suggestedQuantity: 2, unit: 'kg' }, 3],
      [{ unit: 'cup' }, 3],
    ]
    for (const [edit, after] of edits) {
      expect((await change(id, edit, ben)).body.item).toMatchObject({ id: flour.id, suggestedQuantity: after, unit: 'kg' })
    }
    await ben.must(contract.removeShoppingItem, { params: { id } })
    expect((await list()).items).toHaveLength(1)
  })

  it('undoes only its own part', async () => {
    await add('Bread', { suggestedQuantity: 2 })
    await add('Bread', { suggestedQuantity: 3 }, ben)
    const [, first] = await ana.must(listHistory, { query: { limit: 2 } })
    await ana.must(undoChange, { params: { seq: first?.seq ?? 0 } })
    expect((await list()).items).toMatchObject([{ suggestedQuantity: 3 }])
    const { id } = (await list()).items[0] as contract.ShoppingItem
    await change(id, { isChecked: true })
    const [, second] = await ana.must(listHistory, { query: { limit: 2 } })
    expect(await ana.call(undoChange, { params: { seq: second?.seq ?? 0 } })).toMatchObject({
      status: 409,
      body: { code: 'undo_in_the_way', detail: 'Can’t undo: it has been checked off since.' },
    })
  })
})

describe('several rows at once', () => {
  it('are pasted from text, one per line, and undone as one change', async () => {
    const text = 'Shopping list:\n- [ ] 2 l milk\n• 6 eggs, bread\n☐ Milk 1 l\n\n1. 500g flour pantry'
    const { items } = await ana.must(contract.pasteItems, { body: { text } })
    expect(items.map(({ ingredientName, suggestedQuantity, unit }) => [ingredientName, suggestedQuantity, unit])).toEqual([
      ['milk', 3, 'l'],
      ['eggs', 6, 'each'],
      ['bread', 1, 'each'],
      ['flour', 500, 'g'],
    ])
    expect(await lastChange()).toMatchObject({ summary: 'Added 3 l milk, 6 eggs, bread (1), 500 g flour to the shopping list' })
    expect((await undoLast()).status).toBe(200)
    expect((await list()).items).toEqual([])
  })

  it('have the last notes about the same things, and no others', async () => {
    for (const [name, note] of [
      ['Milk', '3.5%'],
      ['Eggs', 'brown'],
      ['Bread', 'sliced'],
    ] as const)
      await ana.must(contract.removeShoppingItem, { params: { id: (await add(name, { note })).id } })
    const { items } = await ana.must(contract.pasteItems, { body: { text: 'eggs\nflour\nmilk' } })
    expect(items.map(({ ingredientName, note }) => [ingredientName, note])).toEqual([
      ['eggs', 'brown'],
      ['flour', ''],
      ['milk', '3.5%'],
    ])
    const home = ana.home as HouseholdId
    const remembered = await testApp().server.database.read(home, (q) => lastNotesAndStores(q, home, ['milk', 'flour', 'milk']))
    expect(remembered).toEqual(new Map([['milk', { note: '3.5%', store_ids: '[]' }]]))
  })

  it('are refused if the text has none or too many', async () => {
    expect(await ana.call(contract.pasteItems, { body: { text: 'Shopping:\n\n' } })).toMatchObject({
      status: 422,
      body: { code: 'nothing_to_add' },
    })
    const text = Array.from({ length: 201 }, (_, i) => `thing ${i}x`).join('\n')
    expect(await ana.call(contract.pasteItems, { body: { text } })).toMatchObject({ status: 422, body: { code: 'too_many' } })
    expect((await list()).items).toEqual([])
  })

  it('are cleared if checked, limited to the ids if given, and restored in one step', async () => {
    const [bread, eggs, salt] = [await add('Bread'), await add('Eggs'), await add('Salt')]
    for (const { id } of [bread, eggs]) await change(id, { isChecked: true })
    expect(await ana.must(contract.clearChecked, { body: { ids: [bread.id, salt.id] } })).toEqual({ cleared: 1 })
    expect(await ana.must(contract.clearChecked)).toEqual({ cleared: 1 })
    expect(await lastChange()).toMatchObject({ summary: 'Cleared 1 item from the shopping list' })
    const none = await ana.call(contract.clearChecked)
    expect([none.body, none.headers['x-change-seq']]).toEqual([{ cleared: 0 }, undefined])
    expect((await list()).items).toMatchObject([{ id: salt.id }])
    expect((await undoLast()).status).toBe(200)
    expect((await list()).items.find(({ id }) => id === eggs.id)).toMatchObject({ isChecked: true })
  })
})

describe('the aisles', () => {
  it('are learned from two trips and can be set by hand', async () => {
    const shop = async () => {
      const rows = [
        await add('Beer', { category: 'Beverages' }),
        await add('Bread', { category: 'Bakery' }),
        await add('Pears', { category: 'Produce' }),
      ]
      for (const { id } of rows) await change(id, { isChecked: true })
      await ana.must(contract.clearChecked)
    }
    const walk = async () =>
      (await ana.must(contract.getAisles)).order.filter((category) => ['Produce', 'Bakery', 'Beverages'].includes(category))
    expect(await walk()).toEqual(['Produce', 'Bakery', 'Beverages'])
    await shop()
    expect(await walk()).toEqual(['Produce', 'Bakery', 'Beverages'])
    // A check by another member counts as a second trip.
    const rows = [
      await add('Beer', { category: 'Beverages' }),
      await add('Bread', { category: 'Bakery' }),
      await add('Pears', { category: 'Produce' }),
    ]
    for (const { id } of rows) await change(id, { isChecked: true }, ben)
    expect(await walk()).toEqual(['Beverages', 'Bakery', 'Produce'])
    expect((await list()).items.map(({ category }) => category)).toEqual(['Beverages', 'Bakery', 'Produce'])
    const { order } = await ben.must(contract.arrangeAisles, { body: { order: ['Bakery', 'My shelf', 'Produce'] } })
    expect(order.slice(0, 3)).toEqual(['Bakery', 'My shelf', 'Produce'])
    expect(new Set(order).size).toBe(order.length)
  })
})

describe('the usual items', () => {
  it('are those bought or cleared at least twice, most often first', async () => {
    await addSomeLot(ana, { ingredient: { name: 'Milk' }, quantity: 1 })
    for (let trip = 0; trip < 3; trip++) {
      const { id } = await add('Bread', { suggestedQuantity: 2 })
      await change(id, { isChecked: true })
      await ana.must(contract.clearChecked)
    }
    const { id } = await add('milk', { suggestedQuantity: 2, unit: 'l' })
    await change(id, { isChecked: true })
    await ana.must(contract.clearChecked)
    await add('bread')
    expect(await ana.must(contract.usualItems)).toMatchObject([
      { ingredientName: 'Bread', suggestedQuantity: 2, unit: 'each', timesBought: 3, isOnList: true },
      { ingredientName: 'Milk', timesBought: 2, isOnList: false },
    ])
  })
})

describe('a food’s suggested par level', () => {
  it('is null with an explanation until the ingredient was used three times', async () => {
    const { id } = await ana.must(addIngredient, { body: { name: 'Rice', defaultUnit: 'g' } })
    expect(await ana.must(contract.suggestPar, { params: { id } })).toEqual({
      ingredientId: id,
      suggestedPar: null,
      unit: 'g',
      usesCounted: 0,
      why: 'After 3 uses we’ll suggest a minimum (0 so far).',
    })
  })
})
