import { expect, test } from 'vitest'
import { isExpired, type PendingMutation, readStored, recordFormat, toStored } from './operation.ts'

const mutation: PendingMutation = {
  id: 'a',
  user: 'ada',
  household: 'home',
  order: 3,
  kind: 'shopping',
  words: 'Check off Milk',
  intent: { do: 'check', id: 'milk', isChecked: true },
  request: { method: 'PUT', address: '/api/shopping-list/milk', body: { isChecked: true } },
  after: null,
  at: '2026-01-01T10:00:00.000Z',
  state: 'waiting',
  tried: true,
  seq: null,
  settledAt: null,
  refusal: null,
  isLasting: false,
}

test('O-4 reads a record as it was stored', () => {
  expect(readStored(structuredClone(toStored(mutation)))).toEqual(mutation)
})

test('O-4 keeps a record of the first release waiting and sends it unchanged', () => {
  const { id, user, household, order, request, at } = mutation
  expect(readStored({ id, user, household, order, request, at, format: 1 })).toMatchObject({
    id,
    order,
    request,
    state: 'waiting',
    words: 'A change',
    tried: false,
  })
})

test('O-4 keeps and shows a record of a newer release without sending it', () => {
  expect(readStored({ ...toStored(mutation), format: recordFormat + 1 })).toMatchObject({ state: 'refused', refusal: { code: 'format' } })
  expect(readStored({ ...toStored(mutation), request: 'in another shape' })).toMatchObject({ state: 'refused', words: 'Check off Milk' })
})

test('skips unknown records', () => {
  for (const strange of [null, 7, 'text', {}, { id: 'a' }, { ...mutation, order: 'first' }]) expect(readStored(strange)).toBeNull()
})

test('a sent change that gave a row its id is needed until the copy includes every later one', () => {
  const settled = { ...mutation, state: 'sent', settledAt: 100 } as const
  const naming: PendingMutation = { ...settled, seq: 3, isLasting: true }
  const isNeeded = (later: PendingMutation, seq: number) => !isExpired(naming, [naming, later], { seq, askedAt: 0, now: 100_000 })
  expect([isNeeded(mutation, 9), isNeeded({ ...settled, seq: 5 }, 4), isNeeded({ ...settled, seq: 5 }, 5)]).toEqual([true, true, false])
})
