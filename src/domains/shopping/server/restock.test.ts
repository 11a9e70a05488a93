import { beforeEach, describe, expect, it } from 'vitest'
import { changeHousehold, listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { discardLot, useLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { addSomeLot, type Person, useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
const { server: otherServer } = useSecondServer(testApp)
let ana: Person
let ben: Person
let household: string
beforeEach(async () => {
  ;[ana, ben] = (await createPeople(testApp(), 2, 'Ana')) as [Person, Person]
  ;({ id: household } = await testApp().household(ana, ben))
  await turn(true)
})

const turn = (restocksList: boolean) => ana.must(changeHousehold, { params: { id: household }, body: { restocksList } })
const settle = () => testApp().server.jobs.settle()
const ingredient = async (name: string, parLevel: number) =>
  (await ana.must(addIngredient, { body: { name, parLevel, defaultUnit: 'l' } })).id
const stock = async (ingredientId: string, quantity: number, more: object = {}) =>
  (await addSomeLot(ana, { ingredientId, ingredient: undefined, quantity, unit: 'l', ...more } as never)).id
const use = (id: string, quantity: number) => ana.must(useLot, { params: { id }, body: { quantity } })
/** Returns the rows, by name. */
async function list(person = ana): Promise<Record<string, contract.ShoppingItem[]>> {
  await settle()
  return Object.groupBy((await person.must(contract.getShoppingList)).items, (item) => item.ingredientName) as never
}
const remove = async (name: string) => {
  for (const { id } of (await list())[name] ?? []) await ben.must(contract.removeShoppingItem, { params: { id } })
}

describe('a list that writes itself', () => {
  it('adds what falls below its par level, and says in the history that it did', async () => {
    const milk = await ingredient('Milk', 4)
    const lot = await stock(milk, 4)
    expect(await list()).toEqual({})
    await use(lot, 1)
    expect((await list(ben))['Milk']).toMatchObject([{ suggestedQuantity: 1, reason: 'below_par', addedBy: null }])
    const [change] = await ana.must(listHistory)
    expect(change).toMatchObject({ name: 'list.restocked', actor: null, summary: 'Added by the list itself: 1 l Milk', canUndo: true })
    await use(lot, 2)
    expect((await list())['Milk']).toMatchObject([{ suggestedQuantity: 3, reason: 'low_stock' }])
  })

  it('does nothing unless it is switched on, and everything that is due once it is', async () => {
    await turn(false)
    await ingredient('Milk', 4)
    expect(await list()).toEqual({})
    await turn(true)
    expect(Object.keys(await list())).toEqual(['Milk'])
  })

  it('adds what is low once its stock has expired', async () => {
    const today = dateInTimeZone('UTC', new Date())
    const milk = await ingredient('Milk', 4)
    await stock(milk, 4, { expirationDate: addDays(today, 1), dateKind: 'use_by' })
    expect(await list()).toEqual({})
    await testApp().server.jobs.catchUp(new Date(`${addDays(today, 2)}T00:00:01Z`))
    expect((await ana.must(contract.getShoppingList)).items).toMatchObject([{ ingredientName: 'Milk', reason: 'expired' }])
  })

  it('leaves what was removed by hand off the list until it was restocked and ran low again', async () => {
    const milk = await ingredient('Milk', 4)
    const lot = await stock(milk, 3)
    await remove('Milk')
    await use(lot, 1)
    expect(await list()).toEqual({})
    const other = await stock(milk, 2)
    await settle()
    await ana.must(discardLot, { params: { id: other }, body: { reason: 'spoiled' } })
    expect((await list())['Milk']).toMatchObject([{ suggestedQuantity: 2 }])
  })

  it('leaves off what was added by the list and undone', async () => {
    await ingredient('Milk', 4)
    await list()
    const [change] = await ana.must(listHistory)
    await ana.must(undoChange, { params: { seq: change?.seq ?? 0 } })
    expect(await list()).toEqual({})
  })

  it('adds nothing about which a row is there: typed, generated, checked or edited', async () => {
    await turn(false)
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Typed', suggestedQuantity: 1, unit: 'each' } })
    await ingredient('Typed', 4)
    await ingredient('Edited', 4)
    await ana.must(contract.generateList)
    const [edited] = (await list())['Edited'] ?? []
    await ana.must(contract.changeShoppingItem, { params: { id: edited?.id ?? '' }, body: { suggestedQuantity: 1, isChecked: true } })
    await turn(true)
    await ingredient('New', 1)
    const rows = await list()
    expect(
      Object.entries(rows)
        .map(([name, same]) => [name, same.length])
        .toSorted(),
    ).toEqual([
      ['Edited', 1],
      ['New', 1],
      ['Typed', 1],
    ])
  })

  it('asks again for what was put away without reaching the par level, and takes off what has', async () => {
    const milk = await ingredient('Milk', 4)
    const [row] = (await list())['Milk'] ?? []
    await ana.must(contract.changeShoppingItem, { params: { id: row?.id ?? '' }, body: { isChecked: true } })
    await ana.must(contract.putAway, { body: { items: [{ id: row?.id ?? '', quantity: 3 }] } })
    expect((await list())['Milk']).toMatchObject([{ suggestedQuantity: 1 }])
    await stock(milk, 1)
    expect(await list()).toEqual({})
  })

  it('asks again for what was taken off, typed and put away without reaching the par level', async () => {
    await ingredient('Milk', 4)
    await remove('Milk')
    expect(await list()).toEqual({})
    const typed = await ben.must(contract.addShoppingItem, { body: { ingredientName: 'Milk', suggestedQuantity: 1, unit: 'l' } })
    await ana.must(contract.putAway, { body: { items: [{ id: typed.id, quantity: 1, unit: 'l' }] } })
    expect((await list())['Milk']).toMatchObject([{ suggestedQuantity: 3 }])
  })

  it('writes once when two processes follow the same change', async () => {
    await ingredient('Milk', 4)
    await Promise.all([settle(), otherServer().jobs.settle(), settle(), otherServer().jobs.settle()])
    expect((await list())['Milk']).toHaveLength(1)
  })
})

/** Requests go by the real clock, so nothing may expire while the days of the test go on: no food, which keeps less long once opened. */
const things = ['Sponges', 'Candles', 'Napkins', 'Foil', 'Batteries', 'Matches']
const undated = { expirationDate: '2099-01-01' }

const days = Number(process.env['LARDER_LIST_DAYS'] ?? 20)
it(`keeps its promises for ${days} random days`, { timeout: 300_000 + days * 5_000 }, async () => {
  const seed = Number(process.env['LARDER_LIST_SEED'] ?? Date.now() % 1e6)
  const random = randomFrom(seed)
  const start = dateInTimeZone('UTC', new Date())
  const ids = new Map<string, string>()
  for (const name of things) ids.set(name, await ingredient(name, 4))
  const lots: { name: string; id: string; left: number }[] = []
  const left = (name: string) => lots.reduce((sum, lot) => sum + (lot.name === name ? lot.left : 0), 0)
  /** What was taken off by hand while it was low. */
  const refused = new Set<string>()
  /** Generate List adds what a typed or edited row lacks in a row of its own. */
  const toppedUp = new Set<string>()
  /** What repeats every few days, and from when on it must be on the list. */
  const repeating = new Map<string, { every: number; dueOn: string }>()
  let today = start
  const counted = new Map<string, number>()
  const counts = { steps: 0, refused: 0, due: 0, recurring: 0 }
  const leave = (name: string, isBought: boolean) => {
    const known = repeating.get(name)
    if (!known) return
    if (isBought) known.dueOn = addDays(today, known.every)
    else while (known.dueOn <= today) known.dueOn = addDays(known.dueOn, known.every)
  }
  const rowsOf = async () => (await ana.must(contract.getShoppingList)).items
  const acts: Record<string, (name: string) => Promise<void>> = {
    async buy(name) {
      const quantity = 1 + random.below(5)
      lots.push({ name, left: quantity, id: await stock(ids.get(name) ?? '', quantity, undated) })
    },
    async use(name) {
      const lot = lots.find((one) => one.name === name && one.left > 0)
      if (!lot) return
      const quantity = 1 + random.below(lot.left)
      await use(lot.id, quantity)
      lot.left -= quantity
    },
    async discard(name) {
      const lot = lots.find((one) => one.name === name && one.left > 0)
      if (!lot) return
      await ana.must(discardLot, { params: { id: lot.id }, body: { reason: 'spoiled' } })
      lot.left = 0
    },
    async remove(name) {
      for (const { id } of (await rowsOf()).filter((item) => item.ingredientName === name)) {
        await ben.must(contract.removeShoppingItem, { params: { id } })
        if (left(name) < 4) refused.add(name)
        counts.refused += 1
        leave(name, false)
      }
    },
    async type(name) {
      await ben.must(contract.addShoppingItem, { body: { ingredientName: name, suggestedQuantity: 1, unit: 'l' } })
      refused.delete(name)
    },
    async clear(name) {
      const some = (await rowsOf()).filter((item) => item.ingredientName === name)
      for (const { id } of some) await ben.must(contract.changeShoppingItem, { params: { id }, body: { isChecked: true } })
      await ben.must(contract.clearChecked, { body: { ids: some.map(({ id }) => id) } })
      if (some.length > 0 && left(name) < 4) refused.add(name)
      if (some.length > 0) leave(name, true)
    },
    async putAway(name) {
      const quantity = 1 + random.below(5)
      const items = (await rowsOf())
        .filter((one) => one.ingredientName === name)
        .map(({ id }) => ({ id, quantity, unit: 'l' as const, ...undated }))
      if (items.length === 0) return
      const { lots: added } = await ana.must(contract.putAway, { body: { items } })
      lots.push(...added.map(({ id }) => ({ name, id, left: quantity })))
      leave(name, true)
    },
    async repeat(name) {
      const [item] = (await rowsOf()).filter((one) => one.ingredientName === name)
      const every = 1 + random.below(5)
      if (!item || repeating.has(name)) return
      await ben.must(contract.repeatItem, { body: { itemId: item.id, every: { count: every, unit: 'day' } } })
      repeating.set(name, { every, dueOn: start })
    },
    async stopRepeating(name) {
      const known = (await ana.must(contract.listRecurringItems)).find((one) => one.ingredientName === name)
      if (known) await ana.must(contract.endRecurringItem, { params: { id: known.id } })
      repeating.delete(name)
    },
    async generate() {
      await ana.must(contract.generateList)
      refused.clear()
      const rows = Map.groupBy(await rowsOf(), (item) => item.ingredientName)
      for (const [name, same] of rows) if (same.length > 1) toppedUp.add(name)
    },
  }
  const kinds = [
    'buy',
    'use',
    'use',
    'discard',
    'remove',
    'type',
    'clear',
    'putAway',
    'repeat',
    'repeat',
    'stopRepeating',
    'generate',
  ] as const
  for (let day = 0; day < days; day += 1) {
    for (let step = random.below(4); step >= 0; step -= 1) {
      const kind = random.pick(kinds) ?? 'use'
      const name = random.pick(things) ?? ''
      await acts[kind]?.(name)
      await testApp().server.jobs.settle()
      counts.steps += 1
      for (const one of things) if (left(one) >= 4) refused.delete(one)
      const rows = await rowsOf()
      const byHand = ['remove', 'clear', 'putAway'].includes(kind) ? name : null
      for (const one of things) {
        const count = rows.filter((item) => item.ingredientName === one).length
        const where = `seed ${seed}, day ${day}, after ${kind} ${name}: ${one}`
        expect(count, `${where} is doubled`).toBeLessThanOrEqual(toppedUp.has(one) ? 2 : 1)
        if (count < 2) toppedUp.delete(one)
        // The list took it off, because its stock is back at the par level.
        if (count === 0 && (counted.get(one) ?? 0) > 0 && one !== byHand) leave(one, false)
        const isRecurring = (repeating.get(one)?.dueOn ?? '9') <= today
        if (isRecurring) refused.delete(one)
        const isDue = isRecurring || (left(one) < 4 && !refused.has(one))
        if (isDue) expect(count, `${where} is missing`).toBeGreaterThan(0)
        else if ((counted.get(one) ?? 0) === 0 && !(kind === 'type' && one === name)) expect(count, `${where} returned early`).toBe(0)
        else if (refused.has(one)) expect(count, `${where} returned early`).toBe(0)
        counted.set(one, count)
        counts.due += Number(isDue)
        counts.recurring += Number(isRecurring)
      }
    }
    today = addDays(start, day + 1)
    await testApp().server.jobs.catchUp(new Date(`${today}T00:00:01Z`))
    // What repeats was added at midnight.
    for (const one of things) if ((repeating.get(one)?.dueOn ?? '9') <= today) refused.delete(one)
    for (const one of (await rowsOf()).map((item) => item.ingredientName)) counted.set(one, counted.get(one) || 1)
  }
  const { engine } = testApp().server.database
  process.stdout.write(`list: ${engine}, ${days} days, seed ${seed}, ${JSON.stringify(counts)}\n`)
  expect(counts.recurring).toBeGreaterThan(0)
})
