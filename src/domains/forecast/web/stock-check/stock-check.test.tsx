import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { correctLot, getLot } from '#domains/inventory/contract.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient, lot } from '#tests/support/data/api-samples.ts'
import { listStockDoubts } from '../../contract.ts'
import { StockCheck } from './stock-check.tsx'

const milk = lot({ name: 'Milk', quantity: 1, unit: 'l', version: 4 })
const oatMilk = lot({ name: 'Oat milk', quantity: 2, unit: 'l', version: 1 })
const doubtOf = ({ id, ingredient: { id: ingredientId }, version }: typeof milk, gone: number) => ({
  lotId: id,
  ingredientId,
  version,
  gone,
})

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listIngredients, () => [])
  fakeApi(listStockDoubts, () => [doubtOf(milk, 0.853), doubtOf(oatMilk, 0.6)])
  fakeApi(getLot, ({ params }) => (params.id === milk.id ? milk : oatMilk))
})
const show = () => showPage(() => <StockCheck ingredientId={milk.ingredient.id} />)

test('says how likely an item is gone, and only of this ingredient', async () => {
  await show()
  await screen.findByText('Milk, 1 l: probably gone (85%), so it isn’t counted.')
  expect(screen.queryByText(/Oat milk/)).toBeNull()
})

test.each([
  ['Still there: Milk, 1 l', 1],
  ['It’s gone: Milk, 1 l', 0],
])('one tap on “%s” corrects it', async (label, quantity) => {
  const sent: unknown[] = []
  fakeApi(correctLot, ({ body, headers }) => {
    sent.push([body, headers.get('If-Match')])
    return reply({ ...milk, quantity, version: 5 }, { 'x-change-seq': '5' })
  })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: label }))
  await waitFor(() => expect(screen.queryByText(/probably gone/)).toBeNull())
  await waitFor(() => expect(sent).toEqual([[{ quantity }, '"4"']]))
})

test('asks about the kinds of an ingredient too', async () => {
  fakeApi(listIngredients, () => [ingredient({ id: oatMilk.ingredient.id, name: 'Oat milk', parentId: milk.ingredient.id })])
  await show()
  await screen.findByText(/^Oat milk, 2 l: probably gone/)
})

test('says nothing of an item that changed since, or when it can’t be loaded', async () => {
  fakeApi(getLot, () => ({ ...milk, version: 5 }))
  await show()
  await waitFor(() => expect(requests.some((line) => line.includes('/api/stock-doubts'))).toBe(true))
  expect(screen.queryByText(/probably gone/)).toBeNull()
  fakeApi(listStockDoubts, () => problem(500, 'internal_error', 'Something went wrong.'))
  await show()
  expect(screen.queryByText(/probably gone/)).toBeNull()
})

test('has no buttons for viewers', async () => {
  fakeHome({ role: 'VIEWER' })
  await show()
  await screen.findByText(/^Milk, 1 l: probably gone/)
  expect(screen.queryByRole('button')).toBeNull()
})
