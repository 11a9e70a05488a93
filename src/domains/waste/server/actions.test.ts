import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, getIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, discardLot, getLot, type Lot } from '#domains/inventory/contract.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'
import { eatFirst, freezeLot, lowerPar, noteSmallerPack, wasteReport } from '../contract.ts'

const testApp = useTestApp()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
const today = '2027-05-10'
const onDay = (day: string) => vi.setSystemTime(new Date(`${day}T12:00:00Z`))

async function home(): Promise<Person> {
  onDay(today)
  const person = await createPerson(testApp())
  await testApp().household(person)
  return person
}
const stew = async (person: Person): Promise<string> =>
  (
    await person.must(addIngredient, {
      body: {
        name: 'Stew',
        parLevel: 4,
        defaultUnit: 'l',
        defaultStorage: 'FRIDGE',
        shelfLife: { pantryDays: 1, fridgeDays: 7, freezerDays: 90, openedDays: 5 },
      },
    })
  ).id
const put = (person: Person, ingredientId: string, quantity = 2): Promise<Lot> =>
  person.must(addLot, { body: { ingredientId, quantity, unit: 'l', purchasePrice: 8 } })
const bin = (person: Person, lot: Lot) => person.must(discardLot, { params: { id: lot.id }, body: { reason: 'expired' } })
const report = (person: Person) => person.must(wasteReport, { body: { period: 'year' } })
const undo = (person: Person, answer: TestResponse<unknown>) =>
  person.must(undoChange, { params: { seq: Number(answer.headers['x-change-seq']) } })

it('eats first: uses from the lot, and undoing it removes the recorded action', async () => {
  const ana = await home()
  const lot = await put(ana, await stew(ana))
  const answer = await ana.call(eatFirst, { body: { lotId: lot.id, quantity: 1.5 } })
  expect(answer).toMatchObject({ status: 201, body: { kind: 'eat_first', lotId: lot.id, takenOn: today } })
  expect((await ana.must(getLot, { params: { id: lot.id } })).quantity).toBe(0.5)
  expect((await report(ana)).followUps).toMatchObject([{ ingredientName: 'Stew', kinds: ['eat_first'], since: today, verdict: 'too_soon' }])
  await undo(ana, answer)
  expect((await ana.must(getLot, { params: { id: lot.id } })).quantity).toBe(2)
  expect((await report(ana)).followUps).toEqual([])
  expect(await ana.call(eatFirst, { body: { lotId: lot.id, quantity: 3 } })).toMatchObject({ status: 409, body: { code: 'not_enough' } })
  expect((await report(ana)).followUps).toEqual([])
})

it('freezes: moves the lot and extends its date', async () => {
  const ana = await home()
  const lot = await put(ana, await stew(ana))
  await ana.must(freezeLot, { body: { lotId: lot.id } })
  expect(await ana.must(getLot, { params: { id: lot.id } })).toMatchObject({ storage: 'FREEZER', effectiveExpiration: addDays(today, 90) })
})

it('recommends less of repeatedly wasted ingredients until it is done', async () => {
  const ana = await home()
  const ingredient = await stew(ana)
  for (let i = 0; i < 4; i++) {
    const lot = await put(ana, ingredient)
    if (i % 2 === 0) await bin(ana, lot)
  }
  const { actions, recommendations } = await report(ana)
  expect(actions.map(({ kind, from, to, unit }) => [kind, from, to, unit])).toEqual([
    ['lower_par', 4, 2, 'l'],
    ['smaller_pack', null, null, 'l'],
  ])
  expect(recommendations.slice(0, 2)).toEqual(actions.map(({ sentence }) => sentence))

  const lowered = await ana.call(lowerPar, { body: { ingredientId: ingredient, to: 2 } })
  expect((await ana.must(getIngredient, { params: { id: ingredient } })).parLevel).toBe(2)
  const noted = await ana.call(noteSmallerPack, { body: { ingredientId: ingredient } })
  expect((await report(ana)).actions).toEqual([])
  expect((await ana.must(listHistory))[0]).toMatchObject({ summary: 'Plans to buy smaller packs of Stew', canUndo: true })

  await undo(ana, noted)
  await undo(ana, lowered)
  expect((await ana.must(getIngredient, { params: { id: ingredient } })).parLevel).toBe(4)
  expect((await report(ana)).actions).toHaveLength(2)
})

it('later reports whether the ingredient’s waste fell', async () => {
  const ana = await home()
  const ingredient = await stew(ana)
  for (let i = 0; i < 3; i++) await bin(ana, await put(ana, ingredient))
  onDay(addDays(today, 3))
  await ana.must(noteSmallerPack, { body: { ingredientId: ingredient } })
  onDay(addDays(today, 10))
  await bin(ana, await put(ana, ingredient))
  onDay(addDays(today, 33))
  expect((await report(ana)).followUps).toEqual([
    {
      ingredientId: ingredient,
      ingredientName: 'Stew',
      kinds: ['smaller_pack'],
      since: addDays(today, 3),
      days: 30,
      before: { cost: 24, items: 3 },
      after: { cost: 8, items: 1 },
      verdict: 'fell',
    },
  ])
})
