import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, type Lot, useLot } from '#domains/inventory/contract.ts'
import { listOffers, withdrawOffer } from '#domains/sharing/contract/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { createLinkedCircle, createPerson } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { offerLot, wasteBackTest, wastePredictions, wasteReport } from '../contract.ts'

const testApp = useTestApp()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
const today = '2027-05-10'
const onDay = (day: string) => vi.setSystemTime(new Date(`${day}T12:00:00Z`))

async function home(): Promise<Person> {
  const person = await createPerson(testApp())
  await testApp().household(person)
  return person
}
const put = (person: Person, ingredientId: string, quantity: number, keeps: number, more: object = {}): Promise<Lot> =>
  person.must(addLot, {
    body: {
      ingredientId,
      quantity,
      unit: 'l',
      expirationDate: addDays(today, keeps),
      dateKind: 'best_before',
      purchasePrice: 2 * quantity,
      ...more,
    },
  })
const milk = async (person: Person) => (await person.must(addIngredient, { body: { name: 'Milk', defaultUnit: 'l' } })).id

/** Records half a liter used every second day for forty days. Returns the ingredient's id. */
async function drinksMilk(person: Person): Promise<string> {
  onDay(addDays(today, -40))
  const ingredient = await milk(person)
  const lot = await put(person, ingredient, 20, 300)
  for (let day = -39; day < 0; day += 2) {
    onDay(addDays(today, day))
    await person.must(useLot, { params: { id: lot.id }, body: { quantity: 0.5 } })
  }
  onDay(today)
  await person.must(useLot, { params: { id: lot.id }, body: { quantity: 10 } })
  return ingredient
}

it('are empty for an empty kitchen and leave out lots without a date', async () => {
  onDay(today)
  const ana = await home()
  expect(await ana.must(wastePredictions)).toEqual([])
  await ana.must(addLot, { body: { ingredient: { name: 'Honeycomb candle' }, quantity: 1, unit: 'each' } })
  expect(await ana.must(wastePredictions)).toEqual([])
})

it('name the lots likely to be left over with amount and cost, the likeliest first', async () => {
  const ana = await home()
  const ingredient = await drinksMilk(ana)
  const soon = await put(ana, ingredient, 4, 2)
  const late = await put(ana, ingredient, 0.5, 60)
  const predictions = await ana.must(wastePredictions)
  expect(predictions.map(({ lotId }) => lotId)).toEqual([soon.id, late.id])
  expect(predictions[0]).toMatchObject({
    ingredientId: ingredient,
    ingredientName: 'Milk',
    riskLevel: 'high',
    quantity: 4,
    unit: 'l',
    effectiveExpiration: addDays(today, 2),
    enoughData: true,
  })
  const [first, second] = predictions
  expect(first?.estimatedWasteProbability).toBeGreaterThan(0.9)
  expect(first?.expectedLeft).toBeGreaterThan(2)
  expect(first?.estimatedWasteCost).toBeCloseTo(2 * (first?.expectedLeft ?? 0), 1)
  expect(first?.reason).toMatch(/^Expires in 2 days; you use about [\d.]+ l a week/)
  expect(first?.recommendations[0]).toBe('Use Milk first (expires in 2 days)')
  expect(first?.actions.map(({ kind, lotId }) => [kind, lotId])).toContainEqual(['eat_first', soon.id])
  expect(second).toMatchObject({ riskLevel: 'low', recommendations: [], actions: [] })
  expect(await ana.must(wastePredictions, { query: { limit: 1 } })).toEqual([first])
})

it('say when there is too little data', async () => {
  onDay(today)
  const ana = await home()
  await put(ana, await milk(ana), 1, 5, { purchasePrice: null })
  expect(await ana.must(wastePredictions)).toMatchObject([{ enoughData: false, estimatedWasteCost: null }])
  expect((await ana.must(wastePredictions))[0]?.reason).toBe('Expires in 5 days')
})

it('follow every change and the date', async () => {
  const ana = await home()
  const ingredient = await drinksMilk(ana)
  const lot = await put(ana, ingredient, 4, 3)
  const chance = async () => (await ana.must(wastePredictions))[0]?.estimatedWasteProbability ?? 0
  const before = await chance()
  const used = await ana.call(useLot, { params: { id: lot.id }, body: { quantity: 3.9 } })
  const after = await chance()
  expect(after).toBeLessThan(before)
  await ana.must(undoChange, { params: { seq: Number(used.headers['x-change-seq']) } })
  expect(await chance()).toBe(before)
  onDay(addDays(today, 4))
  expect((await ana.must(wastePredictions))[0]).toMatchObject({ estimatedWasteProbability: 1, reason: 'Expired yesterday', actions: [] })
})

it('add up lots in other units of the ingredient and report each in its own', async () => {
  const ana = await home()
  const ingredient = await drinksMilk(ana)
  const liters = await put(ana, ingredient, 4, 2)
  const before = await ana.must(wastePredictions)
  const more = await put(ana, ingredient, 4000, 2, { unit: 'ml', purchasePrice: 8 })
  const predictions = await ana.must(wastePredictions)
  const of = (id: string) => predictions.find(({ lotId }) => lotId === id)
  expect(of(more.id)?.unit).toBe('ml')
  expect(of(more.id)?.expectedLeft).toBeGreaterThan(1000)
  expect(of(liters.id)?.expectedLeft).toBeLessThanOrEqual(4)
  expect(of(more.id)?.estimatedWasteProbability).toBeGreaterThanOrEqual(before[0]?.estimatedWasteProbability ?? 1)
})

it('recommend offering a lot at risk once there is a circle, until it is offered', async () => {
  const ana = await home()
  const ingredient = await drinksMilk(ana)
  const { id: lotId } = await put(ana, ingredient, 30, 3)
  const isProposed = async () => (await ana.must(wastePredictions))[0]?.actions.some(({ kind }) => kind === 'offer')
  expect(await isProposed()).toBe(false)
  const circleId = await createLinkedCircle(ana)
  expect(await isProposed()).toBe(true)

  expect(await ana.call(offerLot, { body: { lotId, circleId } })).toMatchObject({
    status: 201,
    body: { kind: 'offer', ingredientId: ingredient, lotId, takenOn: today },
  })
  expect(await isProposed()).toBe(false)
  expect((await ana.must(wasteReport, { body: { period: 'month' } })).followUps).toMatchObject([{ kinds: ['offer'], since: today }])
  expect(await ana.call(offerLot, { body: { lotId, circleId } })).toMatchObject({ status: 409, body: { code: 'already_offered' } })
  const [offer] = await ana.must(listOffers)
  expect(offer?.ingredient.name).toBe('Milk')
  await ana.must(withdrawOffer, { params: { id: offer?.id ?? '' } })
  expect(await isProposed()).toBe(true)
})

it('say that the past is too short for a back-test', async () => {
  onDay(today)
  const ana = await home()
  expect(await ana.must(wasteBackTest)).toMatchObject({ lots: 0, enoughPast: false })
})
