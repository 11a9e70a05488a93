import { expect, test } from 'vitest'
import { MutationsToApply } from './mutations-to-apply.ts'
import type { PendingMutation } from './operation.ts'

const sent = (id: string, seq: number | null, part: Partial<PendingMutation> = {}): PendingMutation => ({
  id,
  user: 'ada',
  household: 'home',
  order: Number(id),
  kind: 'shopping',
  words: 'Check off Milk',
  intent: {},
  request: { method: 'PUT', address: '/api/shopping-list/milk' },
  after: null,
  at: '2026-01-01T10:00:00.000Z',
  state: 'sent',
  tried: true,
  seq,
  settledAt: 100,
  refusal: null,
  isLasting: false,
  ...part,
})
const copy = (seq: number, askedAt = 0) => ({ seq, askedAt, now: 1000 })

test('applies what waits or isn’t in the copy, and what others depend on', () => {
  const unread = new MutationsToApply()
  const all = [
    sent('1', 4),
    sent('2', 5),
    sent('3', 4, { isLasting: true }),
    sent('4', null, { state: 'waiting' }),
    sent('5', null, { state: 'refused' }),
  ]
  expect(unread.toApply(all, copy(4)).map(({ mutation, isRead }) => [mutation.id, isRead])).toEqual([
    ['2', false],
    ['3', true],
    ['4', false],
  ])
})

test('keeps a change that another tab has dropped until this copy includes it', () => {
  const unread = new MutationsToApply()
  const waiting = sent('2', null, { state: 'waiting' })
  const ids = (pending: PendingMutation[], seq: number) => unread.toApply(pending, copy(seq)).map(({ mutation }) => mutation.id)
  expect(ids([sent('1', 5), waiting], 4)).toEqual(['1', '2'])
  expect(ids([waiting], 4)).toEqual(['1', '2'])
  expect(ids([waiting], 5)).toEqual(['2'])
  expect(ids([sent('3', 9)], 5)).toEqual(['3'])
  unread.clear()
  expect(ids([], 5)).toEqual([])
})

test('keeps a change that gave a row its id, as long as a later one that another tab has dropped isn’t in the copy', () => {
  const unread = new MutationsToApply()
  const [naming, later] = [sent('1', 3, { isLasting: true }), sent('2', 5)]
  const ids = (pending: PendingMutation[], seq: number) => unread.toApply(pending, copy(seq)).map(({ mutation }) => mutation.id)
  expect(ids([naming, later], 4)).toEqual(['1', '2'])
  expect(ids([], 4)).toEqual(['1', '2'])
  expect(ids([], 5)).toEqual([])
})

test('applies a change that changed nothing until the server was asked after it, unless the clock was set back', () => {
  const unread = new MutationsToApply()
  const isApplied = (settledAt: number, askedAt: number) => unread.toApply([sent('1', null, { settledAt })], copy(4, askedAt)).length === 1
  expect([isApplied(100, 0), isApplied(100, 99), isApplied(100, 101), isApplied(5000, 99)]).toEqual([true, true, false, false])
})
