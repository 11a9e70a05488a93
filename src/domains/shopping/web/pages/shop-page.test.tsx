import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listMembers } from '#domains/households/contract/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { invalidate } from '#platform/web/api/query-cache.ts'
import { fakeApi, requests } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listWith, openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import { changeShoppingItem, draftPutAway, getShoppingList, putAway, type ShoppingItem, usualItems } from '../../contract/index.ts'
import { ShopPage } from './shop-page.tsx'

let rows: ShoppingItem[]
beforeEach(() => {
  rows = [row('Bread', { category: 'Bakery' }), row('Milk', { category: 'Dairy', suggestedQuantity: 2, unit: 'l' })]
  signIn()
  fakeHome()
  fakeApi(getShoppingList, () => listWith(rows))
  fakeApi(usualItems, () => [])
  fakeApi(listIngredients, () => [])
  fakeApi(changeShoppingItem, ({ params, body }) => {
    rows = rows.map((one) => (one.id === params.id ? { ...one, isChecked: body.isChecked ?? false, version: one.version + 1 } : one))
    return { item: rows.find(({ id }) => id === params.id) as ShoppingItem }
  })
  openEmptyOutbox()
})

test('checks a row off on a tap and unchecks it with Undo', async () => {
  await showPage(ShopPage, '/shop')
  await householdKnown()
  await screen.findByText('0 of 2 in the cart')
  expect(screen.getByRole('button', { name: 'Done shopping' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByText('Milk'))
  await screen.findByText('1 of 2 in the cart')
  expect(screen.getByRole('progressbar', { name: 'In the cart' }).getAttribute('aria-valuenow')).toBe('1')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('0 of 2 in the cart')
  for (const name of ['Milk', 'Bread']) await userEvent.click(screen.getByText(name))
  await screen.findByText('All done')
})

test('checks off the typed and the generated row of one food in one tap', async () => {
  const low = row('Milk', {
    category: 'Dairy',
    suggestedQuantity: 500,
    unit: 'ml',
    reason: 'low_stock',
    why: 'None left; minimum 3 l',
    addedBy: null,
  })
  rows = [...rows, low]
  await showPage(ShopPage, '/shop')
  await householdKnown()
  await screen.findByText('0 of 3 in the cart')
  expect(screen.getByRole('button', { name: /^Change/, description: 'Milk' }).textContent).toBe('Change 2.5 l')
  await userEvent.click(screen.getByText('Milk'))
  await screen.findByText('2 of 3 in the cart')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('0 of 3 in the cart')
})

test('offers to shop together once there is a second member', async () => {
  const member = (firstName: string) => ({
    firstName,
    lastName: 'Cook',
    email: null,
    role: 'MEMBER' as const,
    joinedAt: '2026-01-01',
    version: 1,
  })
  const ada = { ...member('Ada'), userId: 'ada' }
  fakeApi(listMembers, () => [ada])
  await showPage(ShopPage, '/shop')
  await householdKnown()
  await screen.findByText('0 of 2 in the cart')
  await waitFor(() => expect(requests.some((one) => one.endsWith('/members'))).toBe(true))
  expect(screen.queryByText('Shop together?')).toBeNull()
  fakeApi(listMembers, () => [ada, { ...member('Ben'), userId: 'ben' }])
  await act(() => invalidate(listMembers))
  await screen.findByText('Shop together?')
})

test('a tap shows the check mark before the list follows, and a second one takes it back', async () => {
  await showPage(ShopPage, '/shop')
  await householdKnown()
  const box = () => within(screen.getByRole('region', { name: 'Dairy' })).getByRole<HTMLInputElement>('checkbox', { name: 'Milk' })
  await screen.findByText('0 of 2 in the cart')
  // Renders what is rendered later.
  await act(async () => {})
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  try {
    box().click()
    // Still among the rows to buy.
    expect(box().checked).toBe(true)
    box().click()
    expect(box().checked).toBe(false)
    box().click()
  } finally {
    vi.unstubAllGlobals()
  }
  await screen.findByRole('button', { name: /^In the cart 1/ })
  expect(screen.queryByRole('region', { name: 'Dairy' })).toBeNull()
})

test('opens a row from its amount without checking it off', async () => {
  const put: unknown[] = []
  fakeApi(changeShoppingItem, ({ params, body }) => {
    put.push(body)
    return { item: rows.find(({ id }) => id === params.id) as ShoppingItem }
  })
  await showPage(ShopPage, '/shop')
  await householdKnown()
  await userEvent.click(await screen.findByRole('button', { name: /^Change/, description: 'Milk' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Milk' }))
  await userEvent.clear(sheet.getByLabelText('Quantity'))
  await userEvent.type(sheet.getByLabelText('Quantity'), '3')
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(put).toEqual([expect.objectContaining({ suggestedQuantity: 3 })]))
  await screen.findByText('0 of 2 in the cart')
})

test('Finish proposes places, sends only what differs, and omits rows kept on the list', async () => {
  const sent: unknown[] = []
  fakeApi(draftPutAway, () =>
    rows.map(({ id, ingredientName, suggestedQuantity: quantity, unit }) => ({
      id,
      ingredientName,
      quantity,
      unit,
      location: 'Fridge door',
      storage: 'FRIDGE' as const,
      expirationDate: null,
      estimatedExpiration: null,
      estimatedCost: null,
      storeId: null,
    })),
  )
  fakeApi(putAway, ({ body }) => {
    sent.push(body)
    return { putAway: 1, lots: [] }
  })
  await showPage(ShopPage, '/shop')
  await householdKnown()
  for (const name of ['Milk', 'Bread']) await userEvent.click(await screen.findByText(name))
  await userEvent.click(screen.getByRole('button', { name: 'Done shopping' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Put away?' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Keep Bread on the list' }))
  await userEvent.click(sheet.getByRole('button', { name: /^Milk/ }))
  await userEvent.clear(sheet.getByLabelText('Quantity'))
  await userEvent.type(sheet.getByLabelText('Quantity'), '0')
  sheet.getByText('Enter an amount above zero.')
  await userEvent.type(sheet.getByLabelText('Quantity'), '.5')
  expect(sheet.queryByText('Enter an amount above zero.')).toBeNull()
  await userEvent.type(sheet.getByLabelText(/^Price paid/), '3.2')
  await userEvent.click(sheet.getByRole('button', { name: 'Put away 1 item' }))
  await screen.findByText('went to /shopping-list')
  await waitFor(() => expect(sent).toEqual([{ items: [{ id: rows[1]?.id, quantity: 0.5, purchasePrice: 3.2 }] }]))
})

describe('with 500 rows', () => {
  const rowHeightPx = 65
  const viewportPx = 650
  beforeEach(() => {
    // jsdom has no layout.
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(viewportPx)
    const categories = ['Bakery', 'Dairy', 'Frozen', 'Pantry', 'Produce']
    rows = Array.from({ length: 500 }, (_, at) => row(`Item ${String(at).padStart(3, '0')}`, { category: categories[at % 5] ?? '' }))
  })
  afterEach(() => void vi.restoreAllMocks())

  async function scrollTo(top: number) {
    const scroller = document.querySelector('[data-shop-rows]') as HTMLElement
    scroller.scrollTop = top
    await act(async () => void fireEvent.scroll(scroller))
  }
  const shownNames = () => [...document.querySelectorAll('[data-shop-rows] li label')].map(({ textContent }) => textContent)

  test('draws the rows near the visible part, and each of them after scrolling', async () => {
    await showPage(ShopPage, '/shop')
    await screen.findByText('0 of 500 in the cart')
    const reached = new Set<string | null>()
    for (let top = 0; top <= 505 * rowHeightPx; top += viewportPx) {
      await scrollTo(top)
      const names = shownNames()
      expect(names.length).toBeLessThan(60)
      for (const name of names) reached.add(name)
    }
    expect(reached.size).toBe(500)
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Bakery100',
      'Dairy100',
      'Frozen100',
      'Pantry100',
      'Produce100',
    ])
  })

  test('checks off the last row of the list and says where it is in its aisle', async () => {
    await showPage(ShopPage, '/shop')
    await householdKnown()
    await screen.findByText('0 of 500 in the cart')
    expect(screen.queryByRole('checkbox', { name: 'Item 499' })).toBeNull()
    await scrollTo(505 * rowHeightPx - viewportPx)
    const last = screen.getByRole('checkbox', { name: 'Item 499' })
    const place = last.closest('li')
    expect([place?.getAttribute('aria-posinset'), place?.getAttribute('aria-setsize')]).toEqual(['100', '100'])
    await userEvent.click(last)
    await screen.findByText('1 of 500 in the cart')
    expect(screen.queryByRole('checkbox', { name: 'Item 499' })).toBeNull()
  })
})
