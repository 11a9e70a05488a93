import { expect, it, vi } from 'vitest'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import { addDays, dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { newcomer } from '#tests/support/data/people.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { type Asker, lotsAtRisk, openForecasts } from './index.ts'
import { openForecastWorker } from './use-cases/forecast-worker-pool.ts'

const testApp = useTestApp()
const silent = { log: () => {} }

it('names lots at risk only where enough is known and there is still time', async () => {
  const today = dayIn('UTC', new Date())
  const ana = await newcomer(testApp())
  await testApp().household(ana)
  const put = (name: string, keeps: number) =>
    ana.must(addLot, { body: { ingredient: { name }, quantity: 100, unit: 'each', expirationDate: addDays(today, keeps) } })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(`${addDays(today, -20)}T12:00:00Z`))
  const lot = await put('Bread rolls', 2)
  for (const day of [-15, -10, -5]) {
    vi.setSystemTime(new Date(`${addDays(today, day)}T12:00:00Z`))
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
  }
  vi.useRealTimers()
  await put('Never seen before', 2)
  await put('Gone off', -2)

  const forecasts = openForecasts(silent)
  const asker = { householdId: ana.home as HouseholdId, today, read: testApp().server.database.read }
  const risky = await lotsAtRisk(forecasts, asker)
  expect(risky.map(({ lotId, risk, daysLeft }) => [lotId, risk, daysLeft])).toEqual([[lot.id, 'high', 2]])
  // Nothing changed, nothing is reckoned again.
  expect(await forecasts.outlooks(asker)).toBe(await forecasts.outlooks(asker))
  await forecasts.close()
})

it('serves lists with the last answer, and makes a new one after a rest, once for all changes', async () => {
  const today = dayIn('UTC', new Date())
  const ana = await newcomer(testApp())
  await testApp().household(ana)
  const put = (name: string) =>
    ana.must(addLot, { body: { ingredient: { name }, quantity: 1, unit: 'each', expirationDate: addDays(today, 2) } })
  await put('Leek')
  const forecasts = openForecasts({ ...silent, restMs: 3_000 })
  let reads = 0
  const { read } = testApp().server.database
  const asker: Asker = {
    householdId: ana.home as HouseholdId,
    today,
    read(scope, work) {
      reads++
      return read(scope, work)
    },
  }
  const ingredients = async () => (await forecasts.latest(asker)).length
  expect(await ingredients()).toBe(1)
  const once = reads
  for (const name of ['Ham', 'Rice', 'Milk']) {
    await put(name)
    expect(await ingredients()).toBe(1)
  }
  expect(reads).toBe(once)
  await expect.poll(ingredients, { timeout: 20_000 }).toBe(4)
  expect(reads).toBeLessThan(3 * once)
  await forecasts.close()
})

it('answers 503 when the thread fails, and works again with the next question', async () => {
  const records = { today: '2027-01-01', ingredients: [], held: [], undone: [] }
  const broken = openForecastWorker({ ...silent, worker: new URL('data:text/javascript,throw new Error("no")') })
  await expect(broken.begin().predict(records)).rejects.toMatchObject({ status: 503, code: 'forecast_unavailable' })
  await broken.close()

  const thread = openForecastWorker({ ...silent, maxMs: 60_000, idleMs: 1 })
  expect(await thread.begin().predict(records)).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(await thread.begin().predict(records)).toEqual([])
  const closing = thread.begin().predict(records)
  await Promise.all([expect(closing).rejects.toMatchObject({ status: 503 }), thread.close()])
})
