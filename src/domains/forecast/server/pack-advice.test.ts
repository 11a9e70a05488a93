import { afterEach, expect, it, vi } from 'vitest'
import { sendMcpMessage } from '#domains/assistant/contract.ts'
import { createToken } from '#domains/households/contract/access-tokens.ts'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { addLot, discardLot, splitLot, useLot } from '#domains/inventory/contract.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { listPackAdvice } from '../contract.ts'

const testApp = useTestApp()
const today = '2027-05-31'
const onDay = (date: CalendarDate) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(`${date}T12:00:00Z`))
}
afterEach(() => vi.useRealTimers())

async function newcomer(): Promise<Person> {
  onDay(addDays(today, -60))
  const person = await testApp().person('Ana')
  await testApp().household(person)
  return person
}
const buy = (person: Person, quantity: number, price: number, date: CalendarDate) =>
  person.must(addLot, {
    body: {
      ingredient: { name: 'Yogurt' },
      quantity,
      unit: 'g',
      purchasePrice: price,
      expirationDate: addDays(date, 5),
      dateKind: 'use_by',
    },
  })

/** Buys half a kilo once, then a kilo a week, of which 400 g are thrown away. */
async function wasteful(person: Person): Promise<string> {
  onDay(addDays(today, -50))
  const half = await buy(person, 500, 2, addDays(today, -50))
  await person.must(useLot, { params: { id: half.id }, body: { quantity: 500 } })
  for (let week = 6; week >= 1; week--) {
    const begin = addDays(today, -7 * week)
    onDay(begin)
    const lot = await buy(person, 1000, 4, begin)
    for (const day of [0, 2, 4]) {
      onDay(addDays(begin, day))
      await person.must(useLot, { params: { id: lot.id }, body: { quantity: 200 } })
    }
    onDay(addDays(begin, 6))
    await person.must(discardLot, { params: { id: lot.id }, body: { quantity: 400, reason: 'expired' } })
  }
  onDay(today)
  return half.ingredient.id
}

it('advises the size that was bought before and is eaten in time, in the unit of the ingredient', async () => {
  const ana = await newcomer()
  expect(await ana.must(listPackAdvice)).toEqual([])
  const ingredientId = await wasteful(ana)
  onDay(addDays(today, 1))
  const [advice, ...others] = await ana.must(listPackAdvice)
  expect(others).toEqual([])
  expect(advice).toMatchObject({
    ingredientId,
    unit: 'g',
    usual: { quantity: 1000, price: 4, storeId: null },
    better: { quantity: 500, price: 2, storeId: null },
  })
  expect(advice?.usual.thrown).toBeGreaterThan(0.25)
  expect(advice?.better.thrown).toBeLessThan(0.15)
  const ben = await testApp().person('Ben')
  await testApp().household(ben)
  expect(await ben.must(listPackAdvice)).toEqual([])

  const [home] = await ana.must(listHouseholds)
  const { token } = await ana.must(createToken, { params: { id: home?.id ?? '' }, body: { name: 'Assistant', scope: 'read' } })
  const { body } = await testApp().inject({
    method: 'POST',
    url: sendMcpMessage.path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'better_pack_sizes', arguments: {} } }),
  })
  const yogurt = { name: 'Yogurt', usual: { quantity: 1000, unit: 'g', price: 4, store: null }, better: { quantity: 500, price: 2 } }
  expect(body).toMatchObject({ result: { structuredContent: { ingredients: [yogurt] } } })
})

it('takes no part that was split off for a size, and no price of more than half a year ago', async () => {
  const ana = await newcomer()
  for (let week = 6; week >= 1; week--) {
    const begin = addDays(today, -7 * week)
    onDay(begin)
    const lot = await buy(ana, 1000, 4, begin)
    await ana.must(splitLot, { params: { id: lot.id }, body: { quantity: 300 } })
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 300 } })
  }
  onDay(today)
  expect(await ana.must(listPackAdvice)).toEqual([])
  const ben = await testApp().person('Ben')
  await testApp().household(ben)
  await wasteful(ben)
  onDay(addDays(today, 140))
  expect(await ben.must(listPackAdvice)).toEqual([])
})
