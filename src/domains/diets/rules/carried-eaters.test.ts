import { expect, test } from 'vitest'
import { eatersOnArrival, endsOnLeaving, presentEaters } from './carried-eaters.ts'
import { eatersOf } from './meal-eaters.ts'

const free = { said: undefined, isReset: false, hasOthers: false }
const carried = { eaterIds: ['ana', 'ben'], carriedFor: 'soup' }

test('carries who eats to a day where nothing is planned and no one has said who eats', () => {
  expect(eatersOnArrival({ ...free, eaterIds: ['ana'] })).toEqual(['ana'])
  expect(eatersOnArrival({ ...free, eaterIds: [] })).toEqual([])
  expect(eatersOnArrival({ ...free, eaterIds: null })).toBe('keep')
  expect(eatersOnArrival({ ...free, eaterIds: ['ana'], hasOthers: true })).toBe('keep')
  expect(eatersOnArrival({ ...free, eaterIds: ['ana'], isReset: true })).toBe('keep')
  expect(eatersOnArrival({ ...free, eaterIds: ['ana'], said: { eaterIds: ['ben'], carriedFor: null } })).toBe('keep')
  expect(eatersOnArrival({ ...free, eaterIds: ['ana'], said: { eaterIds: ['ben'] } })).toBe('keep')
})

test('lets all members eat where meals come together that different people eat', () => {
  const arrive = (eaterIds: string[] | null) => eatersOnArrival({ eaterIds, said: carried, isReset: false, hasOthers: true })
  expect(arrive(['ben', 'ana'])).toBe('keep')
  for (const others of [null, [], ['ana'], ['ana', 'mia'], ['ana', 'ben', 'mia']]) expect(arrive(others)).toBe('end')
})

test('ends what was carried when its meal or the last one leaves', () => {
  expect(endsOnLeaving(carried, { ids: ['soup'], hasOthers: true })).toBe(true)
  expect(endsOnLeaving(carried, { ids: ['cake', 'soup'], hasOthers: true })).toBe(true)
  expect(endsOnLeaving(carried, { ids: ['cake', null], hasOthers: true })).toBe(false)
  expect(endsOnLeaving(carried, { ids: ['cake', null], hasOthers: false })).toBe(true)
  for (const said of [{ carriedFor: null }, {}]) expect(endsOnLeaving(said, { ids: ['soup', null], hasOthers: false })).toBe(false)
})

test('lets all members eat where everyone left who was named, but not where no one eats', () => {
  const isPresent = (id: string) => id === 'ana'
  expect(presentEaters(['ana', 'mia'], isPresent)).toEqual(['ana'])
  expect(presentEaters(['mia'], isPresent)).toBe(null)
  expect(presentEaters([], isPresent)).toEqual([])
  const people = [
    { id: 'ana', userId: 'ana' },
    { id: 'ida', userId: null },
  ]
  const eat = (eaterIds: string[]) => eatersOf(people, { eaterIds }).map(({ id }) => id)
  expect([eat(['mia']), eat(['ida', 'mia']), eat([])]).toEqual([['ana'], ['ida'], []])
})
