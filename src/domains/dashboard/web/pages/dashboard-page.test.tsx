import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { inventoryStats, listLots, recentLots } from '#domains/inventory/contract.ts'
import { cache, keyOf } from '#platform/web/api/query-cache.ts'
import { fakeApi, problem, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, inDays, lot, statsOf } from '#tests/support/data/lots.ts'
import { expirationAnalytics, inventoryAnalytics } from '../../contract.ts'
import { DashboardPage } from './dashboard-page.tsx'

const milk = lot({ name: 'Milk', effectiveExpiration: inDays(1), isOpened: true })
const salt = lot({ name: 'Salt', effectiveExpiration: null, storage: 'PANTRY', quantity: 1, unit: 'kg' })

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(recentLots, () => [milk, salt])
  fakeApi(inventoryStats, () => statsOf([milk, salt]))
  fakeApi(expirationAnalytics, () => ({ totalActive: 12, expiringSoon: 1, expired: 2, expiringSoonItems: [{ ...milk, name: 'Milk' }] }))
  fakeApi(inventoryAnalytics, ({ query }) => ({
    period: query.period ?? 'month',
    added: query.period === 'year' ? 40 : 4,
    used: 3,
    wasted: 1,
    spent: 12.5,
    byCategory: [{ category: 'Dairy', added: 4, used: 3, wasted: 1, spent: 12.5 }],
  }))
})

const figure = async (label: string) => {
  const stats = within(await screen.findByRole('region', { name: 'Kitchen Stats' }))
  return (await stats.findByText(label)).closest('div')?.parentElement?.textContent
}

test('greets with the tagline and leads to scanning and to the inventory', async () => {
  await showPage(DashboardPage)
  await screen.findByText('Your intelligent kitchen companion')
  expect(screen.getByRole('link', { name: /Scan Ingredients/ }).getAttribute('href')).toBe('/scan')
  expect(screen.getByRole('link', { name: /View Inventory/ }).getAttribute('href')).toBe('/inventory')
})

test('recent items say how much, where, opened or sealed, and the date or N/A', async () => {
  await showPage(DashboardPage)
  await screen.findByText(/^2 l · Fridge · Opened · \w{3} \d/)
  screen.getByText('1 kg · Pantry · Sealed · N/A')
  expect(requests).toContain('GET /api/inventory/recent/5')
})

test('Expiring Soon stands only when something is', async () => {
  await showPage(DashboardPage)
  await screen.findByRole('heading', { name: 'Expiring Soon' })
  screen.getByText('Tomorrow')
})

test('without anything going off there is no such section', async () => {
  fakeApi(expirationAnalytics, () => ({ totalActive: 12, expiringSoon: 0, expired: 0, expiringSoonItems: [] }))
  await showPage(DashboardPage)
  await waitFor(async () => expect(await figure('Total Items')).toContain('12'))
  expect(screen.queryByRole('heading', { name: 'Expiring Soon' })).toBeNull()
})

test('when the figures fail, the whole list stands in: its length, and 0 for the rest', async () => {
  fakeApi(expirationAnalytics, () => problem(404, 'not_found', 'Not found.'))
  fakeApi(listLots, () => [milk, salt, lot()])
  await showPage(DashboardPage)
  await waitFor(async () => expect(await figure('Total Items')).toContain('3'))
  expect(await figure('Expiring Soon')).toContain('0')
  expect(await figure('Expired')).toContain('0')
})

test('figures that cannot be counted again stay as they are', async () => {
  await showPage(DashboardPage)
  await waitFor(async () => expect(await figure('Total Items')).toContain('12'))
  fakeApi(expirationAnalytics, () => problem(404, 'not_found', 'Not found.'))
  fakeApi(listLots, () => problem(404, 'not_found', 'Not found.'))
  await act(() => cache.refetchQueries({ queryKey: keyOf(expirationAnalytics) }))
  expect(await figure('Total Items')).toContain('12')
  expect(screen.queryByText('Couldn’t load the statistics')).toBeNull()
})

test('when the list fails too, it says so and offers to try again', async () => {
  fakeApi(expirationAnalytics, () => problem(404, 'not_found', 'Not found.'))
  fakeApi(listLots, () => problem(404, 'not_found', 'Not found.'))
  await showPage(DashboardPage)
  await screen.findByText('Couldn’t load the statistics')
  screen.getByRole('button', { name: 'Try Again' })
})

test('an empty kitchen offers the first item', async () => {
  fakeApi(recentLots, () => [])
  fakeApi(expirationAnalytics, () => ({ totalActive: 0, expiringSoon: 0, expired: 0, expiringSoonItems: [] }))
  await showPage(DashboardPage)
  await screen.findByText('No items in inventory yet.')
  expect(screen.getByRole('link', { name: 'Add Your First Item' }).getAttribute('href')).toBe('/scan')
})

test('what came in and went out stands with its period, in figures and by category', async () => {
  await showPage(DashboardPage)
  const card = within(await screen.findByRole('region', { name: 'Activity' }))
  await card.findByText('4 added · 3 used · 1 wasted')
  card.getByText('$12.50')
  await userEvent.selectOptions(card.getByRole('combobox', { name: 'Period' }), 'This year')
  await card.findByText('40')
  expect(requests).toContain('GET /api/analytics/inventory?period=year')
})

test('when what came in and went out does not load, the rest of the page stands', async () => {
  fakeApi(inventoryAnalytics, () => problem(404, 'not_found', 'Not found.'))
  await showPage(DashboardPage)
  const card = within(await screen.findByRole('region', { name: 'Activity' }))
  await card.findByRole('button', { name: 'Try Again' })
  expect(await figure('Total Items')).toContain('12')
})
