import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listPackAdvice, listStockDoubts } from '#domains/forecast/contract.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { getLot } from '#domains/inventory/contract.ts'
import { listStores } from '#domains/stores/contract.ts'
import { invalidate } from '#platform/web/api/query-cache.ts'
import { RefusedNotice } from '#platform/web/sync/sync-problem-notices.tsx'
import { currentLocation } from '#platform/web/ui/browser-location.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, requests } from '#tests/support/browser/fake-api.ts'
import { countRendered, householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient, lot } from '#tests/support/data/api-samples.ts'
import { listWith, openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import {
  addShoppingItem,
  arrangeAisles,
  changeShoppingItem,
  clearChecked,
  createInstacartCart,
  draftPutAway,
  generateList,
  getShoppingList,
  type NewShoppingItem,
  removeShoppingItem,
  type ShoppingItem,
  type ShoppingItemChange,
  usualItems,
} from '../../contract/index.ts'
import { ShoppingListPage } from './shopping-list-page.tsx'

const milk = row('Milk', {
  category: 'Dairy',
  suggestedQuantity: 3,
  unit: 'l',
  priority: 'high',
  reason: 'missing',
  why: 'None left; minimum 3 l',
  isByHand: false,
  estimatedCost: 4.5,
  addedBy: null,
})
const eggs = row('Eggs', { category: 'Dairy', isChecked: true, checkedAt: '2026-01-01T11:00:00.000Z' })
const soap = row('Soap', { category: 'Household', suggestedQuantity: 2 })
let rows: ShoppingItem[]
let put: { id: string; body: ShoppingItemChange }[]

const changed = (one: ShoppingItem, isChecked = one.isChecked, suggestedQuantity = one.suggestedQuantity): ShoppingItem => ({
  ...one,
  isChecked,
  suggestedQuantity,
  version: one.version + 1,
})

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  rows = [milk, eggs, soap]
  put = []
  signIn()
  fakeHome()
  fakeApi(getShoppingList, () => listWith(rows))
  fakeApi(usualItems, () => [])
  fakeApi(listIngredients, () => [])
  fakeApi(changeShoppingItem, ({ params, body }) => {
    put.push({ id: params.id, body })
    const { isChecked, suggestedQuantity } = body
    rows = rows.map((one) => (one.id === params.id ? changed(one, isChecked, suggestedQuantity) : one))
    return { item: rows.find(({ id }) => id === params.id) as ShoppingItem }
  })
  openEmptyOutbox()
})

const show = async (address = '/shopping-list') => {
  const shown = await showPage(
    () => (
      <>
        <RefusedNotice />
        <ShoppingListPage />
        <Toasts />
      </>
    ),
    address,
  )
  await householdKnown()
  return shown
}
const box = (name: string) => screen.findByRole('checkbox', { name })

describe('the list', () => {
  test('shows rows by aisle with their reasons and known costs', async () => {
    await show()
    await box('Milk')
    expect(screen.getAllByRole('checkbox').map((one) => one.getAttribute('aria-label'))).toEqual(['Milk', 'Soap', 'Eggs'])
    expect(screen.getByText('Missing')).toBeTruthy()
    expect(screen.queryByText('Requested')).toBeNull()
    expect(screen.getByText('High')).toBeTruthy()
    for (const medium of screen.getAllByText('Medium')) expect(medium.className).toBe('sr-only')
    expect(screen.getAllByText('$4.50').length).toBeGreaterThan(0)
    const line = screen.getByRole('button', { name: '3 items · $4.50, 2 without a price' })
    expect(screen.queryByText('Total Items')).toBeNull()
    await userEvent.click(line)
    for (const name of ['Total Items', 'High Priority', 'Est. Total Cost', 'Categories']) expect(screen.getByText(name)).toBeTruthy()
    expect(screen.getByText('2 without a price')).toBeTruthy()
    expect(screen.getAllByText('—')).toHaveLength(2)
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Dairy1 item',
      'Household1 item',
      'In the cart1 item',
    ])
  })

  test('shows bottles as the amount, and none that no store sells', async () => {
    rows = [
      row('Olive oil', { suggestedQuantity: 2, note: 'bottles; extra virgin' }),
      row('Baking powder', { suggestedQuantity: 2.5, unit: 'tsp', why: 'For Pancakes', isByHand: false }),
      row('Yeast', { suggestedQuantity: 7, unit: 'g' }),
    ]
    await show()
    const cells = async (name: string) =>
      [...((await box(name)).closest('tr')?.querySelectorAll('td') ?? [])].slice(0, 2).map(({ textContent }) => textContent)
    expect(await cells('Olive oil')).toEqual(['Olive oilextra virgin', '2 bottles'])
    expect(await cells('Baking powder')).toEqual(['Baking powder', ''])
    expect((await cells('Yeast'))[1]).not.toBe('')
  })

  test('shows a typed and a generated row of one food as one, checked off in one tap', async () => {
    const typed = row('Milk', { category: 'Dairy', suggestedQuantity: 2, unit: 'l', note: 'fresh' })
    const low = { ...milk, suggestedQuantity: 500, unit: 'ml' as const }
    rows = [low, typed, soap]
    await show()
    const line = (await box('Milk')).closest('tr')
    const cells = [...(line?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
    expect(cells.slice(0, 5)).toEqual(['Milkfresh', '2.5 l', 'High', 'Added by Ada · Missing', '$4.50'])
    expect(screen.queryByRole('button', { name: 'Delete Milk' })).toBeNull()

    const name = screen.getByRole('button', { name: /^Milk/, expanded: false })
    await userEvent.click(name)
    expect(name.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getAllByRole('button', { name: 'Delete Milk' })).toHaveLength(2)
    expect(screen.getByText(/None left; minimum 3 l/)).toBeTruthy()
    await userEvent.click(name)
    expect(screen.queryByRole('button', { name: 'Delete Milk' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Add one more Milk' }))
    await waitFor(() => expect(put).toEqual([{ id: typed.id, body: { suggestedQuantity: 3, quantityWas: 2 } }]))
    put = []
    await userEvent.click(await box('Milk'))
    await waitFor(() =>
      expect(put.map(({ id, body }) => [id, body.isChecked]).toSorted()).toEqual(
        [
          [low.id, true],
          [typed.id, true],
        ].toSorted(),
      ),
    )
  })

  test('renders no row again when one is opened', async () => {
    await show()
    const rows = (await Promise.all(['Milk', 'Soap', 'Eggs'].map(box))).flatMap((one) => one.closest('tr') ?? [])
    const open = async () => {
      await userEvent.click(screen.getByRole('button', { name: /^Milk/ }))
      await screen.findByRole('dialog')
    }
    expect([rows.length, await countRendered(rows, open)]).toEqual([3, 0])
  })

  test('moves a checked row to the end a moment later, and back', async () => {
    await show()
    const order = () => screen.getAllByRole('checkbox').map((one) => one.getAttribute('aria-label'))
    await userEvent.click(await box('Milk'))
    expect(order()).toEqual(['Milk', 'Soap', 'Eggs'])
    await waitFor(() => expect(order()).toEqual(['Soap', 'Eggs', 'Milk']), { timeout: 3000 })
    await userEvent.click(await box('Milk'))
    await waitFor(() => expect(order()).toEqual(['Milk', 'Soap', 'Eggs']), { timeout: 3000 })
  })

  test('offers to generate rows when empty', async () => {
    rows = []
    fakeApi(generateList, () => {
      rows = [milk]
      return { ...listWith(rows), added: 1, changed: 0, removed: 0, notCompared: [] }
    })
    await show()
    await screen.findByText('No shopping list items')
    await userEvent.click(screen.getByRole('button', { name: 'Add what’s running low' }))
    await screen.findByText('List updated: 1 added.')
    await box('Milk')
  })

  test('shows an error and a retry button when it fails to load', async () => {
    fakeApi(getShoppingList, () => problem(500, 'internal', 'Something broke here.'))
    await show()
    await screen.findByText('Failed to load shopping list')
    fakeApi(getShoppingList, () => listWith(rows))
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await box('Milk')
  })

  test('is filtered by the URL and says when nothing matches', async () => {
    await show('/shopping-list?priority=high')
    await box('Milk')
    expect(screen.queryByRole('checkbox', { name: 'Soap' })).toBeNull()
    await userEvent.type(screen.getByLabelText('Search or add an item'), 'soap')
    await screen.findByText('No items match your search.')
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    await box('Soap')
    expect(currentLocation().search).toEqual({})
  })

  test('is read-only for a viewer', async () => {
    fakeHome({ role: 'VIEWER' })
    await show()
    expect((await box('Milk')).hasAttribute('disabled')).toBe(true)
    for (const name of ['Delete Milk', 'One more Milk', 'Generate List', 'Clear Checked', 'Add to Instacart'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByLabelText('Search or add an item')).toBeNull()
    await userEvent.type(screen.getByLabelText('Search items...'), 'soap')
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Milk' })).toBeNull())
    await box('Soap')
  })
})

describe('a change', () => {
  test('is shown before the server responds and sends only the changed fields', async () => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    fakeApi(changeShoppingItem, async ({ params, body }) => {
      put.push({ id: params.id, body })
      await asked
      return { item: { ...milk, version: 2 } }
    })
    await show()
    const tick = await box('Milk')
    act(() => tick.click())
    expect((tick as HTMLInputElement).checked).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Add one more Soap' }))
    await waitFor(() => expect(put).toEqual([{ id: milk.id, body: { isChecked: true } }]))
    answer()
    await waitFor(() => expect(put.at(-1)).toEqual({ id: soap.id, body: { suggestedQuantity: 3, quantityWas: 2 } }))
  })

  test('of one field keeps edits others made while the sheet was open', async () => {
    await show()
    await box('Soap')
    await userEvent.click(screen.getByRole('button', { name: 'Soap' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Soap' }))
    rows = rows.map((one) => (one.id === soap.id ? changed(one, false, 5) : one))
    act(() => void invalidate(getShoppingList))
    await sheet.findByText('5')
    await userEvent.clear(sheet.getByLabelText('Category'))
    await userEvent.type(sheet.getByLabelText('Category'), 'Bath')
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(put).toEqual([{ id: soap.id, body: { category: 'Bath' } }]))
  })

  test('asks about what is probably gone of it', async () => {
    const carton = lot({ name: 'Soap', quantity: 2, unit: 'each', version: 3 })
    rows = rows.map((one) => (one.id === soap.id ? { ...one, ingredientId: carton.ingredient.id } : one))
    fakeApi(listStockDoubts, () => [{ lotId: carton.id, ingredientId: carton.ingredient.id, version: 3, gone: 0.7 }])
    fakeApi(getLot, () => carton)
    await show()
    await box('Soap')
    await userEvent.click(screen.getByRole('button', { name: 'Soap' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Soap' }))
    await sheet.findByText('Soap, 2: probably gone (70%), so it isn’t counted.')
    sheet.getByRole('button', { name: 'Still there: Soap, 2' })
  })

  test('to a better pack is one tap, and the row then says nothing of it', async () => {
    const ingredientId = '33333333-3333-4333-8333-333333333333'
    rows = rows.map((one) => (one.id === soap.id ? { ...one, ingredientId, suggestedQuantity: 1000, unit: 'g' } : one))
    const pack = { price: 4, storeId: null, chance: 0.8, thrown: 0.4 }
    const better = { ...pack, quantity: 500, price: 2, chance: 0, thrown: 0 }
    fakeApi(listPackAdvice, () => [{ ingredientId, unit: 'g' as const, usual: { ...pack, quantity: 1000 }, better }])
    await show()
    await screen.findByText('Better: 500 g')
    await userEvent.click(screen.getByRole('button', { name: /^Soap/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Take 500 g' }))
    await waitFor(() => expect(put).toEqual([{ id: soap.id, body: { suggestedQuantity: 500, quantityWas: 1000 } }]))
    await waitFor(() => expect(screen.queryByText('Better: 500 g')).toBeNull())
  })

  const [aldi, market] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'] as const
  test.each([
    ['no store', [], [aldi]],
    ['other stores', [market], [aldi]],
    ['that store among others', [market, aldi], undefined],
  ])('to a better pack from a store is one change, of a row with %s', async (_what, storeIds, expected) => {
    const ingredientId = '33333333-3333-4333-8333-333333333333'
    rows = rows.map((one) => (one.id === soap.id ? { ...one, ingredientId, storeIds, suggestedQuantity: 1000, unit: 'g' } : one))
    const createdAt = '2026-01-01T10:00:00.000Z'
    const store = { name: 'Aldi', place: 0, aisles: { arranged: [], pairs: [] }, createdAt, version: 1 }
    fakeApi(listStores, () => [
      { ...store, id: aldi },
      { ...store, id: market, name: 'Market', place: 1 },
    ])
    const pack = { price: 4, storeId: null, chance: 0.8, thrown: 0.4 }
    const better = { ...pack, quantity: 500, price: 2, storeId: aldi, chance: 0, thrown: 0 }
    fakeApi(listPackAdvice, () => [{ ingredientId, unit: 'g' as const, usual: { ...pack, quantity: 1000 }, better }])
    await show()
    await screen.findByText('Better: 500 g')
    await userEvent.click(screen.getByRole('button', { name: /^Soap/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Take 500 g from Aldi' }))
    const body = { suggestedQuantity: 500, quantityWas: 1000, ...(expected ? { storeIds: expected } : {}) }
    await waitFor(() => expect(put).toEqual([{ id: soap.id, body }]))
  })

  test('is left with Back, which returns to the list', async () => {
    await show()
    await box('Soap')
    await userEvent.click(screen.getByRole('button', { name: 'Soap' }))
    await screen.findByRole('dialog', { name: 'Soap' })
    act(() => history.back())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await box('Soap')
  })

  test('that the server rejects is reverted and reported with a dismissible reason', async () => {
    fakeApi(changeShoppingItem, () => problem(409, 'item_gone', 'Someone just removed this from the list.'))
    await show()
    await box('Soap')
    await userEvent.click(screen.getByRole('button', { name: 'Add one more Soap' }))
    await screen.findByText('Soap: 3 instead of 2: Someone just removed this from the list.')
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText('1 change couldn’t be saved')).toBeNull())
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('Failed to update item'))
  })

  test('that deletes a row is withdrawn by Undo before it is sent', async () => {
    fakeApi(removeShoppingItem, () => problem(503, 'busy', 'Not now.'))
    await show()
    await box('Soap')
    await userEvent.click(screen.getByRole('button', { name: 'Delete Soap' }))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Soap' })).toBeNull())
    expect(await screen.findByText('Removed Soap')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  })

  test('adds a row for each pasted line, and takes all of them back with one Undo', async () => {
    const added: string[] = []
    const ids: (string | undefined)[] = []
    fakeApi(addShoppingItem, ({ body }) => {
      added.push(`${body.suggestedQuantity ?? ''} ${body.unit ?? ''} ${body.ingredientName}`.trim())
      ids.push(body.id)
      const item = row(body.ingredientName ?? '', { id: body.id ?? '' })
      rows = [...rows, item]
      return item
    })
    await show()
    await userEvent.click(await screen.findByLabelText('Search or add an item'))
    await userEvent.paste('2 l milk powder\n- 3 candles\n\nBatteries')
    await waitFor(() => expect(added).toEqual(['2 l Milk powder', '3 each Candles', 'Batteries']))
    await box('Candles')

    const removed: string[] = []
    fakeApi(removeShoppingItem, ({ params }) => {
      removed.push(params.id)
      rows = rows.filter(({ id }) => id !== params.id)
      return undefined
    })
    const message = await screen.findByText('Added 3 items', { selector: '[data-title]' })
    const shown = within(message.closest<HTMLElement>('[data-sonner-toast]') ?? document.body)
    fireEvent.click(shown.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(removed).toEqual(ids))
    expect(screen.queryByRole('checkbox', { name: 'candles' })).toBeNull()
  })
})

describe('the field', () => {
  const flour = ingredient({ name: 'Plain flour', category: 'Baking', defaultUnit: 'kg' })
  let added: NewShoppingItem[]
  beforeEach(() => {
    added = []
    fakeApi(listIngredients, () => [flour])
    fakeApi(addShoppingItem, ({ body }) => {
      added.push(body)
      return row(body.ingredientName ?? flour.name, { id: body.id ?? '' })
    })
  })
  const field = () => screen.getByLabelText('Search or add an item')

  test('suggests known ingredients and rows while typing, reached with the arrow keys', async () => {
    await show()
    await box('Milk')
    await userEvent.type(field(), '2 kg flo')
    await screen.findByRole('button', { name: 'Add Plain flour 2 kg' })
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(added).toMatchObject([{ ingredientId: flour.id, suggestedQuantity: 2, unit: 'kg' }]))
    expect(document.activeElement).toBe(field())
    expect(field()).toHaveProperty('value', '')
    await userEvent.type(field(), 'soa')
    await userEvent.click(await screen.findByRole('button', { name: 'Soap 2 one more' }))
    await waitFor(() => expect(put).toEqual([{ id: soap.id, body: { suggestedQuantity: 3, quantityWas: 2 } }]))
  })

  test('asks before it adds to a row on the list, and marks the row', async () => {
    await show()
    await box('Soap')
    await userEvent.type(field(), 'soaps{Enter}')
    await screen.findByText(/is already on the list:$/)
    expect((await box('Soap')).closest('tr')?.className).toContain('bg-soon-soft')
    expect([added, put]).toEqual([[], []])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(put).toEqual([{ id: soap.id, body: { suggestedQuantity: 3, quantityWas: 2 } }]))
    expect(screen.queryByText(/is already on the list:$/)).toBeNull()

    await userEvent.type(field(), '2 l milk{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: '2 l more' }))
    await waitFor(() => expect(added).toMatchObject([{ ingredientName: 'Milk', suggestedQuantity: 2, unit: 'l' }]))
  })

  test('suggests built-in foods that the household never had, and spells what is typed', async () => {
    await show()
    await box('Soap')
    await userEvent.type(field(), 'brocc')
    await userEvent.click(await screen.findByRole('button', { name: 'Add Broccoli' }))
    await waitFor(() => expect(added).toMatchObject([{ ingredientName: 'Broccoli' }]))
    await userEvent.type(field(), 'blue cheese{Enter}')
    await waitFor(() => expect(added).toMatchObject([{}, { ingredientName: 'Blue cheese' }]))
  })

  test('keeps the bottles that are typed', async () => {
    await show()
    await box('Soap')
    await userEvent.type(field(), '2 bottles olive oil{Enter}')
    await waitFor(() => expect(added).toMatchObject([{ ingredientName: 'Olive oil', suggestedQuantity: 2, unit: 'each', note: 'bottles' }]))
  })

  test('keeps the list while a line is typed, and says nothing of matches', async () => {
    await show()
    await box('Soap')
    await userEvent.type(field(), '3 l quark, 2')
    expect(screen.getByRole('checkbox', { name: 'Soap' })).toBeTruthy()
    await userEvent.clear(field())
    await userEvent.type(field(), '3 quinces')
    expect(screen.getByRole('checkbox', { name: 'Soap' })).toBeTruthy()
    expect(screen.queryByText('No items match your search.')).toBeNull()
    await userEvent.type(field(), '{Escape}{Escape}')
    await userEvent.type(field(), 'quince')
    await screen.findByText('No items match your search.')
  })

  test('closes its suggestions with Escape and keeps the search', async () => {
    await show()
    await box('Soap')
    await userEvent.type(field(), 'soap')
    await screen.findByRole('button', { name: 'Soap 2 one more' })
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Soap 2 one more' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Milk' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await box('Milk')
  })
})

describe('habits of the household', () => {
  const tea = { ingredientId: null, ingredientName: 'Tea', category: 'Beverages', suggestedQuantity: 2, unit: 'each' as const }
  const bought = { timesBought: 3, lastBoughtOn: '2026-01-01', isOnList: false }

  test('offers what most households buy before anything is typed, until there are usual items', async () => {
    await show()
    await box('Soap')
    await userEvent.click(screen.getByLabelText('Search or add an item'))
    await screen.findByRole('button', { name: 'Add Bread' })
    expect(screen.queryByRole('button', { name: 'Add Milk' })).toBeNull()
  })

  test('offers usual items that are not on the list', async () => {
    const added: unknown[] = []
    fakeApi(usualItems, () => [
      { ...tea, ...bought },
      { ...tea, ...bought, ingredientName: 'soap' },
    ])
    fakeApi(addShoppingItem, ({ body }) => {
      added.push(body)
      const item = row('Tea', { id: body.id ?? '', suggestedQuantity: 2 })
      rows = [...rows, item]
      return item
    })
    await show()
    await box('Soap')
    await userEvent.click(screen.getByLabelText('Search or add an item'))
    expect(screen.queryByRole('button', { name: /^Add soap/ })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: /^Add Tea 2/ }))
    await box('Tea')
    await userEvent.click(screen.getByLabelText('Search or add an item'))
    expect(screen.queryByRole('button', { name: /^Add Tea/ })).toBeNull()
    await waitFor(() => expect(added).toMatchObject([{ ingredientName: 'Tea', suggestedQuantity: 2, unit: 'each' }]))
  })

  test('lets a member reorder the aisles', async () => {
    let order: readonly string[] = []
    fakeApi(arrangeAisles, ({ body }) => {
      order = body.order
      return { order: [...order] }
    })
    fakeApi(getShoppingList, () => listWith(rows, false, order))
    await show()
    await box('Milk')
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /aisle/i }))
    const sheet = await screen.findByRole('dialog', { name: 'Aisle order' })
    await userEvent.click(within(sheet).getByRole('button', { name: 'Move Household up' }))
    await userEvent.click(within(sheet).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(screen.getAllByRole('checkbox').map((one) => one.getAttribute('aria-label'))).toEqual(['Soap', 'Milk', 'Eggs']),
    )
    expect(order).toEqual(['Household', 'Dairy'])
  })
})

describe('the buttons', () => {
  test('Generate List reports a failure and keeps the list', async () => {
    fakeApi(generateList, () => problem(500, 'internal', 'Something broke here.'))
    await show()
    await box('Milk')
    await userEvent.click(screen.getByRole('button', { name: 'Generate List' }))
    const told = await screen.findByRole('alert')
    expect(told.textContent).toContain('Failed to generate shopping list')
    expect(told.textContent).toContain('Something broke here.')
    await box('Milk')
  })

  test('Add to Instacart without a product shows the spec’s message and sends nothing', async () => {
    await show()
    await box('Milk')
    expect(screen.queryByRole('button', { name: 'Add to Instacart' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add to Instacart' }))
    expect((await screen.findByRole('alert')).textContent).toContain('No checked items with Instacart products available')
    expect(requests.some((one) => one.includes('instacart'))).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Why, and other options' }))
    await within(await screen.findByRole('dialog')).findByText(/isn’t set up on this server/)
  })

  test('Add to Instacart sends the checked rows once, even after an error', async () => {
    const sendable = { ...eggs, instacartProductId: 'larder-1' }
    fakeApi(getShoppingList, () => listWith([milk, sendable], true))
    fakeApi(createInstacartCart, () => problem(502, 'instacart_down', 'Instacart has trouble right now. Your list is as it was.'))
    await show()
    await box('Eggs')
    await userEvent.click(screen.getByRole('button', { name: 'Add to Instacart' }))
    const told = await screen.findByRole('alert')
    expect(told.textContent).toBe('Failed to create Instacart cartInstacart has trouble right now. Your list is as it was.')
    expect(requests.filter((one) => one.includes('create-instacart-cart'))).toHaveLength(1)
  })

  test('Clear Checked offers to put away, or clears the rows shown as checked', async () => {
    const cleared: unknown[] = []
    fakeApi(draftPutAway, () => [])
    fakeApi(clearChecked, ({ body }) => {
      cleared.push(body)
      rows = [milk, soap]
      return { cleared: 1 }
    })
    await show()
    await box('Eggs')
    await userEvent.click(screen.getByRole('button', { name: 'Clear Checked' }))
    const sheet = await screen.findByRole('dialog', { name: 'Put away?' })
    await userEvent.click(within(sheet).getByRole('button', { name: 'Just clear' }))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Eggs' })).toBeNull())
    await waitFor(() => expect(cleared).toEqual([{ ids: [eggs.id] }]))
  })
})
