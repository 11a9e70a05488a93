import { expect, test } from 'vitest'
import { liveTrips } from './live-trips.ts'

const day = (time: string, date = '2026-11-23') => `${date}T${time}:00.000Z`
const trip = { id: 't', userId: 'ana', listId: null, storeId: null, startedAt: day('09:00'), version: 1 }
const checked = (checkedAt: string, more: object = {}) => ({ isChecked: true, checkedAt, checkedBy: 'ana', listId: null, ...more })
const shown = (items: ReturnType<typeof checked>[], now: string) =>
  liveTrips([trip], items, new Set(), () => ({ firstName: 'Ana', lastName: '' }), new Date(now))

test('goes on while rows are checked off, and is over four hours after the last one', () => {
  const items = [checked(day('12:00')), checked(day('15:30'))]
  expect(shown(items, day('19:29'))).toMatchObject([{ basketCount: 2, activeAt: day('15:30') }])
  expect(shown(items, day('19:30'))).toEqual([])
})

test('does not come back when the shopper checks a row off days later', () => {
  expect(shown([checked(day('09:30')), checked(day('18:00', '2026-11-26'))], day('18:01', '2026-11-26'))).toEqual([])
})

test('counts only what its shopper checked off on its list since it began', () => {
  const others = [checked(day('08:59')), checked(day('10:00'), { checkedBy: 'ben' }), checked(day('10:00'), { listId: 'party' })]
  expect(shown([...others, checked(day('10:00'))], day('10:01'))).toMatchObject([{ basketCount: 1 }])
})
