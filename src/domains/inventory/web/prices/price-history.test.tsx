import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { listStores } from '#domains/stores/contract.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient } from '#tests/support/data/api-samples.ts'
import { listPrices, type PricePoint } from '../../contract.ts'
import PriceHistory from './price-history.tsx'

const rice = ingredient({ name: 'Rice' })
const paid = (at: number): PricePoint => ({
  lotId: `${at}`,
  date: `2026-0${7 - at}-01`,
  storeId: at === 0 ? 'market' : null,
  price: 2 + at,
  quantity: 2,
  unit: 'kg',
  unitPrice: (2 + at) / 2,
  per: 'kg',
})
let prices: PricePoint[]
beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listStores, () => [
    { id: 'market', name: 'Market', place: 0, aisles: { arranged: [], pairs: [] }, createdAt: '2026-01-01T10:00:00.000Z', version: 1 },
  ])
  fakeApi(listPrices, () => prices)
})
const Page = () => (
  <Suspense>
    <PriceHistory ingredient={rice} />
  </Suspense>
)

test('shows the last prices as a table with store and unit price, and all on request', async () => {
  prices = Array.from({ length: 6 }, (_, at) => paid(at))
  await showPage(Page, '/ingredients')
  await householdKnown()
  const table = within(await screen.findByRole('table', { name: 'Prices' }))
  expect(table.getAllByRole('row')).toHaveLength(6)
  expect(table.getByText('$1.00/kg')).toBeDefined()
  await table.findByText('Market')
  await screen.findByText('$1.00/kg to $3.50/kg')
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(table.getAllByRole('row')).toHaveLength(7)
})

test('says so if there is no price yet', async () => {
  prices = []
  await showPage(Page, '/ingredients')
  await screen.findByText(/^No price yet\./)
})
