import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listWith, openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import * as contract from '../../contract/index.ts'
import { findRecurring, isAbout } from '../api/recurring-items.ts'
import { ShoppingListPage } from './shopping-list-page.tsx'

const milk = { ...row('Milk'), suggestedQuantity: 5, unit: 'l' as const }
const recurring: contract.RecurringItem = {
  id: '33333333-3333-4333-8333-333333333333',
  ingredientId: milk.ingredientId,
  ingredientName: 'Milk',
  category: milk.category,
  suggestedQuantity: 2,
  unit: 'l',
  listId: null,
  every: { count: 2, unit: 'week' },
  dueOn: '2026-01-01',
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
}
const soap = '44444444-4444-4444-8444-444444444444'
let items: contract.ShoppingItem[]
let edited: object[]
let repeated: object[]
beforeEach(() => {
  items = [milk]
  edited = []
  repeated = []
  signIn()
  fakeHome()
  fakeApi(contract.getShoppingList, () => listWith(items))
  fakeApi(contract.usualItems, () => [])
  fakeApi(contract.listRecurringItems, () => [recurring])
  fakeApi(contract.changeShoppingItem, ({ body }) => {
    edited.push(body)
    return { item: { ...milk, ...(body as Partial<contract.ShoppingItem>), version: milk.version + 1 } }
  })
  fakeApi(contract.changeRecurringItem, ({ body }) => {
    repeated.push(body)
    return recurring
  })
  openEmptyOutbox()
})

async function openItem() {
  await showPage(ShoppingListPage, '/shopping-list')
  await householdKnown()
  await userEvent.click((await screen.findAllByText('Milk'))[0] as HTMLElement)
  const sheet = within(await screen.findByRole('dialog', { name: 'Milk' }))
  await waitFor(() => expect(sheet.getByLabelText<HTMLSelectElement>('Repeat').value).toBe('2 week'))
  return sheet
}

async function save(sheet: Awaited<ReturnType<typeof openItem>>, label: string, value: string) {
  const field = sheet.getByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, value)
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(edited).toHaveLength(1))
}

test('a changed amount is repeated, and nothing else', async () => {
  await save(await openItem(), 'Quantity', '3')
  await waitFor(() => expect(repeated).toEqual([{ suggestedQuantity: 3, unit: 'l' }]))
})

test('a note leaves what repeats as it is', async () => {
  await save(await openItem(), 'Note', 'organic')
  expect(edited).toEqual([{ note: 'organic' }])
  expect(repeated).toEqual([])
})

test('a row says how often it repeats, and others don’t', async () => {
  items = [milk, row('Bread')]
  await showPage(ShoppingListPage, '/shopping-list')
  await householdKnown()
  expect(await screen.findAllByText('Repeats: Every 2 weeks')).toHaveLength(1)
  expect(screen.getByText('Repeats: Every 2 weeks').closest('li, tr')?.textContent).toContain('Milk')
})

test.each([
  ['its ingredient, whatever its name', { ingredientId: soap, ingredientName: 'Kernseife' }, { ingredientId: soap }, true],
  ['its name if only one of them is an ingredient', { ingredientId: null }, { ingredientId: soap }, true],
  ['its name if the row is no ingredient', { ingredientId: soap }, { ingredientId: null }, true],
  ['not the name of another ingredient', { ingredientId: crypto.randomUUID() }, { ingredientId: soap }, false],
])('a row repeats by %s', (_by, repeating, listed, isFound) => {
  const known = { ...recurring, ingredientName: 'Soap', ...repeating }
  const item = row('Soap', listed)
  expect([findRecurring([recurring, known], item) === known, isAbout(known, item)]).toEqual([isFound, isFound])
})
