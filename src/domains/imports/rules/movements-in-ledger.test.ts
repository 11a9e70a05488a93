import { expect, it } from 'vitest'
import { movementsInLedger } from './movements-in-ledger.ts'

const row = (seq: number, kind: string, delta: number, more = {}) => ({
  seq,
  kind,
  delta,
  unit: 'ml',
  on_date: `2026-05-${10 + seq}`,
  ...more,
})

it('reads what was used, discarded and found missing', () => {
  const rows = [
    row(4, 'correct', -30),
    row(1, 'add', 1000),
    row(2, 'use', -200),
    row(3, 'discard', -100, { reason: 'spoiled', notes: 'sour' }),
    row(5, 'correct', 50),
    row(6, 'split', -100),
    row(7, 'transfer', -100),
    row(8, 'remove', -520),
  ]
  expect(movementsInLedger(rows, 'ml')).toEqual([
    { kind: 'use', quantity: 200, on: '2026-05-12' },
    { kind: 'discard', quantity: 100, on: '2026-05-13', reason: 'spoiled', notes: 'sour' },
    { kind: 'correct', quantity: 30, on: '2026-05-14' },
  ])
})

it('leaves out what was undone, the last of its amount', () => {
  const rows = [row(1, 'use', -200), row(2, 'discard', -200, { reason: 'other' }), row(3, 'undo', 200), row(4, 'undo', -5)]
  expect(movementsInLedger(rows, 'ml')).toEqual([{ kind: 'use', quantity: 200, on: '2026-05-11' }])
  expect(movementsInLedger([row(1, 'undo', 200)], 'ml')).toEqual([])
})

it('takes the undo of a split, a loan or a removal for no use of the same amount', () => {
  for (const kind of ['split', 'transfer', 'remove'])
    expect(movementsInLedger([row(1, 'use', -200), row(2, kind, -200), row(3, 'undo', 200)], 'ml')).toEqual([
      { kind: 'use', quantity: 200, on: '2026-05-11' },
    ])
})

it('converts what was recorded before a change of unit, or leaves it out', () => {
  const rows = [row(1, 'use', -0.5, { unit: 'l' }), row(2, 'use', -1, { unit: 'kg' }), row(3, 'use', -1, { unit: 'stone' })]
  expect(movementsInLedger(rows, 'ml')).toEqual([{ kind: 'use', quantity: 500, on: '2026-05-11' }])
})

it('leaves out rows without a day or an amount, and reads an unknown reason as other', () => {
  const rows = [row(1, 'use', 0), row(2, 'use', -1, { on_date: 'x' }), row(3, 'discard', -1, { reason: 'eaten by mice' })]
  expect(movementsInLedger(rows, 'ml')).toEqual([{ kind: 'discard', quantity: 1, on: '2026-05-13', reason: 'other' }])
})
