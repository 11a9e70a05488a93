import { expect, test } from 'vitest'
import type { Notification } from '../../contract/bell.ts'
import { groupNotifications } from './group-notifications.ts'

const notification = (id: string, type: Notification['type'], part: Partial<Notification> = {}): Notification => ({
  id,
  type,
  title: id,
  message: '',
  isRead: false,
  createdAt: '2026-11-20T23:30:00.000Z',
  household: { id: 'home', name: 'Home' },
  lotId: null,
  ingredientId: null,
  ingredientName: null,
  ...part,
})
const idsOf = (all: readonly Notification[], zone = 'UTC') =>
  groupNotifications(all, zone).map((one) => ('notifications' in one ? one.notifications.map(({ id }) => id) : one.id))

test('combines three alerts of one type and day, and leaves the others alone', () => {
  const all = [
    notification('milk', 'expiring_soon'),
    notification('salt', 'low_stock'),
    notification('leek', 'expiring_soon'),
    notification('Ben asks', 'borrow_request'),
    notification('rye', 'expiring_soon'),
  ]
  expect(idsOf(all)).toEqual([['milk', 'leek', 'rye'], 'salt', 'Ben asks'])
})

test('leaves two of one type and day where they are, newest first', () => {
  const all = [notification('milk', 'expiring_soon'), notification('salt', 'low_stock'), notification('leek', 'expiring_soon')]
  expect(idsOf(all)).toEqual(['milk', 'salt', 'leek'])
})

test.each<[string, Partial<Notification>]>([
  ['a read one', { isRead: true }],
  ['one of another household', { household: { id: 'other', name: 'Other' } }],
  ['one of another day', { createdAt: '2026-11-19T10:00:00.000Z' }],
])('keeps %s apart', (_what, part) => {
  const all = ['milk', 'leek'].map((id) => notification(id, 'expired'))
  expect(idsOf([...all, notification('rye', 'expired', part)])).toEqual(['milk', 'leek', 'rye'])
})

test('counts days in the time zone of the household', () => {
  const all = [
    notification('milk', 'expired', { createdAt: '2026-11-21T01:00:00.000Z' }),
    notification('leek', 'expired'),
    notification('rye', 'expired'),
  ]
  expect([idsOf(all), idsOf(all, 'Europe/Berlin')]).toEqual([['milk', 'leek', 'rye'], [['milk', 'leek', 'rye']]])
})
