import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { setLanguage } from '#platform/web/i18n/language.ts'
import { startLive } from '#platform/web/sync/live-events.ts'
import { currentLocation } from '#platform/web/ui/browser-location.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, fakeLive, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { countRendered, showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { fakeHome, inDays, lot, statsOf } from '#tests/support/data/api-samples.ts'
import {
  addLot,
  changeLot,
  correctLot,
  discardLot,
  getLot,
  type InventoryChange,
  inventoryChangeEvent,
  inventoryChannel,
  inventoryStats,
  type Lot,
  listLots,
  removeLot,
  useLot,
} from '../../contract.ts'
import { type AddToList, AddToListContext } from '../lot-sheet/add-to-list.ts'
import { InventoryPage } from './inventory-page.tsx'

const milk = lot({
  name: 'Milk',
  quantity: 2,
  unit: 'l',
  effectiveExpiration: inDays(2),
  expirationReason: 'Opened 3 days ago, keeps 5 days',
  isOpened: true,
})
const eggs = lot({ name: 'Eggs', quantity: 6, unit: 'each', effectiveExpiration: inDays(-1), location: 'Fridge door' })
const flour = lot({
  name: 'Flour',
  ingredient: { category: 'Baking' },
  quantity: 500,
  unit: 'g',
  effectiveExpiration: null,
  expirationDate: null,
  location: 'Shelf',
  storage: 'PANTRY',
})

let stock: Lot[]
const replace = (changed: Lot) => {
  stock = stock.map((one) => (one.id === changed.id ? changed : one))
  return changed
}

beforeEach(() => {
  signIn()
  fakeHome()
  stock = [eggs, milk, flour]
  fakeApi(listLots, () => stock.filter((one) => one.state === 'active'))
  fakeApi(inventoryStats, () => statsOf(stock, { lowStock: 1, lowStockIngredients: [flour.ingredient.id] }))
  fakeApi(getLot, ({ params }) => stock.find(({ id }) => id === params.id) ?? problem(404, 'not_found', 'Not found.'))
})

afterEach(async () => {
  toast.dismiss()
  await setLanguage('en')
})

const open = (address = '/inventory', addToList: AddToList = () => {}) =>
  showPage(
    () => (
      <AddToListContext value={addToList}>
        <InventoryPage />
        <Toasts />
      </AddToListContext>
    ),
    address,
  )
const row = async (name: string) => {
  const cell = await screen.findByRole('button', { name })
  const found = cell.closest('tr')
  if (!found) throw new Error(`${name} stands in no row`)
  return found
}
const sheet = () => screen.findByRole('dialog')

describe('the list', () => {
  test('shows each item’s amount, location, expiration and member', async () => {
    await open()
    const milkRow = within(await row('Milk'))
    await milkRow.findByText('2')
    milkRow.getByText('2 days left')
    milkRow.getByText('Opened')
    milkRow.getByText('Ada Cook')
    within(await row('Eggs')).getByText('Expired')
    within(await row('Flour')).getByText('No expiration')
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Item',
      'Quantity',
      'Location',
      'Expiration',
      'Added By',
      'Actions',
    ])
  })

  test('marks low stock by the server’s figures', async () => {
    await open()
    within(await row('Flour')).getByText('Low Stock')
    expect(within(await row('Milk')).queryByText('Low Stock')).toBeNull()
  })

  test('requests the filters in the URL', async () => {
    await open('/inventory?category=Baking&sort=name&order=desc&search=flo')
    await screen.findByRole('button', { name: 'Flour' })
    const asked = requests.find((request) => request.startsWith('GET /api/inventory?'))
    expect(Object.fromEntries(new URLSearchParams(asked?.split('?')[1]))).toMatchObject({
      category: 'Baking',
      sort: 'name',
      order: 'desc',
      search: 'flo',
    })
    expect(screen.getByLabelText<HTMLSelectElement>('Category').selectedOptions[0]?.textContent).toBe('Baking (1)')
  })

  test('puts a chosen filter into the URL', async () => {
    await open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    await user.selectOptions(screen.getByLabelText('Location'), 'Shelf')
    await waitFor(() => expect(currentLocation().search).toEqual({ location: 'Shelf' }))
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(currentLocation().search).toEqual({}))
  })

  test('shows the figures, and narrows the list to those that need attention', async () => {
    fakeApi(inventoryStats, () => statsOf(stock, { expired: 1, expiringSoon: 2, lowStock: 4 }))
    await open()
    const user = userEvent.setup()
    const figures = within(await screen.findByRole('group', { name: 'Inventory figures' }))
    await waitFor(() => expect(figures.getByText('Total Items').textContent).toBe('Total Items 3'))
    expect(figures.getByText('Categories').textContent).toMatch(/^Categories \d$/)
    const narrowings = {
      'Expired 1': ['expired', { expiresTo: inDays(-1) }],
      'Expiring Soon 2': ['expiring', { expiresFrom: inDays(0), expiresTo: inDays(3) }],
      'Low Stock 4': ['low', { isLow: 'true' }],
    } as const
    for (const [name, [status, asked]] of Object.entries(narrowings)) {
      await user.click(figures.getByRole('button', { name }))
      await waitFor(() => expect(currentLocation().search).toEqual({ status }))
      await waitFor(() => {
        const last = requests.findLast((request) => request.startsWith('GET /api/inventory?')) ?? ''
        expect(Object.fromEntries(new URLSearchParams(last.split('?')[1]))).toMatchObject(asked)
      })
    }
    await user.click(figures.getByRole('button', { name: 'Low Stock 4', pressed: true }))
    await waitFor(() => expect(currentLocation().search).toEqual({}))
  })

  test('narrows the list to one storage', async () => {
    fakeApi(listLots, ({ query }) => stock.filter((one) => query.storage === undefined || one.storage === query.storage))
    await open()
    const user = userEvent.setup()
    const tabs = within(await screen.findByRole('group', { name: 'Storage' }))
    await user.click(tabs.getByRole('button', { name: 'Pantry' }))
    await waitFor(() => expect(currentLocation().search).toEqual({ storage: 'PANTRY' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Milk' })).toBeNull())
    await screen.findByRole('button', { name: 'Flour' })
    await user.click(tabs.getByRole('button', { name: 'All' }))
    await screen.findByRole('button', { name: 'Milk' })
    expect(currentLocation().search).toEqual({})
  })

  test('says Today, Tomorrow and from then on the days left', async () => {
    stock = ['Fish', 'Spinach', 'Cream'].map((name, days) => lot({ name, effectiveExpiration: inDays(days), expirationDate: inDays(days) }))
    await open()
    within(await row('Fish')).getByText('Today')
    within(await row('Spinach')).getByText('Tomorrow')
    within(await row('Cream')).getByText('2 days left')
  })

  test('shows the date itself beyond 30 days', async () => {
    stock = [lot({ name: 'Rice', effectiveExpiration: inDays(31) }), lot({ name: 'Oats', effectiveExpiration: inDays(30) })]
    await open()
    within(await row('Oats')).getByText('30 days left')
    expect(within(await row('Rice')).queryByText(/days left/)).toBeNull()
  })

  test('marks estimates and shows no date beyond 180 days', async () => {
    stock = [
      lot({ name: 'Soup', effectiveExpiration: inDays(4), expirationDate: null }),
      lot({ name: 'Cream', effectiveExpiration: inDays(3), expirationDate: inDays(9) }),
      lot({ name: 'Salt', effectiveExpiration: inDays(181), expirationDate: inDays(181) }),
    ]
    await open()
    within(await row('Soup')).getByText('~4 days left')
    within(await row('Cream')).getByText('~3 days left')
    expect((await row('Salt')).textContent).not.toMatch(/20\d\d|days|No expiration/)
  })

  test('filters the loaded rows while the user types', async () => {
    await open()
    await screen.findByRole('button', { name: 'Milk' })
    const user = userEvent.setup()
    fakeApi(listLots, () => new Promise<never>(() => {}))
    await user.type(screen.getByLabelText('Search ingredients...'), 'egg')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Flour' })).toBeNull())
    screen.getByRole('button', { name: 'Eggs' })
  })

  test('fetches the next page when the end is near', async () => {
    fakeApi(listLots, ({ query }) => (query.cursor === 'two' ? reply([flour]) : reply([milk], { 'X-Next-Cursor': 'two' })))
    await open()
    await screen.findByRole('button', { name: 'Flour' })
    screen.getByRole('button', { name: 'Milk' })
  })

  test('keeps its rows when a page fails, and retries only on request', async () => {
    let pages = 0
    fakeApi(listLots, ({ query }) => {
      if (query.cursor !== 'two') return reply([milk], { 'X-Next-Cursor': 'two' })
      pages += 1
      return problem(422, 'invalid', 'That page cannot be read.')
    })
    await open()
    expect((await screen.findByRole('alert')).textContent).toContain('That page cannot be read.')
    screen.getByRole('button', { name: 'Milk' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(pages).toBe(1)
    fakeApi(listLots, ({ query }) => (query.cursor === 'two' ? reply([flour]) : reply([milk], { 'X-Next-Cursor': 'two' })))
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('button', { name: 'Flour' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('offers one action when empty', async () => {
    stock = []
    await open()
    await screen.findByText('No inventory items')
    expect(screen.getAllByRole('link', { name: 'Add Item' }).at(-1)?.getAttribute('href')).toBe('/inventory/add')
  })

  test('reports a failure to load and retries', async () => {
    fakeApi(listLots, () => problem(404, 'not_found', 'Not found. It may have been deleted.'))
    await open()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load inventory')
    fakeApi(listLots, () => stock)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('button', { name: 'Milk' })
  })

  test('shows a viewer no actions', async () => {
    fakeHome({ role: 'VIEWER' })
    await open()
    await screen.findByRole('button', { name: 'Milk' })
    for (const name of [/^Use/, /^Edit/, /^Delete/]) expect(screen.queryByRole('button', { name })).toBeNull()
    const user = userEvent.setup()
    fakeApi(listLots, ({ query }) => (query.search ? [] : stock))
    await user.type(screen.getByLabelText('Search ingredients...'), '2 l cream{Enter}')
    await screen.findByText('No items match your search.')
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add Item' })).toBeNull()
  })

  test('shows a viewer the item instead of a linked action', async () => {
    fakeHome({ role: 'VIEWER' })
    await open(`/inventory?item=${milk.id}&act=edit`)
    const dialog = within(await sheet())
    await dialog.findByText('Opened 3 days ago, keeps 5 days')
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})

describe('live changes of other members', () => {
  const change = (type: InventoryChange['type'], data: Lot) => ({
    channel: inventoryChannel(testHousehold),
    event: inventoryChangeEvent,
    payload: { type, data, userId: 'ben' } satisfies InventoryChange,
  })

  test('INSERT adds, UPDATE replaces, DELETE removes', async () => {
    const live = fakeLive()
    const stop = startLive()
    await open()
    await screen.findByRole('button', { name: 'Milk' })
    const bread = lot({ name: 'Bread', effectiveExpiration: inDays(1) })
    act(() => live.say(change('INSERT', bread)))
    await screen.findByRole('button', { name: 'Bread' })
    act(() => live.say(change('UPDATE', { ...milk, quantity: 0.5, version: 2 })))
    await waitFor(async () => within(await row('Milk')).getByText('0.5'))
    act(() => live.say(change('DELETE', { ...eggs, state: 'used', version: 2 })))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Eggs' })).toBeNull())
    stop()
  })

  test('never overwrite a field being edited, and update the others', async () => {
    const live = fakeLive()
    const stop = startLive()
    await open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Edit Milk' }))
    const dialog = within(await sheet())
    const quantity = await dialog.findByLabelText<HTMLInputElement>('Quantity')
    await user.clear(quantity)
    await user.type(quantity, '1.25')
    const versions: (string | null)[] = []
    const newestLotsQuery = { ...milk, quantity: 9, location: 'Cellar', version: 3 }
    fakeApi(changeLot, ({ headers }) => {
      versions.push(headers.get('If-Match'))
      return problem(412, 'stale', 'Someone else changed this in the meantime. Have a look and save again.', { current: newestLotsQuery })
    })
    const save = async (tries: number) => {
      await user.click(dialog.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(versions).toHaveLength(tries))
    }
    act(() => live.say(change('UPDATE', { ...milk, location: 'Shed', version: 2 })))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Location').value).toBe('Shed'))
    act(() => live.say(change('UPDATE', newestLotsQuery)))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Location').value).toBe('Cellar'))
    expect(quantity.value).toBe('1.25')
    await save(1)
    await dialog.findByRole('alert')
    await save(2)
    expect(quantity.value).toBe('1.25')
    // A change of another field is applied; one of the edited field only after the conflict was reported.
    expect(versions).toEqual(['"2"', '"3"'])
    stop()
  })
})

describe('actions', () => {
  test('shows a use at once, and undoes it', async () => {
    const user = userEvent.setup()
    fakeApi(useLot, ({ body }) =>
      reply(replace({ ...milk, quantity: milk.quantity - body.quantity, version: 2 }), { 'X-Change-Seq': '41' }),
    )
    fakeApi(undoChange, ({ params }) => {
      replace({ ...milk, version: 3 })
      return {
        seq: params.seq + 1,
        name: 'change.undone',
        actor: null,
        isByGuest: false,
        tablet: null,
        at: new Date().toISOString(),
        summary: 'Undid',
        canUndo: false,
      }
    })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Use Milk' }))
    const dialog = within(await sheet())
    await user.click(dialog.getByRole('button', { name: '¼ of it' }))
    await user.click(dialog.getByRole('button', { name: 'Use 0.5 l' }))
    await waitFor(async () => within(await row('Milk')).getByText('1.5'))
    // A plain click, because jsdom lacks the pointer capture that the toast library uses.
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => within(await row('Milk')).getByText('2'))
    expect(requests).toContain('POST /api/history/41/undo')
  })

  test('rolls back a refused action and shows the server’s message', async () => {
    const user = userEvent.setup()
    fakeApi(useLot, () => problem(409, 'not_enough', 'You only have 1 l left.'))
    await open()
    await user.click(await screen.findByRole('button', { name: 'Use Milk' }))
    await user.click(within(await sheet()).getByRole('button', { name: 'Use all' }))
    await screen.findByText('You only have 1 l left.')
    await screen.findByRole('button', { name: 'Milk' })
  })

  test('asks for the reason of a discard, and sends amount, reason and notes', async () => {
    const user = userEvent.setup()
    let told: unknown
    fakeApi(discardLot, ({ body }) => {
      told = body
      return reply(replace({ ...milk, quantity: 1, version: 2 }), { 'X-Change-Seq': '7' })
    })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Milk' }))
    const dialog = within(await sheet())
    await user.click(dialog.getByRole('button', { name: 'Discard' }))
    await user.click(await dialog.findByRole('button', { name: 'Discard' }))
    expect(dialog.getByRole('alert').textContent).toBe('Choose a reason.')
    expect(told).toBeUndefined()
    await user.click(dialog.getByRole('radio', { name: 'Spoiled' }))
    await user.click(dialog.getByRole('button', { name: '½ of it' }))
    await user.type(dialog.getByLabelText('Notes'), 'left on the counter')
    await user.click(dialog.getByRole('button', { name: 'Discard 1 l' }))
    await waitFor(() => expect(told).toEqual({ quantity: 1, reason: 'spoiled', notes: 'left on the counter' }))
  })

  test('leaves the discard form without a question', async () => {
    const user = userEvent.setup()
    await open()
    await user.click(await screen.findByRole('button', { name: 'Milk' }))
    const dialog = within(await sheet())
    await user.click(dialog.getByRole('button', { name: 'Discard' }))
    await user.click(await dialog.findByRole('radio', { name: 'Spoiled' }))
    await user.click(dialog.getByRole('button', { name: '½ of it' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await dialog.findByRole('button', { name: 'Move' })
    expect(screen.queryByText('Discard your changes?')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Discard' }))
    await user.click(await dialog.findByRole('radio', { name: 'Spoiled' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('discards all of an item with two clicks, and offers to put it on the list', async () => {
    const user = userEvent.setup()
    let told: unknown
    const added: string[] = []
    fakeApi(discardLot, ({ body }) => {
      told = body
      return reply(replace({ ...milk, quantity: 0, state: 'discarded', version: 2 }), { 'X-Change-Seq': '7' })
    })
    await open('/inventory', ({ name }) => added.push(name))
    await user.click(await screen.findByRole('button', { name: 'Milk' }))
    await user.click(within(await sheet()).getByRole('button', { name: 'Spoiled' }))
    await waitFor(() => expect(told).toEqual({ reason: 'spoiled' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByRole('button', { name: 'Undo' })
    fireEvent.click(screen.getByRole('button', { name: 'Add to list' }))
    expect(added).toEqual(['Milk'])
  })

  test('renders no row again when an item is opened, and only its row when it changes', async () => {
    fakeApi(useLot, () => reply(replace({ ...eggs, quantity: 5, version: 2 }), { 'X-Change-Seq': '41' }))
    const user = userEvent.setup()
    await open()
    const rows = await Promise.all(['Eggs', 'Milk', 'Flour'].map(row))
    await screen.findByText('Low Stock', { selector: 'tr *' })
    const use = async () => {
      await user.click(screen.getByRole('button', { name: 'Use Eggs' }))
      await within(await row('Eggs')).findByText('5')
    }
    expect(await countRendered(rows, use)).toBe(1)
    const show = async () => {
      await user.click(screen.getByRole('button', { name: 'Milk' }))
      await sheet()
    }
    expect(await countRendered(rows, show)).toBe(0)
  })

  test('orders the actions of an item by how often people need them', async () => {
    await open(`/inventory?item=${flour.id}`)
    const dialog = within(await sheet())
    await dialog.findByRole('button', { name: 'Use' })
    const names = dialog.getAllByRole('button').map((button) => button.textContent)
    expect(names.slice(names.indexOf('Use'), names.indexOf('Delete') + 1)).toEqual([
      ...['Use', 'Add to list', 'Open', 'Move'],
      ...['Expired', 'Spoiled', 'Forgotten'],
      ...['Discard', 'Edit', 'Split', 'Correct', 'Delete'],
    ])
  })

  test('puts an item on the list with one click in its row', async () => {
    const user = userEvent.setup()
    const added: string[] = []
    await open('/inventory', ({ name }) => added.push(name))
    await user.click(await screen.findByRole('button', { name: 'Add Milk to the list' }))
    await user.click(screen.getByRole('button', { name: 'Milk' }))
    await user.click(within(await sheet()).getByRole('button', { name: 'Add to list' }))
    expect(added).toEqual(['Milk', 'Milk'])
  })

  test('uses one of a counted item at once', async () => {
    const user = userEvent.setup()
    let told: unknown
    fakeApi(useLot, ({ body }) => {
      told = body
      return reply(replace({ ...eggs, quantity: eggs.quantity - 1, version: 2 }), { 'X-Change-Seq': '41' })
    })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Use Eggs' }))
    await waitFor(() => expect(told).toEqual({ quantity: 1 }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('preselects the reason "expired" for an expired item', async () => {
    const user = userEvent.setup()
    await open(`/inventory?item=${eggs.id}&act=discard`)
    expect((await within(await sheet()).findByRole<HTMLInputElement>('radio', { name: 'Expired' })).checked).toBe(true)
    await user.click(within(await sheet()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('sends only the edited fields, against the version that was shown', async () => {
    const user = userEvent.setup()
    let told: unknown
    let version: string | null = null
    fakeApi(changeLot, ({ body, headers }) => {
      told = body
      version = headers.get('If-Match')
      return replace({ ...milk, location: 'Cellar', version: 2 })
    })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Edit Milk' }))
    const dialog = within(await sheet())
    await user.clear(await dialog.findByLabelText('Location'))
    await user.type(dialog.getByLabelText('Location'), 'Cellar')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(told).toEqual({ location: 'Cellar' }))
    expect(version).toBe('"1"')
  })

  test('keeps the amount when the unit changes', async () => {
    const user = userEvent.setup()
    const can = { name: 'can', quantity: 400, unit: 'g' } as const
    const tomatoes = lot({ name: 'Tomatoes', quantity: 800, unit: 'g', ownUnit: 'can', ingredient: { ownUnits: [can] } })
    stock = [tomatoes]
    let sent: unknown
    fakeApi(changeLot, ({ body }) => {
      sent = body
      return replace({ ...tomatoes, ownUnit: null, version: 2 })
    })
    await open(`/inventory?item=${tomatoes.id}&act=edit`)
    const dialog = within(await sheet())
    const quantity = await dialog.findByLabelText<HTMLInputElement>('Quantity')
    expect(quantity.value).toBe('2')
    await user.selectOptions(dialog.getByLabelText('Unit'), 'kg')
    expect(quantity.value).toBe('0.8')
    await user.selectOptions(dialog.getByLabelText('Unit'), 'g')
    expect(quantity.value).toBe('800')
    await user.selectOptions(dialog.getByLabelText('Unit'), 'l')
    expect(quantity.value).toBe('800')
    await user.selectOptions(dialog.getByLabelText('Unit'), 'g')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual({ quantity: 800, unit: 'g', ownUnit: null }))
  })

  test('reads a quantity back as displayed, also in German', async () => {
    const user = userEvent.setup()
    const told: number[] = []
    stock = [{ ...milk, quantity: 1.125 }]
    fakeApi(correctLot, ({ body }) => {
      told.push(body.quantity)
      return replace({ ...milk, quantity: body.quantity, version: 2 })
    })
    await setLanguage('de')
    await open(`/inventory?item=${milk.id}&act=correct`)
    const field = await within(await sheet()).findByLabelText<HTMLInputElement>('Menge')
    expect(field.value).toBe('1,125')
    await user.type(field, '{Enter}')
    await waitFor(() => expect(told).toEqual([1.125]))
  })

  test('formats amounts in messages by language', async () => {
    const user = userEvent.setup()
    stock = [{ ...milk, quantity: 1.5 }]
    fakeApi(useLot, ({ body }) => replace({ ...milk, quantity: 1.5 - body.quantity, version: 2 }))
    await setLanguage('de')
    await open(`/inventory?item=${milk.id}&act=use`)
    const field = await within(await sheet()).findByRole<HTMLInputElement>('textbox')
    await user.clear(field)
    await user.type(field, '2,5{Enter}')
    await screen.findByText('Es sind nur 1,5 da.')
    await user.clear(field)
    await user.type(field, '0,5{Enter}')
    await screen.findByText('0,5 l Milk verbraucht')
  })

  test('keeps a conflicting edit open and reports it', async () => {
    const user = userEvent.setup()
    fakeApi(changeLot, () =>
      problem(412, 'stale', 'Someone else changed this in the meantime. Have a look and save again.', { current: { ...milk, version: 5 } }),
    )
    await open()
    await user.click(await screen.findByRole('button', { name: 'Edit Milk' }))
    const dialog = within(await sheet())
    await user.type(await dialog.findByLabelText('Price paid'), '2,49')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Someone else changed this in the meantime.')
    expect(dialog.getByLabelText<HTMLInputElement>('Price paid').value).toBe('2,49')
  })

  test('ends with the last choice when sharing is switched twice before a response', async () => {
    const user = userEvent.setup()
    const answered = Promise.withResolvers<void>()
    let now = milk
    fakeApi(changeLot, async ({ body, headers }) => {
      if (headers.get('If-Match') !== `"${now.version}"`)
        return problem(412, 'stale', 'Someone else changed this in the meantime. Have a look and save again.', { current: now })
      now = { ...now, isShared: body.isShared ?? now.isShared, version: now.version + 1 }
      const answer = replace(now)
      await answered.promise
      return answer
    })
    await open(`/inventory?item=${milk.id}`)
    const shared = await within(await sheet()).findByRole<HTMLInputElement>('switch', { name: /^Shared/ })
    for (const isShared of [true, false, true, false]) {
      await user.click(shared)
      expect(shared.checked).toBe(isShared)
    }
    answered.resolve()
    await waitFor(() => expect(now).toMatchObject({ isShared: false, version: milk.version + 4 }))
    await waitFor(() => expect(screen.getAllByText('Saved Milk')).toHaveLength(4))
    expect(shared.checked).toBe(false)
    expect(screen.queryByText(/Someone else changed this in the meantime/)).toBeNull()
  })

  test('ends with the server’s state when it refuses both switches', async () => {
    const user = userEvent.setup()
    const answered = Promise.withResolvers<void>()
    let refused = 0
    fakeApi(changeLot, async () => {
      await answered.promise
      refused += 1
      return problem(422, 'invalid', 'That does not work.')
    })
    await open(`/inventory?item=${milk.id}`)
    const shared = await within(await sheet()).findByRole<HTMLInputElement>('switch', { name: /^Shared/ })
    await user.click(shared)
    await user.click(shared)
    answered.resolve()
    await waitFor(() => expect(refused).toBe(2))
    await screen.findAllByText('That does not work.')
    await waitFor(() => expect(shared.checked).toBe(false))
  })

  test('offers to discard instead of deleting, and removes a deleted row', async () => {
    const user = userEvent.setup()
    fakeApi(removeLot, ({ params }) => {
      stock = stock.filter(({ id }) => id !== params.id)
      return reply(undefined, { 'X-Change-Seq': '9' }, 204)
    })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Delete Milk' }))
    const dialog = within(await sheet())
    dialog.getByRole('button', { name: 'Discard instead' })
    await user.click(dialog.getByRole('button', { name: 'Delete: added by mistake' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Milk' })).toBeNull())
    await screen.findByRole('button', { name: 'Undo' })
  })

  test('explains an item’s expiration date in its sheet, and shows its price', async () => {
    replace({ ...milk, purchasePrice: 2.5 })
    await open(`/inventory?item=${milk.id}`)
    const dialog = within(await sheet())
    await dialog.findByText('Opened 3 days ago, keeps 5 days')
    dialog.getByText('2 days left')
    dialog.getByText('$2.50')
    expect(dialog.getByRole('link', { name: 'History' }).getAttribute('href')).toMatch(/^\/history\?lotId=/)
    expect(dialog.queryByRole('button', { name: 'Open' })).toBeNull()
  })
})

describe('several lots of an ingredient', () => {
  const fresh = lot({ name: 'Milk', quantity: 1, unit: 'l', effectiveExpiration: inDays(6), location: 'Door' })
  beforeEach(() => {
    fresh.ingredient = milk.ingredient
    stock = [eggs, milk, flour, fresh]
  })

  test('are one row with their sum and the soonest date, and open with the keyboard', async () => {
    const user = userEvent.setup()
    await open()
    const group = await row('Milk 2 items')
    await within(group).findByText('3')
    within(group).getByText('2 days left')
    within(group).getByText('2 items')
    expect(screen.queryByRole('button', { name: /^Edit .*Milk/ })).toBeNull()
    const button = within(group).getByRole('button', { name: 'Milk 2 items' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    button.focus()
    await user.keyboard('{Enter}')
    expect(button.getAttribute('aria-expanded')).toBe('true')
    for (const name of [/^Edit 2 l Milk, \w+/, /^Delete 1 l Milk, \w+/]) screen.getByRole('button', { name })
    const lots = screen.getAllByRole('button', { name: 'Milk' })
    expect(lots.map((one) => one.closest('tr')?.textContent)).toEqual([expect.stringContaining('2 l'), expect.stringContaining('1 l')])
    await user.click(lots[1] as HTMLElement)
    await sheet()
    await user.keyboard('{Escape}')
    await user.click(button)
    expect(screen.queryByRole('button', { name: /^Edit .*Milk/ })).toBeNull()
  })

  test('are used from the one that expires first', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    onTestFinished(() => void vi.unstubAllGlobals())
    const user = userEvent.setup()
    const used: unknown[] = []
    fakeApi(useLot, ({ params, body }) => {
      used.push([params.id, body.quantity])
      return reply(replace({ ...milk, quantity: 1.75, version: 2 }), { 'X-Change-Seq': '41' })
    })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Use Milk: 0.25 l' }))
    await waitFor(() => expect(used).toEqual([[milk.id, 0.25]]))
    await screen.findByRole('button', { name: /Milk.*2.75.*2 items/, expanded: false })
  })

  test('have no sum until all pages are loaded', async () => {
    fakeApi(listLots, ({ query }) => (query.cursor ? new Promise<never>(() => {}) : reply(stock, { 'X-Next-Cursor': 'more' })))
    await open()
    const group = await row('Milk 2 items')
    expect(within(group).queryByText('3')).toBeNull()
    within(group).getByText('2 items')
  })
})

describe('the Use button of a phone’s row', () => {
  const used: [string, number][] = []
  beforeEach(() => {
    used.length = 0
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    fakeApi(useLot, ({ params, body }) => {
      const one = stock.find(({ id }) => id === params.id) ?? milk
      used.push([one.ingredient.name, body.quantity])
      const quantity = one.quantity - body.quantity
      return reply(replace({ ...one, quantity, state: quantity > 0 ? 'active' : 'used', version: one.version + 1 }), {
        'X-Change-Seq': '41',
      })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('uses one of a counted item and a serving of a measured one, with Undo', async () => {
    const user = userEvent.setup()
    await open()
    const eggsButton = await screen.findByRole('button', { name: 'Use Eggs: 1' })
    expect(eggsButton.textContent).toBe('1')
    await user.click(eggsButton)
    const flourButton = screen.getByRole('button', { name: 'Use Flour: 50 g' })
    expect(flourButton.textContent).toBe('50 g')
    await user.click(flourButton)
    await screen.findByText('Used 50 g Flour')
    await within(flourButton.closest('li') as HTMLElement).findByText('450')
    await waitFor(() =>
      expect(used).toEqual([
        ['Eggs', 1],
        ['Flour', 50],
      ]),
    )
    expect(screen.getAllByRole('button', { name: 'Undo' }).length).toBeGreaterThan(0)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('uses up what is less than a serving', async () => {
    const user = userEvent.setup()
    stock = [{ ...flour, quantity: 30 }]
    await open()
    await user.click(await screen.findByRole('button', { name: 'Use Flour: 30 g' }))
    await screen.findByText('Used up Flour')
    await waitFor(() => expect(used).toEqual([['Flour', 30]]))
  })

  test('uses a measured item’s last used amount', async () => {
    const user = userEvent.setup()
    await open(`/inventory?item=${milk.id}&act=use`)
    await user.click(await within(await sheet()).findByRole('button', { name: '¼ of it' }))
    await user.click(within(await sheet()).getByRole('button', { name: 'Use 0.5 l' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Use Milk: 0.5 l' }))
    await waitFor(() =>
      expect(used).toEqual([
        ['Milk', 0.5],
        ['Milk', 0.5],
      ]),
    )
  })

  test('is not shown to a viewer', async () => {
    fakeHome({ role: 'VIEWER' })
    await open()
    await screen.findByRole('button', { name: /Milk/ })
    expect(screen.queryByRole('button', { name: /^Use Milk/ })).toBeNull()
  })
})

describe('the shelf check', () => {
  test('records confirmed, adjusted and gone items, and undoes one', async () => {
    const user = userEvent.setup()
    const told: [string, number][] = []
    fakeApi(listLots, ({ query }) =>
      stock.filter(({ location, state }) => state === 'active' && (!query.location || location === query.location)),
    )
    fakeApi(correctLot, ({ params, body }) => {
      const one = stock.find(({ id }) => id === params.id) ?? milk
      told.push([one.ingredient.name, body.quantity])
      return reply(replace({ ...one, quantity: body.quantity, state: body.quantity === 0 ? 'used' : 'active', version: one.version + 1 }), {
        'X-Change-Seq': '5',
      })
    })
    const cream = lot({ name: 'Cream', quantity: 1 })
    const butter = lot({ name: 'Butter', quantity: 250, unit: 'g' })
    stock = [milk, cream, butter]
    await open()
    await user.click(await screen.findByRole('button', { name: 'Shelf check' }))
    const dialog = within(await sheet())
    await user.click(await dialog.findByRole('button', { name: /^Fridge/ }))
    await user.click(await dialog.findByRole('button', { name: 'Confirm Milk' }))
    await user.click(dialog.getByRole('button', { name: 'Mark Cream as gone' }))
    await user.click(dialog.getByRole('button', { name: 'Adjust Butter' }))
    const amount = dialog.getByLabelText('Actual amount')
    await user.clear(amount)
    await user.type(amount, '200')
    await user.click(dialog.getByRole('button', { name: 'Adjust' }))
    await dialog.findByText('3 of 3 checked')
    expect(told).toEqual([
      ['Milk', 2],
      ['Cream', 0],
      ['Butter', 200],
    ])
    await dialog.findByRole('button', { name: 'Undo Cream' })
    dialog.getByText('All checked')
  })
})

describe('a line typed into the search', () => {
  beforeEach(() => fakeApi(listIngredients, () => []))

  test('turns into drafts, and adds nothing before they are confirmed', async () => {
    const user = userEvent.setup()
    const put: unknown[] = []
    fakeApi(addLot, ({ body }) => {
      const { id: _, ...told } = body
      put.push(told)
      const added = lot({ name: body.ingredient?.name ?? '', quantity: body.quantity, unit: body.unit })
      return reply(added, { 'X-Change-Seq': String(put.length) }, 201)
    })
    await open()
    await user.type(await screen.findByLabelText('Search ingredients...'), '2 l cream, 6 lemons, 500g rice pantry')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const dialog = within(await sheet())
    await dialog.findByText(/^2 l · Fridge · ~/)
    const rows = () => dialog.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows()).toEqual([
      expect.stringMatching(/^Cream2 l · Fridge · ~/),
      expect.stringMatching(/^Lemons6 · Fridge · ~/),
      expect.stringMatching(/^Rice500 g · Pantry/),
    ])
    expect(put).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Don’t add Lemons' }))
    await user.click(dialog.getByRole('button', { name: /^Cream/ }))
    await user.type(dialog.getByLabelText('Ingredient'), ' cheese')
    await user.click(dialog.getByRole('button', { name: 'Add 2 items' }))
    await waitFor(() =>
      expect(put).toEqual([
        { ingredient: { name: 'Cream cheese' }, quantity: 2, unit: 'l', isOpened: false, isShared: false },
        { ingredient: { name: 'Rice' }, quantity: 500, unit: 'g', storage: 'PANTRY', isOpened: false, isShared: false },
      ]),
    )
    await screen.findByText('Added 2 items')
    expect(screen.getByLabelText<HTMLInputElement>('Search ingredients...').value).toBe('')
  })

  test('suggests foods that the household never had, and completes a line with them', async () => {
    const user = userEvent.setup()
    await open()
    const field = await screen.findByLabelText<HTMLInputElement>('Search ingredients...')
    await user.type(field, '2 brocc')
    await user.click(await screen.findByRole('button', { name: 'Add Broccoli' }))
    expect((await within(await sheet()).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Broccoli2/),
    ])
    await user.click(within(await sheet()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.clear(field)
    await user.type(field, '2 l cream, brocc')
    expect(screen.queryByText('No items match your search.')).toBeNull()
    await screen.findByText('Ready to add')
    await user.click(await screen.findByRole('button', { name: 'Add Broccoli' }))
    expect(field.value).toBe('2 l cream, Broccoli, ')
    expect(document.activeElement).toBe(field)
  })

  test('asks once what a can is, and otherwise counts it as a piece', async () => {
    const user = userEvent.setup()
    const put: unknown[] = []
    fakeApi(addLot, ({ body }) => {
      const { id: _, ...told } = body
      put.push(told)
      return reply(lot({ name: body.ingredient?.name ?? '' }), { 'X-Change-Seq': String(put.length) }, 201)
    })
    await open()
    await user.type(await screen.findByLabelText('Search ingredients...'), '2 cans chickpeas, 3 jars olives')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const dialog = within(await sheet())
    await user.type(await dialog.findByLabelText('1 can ='), '400')
    await user.click(dialog.getByRole('button', { name: 'Add 2 items' }))
    const can = { name: 'can', quantity: 400, unit: 'g' }
    await waitFor(() =>
      expect(put).toMatchObject([
        { ingredient: { name: 'Chickpeas' }, quantity: 800, unit: 'g', ownUnit: 'can', newOwnUnit: can },
        { ingredient: { name: 'Olives' }, quantity: 3, unit: 'each' },
      ]),
    )
    expect(put[1]).not.toHaveProperty('newOwnUnit')
  })

  test('opens a row at first only if it asks what a person can read on the pack', async () => {
    const user = userEvent.setup()
    await open()
    await user.type(await screen.findByLabelText('Search ingredients...'), '2 cloves garlic, 2 loaves rye, 2 cans corn')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const dialog = within(await sheet())
    const names = (await dialog.findAllByLabelText<HTMLInputElement>('Ingredient')).map(({ value }) => value)
    expect(names).toEqual(['Corn'])
  })

  test('keeps the amount of a draft when its unit changes', async () => {
    const user = userEvent.setup()
    await open()
    await user.type(await screen.findByLabelText('Search ingredients...'), '2 cans 400 g chickpeas')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const dialog = within(await sheet())
    await user.click(await dialog.findByRole('button', { name: /^Chickpeas/ }))
    const quantity = dialog.getByLabelText<HTMLInputElement>('Quantity')
    expect(quantity.value).toBe('2')
    await user.selectOptions(dialog.getByLabelText('Unit'), 'g')
    expect(quantity.value).toBe('800')
  })

  test('adds with Enter only what is not found', async () => {
    const user = userEvent.setup()
    fakeApi(listLots, ({ query }) => stock.filter((one) => one.ingredient.name.toLowerCase().includes(query.search ?? '')))
    await open()
    await screen.findByRole('button', { name: 'Milk' })
    const field = screen.getByLabelText('Search ingredients...')
    await user.type(field, 'milk{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Flour' })).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.type(field, 'shake')
    // The list is rendered again once the search is in the URL.
    await waitFor(() => expect(currentLocation().search).toEqual({ search: 'milkshake' }))
    await user.click(await screen.findByRole('button', { name: 'Add “milkshake”' }))
    expect(within(await sheet()).getByLabelText<HTMLInputElement>('Ingredient').value).toBe('Milkshake')
    await user.click(within(await sheet()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.type(field, '{Enter}')
    expect(within(await sheet()).getByLabelText<HTMLInputElement>('Ingredient').value).toBe('Milkshake')
  })

  test('keeps the drafts that failed, with the reason', async () => {
    const user = userEvent.setup()
    fakeApi(addLot, ({ body }) =>
      body.ingredient?.name === 'Rice'
        ? problem(422, 'invalid', 'Please enter another name.', {
            fields: [{ path: 'ingredient.name', message: 'Please enter another name.' }],
          })
        : reply(lot({ name: 'Cream' }), {}, 201),
    )
    await open()
    await user.type(await screen.findByLabelText('Search ingredients...'), '2 l cream, 500g rice{Enter}')
    const dialog = within(await sheet())
    await user.click(dialog.getByRole('button', { name: 'Add 2 items' }))
    await dialog.findByRole('button', { name: 'Add 1 item' })
    expect(dialog.getByLabelText<HTMLInputElement>('Ingredient').value).toBe('Rice')
    dialog.getByText('Please enter another name.')
  })

  test('uses one idempotency key per draft, also for equal drafts, and reuses it for retries', async () => {
    const user = userEvent.setup()
    const acts: string[] = []
    fakeApi(addLot, ({ body, headers }) => {
      acts.push(`${body.id} ${headers.get('Idempotency-Key')}`)
      return acts.length < 3 ? new Response('<p>Sign in to this network</p>') : reply(lot({ name: 'Cream' }), {}, 201)
    })
    await open()
    await user.type(await screen.findByLabelText('Search ingredients...'), '2 l cream, 2 l cream{Enter}')
    const dialog = within(await sheet())
    await user.click(dialog.getByRole('button', { name: 'Add 2 items' }))
    await waitFor(() => expect(acts).toHaveLength(2))
    await waitFor(() => expect(dialog.getAllByText(/The response didn’t come from Larder|Couldn’t add/)).toHaveLength(2))
    await user.click(dialog.getByRole('button', { name: 'Add 2 items' }))
    await waitFor(() => expect(acts).toHaveLength(4))
    expect(acts.slice(2)).toEqual(acts.slice(0, 2))
    expect(acts[0]).not.toBe(acts[1])
  })
})
