import { expect, it } from 'vitest'
import { followUpActions } from './follow-up.ts'
import type { WasteEntry } from './summary.ts'

let nextId = 0
const entry = (on: string, cents: number | null, part: Partial<WasteEntry> = {}): WasteEntry => ({
  id: String(++nextId),
  lotId: 'lot',
  ingredientId: 'milk',
  on,
  reason: 'expired',
  milli: 1000,
  unit: 'l',
  cents,
  ...part,
})
const today = '2026-11-21'
const taken = (on: string) => [{ kind: 'lower_par' as const, ingredientId: 'milk', on }]
const verdict = (on: string, entries: WasteEntry[]) => followUpActions(taken(on), entries, today)[0]?.verdict

it('compares equally long periods before and after, without the day itself', () => {
  const [milk] = followUpActions(
    [...taken('2026-11-01'), { kind: 'freeze', ingredientId: 'milk', on: '2026-11-05' }],
    [entry('2026-10-11', 100), entry('2026-10-12', 200), entry('2026-10-31', 300), entry('2026-11-01', 999), entry('2026-11-02', 40)],
    today,
  )
  expect(milk).toEqual({
    ingredientId: 'milk',
    kinds: ['lower_par', 'freeze'],
    since: '2026-11-01',
    days: 20,
    before: { cents: 500, items: 2 },
    after: { cents: 40, items: 1 },
    verdict: 'fell',
  })
})

it('reports too soon within the first two weeks', () => {
  expect(verdict('2026-11-08', [entry('2026-11-01', 500)])).toBe('too_soon')
  expect(verdict('2026-11-07', [entry('2026-11-01', 500)])).toBe('fell')
})

it('reports a rise, a fall or no change, by number if nothing has a price', () => {
  expect(verdict('2026-11-01', [entry('2026-10-20', 100), entry('2026-11-10', 150)])).toBe('rose')
  expect(verdict('2026-11-01', [entry('2026-10-20', 100), entry('2026-11-10', 105)])).toBe('same')
  expect(verdict('2026-11-01', [entry('2026-10-20', null), entry('2026-10-21', null), entry('2026-11-10', null)])).toBe('fell')
  expect(verdict('2026-11-01', [])).toBe('same')
})

it('ignores other ingredients and donated or composted items', () => {
  const [milk] = followUpActions(
    taken('2026-11-01'),
    [entry('2026-11-10', 100, { ingredientId: 'eggs' }), entry('2026-11-10', 100, { reason: 'donated' })],
    today,
  )
  expect(milk?.after).toEqual({ cents: 0, items: 0 })
})
