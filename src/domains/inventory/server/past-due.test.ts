import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { addLot, correctLot, pastDueLots } from '../contract.ts'

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
const put = (person: Person, name: string, keeps: number, more: object = {}) =>
  person.must(addLot, { body: { ingredient: { name }, quantity: 1, unit: 'each', expirationDate: addDays(today, keeps), ...more } })
const pastDueNames = async (person: Person) => (await person.must(pastDueLots)).map((lot) => lot.ingredient.name)

it('lists use-by and plain dates after three days, best-before dates and estimates after two weeks, oldest first', async () => {
  const ana = await home()
  await put(ana, 'Two days', -2, { dateKind: 'use_by' })
  await put(ana, 'Three days', -3, { dateKind: 'use_by' })
  await put(ana, 'No kind', -4)
  await put(ana, 'Before best-before', -13, { dateKind: 'best_before' })
  await put(ana, 'Best-before', -14, { dateKind: 'best_before' })
  await put(ana, 'Guess', -15, { dateKind: 'estimate' })
  expect(await pastDueNames(ana)).toEqual(['Guess', 'Best-before', 'No kind', 'Three days'])
})

it('leaves out a confirmed lot for two weeks, unless that is undone', async () => {
  const ana = await home()
  const { id } = await put(ana, 'Jam', -20)
  const answer = await ana.call(correctLot, { params: { id }, body: { quantity: 1 } })
  expect(await pastDueNames(ana)).toEqual([])
  await ana.must(undoChange, { params: { seq: Number(answer.headers['x-change-seq']) } })
  expect(await pastDueNames(ana)).toEqual(['Jam'])
  await ana.must(correctLot, { params: { id }, body: { quantity: 1 } })
  onDay(addDays(today, 15))
  expect(await pastDueNames(ana)).toEqual(['Jam'])
})
