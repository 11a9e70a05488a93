import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { listStorePrices, type StorePrice } from '#domains/inventory/contract.ts'
import { listStores, type Store } from '#domains/stores/contract.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { row } from '#tests/support/data/shopping-rows.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { StoreTotalsButton } from './store-totals-button.tsx'

const store = (id: string, name: string): Store => ({
  id,
  name,
  place: 0,
  aisles: { arranged: [], pairs: [] },
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
})
const today = new Date().toISOString().slice(0, 10)
const paid = (ingredientId: string, storeId: string, price: number): StorePrice => ({
  ingredientId,
  storeId,
  date: today,
  price,
  quantity: 1,
  unit: 'kg',
})
const rowOf = (name: string, part: Partial<ShoppingItem> = {}) => row(name, { ingredientId: name, unit: 'kg', ...part })
const items = [rowOf('Flour'), rowOf('Rice'), rowOf('Bread', { storeIds: ['bakery'] }), rowOf('Salt', { isChecked: true })]
let stores: Store[]
let prices: StorePrice[]
beforeEach(() => {
  stores = [store('market', 'Market'), store('bakery', 'Bakery'), store('discount', 'Discounter')]
  prices = []
  signIn()
  fakeHome()
  fakeApi(listStores, () => stores)
  fakeApi(listStorePrices, () => prices)
  fakeApi(listIngredients, () => [])
})

async function openSheet() {
  await showPage(() => <StoreTotalsButton items={items} />, '/shop')
  await userEvent.click(await screen.findByRole('button', { name: 'Cost per store' }))
  return within(await screen.findByRole('dialog', { name: 'Cost per store' }))
}

test('one tap shows what is still to buy in each store, what has no price, and where it is cheapest', async () => {
  prices = [paid('Flour', 'market', 2), paid('Rice', 'market', 3), paid('Flour', 'discount', 1.5)]
  const sheet = await openSheet()
  await sheet.findByText('about $5.00')
  const rows = sheet.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))
  expect(rows).toEqual([
    'Market about $5.002 items$0.50 more than at Discounter for the 1 item with a price in both',
    'Bakery —3 of 3 without a price',
    'Discounter Cheapest about $1.501 of 2 without a price',
  ])
})

test('says so without any price', async () => {
  const sheet = await openSheet()
  await sheet.findByText('No prices yet')
})

test('shows no button in a household without stores', async () => {
  stores = []
  await showPage(() => <StoreTotalsButton items={items} />, '/shop')
  await waitFor(() => expect(cache.getQueryData(endpointQuery(listStores, {}).queryKey)).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Cost per store' })).toBeNull()
})
