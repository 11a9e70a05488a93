import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listWith, openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import * as contract from '../../contract/index.ts'
import { ShoppingListPage } from './shopping-list-page.tsx'

const party: contract.NamedList = {
  id: '33333333-3333-4333-8333-333333333333',
  name: 'Party',
  isArchived: false,
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
}
const { createObjectURL, revokeObjectURL } = URL
let saved: Blob[]
beforeEach(() => {
  saved = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saved.push(file)}`, revokeObjectURL: () => undefined })
  signIn()
  fakeHome()
  fakeApi(contract.usualItems, () => [])
  fakeApi(contract.listRecurringItems, () => [])
  fakeApi(contract.getShoppingList, ({ query }) =>
    listWith(query.list === 'all' ? [row('Milk'), row('Cups', { listId: party.id })] : [row('Milk')]),
  )
  openEmptyOutbox()
})
afterEach(() => Object.assign(URL, { createObjectURL, revokeObjectURL }))

async function openMenu(lists: contract.NamedList[]) {
  fakeApi(contract.listNamedLists, () => lists)
  await showPage(ShoppingListPage, '/shopping-list')
  await householdKnown()
  await screen.findAllByText('Milk')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
}

test('asks the server for the rows of all lists', async () => {
  fakeApi(contract.exportList, ({ query }) => new Response(JSON.stringify(query)))
  await openMenu([party])
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export all lists (CSV)' }))
  await waitFor(async () => expect(await saved[0]?.text()).toBe('{"format":"csv","list":"all"}'))
})

test('names the list of each row without a network', async () => {
  fakeApi(contract.exportList, () => Promise.reject(new TypeError('Failed to fetch')))
  await openMenu([party])
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export all lists (CSV)' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const rows = (await saved[0]?.text())?.trim().split('\r\n') ?? []
  expect(rows.map((line) => [line.split(',')[0], line.split(',').at(-1)])).toEqual([
    ['Item', 'List'],
    ['Cups', 'Party'],
    ['Milk', ''],
  ])
})

test('is not offered if no other list is open', async () => {
  await openMenu([{ ...party, isArchived: true }])
  await screen.findByRole('menuitem', { name: 'Export CSV' })
  expect(screen.queryByRole('menuitem', { name: 'Export all lists (CSV)' })).toBeNull()
})
