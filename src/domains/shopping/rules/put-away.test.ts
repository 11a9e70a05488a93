import { expect, test } from 'vitest'
import { type EarlierLot, learnedDays, usualPlace } from './put-away.ts'

const lot = (part: Partial<EarlierLot> = {}): EarlierLot => ({
  storage: 'FRIDGE',
  location: 'Door',
  addedOn: '2026-11-01',
  expirationDate: null,
  dateKind: null,
  ...part,
})

test('a food goes where most of its last lots are, of two alike where the newest is', () => {
  expect(usualPlace([])).toBeNull()
  expect(usualPlace([lot({ storage: 'PANTRY', location: 'Shelf' }), lot(), lot()])).toMatchObject({ storage: 'FRIDGE', location: 'Door' })
  expect(usualPlace([lot({ location: 'Top' }), lot()])).toMatchObject({ location: 'Top' })
})

test('its date is the middle of what its labels said before, in the same storage and at least twice', () => {
  const dated = (expirationDate: string, part: Partial<EarlierLot> = {}) => lot({ expirationDate, ...part })
  expect(learnedDays([dated('2026-11-08')], 'FRIDGE')).toBeNull()
  expect(learnedDays([dated('2026-11-08'), dated('2026-11-11'), dated('2026-12-30')], 'FRIDGE')).toBe(10)
  expect(learnedDays([dated('2026-11-08'), dated('2026-11-11', { dateKind: 'estimate' })], 'FRIDGE')).toBeNull()
  expect(learnedDays([dated('2026-11-08'), dated('2026-11-11')], 'FREEZER')).toBeNull()
  expect(learnedDays([dated('2026-10-08'), dated('2026-11-11')], 'FRIDGE')).toBeNull()
})
