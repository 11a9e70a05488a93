import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listWith, openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import * as contract from '../../contract/index.ts'
import { ShoppingListPage } from './shopping-list-page.tsx'

let bundles: contract.Bundle[]
let added: contract.NewShoppingItem[]
let saved: contract.BundleChange[]
beforeEach(() => {
  bundles = [
    {
      id: '33333333-3333-4333-8333-333333333333',
      name: 'Taco night',
      items: ['6 tortillas', '500 g ground beef', 'Salt'],
      createdAt: '2026-01-01T10:00:00.000Z',
      version: 1,
    },
  ]
  added = []
  saved = []
  signIn()
  fakeHome()
  fakeApi(contract.getShoppingList, () => listWith([row('Milk')]))
  fakeApi(contract.usualItems, () => [])
  fakeApi(listIngredients, () => [])
  fakeApi(contract.listBundles, () => bundles)
  fakeApi(contract.addBundle, ({ body }) => {
    saved.push(body)
    const bundle = { id: body.id ?? '', name: body.name, items: body.items, createdAt: '2026-01-02T10:00:00.000Z', version: 1 }
    bundles = [...bundles, bundle]
    return bundle
  })
  fakeApi(contract.changeBundle, ({ body }) => {
    saved.push(body)
    bundles = bundles.map((bundle) => ({ ...bundle, ...(body as Partial<contract.Bundle>), version: bundle.version + 1 }))
    return bundles[0] as contract.Bundle
  })
  fakeApi(contract.addShoppingItem, ({ body }) => {
    added.push(body)
    return row(body.ingredientName ?? '')
  })
  openEmptyOutbox()
})

const addedItems = () => added.map(({ ingredientName, suggestedQuantity, unit }) => [ingredientName, suggestedQuantity, unit])

async function openBundles() {
  await showPage(ShoppingListPage, '/shopping-list')
  await householdKnown()
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Bundles' }))
  return within(await screen.findByRole('dialog', { name: 'Bundles' }))
}

test('a bundle puts all of its items on the list', async () => {
  const sheet = await openBundles()
  await userEvent.click(await sheet.findByRole('button', { name: 'Add Taco night' }))
  await waitFor(() =>
    expect(addedItems()).toEqual([
      ['Tortillas', 6, 'each'],
      ['Ground beef', 500, 'g'],
      ['Salt', undefined, undefined],
    ]),
  )
})

test('typing its name offers it', async () => {
  await showPage(ShoppingListPage, '/shopping-list')
  await householdKnown()
  await userEvent.type(await screen.findByLabelText('Search or add an item'), 'tac')
  await userEvent.click(await screen.findByRole('button', { name: /^Add Taco night/ }))
  await waitFor(() => expect(added).toHaveLength(3))
})

test('a bundle is created from lines, and needs a name and an item', async () => {
  const sheet = await openBundles()
  await userEvent.click(await sheet.findByRole('button', { name: 'New bundle' }))
  const form = within(await screen.findByRole('dialog', { name: 'New bundle' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Enter a name.')
  await form.findByText('Enter at least one item.')
  await userEvent.type(form.getByLabelText('Name'), 'Camping')
  await userEvent.type(form.getByLabelText('Items'), '2 l water{Enter}{Enter} Matches ')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Add Camping' })
  expect(saved).toMatchObject([{ name: 'Camping', items: ['2 l water', 'Matches'] }])
})

test('only what was changed of a bundle is sent', async () => {
  const sheet = await openBundles()
  await userEvent.click(await sheet.findByRole('button', { name: 'Edit Taco night' }))
  const form = within(await screen.findByRole('dialog', { name: 'Taco night' }))
  await userEvent.type(form.getByLabelText('Items'), '{Enter}Limes')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit Taco night' })
  await waitFor(() => expect(saved).toEqual([{ items: ['6 tortillas', '500 g ground beef', 'Salt', 'Limes'] }]))
})

test('what someone else saved meanwhile is not lost', async () => {
  const sheet = await openBundles()
  await userEvent.click(await sheet.findByRole('button', { name: 'Edit Taco night' }))
  const form = within(await screen.findByRole('dialog', { name: 'Taco night' }))
  const theirs = { ...(bundles[0] as contract.Bundle), items: ['6 tortillas', 'Salsa'], version: 2 }
  const versions: (string | null)[] = []
  fakeApi(contract.changeBundle, ({ headers }) => {
    versions.push(headers.get('if-match'))
    return problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: theirs })
  })
  await userEvent.type(form.getByLabelText('Items'), '{Enter}Limes')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText(/Someone else changed this/)
  expect(versions).toEqual(['"1"'])
})
