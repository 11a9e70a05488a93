import { afterEach, expect, it, vi } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addLot, correctLot, discardLot, getLot, type Lot, useLot } from '#domains/inventory/contract.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { listStockDoubts, listStockQuestions } from '../contract.ts'

const testApp = useTestApp()
const today = '2027-05-31'
const onDay = (date: CalendarDate) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(`${date}T12:00:00Z`))
}
afterEach(() => vi.useRealTimers())

/** Adds a liter a week of each, records half of what is drunk, and throws away less than the records say is left. */
async function forgetful(names: readonly string[]): Promise<{ ana: Person; lots: Lot[] }> {
  onDay(addDays(today, -100))
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  const put = async (name: string, date: CalendarDate) =>
    ana.must(addLot, { body: { ingredient: { name }, quantity: 1000, unit: 'ml', expirationDate: addDays(date, 6) } })
  for (let week = 13; week >= 2; week--) {
    const begin = addDays(today, -7 * week - 2)
    for (const name of names) {
      onDay(begin)
      const lot = await put(name, begin)
      for (const day of [1, 4]) {
        onDay(addDays(begin, day))
        await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 250 } })
      }
      onDay(addDays(begin, 7))
      await ana.must(discardLot, { params: { id: lot.id }, body: { quantity: 50, reason: 'expired' } })
      await ana.must(correctLot, { params: { id: lot.id }, body: { quantity: 0 } })
    }
  }
  const lots: Lot[] = []
  for (const name of names) {
    onDay(addDays(today, -6))
    lots.push(await put(name, addDays(today, -4)))
  }
  onDay(today)
  return { ana, lots }
}
/** Twice: what another job records meanwhile outdates a forecast. */
const runJobs = async () => {
  for (let again = 0; again < 2; again++) await testApp().server.jobs.catchUp(new Date())
}
const asked = async (person: Person) => (await person.must(listStockQuestions)).map(({ lotId }) => lotId)

it('asks about three lots, each once, and less after each count until a week later', async () => {
  const { ana, lots } = await forgetful(['Milk', 'Juice', 'Soup', 'Cream'])
  const ids = lots.map(({ id }) => id)
  const [first, second, third] = await ana.must(listStockQuestions)
  if (!first || !second || !third) throw new Error('three questions')
  expect((await asked(ana)).every((id) => ids.includes(id))).toBe(true)
  expect(await asked(ana)).toHaveLength(3)
  expect(Object.keys(first).toSorted()).toEqual(['gone', 'left', 'lotId', 'version'])
  expect(first.gone).toBeGreaterThan(0)
  expect(first.left).toBeLessThan(900)

  expect(await ana.must(listStockDoubts)).toEqual([])
  const answer = await ana.call(correctLot, { params: { id: first.lotId }, body: { quantity: 0 } })
  expect(await asked(ana)).toHaveLength(2)
  expect(await asked(ana)).not.toContain(first.lotId)
  await ana.must(undoChange, { params: { seq: Number(answer.headers['x-change-seq']) } })
  expect(await ana.must(getLot, { params: { id: first.lotId } })).toMatchObject({ quantity: 1000 })
  expect(await asked(ana)).toHaveLength(3)

  for (const { lotId } of [first, second, third]) await ana.must(correctLot, { params: { id: lotId }, body: { quantity: 1000 } })
  expect(await asked(ana)).toEqual([])
  onDay(addDays(today, 6))
  expect(await asked(ana)).toEqual([])
  await ana.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1000, unit: 'ml', expirationDate: addDays(today, 20) } })
  onDay(addDays(today, 12))
  expect((await asked(ana)).length).toBeGreaterThan(0)
})

it('marks what has long been there without a record as probably gone, until it is counted', async () => {
  const { ana } = await forgetful(['Milk'])
  const bottle = { ingredient: { name: 'Milk' }, quantity: 1000, unit: 'ml', expirationDate: addDays(today, 90) } as const
  const { id } = await ana.must(addLot, { body: bottle })
  const doubtOf = async () => (await ana.must(listStockDoubts)).find(({ lotId }) => lotId === id)?.gone
  expect(await doubtOf()).toBeUndefined()
  onDay(addDays(today, 30))
  await runJobs()
  expect(await doubtOf()).toBeGreaterThanOrEqual(0.5)
  await ana.must(correctLot, { params: { id }, body: { quantity: 1000 } })
  // The forecast is older than the count for a while.
  expect(await doubtOf()).toBeUndefined()
  onDay(addDays(today, 31))
  await runJobs()
  expect(await doubtOf()).toBeUndefined()
})

it('asks nothing where all is recorded, and nothing of another household', async () => {
  const { lots } = await forgetful(['Milk'])
  onDay(today)
  const ben = await testApp().person('Ben')
  await testApp().household(ben)
  await ben.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' } })
  expect(await asked(ben)).toEqual([])
  expect(lots).toHaveLength(1)
})
