import { beforeEach, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { discardLot, openLot, suggestShelfLife, useLot } from '../contract.ts'

const testApp = useTestApp()
const today = dateInTimeZone('UTC', new Date())
const ago = (days: number) => addDays(today, -days)
let ana: Person
let milk: string
beforeEach(async () => {
  ana = await testApp().person('Ana')
  await testApp().household(ana)
  const shelfLife = { pantryDays: null, fridgeDays: null, freezerDays: 90, openedDays: 5 }
  ;({ id: milk } = await ana.must(addIngredient, { body: { name: 'Milk', defaultUnit: 'l', shelfLife } }))
})

const newLot = async (more: object = {}) =>
  (await addSomeLot(ana, { ingredientId: milk, ingredient: undefined, quantity: 1, unit: 'l', storage: 'FRIDGE', ...more } as never)).id
/** Adds a lot that was opened some days ago. */
async function openedLot(days: number, more: object = {}): Promise<string> {
  const id = await newLot(more)
  await ana.must(openLot, { params: { id } })
  await asOwner(testApp().server.database, `update lots set added_on = '${ago(days)}', opened_on = '${ago(days)}' where id = '${id}'`)
  return id
}
/** Dates what was done with a lot, since a day may end while the tests run. */
const dateToday = (id: string) => asOwner(testApp().server.database, `update ledger set on_date = '${today}' where lot_id = '${id}'`)
async function use(id: string): Promise<void> {
  await ana.must(useLot, { params: { id }, body: { quantity: 1 } })
  await dateToday(id)
}
async function spoil(id: string, reason: 'spoiled' | 'overbought' = 'spoiled'): Promise<void> {
  await ana.must(discardLot, { params: { id }, body: { reason } })
  await dateToday(id)
}
const suggested = () => ana.must(suggestShelfLife, { params: { id: milk } })

it('suggests a longer life after opening from what was used up later', async () => {
  for (const days of [8, 9, 12]) await use(await openedLot(days))
  expect(await suggested()).toEqual([
    { life: 'openedDays', days: 9, why: 'Used up 3 times after more than 5 days, never spoiled by then.' },
  ])
  const [last] = await ana.must(listHistory)
  await ana.must(undoChange, { params: { seq: last?.seq ?? 0 } })
  expect(await suggested()).toEqual([])
})

it('suggests a shorter one from what spoiled, not from what was thrown away for other reasons', async () => {
  for (const days of [2, 3]) await spoil(await openedLot(days))
  await spoil(await openedLot(3), 'overbought')
  expect(await suggested()).toEqual([])
  await spoil(await openedLot(3))
  expect(await suggested()).toEqual([{ life: 'openedDays', days: 2, why: 'Spoiled 3 times, each within 5 days.' }])
})

it('learns nothing from what was frozen', async () => {
  for (const days of [8, 9, 12]) await use(await openedLot(days, { storage: 'FREEZER' }))
  expect(await suggested()).toEqual([])
})

it('answers 404 for an ingredient of another household', async () => {
  const ben = await testApp().person('Ben')
  await testApp().household(ben)
  expect((await ben.call(suggestShelfLife, { params: { id: milk } })).status).toBe(404)
})
