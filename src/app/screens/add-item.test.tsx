import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getIngredient, listIngredients, searchCommonFoods } from '#domains/ingredients/contract/index.ts'
import { addLot, inventoryStats } from '#domains/inventory/contract.ts'
import { confirmScan, type ScanResult, scanPhoto } from '#domains/scanning/contract.ts'
import { scanImage, teachFromPhoto } from '#domains/scanning/web/api.ts'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient, lot, statsOf } from '#tests/support/data/api-samples.ts'
import { AddItem } from './add-item-route.tsx'

const scanId = 'sealed-and-rather-long-the-last-photo'
const milk = ingredient({ name: 'Milk' })
const quince = ingredient({ name: 'Quince' })
let told: { ingredientId: string; household: string | null }[]

const photographed: ScanResult = {
  success: true,
  needsConfirmation: true,
  error: null,
  method: 'photo_recognition',
  confidence: 0.6,
  extractedText: null,
  ingredient: { id: milk.id, name: 'Milk' },
  barcode: null,
  barcodes: [],
  alternatives: [],
  expirationDate: null,
  dateKind: null,
  quantity: null,
  unit: null,
  price: null,
  lotNumber: null,
  label: null,
  scanId,
}

beforeEach(async () => {
  signIn()
  fakeHome()
  told = []
  fakeApi(listIngredients, () => [milk, quince])
  fakeApi(searchCommonFoods, () => [])
  fakeApi(inventoryStats, () => statsOf([]))
  fakeApi(getIngredient, () => milk)
  fakeApi(scanPhoto, () => photographed)
  fakeApi(addLot, ({ body }) =>
    reply(lot({ ingredient: { id: body.ingredientId ?? quince.id, name: body.ingredient?.name ?? 'Milk' } }), { 'X-Change-Seq': '3' }, 201),
  )
  fakeApi(confirmScan, ({ body, headers }) => {
    expect(body.scanId).toBe(scanId)
    told.push({ ingredientId: body.ingredientId, household: headers.get('X-Household-Id') })
    return { learned: true }
  })
  await scanImage(new File(['x'], 'thing.jpg', { type: 'image/jpeg' }))
})

const addressAfterScan = `/inventory/add?ingredient=${milk.id}&scan=${scanId.slice(-16)}`
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add Item' }))
const arrived = () => screen.findByDisplayValue('Milk')

test('reports an item added after a photo scan as the photo’s content', async () => {
  await showPage(AddItem, addressAfterScan)
  await arrived()
  await add()
  await waitFor(() => expect(told).toEqual([{ ingredientId: milk.id, household: testHousehold }]))
})

test('reports the ingredient corrected in the form, even after the wrong guess was confirmed', async () => {
  await teachFromPhoto(scanId, milk.id)
  await showPage(AddItem, addressAfterScan)
  const name = await arrived()
  await userEvent.clear(name)
  await userEvent.type(name, 'Quince')
  await add()
  await waitFor(() => expect(told.map(({ ingredientId }) => ingredientId)).toEqual([milk.id, quince.id]))
})

test('reports each scan once, and only after its item is added', async () => {
  await teachFromPhoto(scanId, milk.id)
  const first = await showPage(AddItem, addressAfterScan)
  await arrived()
  await add()
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
  first.unmount()
  await showPage(AddItem, `/inventory/add?ingredient=${milk.id}&scan=of-another-photo`)
  await arrived()
  await add()
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
  expect(told).toHaveLength(1)
})

test('adds the item when reporting the photo fails', async () => {
  fakeApi(confirmScan, () => problem(404, 'not_found', 'Not found.'))
  await showPage(AddItem, addressAfterScan)
  await arrived()
  await add()
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
})
