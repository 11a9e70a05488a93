import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getMe } from '#domains/account/contract/index.ts'
import { type Household, listHouseholds } from '#domains/households/contract/index.ts'
import { isNewHousehold, markNewHousehold } from '#domains/households/web/households/new-household-flag.ts'
import { getCatalogState } from '#domains/ingredients/contract/catalog.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { inventoryStats, listLots } from '#domains/inventory/contract.ts'
import { listRecipes } from '#domains/recipes/contract/index.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import { cache } from '#platform/web/api/query-cache.ts'
import { currentSession, setActiveHousehold } from '#platform/web/session/session.ts'
import { currentLocation, navigate } from '#platform/web/ui/browser-location.ts'
import { LocationProvider, useShownLocation } from '#platform/web/ui/router.tsx'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { guestUser, ingredient, lot, statsOf } from '#tests/support/data/api-samples.ts'
import { listWith, row } from '#tests/support/data/shopping-rows.ts'
import { NotFoundPage } from './error-pages.tsx'
import { Shell } from './shell.tsx'

const household = (id: string, name: string): Household => ({
  id,
  name,
  role: 'OWNER',
  inviteCode: null,
  inviteChangedAt: null,
  hasSample: false,
  restocksList: false,
  locations: [],
  timeZone: 'UTC',
  currency: 'USD',
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
})
let mine: Household[]
beforeEach(() => {
  mine = [household(testHousehold, 'Home')]
  signIn(null)
  fakeApi(listHouseholds, () => mine)
  fakeApi(getMe, guestUser)
})

const known = ['/', '/inventory', '/inventory/add', '/scan', '/households', '/settings', '/shop']

function NamedPage() {
  const { path } = useShownLocation()
  return known.includes(path) ? <h1>page {path}</h1> : <NotFoundPage />
}

async function show(address: string, page: ReactNode = <NamedPage />) {
  window.scrollTo = () => {}
  navigate({ to: address })
  render(
    <QueryClientProvider client={cache}>
      <LocationProvider>
        <Shell>{page}</Shell>
      </LocationProvider>
    </QueryClientProvider>,
  )
}

test('shows Loading... until the person is known', async () => {
  await show('/')
  expect((await screen.findByRole('status')).textContent).toBe('Loading...')
  await screen.findByRole('heading', { name: 'page /' })
})

test('activates the first household when none is active', async () => {
  mine = [household(testHousehold, 'Home'), household('22222222-2222-4222-8222-222222222222', 'Cabin')]
  await show('/inventory')
  await screen.findByRole('heading', { name: 'page /inventory' })
  expect(localStorage.getItem('activeHouseholdId')).toBe(testHousehold)
})

test('activates the first household when the stored one was left', async () => {
  setActiveHousehold('99999999-9999-4999-8999-999999999999')
  await show('/inventory')
  await screen.findByRole('heading', { name: 'page /inventory' })
  expect(currentSession().household).toBe(testHousehold)
})

test('redirects a person without a household to Households from every page', async () => {
  mine = []
  await show('/settings')
  await screen.findByRole('heading', { name: 'page /households' })
  expect(location.pathname).toBe('/households')
})

test('shows each existing page once in the desktop navigation', async () => {
  await show('/')
  const [rail] = await screen.findAllByRole('navigation', { name: 'Main' })
  const names = [...(rail?.querySelectorAll('a') ?? [])].map((link) => link.textContent)
  expect(names).toEqual([
    'Dashboard',
    'Inventory',
    'Scan',
    'Shopping List',
    'Recipes',
    'Meal Plan',
    'Circles',
    'Available',
    'Borrow',
    'Waste Report',
    'Reports',
    'Notifications',
    'History',
    'Ingredients',
    'Labels',
    'Households',
    'Settings',
  ])
  expect([...(rail?.querySelectorAll('section') ?? [])].map((group) => group.getAttribute('aria-label'))).toEqual([
    'Kitchen',
    'Cook',
    'Share',
    'Insights',
    'Household',
  ])
})

/** Its title changes with the tab, but for one of a wide screen. */
function Tabbed() {
  const { tab = 'settings' } = useShownLocation().search
  useEffect(() => {
    document.title = tab === 'wide' ? 'profile' : tab
  }, [tab])
  return <button type="button">{tab}</button>
}

test('announces a tab that is a page of its own, and leaves the focus in tabs of one page', async () => {
  await show('/settings', <Tabbed />)
  await screen.findByRole('button', { name: 'settings' })
  const announced = () => document.querySelector('p.sr-only[aria-live="polite"]')?.textContent
  expect(announced()).toBe('')
  act(() => navigate({ to: '/settings', search: { tab: 'profile' } }))
  await waitFor(() => expect([announced(), document.activeElement?.id]).toEqual(['profile', 'main']))
  act(() => navigate({ to: '/settings' }))
  await waitFor(() => expect(announced()).toBe('settings'))
  act(() => navigate({ to: '/settings', search: { tab: 'profile' } }))
  await waitFor(() => expect(announced()).toBe('profile'))
  document.getElementById('main')?.blur()
  act(() => navigate({ to: '/settings', search: { tab: 'wide' } }))
  await screen.findByRole('button', { name: 'wide' })
  await new Promise((done) => setTimeout(done, 300))
  expect(document.activeElement).toBe(document.body)
})

test('has the daily pages in the phone’s bar', async () => {
  await show('/')
  const bar = (await screen.findAllByRole('navigation', { name: 'Main' }))[1]
  expect([...(bar?.querySelectorAll('a, button') ?? [])].map((link) => link.textContent)).toEqual([
    'Inventory',
    'Shopping List',
    'Scan',
    'Recipes',
    'More',
  ])
})

test('offers to reload only in an app installed on iOS', async () => {
  await show('/')
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('button', { name: 'Search everything' })
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  cleanup()
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true })
  try {
    await show('/')
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await screen.findByRole('button', { name: 'Reload' })
  } finally {
    Reflect.deleteProperty(navigator, 'standalone')
  }
})

test('shows the banner of a sample kitchen', async () => {
  mine = [{ ...household(testHousehold, 'Home'), hasSample: true }]
  await show('/settings')
  await screen.findByText('This is a sample kitchen.')
})

test('offers a sample kitchen to a new household', async () => {
  fakeApi(inventoryStats, () => statsOf([]))
  markNewHousehold(testHousehold)
  await show('/inventory')
  await userEvent.click(await screen.findByRole('button', { name: 'Start empty' }))
  expect(screen.queryByRole('button', { name: 'Try a sample kitchen' })).toBeNull()
  expect(isNewHousehold(testHousehold)).toBe(false)
})

test.each([
  ['has items', { stats: [lot()], hasSample: false }],
  ['has a sample kitchen', { stats: [], hasSample: true }],
])('forgets that a household is new once it %s', async (_what, { stats, hasSample }) => {
  mine = [{ ...household(testHousehold, 'Home'), hasSample }]
  fakeApi(inventoryStats, () => statsOf(stats))
  markNewHousehold(testHousehold)
  await show('/inventory')
  await waitFor(() => expect(isNewHousehold(testHousehold)).toBe(false))
})

test('shows an error page inside the frame for an unknown address', async () => {
  await show('/nowhere')
  await screen.findByRole('heading', { level: 1, name: 'Page not found' })
  screen.getByRole('button', { name: 'Logout' })
})

test('deletes the person’s data from the device on Logout', async () => {
  await show('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(currentSession()).toEqual({ token: null, household: null })
  expect(localStorage.getItem('activeHouseholdId')).toBeNull()
})

test('offers to retry a failed start', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  fakeApi(listHouseholds, () => (broken ? problem(404, 'x', '') : mine))
  await show('/')
  await screen.findByText('Failed to load households')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('heading', { name: 'page /' })
})

test('opens add with N, scan with S and help with ?, except while typing', async () => {
  await show('/')
  await screen.findByRole('heading', { name: 'page /' })
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  await userEvent.keyboard('n')
  expect(location.pathname).toBe('/')
  field.remove()
  await userEvent.keyboard('s')
  await waitFor(() => expect(location.pathname).toBe('/scan'))
  await userEvent.keyboard('n')
  await waitFor(() => expect(location.pathname).toBe('/inventory/add'))
  await userEvent.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
})

test.each(['/', '{Shift>}/{/Shift}'])('focuses the search box on %s', async (keys) => {
  await show('/')
  await screen.findByRole('heading', { name: 'page /' })
  const box = document.createElement('input')
  box.dataset['searchBox'] = ''
  document.body.append(box)
  // Shortcuts load after the page.
  await waitFor(async () => {
    await userEvent.keyboard(keys)
    expect(document.activeElement).toBe(box)
  })
  box.remove()
})

test('opens the command palette with Ctrl+K', async () => {
  await show('/')
  await screen.findByRole('heading', { name: 'page /' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Go to or search…' }), 'sett{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/settings'))
})

test('finds items, recipes and rows of the list with their actions', async () => {
  fakeApi(listLots, () => [lot({ name: 'Yogurt', quantity: 120, unit: 'g' })])
  fakeApi(listRecipes, () => [])
  fakeApi(listIngredients, () => [ingredient({ name: 'Yogurt' })])
  fakeApi(getShoppingList, () => listWith([row('Yogurt drink')]))
  await show('/')
  await screen.findByRole('heading', { name: 'page /' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Go to or search…' }), 'yog')
  await screen.findByRole('option', { name: 'Yogurt drink on the shopping list' })
  screen.getByRole('option', { name: 'Yogurt in your ingredients' })
  await userEvent.click(await screen.findByRole('option', { name: /^Use Yogurt / }))
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
  expect(currentLocation().search).toMatchObject({ act: 'use' })
})

test('scrolls the option chosen with the arrow keys into view, also past the end', async () => {
  const seen: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.textContent)
  })
  await show('/')
  await screen.findByRole('heading', { name: 'page /' })
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', { name: 'Go to or search…' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}')
  await waitFor(() => expect(seen.slice(-3)).toEqual([options[1], options[0], options.at(-1)]))
})

test('makes nothing focusable beneath full-screen shop mode', async () => {
  await show('/shop')
  await screen.findByRole('heading', { name: 'page /shop' })
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(screen.queryAllByRole('button')).toEqual([])
  act(() => navigate({ to: '/inventory' }))
  await screen.findByRole('button', { name: 'Logout' })
})

test.each([true, false])('offers the server page to a server admin only: %s', async (isAdministrator) => {
  fakeApi(getCatalogState, () => ({ isAdministrator, products: 0, importedAt: null, files: [], import: null }))
  await show('/inventory')
  await screen.findByRole('heading', { name: 'page /inventory' })
  await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Server' })).toHaveLength(isAdministrator ? 1 : 0))
})
