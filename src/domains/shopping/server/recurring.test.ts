import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeHousehold, listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, mergeIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
const { server: otherServer } = useSecondServer(testApp)
let ana: Person
let ben: Person
let household: string
let today: string
beforeEach(async () => {
  ;[ana, ben] = (await createPeople(testApp(), 2, 'Ana')) as [Person, Person]
  ;({ id: household } = await testApp().household(ana, ben))
  today = dateInTimeZone('UTC', new Date())
})

const twoWeeks = { count: 2, unit: 'week' } as const
const settle = () => testApp().server.jobs.settle()
const type = (ingredientName: string, more: object = {}) =>
  ana.must(contract.addShoppingItem, { body: { ingredientName, suggestedQuantity: 1, unit: 'each', ...more } })
const repeat = (itemId: string, every: contract.Interval = twoWeeks, person = ana) =>
  person.must(contract.repeatItem, { body: { itemId, every } })
const check = (id: string) => ana.must(contract.changeShoppingItem, { params: { id }, body: { isChecked: true } })
async function buy(id: string): Promise<void> {
  await check(id)
  await ana.must(contract.clearChecked, { body: { ids: [id] } })
}
const remove = (id: string) => ben.must(contract.removeShoppingItem, { params: { id } })
/** Goes on to some days after today. */
const days = (count: number) => testApp().server.jobs.catchUp(new Date(`${addDays(today, count)}T00:00:01Z`))
const rows = async (person = ana) => {
  await settle()
  return (await person.must(contract.getShoppingList, { query: { list: 'all' } })).items
}
const recurring = async () => {
  await settle()
  return ana.must(contract.listRecurringItems)
}

describe('a recurring item', () => {
  it('is added an interval after it was bought, on record as added by the list', async () => {
    const { id } = await type('Milk', { suggestedQuantity: 2, unit: 'l', note: 'the red one', category: 'Dairy' })
    expect(await repeat(id)).toMatchObject({ ingredientName: 'Milk', suggestedQuantity: 2, dueOn: today, every: twoWeeks })
    await buy(id)
    expect(await recurring()).toMatchObject([{ dueOn: addDays(today, 14) }])
    await days(13)
    expect(await rows()).toEqual([])
    await days(14)
    expect(await rows(ben)).toMatchObject([
      {
        suggestedQuantity: 2,
        unit: 'l',
        note: 'the red one',
        category: 'Dairy',
        why: 'Every 2 weeks',
        isByHand: false,
        addedBy: null,
        reason: 'requested',
      },
    ])
    const [change] = await ana.must(listHistory)
    expect(change).toMatchObject({ name: 'list.restocked', actor: null, summary: 'Added by the list itself: 2 l Milk', canUndo: true })
  })

  it('counts putting away as bought', async () => {
    const { id } = await type('Milk')
    await repeat(id)
    await ana.must(contract.putAway, { body: { items: [{ id }] } })
    expect(await recurring()).toMatchObject([{ dueOn: addDays(today, 14) }])
  })

  it('stays away until its next due date once it was taken off by hand', async () => {
    const { id } = await type('Milk')
    await repeat(id, { count: 1, unit: 'week' })
    await remove(id)
    await days(6)
    expect(await rows()).toEqual([])
    await days(7)
    expect(await rows()).toHaveLength(1)
  })

  it('is added once after the server was down for several intervals', async () => {
    const { id } = await type('Milk')
    await repeat(id, { count: 1, unit: 'week' })
    await buy(id)
    await settle()
    await days(100)
    expect(await rows()).toHaveLength(1)
  })

  it('is added once by two processes', async () => {
    const { id } = await type('Milk')
    await repeat(id)
    await buy(id)
    await settle()
    const day = new Date(`${addDays(today, 14)}T00:00:01Z`)
    await Promise.all([testApp().server.jobs.catchUp(day), otherServer().jobs.catchUp(day)])
    expect(await rows()).toHaveLength(1)
  })

  it('adds nothing about which a row is there: typed, generated, or on another list', async () => {
    await ana.must(changeHousehold, { params: { id: household }, body: { restocksList: true } })
    const { id: party } = await ana.must(contract.addNamedList, { body: { name: 'Party' } })
    for (const name of ['Typed', 'Generated', 'Elsewhere']) {
      const { id } = await type(name)
      await repeat(id)
      await buy(id)
    }
    await settle()
    await type('Typed')
    await type('Elsewhere', { listId: party })
    await ana.must(addIngredient, { body: { name: 'Generated', parLevel: 4, defaultUnit: 'l' } })
    await days(14)
    expect((await rows()).map(({ ingredientName }) => ingredientName).toSorted()).toEqual(['Elsewhere', 'Generated', 'Typed'])
  })

  it('waits for its next due date once the list took off a row whose ingredient was restocked', async () => {
    await ana.must(changeHousehold, { params: { id: household }, body: { restocksList: true } })
    const { id: ingredientId } = await ana.must(addIngredient, { body: { name: 'Candles', parLevel: 4, defaultUnit: 'piece' } })
    const [row] = await rows()
    await repeat(row?.id ?? '')
    await ana.must(addLot, { body: { ingredientId, quantity: 4, unit: 'piece' } })
    expect(await recurring()).toMatchObject([{ dueOn: addDays(today, 14) }])
    expect(await rows()).toEqual([])
  })

  it('counts the purchase of a row that someone typed before it was due', async () => {
    const { id } = await type('Milk')
    await repeat(id, { count: 1, unit: 'week' })
    await buy(id)
    await days(5)
    const { id: typed } = await type('milk')
    await settle()
    await buy(typed)
    await settle()
    await days(11)
    expect(await rows()).toEqual([])
    await days(12)
    expect(await rows()).toHaveLength(1)
  })

  it('comes back on its own list, or on the default one once that is archived', async () => {
    const { id: party } = await ana.must(contract.addNamedList, { body: { name: 'Party' } })
    const { id } = await type('Cups', { listId: party })
    await repeat(id, { count: 1, unit: 'week' })
    await buy(id)
    await settle()
    await days(7)
    const [row] = await rows()
    expect(row?.listId).toBe(party)
    await buy(row?.id ?? '')
    await settle()
    await ana.must(contract.changeNamedList, { params: { id: party }, body: { isArchived: true } })
    await days(14)
    expect(await rows()).toMatchObject([{ listId: null }])
  })

  it('follows a row that was merged into another', async () => {
    const { id: other } = await ana.must(contract.addNamedList, { body: { name: 'Other' } })
    const { id } = await type('Milk', { listId: other })
    await repeat(id)
    const { id: target } = await type('Milk')
    await ana.must(contract.changeShoppingItem, { params: { id }, body: { listId: null } })
    await settle()
    await buy(target)
    expect(await recurring()).toMatchObject([{ dueOn: addDays(today, 14) }])
  })

  it('is on the list again after a purchase was undone, and once more only an interval after the next', async () => {
    const { id } = await type('Milk')
    await repeat(id)
    await buy(id)
    await settle()
    const [cleared] = (await ana.must(listHistory)).filter(({ name }) => name === 'list.cleared')
    await ana.must(undoChange, { params: { seq: cleared?.seq ?? 0 } })
    await days(20)
    expect(await rows()).toHaveLength(1)
    await buy(id)
    await settle()
    expect(await recurring()).toMatchObject([{ dueOn: addDays(today, 34) }])
  })

  it('is taken off by undoing what the list added, until it is due next', async () => {
    const { id } = await type('Milk')
    await repeat(id)
    await buy(id)
    await settle()
    await days(14)
    const [added] = await ana.must(listHistory)
    await ana.must(undoChange, { params: { seq: added?.seq ?? 0 } })
    await days(27)
    expect(await rows()).toEqual([])
    await days(28)
    expect(await rows()).toHaveLength(1)
  })

  it('stays one when two ingredients become one', async () => {
    const ids: string[] = []
    for (const name of ['Milk', 'Whole milk']) {
      const { id: ingredientId } = await ana.must(addIngredient, { body: { name, defaultUnit: 'l' } })
      const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientId, suggestedQuantity: 1, unit: 'l' } })
      await repeat(id)
      await buy(id)
      ids.push(ingredientId)
    }
    await settle()
    await ana.must(mergeIngredients, { params: { id: ids[0] ?? '' }, body: { ingredientId: ids[1] ?? '' } })
    await days(14)
    expect(await rows()).toHaveLength(1)
  })
})

describe('an added row', () => {
  it('has the ingredient that its name became, with its name, category and note', async () => {
    const { id } = await type('milk', { category: 'Dairy' })
    await repeat(id)
    await buy(id)
    await settle()
    const { id: ingredientId } = await ana.must(addIngredient, {
      body: { name: 'Milk', category: 'Beverages', defaultUnit: 'l', note: '3.5%' },
    })
    await days(14)
    const added = { ingredientId, ingredientName: 'Milk', category: 'Beverages', note: '3.5%' }
    expect(await rows()).toMatchObject([added])
    expect(await recurring()).toMatchObject([{ ingredientId, ingredientName: 'Milk', category: 'Beverages' }])
  })

  it('has the name that its ingredient has now', async () => {
    const { id: ingredientId } = await ana.must(addIngredient, { body: { name: 'Milk', defaultUnit: 'l' } })
    const { id } = await type('Milk')
    await repeat(id)
    await buy(id)
    await settle()
    await ana.must(changeIngredient, { params: { id: ingredientId }, body: { name: 'Oat drink' } })
    await days(14)
    expect(await rows()).toMatchObject([{ ingredientId, ingredientName: 'Oat drink' }])
  })
})

describe('repeating', () => {
  it('takes an amount without touching the interval or the list', async () => {
    const { id } = await type('Milk')
    const first = await repeat(id)
    const body = { suggestedQuantity: 3, unit: 'l' } as const
    const changed = await ben.must(contract.changeRecurringItem, { params: { id: first.id }, body })
    expect(changed).toEqual({ ...first, ...body, version: first.version + 1 })
  })

  it('set by one member stays when another changed it and its creation is undone', async () => {
    const { id } = await type('Milk')
    const { id: recurringId } = await repeat(id)
    await ben.must(contract.changeRecurringItem, { params: { id: recurringId }, body: { every: { count: 1, unit: 'month' } } })
    const added = (await ana.must(listHistory)).find(({ name }) => name === contract.recurringItemAdded.name)
    const undone = await ana.call(undoChange, { params: { seq: added?.seq ?? 0 } })
    expect(undone).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await recurring()).toHaveLength(1)
  })

  it('doesn’t resume beyond the limit', async () => {
    const { id } = await type('Milk')
    const { id: recurringId } = await repeat(id)
    await ana.must(contract.endRecurringItem, { params: { id: recurringId } })
    const [ended] = await ana.must(listHistory)
    const at = new Date().toISOString()
    const values = Array.from(
      { length: contract.maxRecurring },
      (_, i) =>
        `('${household}', 'r${i}', 'n${i}', 'n${i}', 'Other', 1000, 'each', 'medium', 1, 'week', '2100-01-01', 1, '${at}', '${at}')`,
    )
    await asOwner(
      testApp().server.database,
      `insert into recurring_items (household_id, id, name, food_key, category, milli, unit, priority, every_count, every_unit, due_on, version, created_at, updated_at) values ${values.join(', ')}`,
    )
    const undone = await ana.call(undoChange, { params: { seq: ended?.seq ?? 0 } })
    expect(undone).toMatchObject({ status: 409, body: { code: 'too_many' } })
  })

  it('sets one interval per thing, also from two phones, and takes on the row as it is now', async () => {
    const { id } = await type('Milk')
    const first = await repeat(id)
    const mine = crypto.randomUUID()
    await ana.must(contract.changeShoppingItem, { params: { id }, body: { suggestedQuantity: 3 } })
    const body = { id: mine, itemId: id, every: { count: 1, unit: 'month' } } as const
    const second = await ben.must(contract.repeatItem, { body })
    expect(second).toMatchObject({ id: first.id, suggestedQuantity: 3, every: { count: 1, unit: 'month' } })
    await ben.must(contract.endRecurringItem, { params: { id: mine } })
    expect(await recurring()).toEqual([])
  })

  it('counts a new interval from the last purchase', async () => {
    const { id } = await type('Milk')
    const { id: recurringId } = await repeat(id)
    await buy(id)
    await settle()
    const body = { every: { count: 4, unit: 'week' } } as const
    await ana.must(contract.changeRecurringItem, { params: { id: recurringId }, body })
    expect(await recurring()).toMatchObject([{ dueOn: addDays(today, 28) }])
  })

  it('is ended and undone, on record', async () => {
    const { id } = await type('Milk')
    const { id: recurringId } = await repeat(id)
    await ana.must(contract.endRecurringItem, { params: { id: recurringId } })
    await ana.must(contract.endRecurringItem, { params: { id: recurringId } })
    expect(await recurring()).toEqual([])
    const [ended, added] = await ana.must(listHistory)
    expect([ended?.summary, added?.summary]).toEqual(['Stopped repeating Milk', 'Set Milk to repeat: Every 2 weeks'])
    await ana.must(undoChange, { params: { seq: ended?.seq ?? 0 } })
    expect(await recurring()).toMatchObject([{ id: recurringId }])
    await ana.must(contract.endRecurringItem, { params: { id: recurringId } })
    await repeat(id)
    const [, again] = await ana.must(listHistory)
    const undone = await ana.call(undoChange, { params: { seq: again?.seq ?? 0 } })
    expect(undone).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  })
})

it('keeps the 31st through February for what repeats every month', async () => {
  const at = async (date: string) => {
    vi.setSystemTime(new Date(`${date}T12:00:00Z`))
    await testApp().server.jobs.catchUp(new Date(`${date}T12:00:00Z`))
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await at('2027-01-31')
    const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Filters' } })
    await ana.must(contract.repeatItem, { body: { itemId: id, every: { count: 1, unit: 'month' } } })
    const dues: (string | undefined)[] = []
    for (const date of ['2027-01-31', '2027-02-28', '2027-03-31']) {
      await at(date)
      for (const row of (await ana.must(contract.getShoppingList)).items)
        await ana.must(contract.removeShoppingItem, { params: { id: row.id } })
      await testApp().server.jobs.settle()
      dues.push((await ana.must(contract.listRecurringItems))[0]?.dueOn)
    }
    expect(dues).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  } finally {
    vi.useRealTimers()
  }
})
