import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listPrices, type PricePoint } from '#domains/inventory/contract.ts'
import { listStores, type Store } from '#domains/stores/contract.ts'
import { setAtStore } from '#domains/stores/web/index.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { StorePrices } from './store-prices.tsx'

const store = (id: string, name: string): Store => ({
  id,
  name,
  place: 0,
  aisles: { arranged: [], pairs: [] },
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
})
const today = new Date().toISOString().slice(0, 10)
const paid = (storeId: string, unitPrice: number): PricePoint => ({
  lotId: storeId,
  date: today,
  storeId,
  price: unitPrice,
  quantity: 1,
  unit: 'kg',
  unitPrice,
  per: 'kg',
})
let prices: PricePoint[]
beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listStores, () => [store('market', 'Market'), store('discount', 'Discounter')])
  fakeApi(listPrices, () => prices)
  setAtStore(null)
})
const Page = () => (
  <dl>
    <StorePrices ingredientId="33333333-3333-4333-8333-333333333333" />
  </dl>
)

test('says what an ingredient last cost in each store and where it is cheaper', async () => {
  prices = [paid('market', 2), paid('discount', 1.5)]
  await showPage(Page, '/shopping-list')
  await householdKnown()
  await screen.findByText('Discounter, $1.50/kg instead of $2.00/kg')
  expect(screen.getByText('Market').nextSibling?.textContent).toBe('$2.00/kg')
})

test('says nothing of a cheaper store where this device already is', async () => {
  prices = [paid('market', 2), paid('discount', 1.5)]
  setAtStore('discount')
  await showPage(Page, '/shopping-list')
  await householdKnown()
  await screen.findByText('Market')
  expect(screen.queryByText('Cheaper at')).toBeNull()
})
