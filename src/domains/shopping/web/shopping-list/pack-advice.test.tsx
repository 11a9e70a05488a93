import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type PackAdvice as Advice, listPackAdvice } from '#domains/forecast/contract.ts'
import { listPrices } from '#domains/inventory/contract.ts'
import { listStores } from '#domains/stores/contract.ts'
import { fakeApi, problem, requests } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { row } from '#tests/support/data/shopping-rows.ts'
import { PackAdvice } from './pack-advice.tsx'
import { StorePrices } from './store-prices.tsx'

const ingredientId = '33333333-3333-4333-8333-333333333333'
const yogurt = row('Yogurt', { ingredientId, suggestedQuantity: 1000, unit: 'g' })
const advice: Advice = {
  ingredientId,
  unit: 'g',
  usual: { quantity: 1000, price: 4, storeId: 'aldi', chance: 0.8, thrown: 0.4 },
  better: { quantity: 500, price: 2.5, storeId: null, chance: 0, thrown: 0 },
}
beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listStores, () => [
    { id: 'aldi', name: 'Aldi', place: 0, aisles: { arranged: [], pairs: [] }, createdAt: '2026-01-01T10:00:00.000Z', version: 1 },
  ])
  fakeApi(listPrices, () => [])
  fakeApi(listPackAdvice, () => [advice])
})
const show = (canEdit = true) => showPage(() => <PackAdvice item={yogurt} canEdit={canEdit} />)

test('says how often and how much is thrown away', async () => {
  await show()
  await screen.findByText('Of 1,000 g, you’d throw away about 50% 8 times in 10. What you eat of 500 g costs 25% less.')
  screen.getByRole('button', { name: 'Take 500 g' })
})

test('says of a larger pack that it is cheaper all the same, and where', async () => {
  fakeApi(listPackAdvice, () => [
    { ...advice, usual: { ...advice.usual, price: 8 }, better: { ...advice.better, quantity: 2000, storeId: 'aldi' } },
  ])
  await show()
  await screen.findByText('What you eat of 2,000 g costs 91% less than of 1,000 g, even if some is thrown away.')
  await screen.findByRole('button', { name: 'Take 2,000 g from Aldi' })
})

test('has no button for viewers', async () => {
  await show(false)
  await screen.findByText(/^Of 1,000 g/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('says nothing if it can’t be loaded', async () => {
  fakeApi(listPackAdvice, () => problem(503, 'forecast_unavailable', 'Couldn’t calculate the forecast. Try again in a moment.'))
  await show()
  await waitFor(() => expect(requests.some((line) => line.includes('/api/pack-advice'))).toBe(true))
  expect(screen.queryByText(/throw away|costs/)).toBeNull()
})

test('the prices of stores say which size is usual and which is cheapest to eat', async () => {
  await showPage(() => (
    <dl>
      <StorePrices ingredientId={ingredientId} />
    </dl>
  ))
  await householdKnown()
  expect((await screen.findByText('Usually')).nextSibling?.textContent).toBe('1,000 g, Aldi')
  expect(screen.getByText('Cheapest to eat').nextSibling?.textContent).toBe('500 g')
})
