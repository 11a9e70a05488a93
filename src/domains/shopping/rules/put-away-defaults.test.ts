import { expect, test } from 'vitest'
import { type EarlierLot, medianDaysToExpiry, usualPlace } from './put-away-defaults.ts'

const lot = (part: Partial<EarlierLot> = {}): EarlierLot => ({
  storage: 'FRIDGE',
  location: 'Door',
  addedOn: '2026-11-01',
  expirationDate: null,
  dateKind: null,
  ...part,
})

test('the usual place is where most lots are, or the newest of a tie', () => {
  expect(usualPlace([])).toBeNull()
  expect(usualPlace([lot({ storage: 'PANTRY', location: 'Shelf' }), lot(), lot()])).toMatchObject({
    storage: 'FRIDGE',
    location: 'Door',
  })
  expect(usualPlace([lot({ location: 'Top' }), lot()])).toMatchObject({ location: 'Top' })
})

test('the learned date is the median of at least two printed dates in the same storage', () => {
  const dated = (expirationDate: string, part: Partial<EarlierLot> = {}) => lot({ expirationDate, ...part })
  expect(medianDaysToExpiry([dated('2026-11-08')], 'FRIDGE')).toBeNull()
  expect(medianDaysToExpiry([dated('2026-11-08'), dated('2026-11-11'), dated('2026-12-30')], 'FRIDGE')).toBe(10)
  expect(medianDaysToExpiry([dated('2026-11-08'), dated('2026-11-11', { dateKind: 'estimate' })], 'FRIDGE')).toBeNull()
  expect(medianDaysToExpiry([dated('2026-11-08'), dated('2026-11-11')], 'FREEZER')).toBeNull()
  expect(medianDaysToExpiry([dated('2026-10-08'), dated('2026-11-11')], 'FRIDGE')).toBeNull()
})
