import { expect, test } from 'vitest'
import { alertWorth, type WorthFacts } from './alert-worth.ts'

const today = '2026-11-25'
const worth = (part: Partial<WorthFacts> = {}) =>
  alertWorth(
    {
      kind: 'expiring_soon',
      expiresOn: '2026-11-26',
      expirationDate: '2026-11-26',
      dateKind: 'use_by',
      isFrozen: false,
      milli: 1000,
      wholeMilli: 1000,
      cents: 300,
      usualCents: 300,
      chance: 0.4,
      ...part,
    },
    today,
  )

test('multiplies the money at stake by the probability of waste', () => {
  // An average lot of which nothing is used yet: 1 × 0.4.
  expect(worth()).toBe(0.4)
  // Twice as expensive, half of it left: 2 × ½ × 0.4.
  expect(worth({ cents: 600, milli: 500 })).toBe(0.4)
  expect(worth({ cents: 600 })).toBe(0.8)
})

test('takes a lot without a price for an average one', () => {
  expect(worth({ cents: null })).toBe(0.4)
  expect(worth({ usualCents: null })).toBe(0.4)
})

test('goes by the days that are left without a forecast', () => {
  const onDay = (expiresOn: string) => worth({ chance: null, expiresOn })
  expect(['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-12-20'].map(onDay)).toEqual([0.6, 0.45, 0.35, 0.3, 0.3])
})

test('counts only what can still be saved', () => {
  const expired = { kind: 'expired', expiresOn: '2026-11-24', chance: null } as const
  // Past a use-by date there is nothing to save; past a best-before date, check it.
  expect(worth({ ...expired, expirationDate: '2026-11-24' })).toBe(0)
  expect(worth({ ...expired, expirationDate: '2026-11-24', dateKind: 'best_before' })).toBe(0.5)
  expect(worth({ isFrozen: true })).toBe(0.2)
  expect(worth({ kind: 'low_stock' })).toBe(0)
  expect(worth({ milli: 0 })).toBe(0)
})
