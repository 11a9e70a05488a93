import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { learnReceiptNames, type ReceiptDraft, readReceiptPhoto } from '#domains/scanning/contract.ts'
import { listStores } from '#domains/stores/contract.ts'
import { setAtStore } from '#domains/stores/web/index.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listWith, openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import {
  addShoppingItem,
  changeShoppingItem,
  draftPutAway,
  getShoppingList,
  putAway,
  removeShoppingItem,
  type ShoppingItem,
} from '../../contract/index.ts'
import { useList } from '../api/use-list.ts'
import { PutAwaySheet } from './put-away-sheet.tsx'

const [marketId, butterId] = ['22222222-2222-4222-8222-222222222221', '44444444-4444-4444-8444-444444444444']
let rows: ShoppingItem[]
let sent: BodyOf<typeof putAway>[]
let learned: BodyOf<typeof learnReceiptNames>[]
let storeId: string | null
const line = (text: string, name: string, price: number | null): ReceiptDraft => ({
  text,
  name,
  ingredientId: null,
  learned: false,
  quantity: 1,
  unit: 'each',
  price,
})
beforeEach(() => {
  rows = [row('Milk', { isChecked: true }), row('Butter', { isChecked: true, ingredientId: butterId }), row('Cabbage')]
  sent = []
  learned = []
  storeId = null
  signIn()
  fakeHome()
  fakeApi(listStores, () => [
    { id: marketId, name: 'Market', place: 0, aisles: { arranged: [], pairs: [] }, createdAt: '2026-01-01T10:00:00.000Z', version: 1 },
  ])
  fakeApi(getShoppingList, () => listWith(rows))
  fakeApi(draftPutAway, () => [])
  fakeApi(readReceiptPhoto, () => ({
    lines: [line('MILK', 'Milk', 1.29), line('BTTR 250G', 'Bttr', 2.35), line('LIMES', 'Limes', 0.8)],
    total: 4.44,
    storeId,
  }))
  fakeApi(learnReceiptNames, ({ body }) => {
    learned.push(body)
    return { learned: body.names.length }
  })
  fakeApi(addShoppingItem, ({ body }) => {
    const added = row(body.ingredientName ?? '', { id: body.id ?? '' })
    rows = [...rows, added]
    return added
  })
  fakeApi(removeShoppingItem, ({ params }) => {
    rows = rows.filter(({ id }) => id !== params.id)
  })
  fakeApi(changeShoppingItem, ({ params, body }) => {
    rows = rows.map((one) =>
      one.id === params.id ? { ...one, isChecked: body.isChecked ?? one.isChecked, version: one.version + 1 } : one,
    )
    return { item: rows.find(({ id }) => id === params.id) as ShoppingItem }
  })
  fakeApi(putAway, ({ body }) => {
    sent.push(body)
    return { putAway: 2, lots: [] }
  })
  openEmptyOutbox()
  setAtStore(null)
})

function Page() {
  const { items } = useList()
  return items && <PutAwaySheet open checked={items.filter(({ isChecked }) => isChecked)} onClose={() => {}} />
}

const photo = () => new File(['jpeg'], 'receipt.jpg', { type: 'image/jpeg' })

async function readReceipt() {
  await showPage(Page, '/shop')
  await householdKnown()
  const sheet = within(await screen.findByRole('dialog', { name: 'Put away?' }))
  await userEvent.upload(await sheet.findByLabelText('Add receipt photo'), photo())
  await sheet.findByText('Also on the receipt')
  return sheet
}
const sentPrices = () =>
  sent[0]?.items?.map(({ id, purchasePrice }) => [rows.find((one) => one.id === id)?.ingredientName, purchasePrice]).toSorted()

test('a photo of the receipt fills in what was paid, and what it abbreviates is remembered once matched', async () => {
  const sheet = await readReceipt()
  await sheet.findByText(/The receipt names 1 of these items. Total: \$1.29. The receipt says \$4.44./)
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'What is BTTR 250G?' }), 'Butter')
  await sheet.findByText(/Total: \$3.64/)
  await userEvent.click(sheet.getByRole('button', { name: 'Put away 2 items' }))
  await waitFor(() =>
    expect(sentPrices()).toEqual([
      ['Butter', 2.35],
      ['Milk', 1.29],
    ]),
  )
  await waitFor(() => expect(learned).toEqual([{ names: [{ text: 'BTTR 250G', ingredientId: butterId }] }]))
})

test('what was bought besides the list is put away with it', async () => {
  const sheet = await readReceipt()
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'What is LIMES?' }), 'Add Limes')
  await userEvent.click(await sheet.findByRole('button', { name: 'Put away 3 items' }))
  await waitFor(() => expect(sentPrices()).toContainEqual(['Limes', 0.8]))
  expect(rows.find(({ ingredientName }) => ingredientName === 'Limes')?.isChecked).toBe(true)
})

test('the store is the one that the receipt names, once it explains every row', async () => {
  storeId = marketId
  const sheet = await readReceipt()
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'What is BTTR 250G?' }), 'Butter')
  expect(sheet.getByRole('combobox', { name: 'Store' })).toHaveProperty('value', marketId)
})

test('a photo that can’t be read says why, and another can be taken', async () => {
  fakeApi(readReceiptPhoto, () => ({ lines: [], total: null, storeId: null }))
  await showPage(Page, '/shop')
  await householdKnown()
  const sheet = within(await screen.findByRole('dialog', { name: 'Put away?' }))
  await userEvent.upload(await sheet.findByLabelText('Add receipt photo'), photo())
  await sheet.findByText(/Couldn’t read any items/)
  await sheet.findByLabelText('Add receipt photo')
})

test('what was bought besides the list is left out again', async () => {
  const sheet = await readReceipt()
  const limes = sheet.getByRole('combobox', { name: 'What is LIMES?' })
  await userEvent.selectOptions(limes, 'Add Limes')
  await sheet.findByRole('button', { name: 'Put away 3 items' })
  await userEvent.selectOptions(limes, 'Leave out')
  await sheet.findByRole('button', { name: 'Put away 2 items' })
})

test('a receipt prices rows that were corrected before, and only its own rows are from its store', async () => {
  storeId = marketId
  await showPage(Page, '/shop')
  await householdKnown()
  const sheet = within(await screen.findByRole('dialog', { name: 'Put away?' }))
  await userEvent.click(await sheet.findByRole('button', { name: /^Milk/, expanded: false }))
  const place = sheet.getByLabelText('Place')
  await userEvent.type(place, 'Cellar')
  await userEvent.upload(sheet.getByLabelText('Add receipt photo'), photo())
  await sheet.findByText('Also on the receipt')
  await userEvent.click(sheet.getByRole('button', { name: 'Put away 2 items' }))
  await waitFor(() => expect(sentPrices()).toContainEqual(['Milk', 1.29]))
  const stores = sent[0]?.items?.map((item) => [rows.find(({ id }) => id === item.id)?.ingredientName, item.storeId ?? null]).toSorted()
  expect(stores).toEqual([
    ['Butter', null],
    ['Milk', marketId],
  ])
})

test('an estimated price is no price of a store', async () => {
  rows = [row('Milk', { isChecked: true, estimatedCost: 1.2 })]
  setAtStore(marketId)
  await showPage(Page, '/shop')
  await householdKnown()
  const sheet = within(await screen.findByRole('dialog', { name: 'Put away?' }))
  await userEvent.click(await sheet.findByRole('button', { name: 'Put away 1 item' }))
  await waitFor(() => expect(sent[0]?.items).toEqual([{ id: rows[0]?.id, purchasePrice: 1.2, storeId: null }]))
})

test('a second photo adds to the first, and a wrong one is removed', async () => {
  const sheet = await readReceipt()
  fakeApi(readReceiptPhoto, () => ({ lines: [line('BUTTER', 'Butter', 2)], total: 2, storeId: null }))
  await userEvent.upload(sheet.getByLabelText('Add another photo'), photo())
  await sheet.findByText(/The receipt names 2 of these items. Total: \$3.29. The receipt says \$6.44./)
  await userEvent.click(sheet.getByRole('button', { name: 'Remove the receipt' }))
  await sheet.findByLabelText('Add receipt photo')
  expect(sheet.queryByText('Also on the receipt')).toBeNull()
})
