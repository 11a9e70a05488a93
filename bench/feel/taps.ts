import type { Page } from 'playwright-core'

/** An interaction; its last press is measured. */
export interface Tap {
  readonly name: string
  readonly path: string
  readonly press: (page: Page) => Promise<void>
  /** Steps before the measurement. */
  readonly before?: (page: Page) => Promise<void>
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().tap()
const link = (name: string) => (page: Page) => page.getByRole('link', { name }).first().tap()

/** Common interactions on the main screens, on a phone. */
export const taps: readonly Tap[] = [
  { name: 'dashboard: to the inventory', path: '/', press: link('Inventory') },
  { name: 'dashboard: to the shopping list', path: '/', press: link('Shopping List') },
  { name: 'dashboard: open an item', path: '/', press: (page) => page.locator('main li button, main li a').first().tap() },
  { name: 'dashboard: the bell', path: '/', press: button(/^Notifications/) },
  { name: 'dashboard: More', path: '/', press: (page) => page.getByRole('navigation').getByRole('button', { name: 'More' }).tap() },
  { name: 'inventory: open an item', path: '/inventory', press: (page) => page.locator('main li button').first().tap() },
  { name: 'inventory: filters', path: '/inventory', press: button('Filters') },
  {
    name: 'inventory: a letter in the search',
    path: '/inventory',
    before: (page) => page.getByRole('searchbox').first().focus(),
    press: (page) => page.keyboard.press('m'),
  },
  { name: 'inventory: Add Item', path: '/inventory', press: link('Add Item') },
  { name: 'add item: a storage', path: '/inventory/add', press: (page) => page.getByText('Freezer', { exact: true }).first().tap() },
  {
    name: 'add item: one more',
    path: '/inventory/add',
    press: (page) => page.locator('main').getByRole('button', { name: 'More' }).first().tap(),
  },
  { name: 'shopping list: tick', path: '/shopping-list', press: (page) => page.getByRole('checkbox').nth(3).tap() },
  { name: 'shopping list: one more', path: '/shopping-list', press: button(/^Add one more/) },
  { name: 'shopping list: delete', path: '/shopping-list', press: button(/^Delete/) },
  { name: 'shopping list: open a row', path: '/shopping-list', press: (page) => page.locator('main li button').nth(6).tap() },
  { name: 'shop: tick', path: '/shop', press: (page) => page.getByRole('checkbox').first().tap() },
  { name: 'recipes: open one', path: '/recipes', press: (page) => page.locator('main li button, main li a').first().tap() },
  { name: 'recipes: a category', path: '/recipes', press: (page) => page.getByRole('button', { name: 'Italian' }).first().tap() },
  { name: 'scan: by hand', path: '/scan', press: (page) => page.getByText('Add Manually').first().tap() },
  { name: 'notifications: show all', path: '/notifications', press: (page) => page.getByText('Show unresolved only').tap() },
  { name: 'waste report: a year', path: '/waste-report', press: (page) => page.getByText('Year', { exact: true }).first().tap() },
  { name: 'settings: another tab', path: '/settings', press: (page) => page.getByRole('tab', { name: 'Profile Settings' }).tap() },
  { name: 'plan: next week', path: '/plan', press: button('Next week') },
]
