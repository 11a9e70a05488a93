import { beforeEach, describe, expect, it } from 'vitest'
import { changeHousehold, listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, removeIngredient } from '#domains/ingredients/contract/index.ts'
import { discardLot } from '#domains/inventory/contract.ts'
import {
  addNamedList,
  addShoppingItem,
  changeShoppingItem,
  clearChecked,
  getShoppingList,
  putAway,
  removeShoppingItem,
  repeatItem,
  type ShoppingItem,
} from '#domains/shopping/contract/index.ts'
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
let start: string
beforeEach(async () => {
  ;[ana, ben] = (await createPeople(testApp(), 2, 'Ana')) as [Person, Person]
  ;({ id: household } = await testApp().household(ana, ben))
  start = dateInTimeZone('UTC', new Date())
  await turn(true)
})

const turn = (restocksList: boolean) => ana.must(changeHousehold, { params: { id: household }, body: { restocksList } })
const settle = () => testApp().server.jobs.settle()
const dish = async (name: string, ingredients: string[]) =>
  (await ana.must(contract.addRecipe, { body: { name, servings: 2, ingredients } })).id
const plan = async (recipeId: string, ahead: number) => {
  const [entry] = await ana.must(contract.putMealPlan, { body: { entries: [{ date: addDays(start, ahead), recipeId }] } })
  return entry?.id ?? ''
}
const unplan = (id: string) => ana.must(contract.removePlanEntry, { params: { id } })
const remove = ({ id }: Pick<ShoppingItem, 'id'>) => ben.must(removeShoppingItem, { params: { id } })
const rows = async (person = ana) => {
  await settle()
  return (await person.must(getShoppingList, { query: { list: 'all' } })).items
}
const shown = async () =>
  (await rows()).map(({ ingredientName, suggestedQuantity, unit }) => `${suggestedQuantity} ${unit} ${ingredientName}`).toSorted()

describe('what planned meals lack', () => {
  it('is on the list a week ahead, on record as added by the list, and off it when the meal is', async () => {
    await addSomeLot(ana, { ingredient: { name: 'Leek' }, quantity: 1, unit: 'each' })
    const soup = await dish('Leek soup', ['3 leeks', '500 g potatoes', 'salt'])
    await plan(soup, 9)
    expect(await rows()).toEqual([])
    const meal = await plan(soup, 3)
    expect(await rows(ben)).toMatchObject([
      { ingredientName: 'Leek', suggestedQuantity: 2, why: 'For Leek soup', addedBy: null, listId: null },
      { ingredientName: 'potatoes', suggestedQuantity: 500, unit: 'g' },
    ])
    const [change] = await ana.must(listHistory)
    expect(change).toMatchObject({ name: 'list.restocked', actor: null, canUndo: true })
    await unplan(meal)
    expect(await rows()).toEqual([])
  })

  it('names the plan for a planned ingredient, and isn’t bought again once it was deleted and put away under its name', async () => {
    const { id: ingredientId } = await ana.must(addIngredient, { body: { name: 'Yogurt', defaultUnit: 'each' } })
    const body = { entries: [{ date: addDays(start, 1), ingredientId, quantity: 2 }] }
    await ana.must(contract.putMealPlan, { body })
    expect(await rows()).toMatchObject([{ ingredientName: 'Yogurt', suggestedQuantity: 2, why: 'For your meal plan' }])
    await ana.must(removeIngredient, { params: { id: ingredientId } })
    const [row, ...others] = await rows()
    expect([row?.ingredientName, others]).toEqual(['Yogurt', []])
    await ana.must(putAway, { body: { items: [{ id: row?.id ?? '', quantity: 2, unit: 'each' }] } })
    expect(await rows()).toEqual([])
    const [meal] = await ana.must(contract.getMealPlan)
    expect(meal).toMatchObject({ recipeName: 'Yogurt', stock: { have: 1, missing: 0 } })
    expect(meal?.ingredientId).not.toBe(ingredientId)
  })

  it('does nothing unless it is switched on, and adds what is due once it is', async () => {
    await turn(false)
    await plan(await dish('Soup', ['500 g potatoes']), 1)
    expect(await rows()).toEqual([])
    await turn(true)
    expect(await shown()).toEqual(['500 g potatoes'])
  })

  it('takes off only the share of the meal that left the plan', async () => {
    const [soup, mash] = [await dish('Soup', ['500 g potatoes']), await dish('Mash', ['300 g potatoes'])]
    await ana.must(addShoppingItem, { body: { ingredientName: 'potatoes', suggestedQuantity: 100, unit: 'g' } })
    const meal = await plan(soup, 1)
    await plan(mash, 2)
    await plan(soup, 3)
    expect(await shown()).toEqual(['1400 g potatoes'])
    await unplan(meal)
    expect(await shown()).toEqual(['900 g potatoes'])
  })

  it('stays for what repeats and is due when the meal leaves the plan', async () => {
    const meal = await plan(await dish('Soup', ['500 g potatoes']), 1)
    const [row] = await rows()
    await ana.must(repeatItem, { body: { itemId: row?.id ?? '', every: { count: 2, unit: 'week' } } })
    await settle()
    await unplan(meal)
    expect(await rows()).toMatchObject([{ id: row?.id, suggestedQuantity: 500, unit: 'g', why: 'Every 2 weeks' }])
  })

  it('adds nothing again through the plan’s own button', async () => {
    await plan(await dish('Soup', ['500 g potatoes']), 1)
    await settle()
    const body = { from: start, to: addDays(start, 6) }
    expect(await ana.must(contract.addPlanMissing, { body })).toMatchObject({ added: 0 })
    expect(await shown()).toEqual(['500 g potatoes'])
  })

  it('stays off once it was taken off by hand, until the meal is planned again', async () => {
    const soup = await dish('Soup', ['500 g potatoes'])
    const meal = await plan(soup, 1)
    for (const row of await rows()) await remove(row)
    await addSomeLot(ana, { ingredient: { name: 'Rice' }, quantity: 1, unit: 'kg' })
    expect(await rows()).toEqual([])
    await unplan(meal)
    await plan(soup, 2)
    expect(await shown()).toEqual(['500 g potatoes'])
  })

  it('is not added again once it was undone or cleared, but once too little was put away', async () => {
    const soup = await dish('Soup', ['500 g potatoes'])
    await plan(soup, 1)
    await settle()
    const [added] = await ana.must(listHistory)
    await ana.must(undoChange, { params: { seq: added?.seq ?? 0 } })
    expect(await rows()).toEqual([])
    await plan(await dish('Rice', ['200 g rice']), 1)
    const [rice] = await rows()
    await ana.must(putAway, { body: { items: [{ id: rice?.id ?? '', quantity: 150, unit: 'g' }] } })
    expect(await shown()).toEqual(['50 g Rice'])
    const [more] = await rows()
    await ana.must(changeShoppingItem, { params: { id: more?.id ?? '' }, body: { isChecked: true } })
    await ana.must(clearChecked, { body: { ids: [more?.id ?? ''] } })
    expect(await rows()).toEqual([])
  })

  it('is left at a row that can’t take it in: on another list, checked off, or in another unit', async () => {
    const { id: market } = await ana.must(addNamedList, { body: { name: 'Market' } })
    await ana.must(addShoppingItem, { body: { ingredientName: 'potatoes', suggestedQuantity: 1, unit: 'kg', listId: market } })
    await ana.must(addShoppingItem, { body: { ingredientName: 'leeks', suggestedQuantity: 1, unit: 'kg' } })
    const meal = await plan(await dish('Soup', ['500 g potatoes', '3 leeks']), 1)
    expect(await shown()).toEqual(['1 kg leeks', '1 kg potatoes'])
    await unplan(meal)
    expect(await shown()).toEqual(['1 kg leeks', '1 kg potatoes'])
  })

  it('is written once when two processes follow the same change', async () => {
    await plan(await dish('Soup', ['500 g potatoes']), 1)
    await Promise.all([settle(), otherServer().jobs.settle(), settle(), otherServer().jobs.settle()])
    expect(await shown()).toEqual(['500 g potatoes'])
  })
})

/** No food, whose opened lots would expire by the real clock. */
const things = ['Sponges', 'Candles', 'Napkins', 'Foil']
const needed = 2
const window = 7

const days = Number(process.env['LARDER_LIST_DAYS'] ?? 15)
it(`lists what the plan needs for ${days} random days`, { timeout: 300_000 + days * 5_000 }, async () => {
  const seed = Number(process.env['LARDER_LIST_SEED'] ?? Date.now() % 1e6)
  const random = randomFrom(seed)
  const ids = new Map<string, string>()
  const recipes = new Map<string, string>()
  for (const name of things) {
    ids.set(name, (await ana.must(addIngredient, { body: { name, defaultUnit: 'piece' } })).id)
    recipes.set(name, await dish(`${name} dish`, [`${needed} ${name}`]))
  }
  let today = start
  const lots: { name: string; id: string; quantity: number }[] = []
  const meals: { name: string; id: string; on: string; isRefused: boolean }[] = []
  const typed = new Set<string>()
  const counts = { steps: 0, lacking: 0, refused: 0 }
  const stock = (name: string) => lots.reduce((sum, lot) => sum + (lot.name === name ? lot.quantity : 0), 0)
  /** The meals of the coming days that stock isn't enough for, the earlier ones served first. */
  const lacking = (name: string) => {
    let left = stock(name)
    return meals
      .filter((meal) => meal.name === name && meal.on >= today)
      .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : meals.indexOf(a) - meals.indexOf(b)))
      .filter(() => {
        const isMet = left >= needed
        left = Math.max(0, left - needed)
        return !isMet
      })
      .filter(({ on }) => on <= addDays(today, window))
  }
  const rowsOf = async (name: string) => (await rows()).filter((item) => item.ingredientName === name)
  const refuse = (name: string) => {
    for (const meal of lacking(name)) meal.isRefused = true
    counts.refused += 1
    typed.delete(name)
  }
  /** A meal that has what it needs is no longer refused. */
  const endRefusals = () => {
    for (const meal of meals) if (!lacking(meal.name).includes(meal)) meal.isRefused = false
  }
  const acts: Record<string, (name: string) => Promise<void>> = {
    async plan(name) {
      if (meals.some((meal) => meal.name === name && meal.on >= today && meal.on === addDays(today, 1))) return
      const on = addDays(today, random.below(10))
      const body = { entries: [{ date: on, recipeId: recipes.get(name) ?? '' }] }
      const [entry] = await ana.must(contract.putMealPlan, { body })
      meals.push({ name, id: entry?.id ?? '', on, isRefused: false })
    },
    async unplan(name) {
      const at = meals.findIndex((meal) => meal.name === name && meal.on >= today)
      const [meal] = at < 0 ? [] : meals.splice(at, 1)
      if (meal) await unplan(meal.id)
    },
    async buy(name) {
      const quantity = 1 + random.below(4)
      const more = { quantity, unit: 'piece', expirationDate: '2099-01-01' } as const
      const { id } = await addSomeLot(ana, { ingredientId: ids.get(name) ?? '', ingredient: undefined, ...more } as never)
      lots.push({ name, id, quantity })
    },
    async discard(name) {
      const lot = lots.find((one) => one.name === name && one.quantity > 0)
      if (!lot) return
      await ana.must(discardLot, { params: { id: lot.id }, body: { reason: 'spoiled' } })
      lot.quantity = 0
    },
    async type(name) {
      await ben.must(addShoppingItem, { body: { ingredientName: name, suggestedQuantity: 1, unit: 'piece' } })
      typed.add(name)
    },
    async remove(name) {
      const some = await rowsOf(name)
      for (const row of some) await remove(row)
      if (some.length > 0) refuse(name)
    },
    async clear(name) {
      const some = await rowsOf(name)
      for (const { id } of some) await ana.must(changeShoppingItem, { params: { id }, body: { isChecked: true } })
      await settle()
      await ana.must(clearChecked, { body: { ids: some.map(({ id }) => id) } })
      if (some.length > 0) refuse(name)
    },
  }
  const kinds = ['plan', 'plan', 'plan', 'unplan', 'buy', 'discard', 'type', 'remove', 'clear'] as const
  for (let day = 0; day < days; day += 1) {
    for (let step = random.below(4); step >= 0; step -= 1) {
      const kind = random.pick(kinds) ?? 'plan'
      const name = random.pick(things) ?? ''
      await acts[kind]?.(name)
      const all = await rows()
      counts.steps += 1
      for (const one of things) {
        const meals = lacking(one)
        const where = `seed ${seed}, day ${day}, after ${kind} ${name}: ${one}`
        const count = all.filter((item) => item.ingredientName === one).length
        expect(count, `${where} is doubled`).toBeLessThanOrEqual(1)
        const isDue = meals.some(({ isRefused }) => !isRefused)
        if (isDue) expect(count, `${where} is missing`).toBe(1)
        else if (!typed.has(one)) expect(count, `${where} is there for nothing`).toBe(0)
        counts.lacking += Number(isDue)
      }
      endRefusals()
    }
    today = addDays(start, day + 1)
    await testApp().server.jobs.catchUp(new Date(`${today}T00:00:01Z`))
    endRefusals()
  }
  const { engine } = testApp().server.database
  process.stdout.write(`list: plan, ${engine}, ${days} days, seed ${seed}, ${JSON.stringify(counts)}\n`)
})
