import { expect, it, vi } from 'vitest'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { type ForecastRequest, lotsAtRisk, openForecastService } from './index.ts'
import { openForecastWorker } from './use-cases/forecast-worker-client.ts'

const testApp = useTestApp()
const silent = { log: () => {} }

it('lists lots at risk only with enough data and before their date', async () => {
  const today = dateInTimeZone('UTC', new Date())
  const ana = await createPerson(testApp())
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
  await put('Expired', -2)

  const forecasts = openForecastService({ ...silent, read: testApp().server.database.read })
  const request = { householdId: ana.home as HouseholdId, today }
  const risky = await lotsAtRisk(forecasts, request)
  expect(risky.map(({ lotId, risk, daysLeft }) => [lotId, risk, daysLeft])).toEqual([[lot.id, 'high', 2]])
  // Without changes, the cached result is returned.
  expect(await forecasts.outlooks(request)).toBe(await forecasts.outlooks(request))
  await forecasts.close()
})

it('serves the last forecast to lists and refreshes it after a delay, once for several changes', async () => {
  const today = dateInTimeZone('UTC', new Date())
  const ana = await createPerson(testApp())
  await testApp().household(ana)
  const put = (name: string) =>
    ana.must(addLot, { body: { ingredient: { name }, quantity: 1, unit: 'each', expirationDate: addDays(today, 2) } })
  await put('Leek')
  let reads = 0
  const { read } = testApp().server.database
  const forecasts = openForecastService({
    ...silent,
    refreshDelayMs: 3_000,
    read(scope, work) {
      reads++
      return read(scope, work)
    },
  })
  const request: ForecastRequest = { householdId: ana.home as HouseholdId, today }
  const ingredients = async () => (await forecasts.latest(request)).length
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

it('throws a 503 problem when the worker fails and recovers with the next job', async () => {
  const input = { records: { today: '2027-01-01', timeZone: 'UTC', ingredients: [], held: [], undone: [] }, batches: [] }
  const broken = openForecastWorker({ ...silent, worker: new URL('data:text/javascript,throw new Error("no")') })
  await expect(broken.predict(input)).rejects.toMatchObject({ status: 503, code: 'forecast_unavailable' })
  await broken.close()

  const worker = openForecastWorker({ ...silent, timeoutMs: 60_000, idleMs: 1 })
  expect(await worker.predict(input)).toEqual({ forecasts: [], doubts: [], packs: [] })
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(await worker.predict(input)).toEqual({ forecasts: [], doubts: [], packs: [] })
  const closing = worker.predict(input)
  await Promise.all([expect(closing).rejects.toMatchObject({ status: 503 }), worker.close()])
})
