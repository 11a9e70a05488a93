import { beforeEach, describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient } from '#domains/ingredients/contract/index.ts'
import { type Lot, listLots, useLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
const today = dateInTimeZone('UTC', new Date())
let ana: Person
beforeEach(async () => {
  ;[ana] = (await createPeople(testApp(), 1, 'Ana')) as [Person]
  await testApp().household(ana)
})

async function checked(
  ingredientName: string,
  suggestedQuantity: number,
  unit: contract.ShoppingItem['unit'] = 'each',
): Promise<contract.ShoppingItem> {
  const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientName, suggestedQuantity, unit } })
  return (await ana.must(contract.changeShoppingItem, { params: { id }, body: { isChecked: true } })).item
}
const rows = async () => (await ana.must(contract.getShoppingList)).items
const lots = async () => (await ana.must(listLots)) as Lot[]
const last = async () => (await ana.must(listHistory, { query: { limit: 1 } }))[0]

describe('putting away checked rows', () => {
  it('turns checked rows into lots in their usual places and removes them from the list', async () => {
    await addSomeLot(ana, {
      ingredient: { name: 'Milk' },
      quantity: 1,
      storage: 'FRIDGE',
      location: 'Door',
      expirationDate: addDays(today, 6),
      dateKind: 'use_by',
    })
    await addSomeLot(ana, {
      ingredient: { name: 'Milk' },
      quantity: 1,
      storage: 'FRIDGE',
      location: 'Door',
      expirationDate: addDays(today, 8),
      dateKind: 'use_by',
    })
    await ana.must(addIngredient, { body: { name: 'Rice', defaultStorage: 'PANTRY', defaultLocation: 'Top shelf' } })
    await checked('milk', 2, 'l')
    await checked('rice', 500, 'g')
    await checked('Dragon fruit', 1)
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Not bought' } })
    const drafts = await ana.must(contract.draftPutAway)
    expect(
      drafts.map(({ ingredientName, storage, location, expirationDate, estimatedExpiration }) => [
        ingredientName,
        storage,
        location,
        expirationDate,
        estimatedExpiration !== null,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['milk', 'FRIDGE', 'Door', addDays(today, 6), true],
        ['rice', 'PANTRY', 'Top shelf', null, true],
        ['Dragon fruit', 'FRIDGE', 'Fridge', null, true],
      ]),
    )
    const { putAway, lots: made } = await ana.must(contract.putAway)
    expect(putAway).toBe(3)
    expect(
      Object.fromEntries(
        made.map((lot) => [lot.ingredient.name, [lot.quantity, lot.unit, lot.storage, lot.location, lot.expirationDate, lot.dateKind]]),
      ),
    ).toEqual({
      Milk: [2, 'l', 'FRIDGE', 'Door', addDays(today, 6), 'estimate'],
      Rice: [500, 'g', 'PANTRY', 'Top shelf', null, null],
      'Dragon fruit': [1, 'each', 'FRIDGE', 'Fridge', null, null],
    })
    expect((await rows()).map(({ ingredientName }) => ingredientName)).toEqual(['Not bought'])
    expect(await last()).toMatchObject({ summary: 'Put away 2 l milk, 500 g rice, Dragon fruit (1)', canUndo: true })
  })

  it('applies corrections and uses the price paid for the next estimate', async () => {
    const milk = await checked('Milk', 2, 'l')
    const cheese = await checked('Cheese', 1)
    const { lots: made } = await ana.must(contract.putAway, {
      body: {
        items: [{ id: milk.id, quantity: 1.5, location: 'Cellar', storage: 'PANTRY', expirationDate: '2031-05-04', purchasePrice: 3 }],
      },
    })
    expect(made).toMatchObject([
      { quantity: 1.5, location: 'Cellar', storage: 'PANTRY', expirationDate: '2031-05-04', dateKind: null, purchasePrice: 3 },
    ])
    expect(await rows()).toMatchObject([{ id: cheese.id }])
    expect(
      await ana.must(contract.addShoppingItem, { body: { ingredientName: 'milk', suggestedQuantity: 500, unit: 'ml' } }),
    ).toMatchObject({ estimatedCost: 1 })
  })

  it('names a new ingredient in upper case, and keeps the name of a known one', async () => {
    await ana.must(addIngredient, { body: { name: 'oat milk' } })
    await checked('bananas', 3)
    await checked('Oat Milk', 1)
    const { lots: made } = await ana.must(contract.putAway)
    expect(made.map(({ ingredient }) => ingredient.name).toSorted()).toEqual(['Bananas', 'oat milk'])
  })

  it('removes a generated row that it restocks, but none that is still needed', async () => {
    for (const name of ['Milk', 'Eggs', 'Butter']) await addSomeLot(ana, { ingredient: { name, parLevel: 6 }, quantity: 0.5, unit: 'each' })
    const bought = [await checked('Milk', 3), await checked('Eggs', 2)]
    await ana.must(contract.generateList)
    const generated = async () => (await rows()).filter(({ isChecked }) => !isChecked).map(({ ingredientName }) => ingredientName)
    expect((await generated()).toSorted()).toEqual(['Butter', 'Eggs', 'Milk'])
    await ana.must(contract.putAway, {
      body: { items: bought.map(({ id, ingredientName }) => ({ id, quantity: ingredientName === 'Milk' ? 6 : 2 })) },
    })
    expect((await generated()).toSorted()).toEqual(['Butter', 'Eggs'])
    await ana.must(undoChange, { params: { seq: (await last())?.seq ?? 0 } })
    expect(await lots()).toHaveLength(3)
    expect((await rows()).filter(({ isChecked }) => isChecked)).toHaveLength(2)
    expect((await generated()).toSorted()).toEqual(['Butter', 'Eggs', 'Milk'])
  })

  it('puts away a generated row that wasn’t checked off and restocks its ingredient', async () => {
    await ana.must(addIngredient, { body: { name: 'Rice', parLevel: 4, defaultUnit: 'kg' } })
    const [row] = (await ana.must(contract.generateList)).items
    await ana.must(contract.putAway, { body: { items: [{ id: row?.id ?? '', quantity: 4, unit: 'kg' }] } })
    expect(await rows()).toEqual([])
    expect(await lots()).toMatchObject([{ quantity: 4, unit: 'kg' }])
  })

  it('lists a generated row once if it is generated again before the undo', async () => {
    const { ingredient } = await addSomeLot(ana, { ingredient: { name: 'Milk', parLevel: 6 }, quantity: 0.5, unit: 'each' })
    const bought = await checked('Milk', 3)
    await ana.must(contract.generateList)
    await ana.must(contract.putAway, { body: { items: [{ id: bought.id, quantity: 6 }] } })
    const { seq = 0 } = (await last()) ?? {}
    await ana.must(changeIngredient, { params: { id: ingredient.id }, body: { parLevel: 9 } })
    await ana.must(contract.generateList)
    expect((await rows()).map(({ isChecked, suggestedQuantity }) => [isChecked, suggestedQuantity])).toEqual([[false, 3]])
    await ana.must(undoChange, { params: { seq } })
    expect((await rows()).map(({ ingredientName, isChecked }) => [ingredientName, isChecked]).toSorted()).toEqual([
      ['Milk', false],
      ['Milk', true],
    ])
  })

  it('removes a generated row for something bought before it was an ingredient', async () => {
    const bought = await checked('Milk', 1)
    await addSomeLot(ana, { ingredient: { name: 'Milk', parLevel: 4 }, quantity: 0.5, unit: 'each' })
    await ana.must(contract.generateList)
    expect(await rows()).toHaveLength(2)
    await ana.must(contract.putAway, { body: { items: [{ id: bought.id, quantity: 4 }] } })
    expect(await rows()).toEqual([])
  })

  it('keeps a generated row while it is unknown whether there is enough', async () => {
    await addSomeLot(ana, { ingredient: { name: 'Paint', parLevel: 6 }, quantity: 0.5, unit: 'l' })
    const bought = await checked('Paint', 3, 'l')
    await ana.must(contract.generateList)
    await ana.must(contract.putAway, { body: { items: [{ id: bought.id, quantity: 2, unit: 'each' }] } })
    expect((await rows()).map(({ ingredientName }) => ingredientName)).toEqual(['Paint'])
  })

  it('is undone as one change that removes the lots and restores the rows', async () => {
    const milk = await checked('Milk', 2, 'l')
    const eggs = await checked('Eggs', 6)
    await ana.must(contract.putAway)
    await ana.must(undoChange, { params: { seq: (await last())?.seq ?? 0 } })
    expect(await lots()).toEqual([])
    expect((await rows()).map(({ id, isChecked }) => [id, isChecked]).toSorted()).toEqual(
      [
        [milk.id, true],
        [eggs.id, true],
      ].toSorted(),
    )
    expect((await last())?.summary).toMatch(/^Undid: Put away /)
  })

  it('cannot be undone once a lot has been used, and then undoes nothing', async () => {
    await checked('Milk', 2, 'l')
    await checked('Eggs', 6)
    const { lots: made } = await ana.must(contract.putAway)
    const seq = (await last())?.seq ?? 0
    await ana.must(useLot, { params: { id: made[0]?.id ?? '' }, body: { quantity: 1 } })
    expect(await ana.call(undoChange, { params: { seq } })).toMatchObject({
      status: 409,
      body: { detail: 'Can’t undo: it has been used since.' },
    })
    expect(await lots()).toHaveLength(2)
    expect(await rows()).toEqual([])
  })

  it('happens once for repeated requests', async () => {
    const milk = await checked('Milk', 2, 'l')
    const body = { items: [{ id: milk.id }] }
    const headers = { 'idempotency-key': 'put-away-1' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => ana.call(contract.putAway, { body, headers })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await ana.must(contract.putAway, { body })).toEqual({ putAway: 0, lots: [] })
    expect(await lots()).toHaveLength(1)
  })
})
