import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { addStore, changeStore, listStores, removeStore, type Store } from '#domains/stores/contract.ts'
import { setAtStore } from '#domains/stores/web/index.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listWith, openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import {
  addShoppingItem,
  changeShoppingItem,
  getShoppingList,
  type ShoppingItem,
  type ShoppingItemChange,
  usualItems,
} from '../../contract/index.ts'
import { ShopPage } from './shop-page.tsx'
import { ShoppingListPage } from './shopping-list-page.tsx'

const store = (id: string, name: string, place: number): Store => ({
  id,
  name,
  place,
  aisles: { arranged: [], pairs: [] },
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
})
const [marketId, bakeryId] = ['22222222-2222-4222-8222-222222222221', '22222222-2222-4222-8222-222222222222']
let stores: Store[]
let rows: ShoppingItem[]
let put: ShoppingItemChange[]
beforeEach(() => {
  stores = [store(marketId, 'Market', 0), store(bakeryId, 'Bakery', 1)]
  rows = [row('Milk', { category: 'Dairy' }), row('Bread', { category: 'Bakery', storeIds: [bakeryId] })]
  put = []
  signIn()
  fakeHome()
  fakeApi(listStores, () => stores)
  fakeApi(getShoppingList, () => listWith(rows))
  fakeApi(usualItems, () => [])
  fakeApi(listIngredients, () => [])
  fakeApi(addShoppingItem, () => row('Salt'))
  fakeApi(changeShoppingItem, ({ params, body }) => {
    put.push(body)
    rows = rows.map((one) =>
      one.id === params.id
        ? { ...one, isChecked: body.isChecked ?? one.isChecked, storeIds: body.storeIds ?? one.storeIds, version: one.version + 1 }
        : one,
    )
    return { item: rows.find(({ id }) => id === params.id) as ShoppingItem }
  })
  openEmptyOutbox()
})

const beAt = async (name: string) => userEvent.selectOptions(await screen.findByRole('combobox', { name: 'I’m at' }), name)

test('at a store the shop page shows what is bought there, the rest folded, and says where things are checked off', async () => {
  await showPage(ShopPage, '/shop')
  await householdKnown()
  await screen.findByText('0 of 2 in the cart')
  await beAt('Market')
  await screen.findByText('0 of 1 in the cart')
  expect(screen.queryByText('Bread')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Other stores 1' }))
  expect(within(screen.getByRole('region', { name: 'Other stores' })).getByText('Bread')).toBeDefined()
  await userEvent.click(screen.getByText('Milk'))
  await screen.findByText('1 of 1 in the cart')
  await screen.findByText('All done')
  await waitFor(() => expect(put).toEqual([{ isChecked: true, storeId: marketId }]))
})

test('the list folds what is for other stores than the one that this device is at', async () => {
  setAtStore(marketId)
  await showPage(ShoppingListPage, '/shopping-list')
  await householdKnown()
  await screen.findByRole('checkbox', { name: 'Milk' })
  await userEvent.click(await screen.findByRole('button', { name: 'Other stores', expanded: false }))
  await screen.findByRole('checkbox', { name: 'Bread' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Milk' }))
  await waitFor(() => expect(put).toEqual([{ isChecked: true, storeId: marketId }]))
  setAtStore(null)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Other stores' })).toBeNull())
  await screen.findByRole('checkbox', { name: 'Bread' })
})

test('a row is given stores in its sheet', async () => {
  await showPage(ShoppingListPage, '/shopping-list')
  await householdKnown()
  await userEvent.click(await screen.findByRole('button', { name: /^Milk/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Milk' }))
  const where = within(await sheet.findByRole('group', { name: 'Where to buy it' }))
  await userEvent.click(where.getByRole('checkbox', { name: 'Market' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(put).toEqual([{ storeIds: [marketId] }]))
})

test('the first store is added from the shop page, which is then there', async () => {
  stores = []
  fakeApi(addStore, ({ body }) => {
    const added = store(body.id ?? '', body.name, body.place ?? 0)
    stores = [added]
    return added
  })
  await showPage(ShopPage, '/shop')
  await householdKnown()
  await userEvent.click(await screen.findByRole('button', { name: 'I’m at…' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Stores' }))
  await userEvent.type(sheet.getByLabelText('New store'), 'Market{Enter}')
  await sheet.findByRole('textbox', { name: 'Name of Market' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'I’m at' }).selectedOptions[0]?.text).toBe('Market'))
})

test('stores are renamed, moved and removed', async () => {
  const asked: unknown[] = []
  fakeApi(changeStore, ({ params, body }) => {
    asked.push([params.id, body])
    stores = stores
      .map((one) => (one.id === params.id ? { ...one, name: body.name ?? one.name, place: body.place ?? one.place } : one))
      .toSorted((a, b) => a.place - b.place)
    return stores.find(({ id }) => id === params.id) as Store
  })
  fakeApi(removeStore, ({ params }) => {
    asked.push(['removed', params.id])
    stores = stores.filter(({ id }) => id !== params.id)
  })
  await showPage(ShopPage, '/shop')
  await householdKnown()
  await beAt('Edit stores…')
  const sheet = within(await screen.findByRole('dialog', { name: 'Stores' }))
  const name = await sheet.findByRole('textbox', { name: 'Name of Market' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Big market{Enter}')
  await sheet.findByRole('textbox', { name: 'Name of Big market' })
  await userEvent.click(sheet.getByRole('button', { name: 'Move Bakery up' }))
  await waitFor(() => expect(sheet.getAllByRole('textbox', { name: /^Name of/ })[0]?.getAttribute('value')).toBe('Bakery'))
  await userEvent.click(sheet.getByRole('button', { name: 'Remove Bakery' }))
  await waitFor(() => expect(sheet.queryByRole('textbox', { name: 'Name of Bakery' })).toBeNull())
  expect(asked).toEqual([
    [marketId, { name: 'Big market' }],
    [bakeryId, { place: 0 }],
    [marketId, { place: 1 }],
    ['removed', bakeryId],
  ])
})
