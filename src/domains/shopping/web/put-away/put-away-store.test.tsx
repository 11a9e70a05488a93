import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listStores, type Store } from '#domains/stores/contract.ts'
import { setAtStore } from '#domains/stores/web/index.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import { draftPutAway, putAway, type ShoppingItem } from '../../contract/index.ts'
import { PutAwaySheet } from './put-away-sheet.tsx'

const [marketId, bakeryId] = ['22222222-2222-4222-8222-222222222221', '22222222-2222-4222-8222-222222222222']
const store = (id: string, name: string): Store => ({
  id,
  name,
  place: 0,
  aisles: { arranged: [], pairs: [] },
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
})
const checked = [row('Milk', { isChecked: true }), row('Bread', { isChecked: true })]
let sent: BodyOf<typeof putAway>[]
let checkedAt: (string | null)[]
beforeEach(() => {
  sent = []
  checkedAt = [null, null]
  signIn()
  fakeHome()
  fakeApi(listStores, () => [store(marketId, 'Market'), store(bakeryId, 'Bakery')])
  fakeApi(draftPutAway, () => checked.map((item, at) => draftOf(item, checkedAt[at] ?? null)))
  fakeApi(putAway, ({ body }) => {
    sent.push(body)
    return { putAway: 2, lots: [] }
  })
  openEmptyOutbox()
  setAtStore(null)
})
const draftOf = ({ id, ingredientName, suggestedQuantity: quantity, unit }: ShoppingItem, storeId: string | null) => ({
  id,
  ingredientName,
  quantity,
  unit,
  location: 'Fridge door',
  storage: 'FRIDGE' as const,
  expirationDate: null,
  estimatedExpiration: null,
  estimatedCost: null,
  storeId,
})
const ids = checked.map(({ id }) => ({ id }))

async function showSheet() {
  await showPage(() => <PutAwaySheet open checked={checked} onClose={() => {}} />, '/shop')
  await householdKnown()
  const sheet = within(await screen.findByRole('dialog', { name: 'Put away?' }))
  await sheet.findAllByText(/Fridge door/)
  return sheet
}
const chosen = (sheet: Awaited<ReturnType<typeof showSheet>>) => sheet.getByLabelText<HTMLSelectElement>('Store').selectedOptions[0]?.text
const save = async (sheet: Awaited<ReturnType<typeof showSheet>>) => {
  await userEvent.click(sheet.getByRole('button', { name: 'Put away 2 items' }))
  await waitFor(() => expect(sent).toHaveLength(1))
}

test('what was checked off nowhere comes from the store where this device is', async () => {
  setAtStore(bakeryId)
  const sheet = await showSheet()
  expect(chosen(sheet)).toBe('Bakery')
  await save(sheet)
  expect(sent).toEqual([{ items: ids, storeId: bakeryId }])
})

test('rows keep the stores where they were checked off', async () => {
  checkedAt = [marketId, null]
  setAtStore(bakeryId)
  const sheet = await showSheet()
  expect(chosen(sheet)).toBe('Where each was checked off')
  await save(sheet)
  expect(sent).toEqual([{ items: ids, storeId: bakeryId }])
})

test('one choice is for every row', async () => {
  checkedAt = [marketId, marketId]
  const sheet = await showSheet()
  expect(chosen(sheet)).toBe('Market')
  await userEvent.selectOptions(sheet.getByLabelText('Store'), 'Bakery')
  await save(sheet)
  expect(sent).toEqual([{ items: ids.map((one) => ({ ...one, storeId: bakeryId })) }])
})

test('another store is none of the household’s', async () => {
  checkedAt = [marketId, marketId]
  const sheet = await showSheet()
  await userEvent.selectOptions(sheet.getByLabelText('Store'), 'Another store')
  await save(sheet)
  expect(sent).toEqual([{ items: ids.map((one) => ({ ...one, storeId: null })) }])
})
