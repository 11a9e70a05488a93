import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { countBorrow } from '#domains/sharing/contract/borrow.ts'
import { fakeApi, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listNotifications, type Notification, readNotification } from '../../contract/index.ts'
import { NotificationBell } from './bell.tsx'

const notification = (part: Partial<Notification> = {}): Notification => ({
  id: '22222222-2222-4222-8222-222222222222',
  type: 'expired',
  title: 'Leek has expired',
  message: 'The date was Nov 20.',
  isRead: false,
  createdAt: new Date().toISOString(),
  household: null,
  lotId: null,
  ingredientId: null,
  ingredientName: null,
  ...part,
})
const show = () =>
  showPage(() => (
    <>
      <NotificationBell />
      <p>Elsewhere</p>
    </>
  ))

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(countBorrow, () => ({ count: 0 }))
})

test.each([
  [1, 0, '1'],
  [97, 2, '99'],
  [97, 3, '99+'],
])('adds unread notifications (%d) and pending borrow requests (%d) in the badge: %s', async (unreadCount, count, badge) => {
  fakeApi(listNotifications, () => ({ notifications: [notification()], unreadCount }))
  fakeApi(countBorrow, () => ({ count }))
  await show()
  await screen.findByRole('button', { name: `Notifications, ${badge} new` })
  screen.getByText(badge)
})

test('shows the same number on the icon of the installed app', async () => {
  const numbers: (number | null)[] = []
  const badge = { setAppBadge: async (n: number) => void numbers.push(n), clearAppBadge: async () => void numbers.push(null) }
  Object.assign(navigator, badge)
  fakeApi(listNotifications, () => ({ notifications: [notification()], unreadCount: 3 }))
  fakeApi(countBorrow, () => ({ count: 1 }))
  await show()
  await screen.findByRole('button', { name: 'Notifications, 4 new' })
  expect(numbers.at(-1)).toBe(4)
  cleanup()
  expect(numbers.at(-1)).toBeNull()
  for (const name of Object.keys(badge)) Reflect.deleteProperty(navigator, name)
})

test('shows no badge and an empty panel without notifications', async () => {
  fakeApi(listNotifications, () => ({ notifications: [], unreadCount: 0 }))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }))
  await screen.findByText('No notifications')
  expect(screen.queryByText('View borrow requests')).toBeNull()
  expect(screen.getByRole('link', { name: 'View all notifications' }).getAttribute('href')).toBe('/notifications?tab=mine')
})

test('names the ingredients of several alerts of one type, for old ones their titles', async () => {
  const names = ['Cucumbers', 'Lemons', null]
  fakeApi(listNotifications, () => ({
    notifications: names.map((ingredientName, at) =>
      notification({ id: `n${at}`, type: 'waste_risk', title: `${ingredientName ?? 'Beef'} may go to waste`, ingredientName }),
    ),
    unreadCount: 3,
  }))
  fakeApi(countBorrow, () => ({ count: 0 }))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 3 new' }))
  await screen.findByText('3 things may go to waste')
  screen.getByText('Cucumbers, Lemons, Beef may go to waste')
})

test('refetches both counts on opening, and closes on Escape or a click elsewhere', async () => {
  fakeApi(listNotifications, () => ({ notifications: [notification()], unreadCount: 1 }))
  fakeApi(countBorrow, () => ({ count: 1 }))
  await show()
  const button = await screen.findByRole('button', { name: 'Notifications, 2 new' })
  const requestCount = (path: string) => requests.filter((one) => one.startsWith(`GET ${path}`)).length
  const [bells, borrows] = [requestCount('/api/notifications'), requestCount('/api/borrow/notifications')]
  await userEvent.click(button)
  await screen.findByText('1 pending borrow request')
  screen.getByRole('link', { name: 'View borrow requests' })
  await waitFor(() =>
    expect([requestCount('/api/notifications') > bells, requestCount('/api/borrow/notifications') > borrows]).toEqual([true, true]),
  )
  await userEvent.click(screen.getByText('Elsewhere'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(button)
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('stops highlighting and counting a notification once it is read', async () => {
  let isRead = false
  fakeApi(listNotifications, () => ({ notifications: [notification({ isRead })], unreadCount: isRead ? 0 : 1 }))
  fakeApi(readNotification, () => {
    isRead = true
    return { unreadCount: 0 }
  })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read' }))
  await screen.findByRole('button', { name: 'Notifications' })
  expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull()
})

test('marks a group as read and refetches once', async () => {
  let isRead = false
  const ids = ['1', '2', '3'].map((digit) => `22222222-2222-4222-8222-22222222222${digit}`)
  fakeApi(listNotifications, () => ({ notifications: ids.map((id) => notification({ id, isRead })), unreadCount: isRead ? 0 : 3 }))
  fakeApi(readNotification, () => {
    isRead = true
    return { unreadCount: 0 }
  })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 3 new' }))
  const markAsRead = await screen.findByRole('button', { name: 'Mark as read: 3 items have expired' })
  requests.length = 0
  await userEvent.click(markAsRead)
  await screen.findByRole('button', { name: 'Notifications' })
  const sent = requests.map((request) => request.replace(/\?.*/, ''))
  expect(sent.toSorted()).toEqual(['GET /api/notifications', ...ids.map((id) => `POST /api/notifications/read/${id}`)].toSorted())
})
