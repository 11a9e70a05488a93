import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listWith, openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import { addShoppingItem, changeShoppingItem, getShoppingList, removeShoppingItem, type ShoppingItem } from '../../contract/index.ts'
import { addFromStock } from './add-from-stock.ts'

const milk = row('Milk', { category: 'Dairy', suggestedQuantity: 3 })
const flour = { id: crypto.randomUUID(), name: 'Flour', category: 'Baking' }
let rows: ShoppingItem[]
let removed: string[]

beforeEach(async () => {
  rows = [milk]
  removed = []
  signIn()
  fakeHome()
  fakeApi(getShoppingList, () => listWith(rows))
  fakeApi(addShoppingItem, ({ body }) => {
    const added = row('Flour', { id: body.id ?? '', ingredientId: body.ingredientId ?? null })
    rows = [...rows, added]
    return added
  })
  fakeApi(changeShoppingItem, ({ body }) => ({ item: { ...milk, suggestedQuantity: body.suggestedQuantity ?? 0 } }))
  fakeApi(removeShoppingItem, ({ params }) => {
    removed.push(params.id)
    return undefined
  })
  openEmptyOutbox()
  await showPage(() => <Toasts />, '/inventory')
})

test('adds an ingredient, and takes it back', async () => {
  await addFromStock(flour)
  await screen.findByText('Added Flour to the list')
  await waitFor(() => expect(rows.map(({ ingredientName }) => ingredientName)).toEqual(['Milk', 'Flour']))
  // A plain click, because jsdom lacks the pointer capture that the toast library uses.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(removed).toEqual([rows[1]?.id]))
})

test('adds to a row only if told to', async () => {
  await addFromStock({ id: crypto.randomUUID(), name: 'milk', category: 'Dairy' })
  await screen.findByText('milk is already on the list')
  expect(rows).toEqual([milk])
  expect(screen.getByRole('button', { name: 'Add more' })).toBeTruthy()
})
