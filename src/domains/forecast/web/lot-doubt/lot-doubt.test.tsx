import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, lot } from '#tests/support/data/api-samples.ts'
import { listStockDoubts } from '../../contract.ts'
import LotDoubt from './lot-doubt.tsx'

const [milk, oats] = [lot({ name: 'Milk', version: 4 }), lot({ name: 'Oats', version: 1 })]
beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listStockDoubts, () => [
    { lotId: milk.id, ingredientId: milk.ingredient.id, version: 4, gone: 0.853 },
    { lotId: oats.id, ingredientId: oats.ingredient.id, version: 1, gone: 0.6 },
  ])
})
const known = () => waitFor(() => expect(requests.some((line) => line.includes('/api/stock-doubts'))).toBe(true))

test('says how likely an item is gone', async () => {
  await showPage(() => <LotDoubt lots={[milk]} isNarrow={false} />)
  await screen.findByText('Probably gone (85%)')
})

test('says of several what holds for all', async () => {
  await showPage(() => <LotDoubt lots={[milk, oats]} isNarrow />)
  await screen.findByText('Probably gone (60%)')
})

test.each([
  ['an item that is surely there', [lot({ name: 'Salt' })]],
  ['several of which one is there', [milk, lot({ name: 'Salt' })]],
  ['an item that changed since', [{ ...milk, version: 5 }]],
])('says nothing of %s', async (_what, lots) => {
  await showPage(() => <LotDoubt lots={lots} isNarrow />)
  await known()
  expect(screen.queryByText(/Probably gone/)).toBeNull()
})
