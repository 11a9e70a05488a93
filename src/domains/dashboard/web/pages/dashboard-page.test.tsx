import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { inventoryStats, listLots, recentLots } from '#domains/inventory/contract.ts'
import { cache, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { fakeApi, problem, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, inDays, lot, statsOf } from '#tests/support/data/api-samples.ts'
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

test('greets with the tagline and links to scanning and the inventory', async () => {
  await showPage(DashboardPage)
  await screen.findByText('Your intelligent kitchen companion')
  expect(screen.getByRole('link', { name: /Scan Ingredients/ }).getAttribute('href')).toBe('/scan')
  expect(screen.getByRole('link', { name: /View Inventory/ }).getAttribute('href')).toBe('/inventory')
})

test('shows a recent item’s amount, storage location, whether it is opened, and its date or N/A', async () => {
  await showPage(DashboardPage)
  await screen.findByText(/^2 l · Fridge · Opened · \w{3} \d/)
  screen.getByText('1 kg · Pantry · Sealed · N/A')
  expect(requests).toContain('GET /api/inventory/recent/5')
})

test('says neither sealed nor good of what is no food', async () => {
  const paper = lot({
    ingredient: { ...salt.ingredient, name: 'Toilet paper', category: 'Household' },
    effectiveExpiration: null,
    expirationDate: null,
    storage: 'PANTRY',
    quantity: 8,
    unit: 'each',
  })
  fakeApi(recentLots, () => [paper])
  await showPage(DashboardPage)
  const line = (await screen.findByText('Toilet paper')).closest('a')
  expect(line?.textContent).toBe('Toilet paper8 · Pantry')
})

test('shows Expiring Soon if something expires soon', async () => {
  await showPage(DashboardPage)
  await screen.findByRole('heading', { name: 'Expiring Soon' })
  screen.getByText('Tomorrow')
})

test('hides Expiring Soon if nothing expires', async () => {
  fakeApi(expirationAnalytics, () => ({ totalActive: 12, expiringSoon: 0, expired: 0, expiringSoonItems: [] }))
  await showPage(DashboardPage)
  await waitFor(async () => expect(await figure('Total Items')).toContain('12'))
  expect(screen.queryByRole('heading', { name: 'Expiring Soon' })).toBeNull()
})

test('shows the list’s length and 0 for the rest if the figures fail to load', async () => {
  fakeApi(expirationAnalytics, () => problem(404, 'not_found', 'Not found.'))
  fakeApi(listLots, () => [milk, salt, lot()])
  await showPage(DashboardPage)
  await waitFor(async () => expect(await figure('Total Items')).toContain('3'))
  expect(await figure('Expiring Soon')).toContain('0')
  expect(await figure('Expired')).toContain('0')
})

test('keeps the figures if a reload fails', async () => {
  await showPage(DashboardPage)
  await waitFor(async () => expect(await figure('Total Items')).toContain('12'))
  fakeApi(expirationAnalytics, () => problem(404, 'not_found', 'Not found.'))
  fakeApi(listLots, () => problem(404, 'not_found', 'Not found.'))
  await act(() => cache.refetchQueries({ queryKey: queryKeyOf(expirationAnalytics) }))
  expect(await figure('Total Items')).toContain('12')
  expect(screen.queryByText('Couldn’t load the statistics')).toBeNull()
})

test('shows an error with Try again if the list fails too', async () => {
  fakeApi(expirationAnalytics, () => problem(404, 'not_found', 'Not found.'))
  fakeApi(listLots, () => problem(404, 'not_found', 'Not found.'))
  await showPage(DashboardPage)
  await screen.findByText('Couldn’t load the statistics')
  screen.getByRole('button', { name: 'Try Again' })
})

test('offers to add the first item in an empty kitchen', async () => {
  fakeApi(recentLots, () => [])
  fakeApi(expirationAnalytics, () => ({ totalActive: 0, expiringSoon: 0, expired: 0, expiringSoonItems: [] }))
  await showPage(DashboardPage)
  await screen.findByText('No items in inventory yet.')
  expect(screen.getByRole('link', { name: 'Add Your First Item' }).getAttribute('href')).toBe('/scan')
})

test('shows what was added and used in a period, in total and by category', async () => {
  await showPage(DashboardPage)
  const card = within(await screen.findByRole('region', { name: 'Activity' }))
  await card.findByText('4 added · 3 used · 1 wasted')
  card.getByText('$12.50')
  expect(card.queryByText(/more categor/)).toBeNull()
  await userEvent.selectOptions(card.getByRole('combobox', { name: 'Period' }), 'This year')
  await card.findByText('40')
  expect(requests).toContain('GET /api/analytics/inventory?period=year')
})

test('counts the categories beyond the first six', async () => {
  const categories = ['Dairy', 'Produce', 'Meat', 'Baking', 'Frozen', 'Snacks', 'Drinks', 'Spices']
  fakeApi(inventoryAnalytics, () => ({
    period: 'month' as const,
    added: 32,
    used: 24,
    wasted: 8,
    spent: 100,
    byCategory: categories.map((category) => ({ category, added: 4, used: 3, wasted: 1, spent: 12.5 })),
  }))
  await showPage(DashboardPage)
  const card = within(await screen.findByRole('region', { name: 'Activity' }))
  await card.findByText('2 more categories')
  card.getByText('Snacks')
  expect(card.queryByText('Drinks')).toBeNull()
})

test('shows the rest of the page if the analytics fail to load', async () => {
  fakeApi(inventoryAnalytics, () => problem(404, 'not_found', 'Not found.'))
  await showPage(DashboardPage)
  const card = within(await screen.findByRole('region', { name: 'Activity' }))
  await card.findByRole('button', { name: 'Try Again' })
  expect(await figure('Total Items')).toContain('12')
})
