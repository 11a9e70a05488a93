import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { addLot, type NewLot } from '#domains/inventory/contract.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, lot } from '#tests/support/data/api-samples.ts'
import { learnReceiptNames, type ReceiptReading, readReceiptPhoto } from '../../contract.ts'
import { ScanPage } from '../pages/scan-page.tsx'

const milkId = '00000000-0000-4000-8000-00000000aaaa'
const reading: ReceiptReading = {
  storeId: null,
  lines: [
    { text: 'BIO VOLLM. 1L', name: 'Milk', ingredientId: milkId, learned: true, quantity: 1, unit: 'l', price: 1.49 },
    { text: 'BUTTER 250G', name: 'Butter', ingredientId: null, learned: false, quantity: 250, unit: 'g', price: 2.35 },
  ],
  total: 3.84,
}

beforeEach(() => {
  signIn()
  fakeHome()
})

const open = async () => {
  await showPage(ScanPage, '/scan')
  await userEvent.click(await screen.findByRole('button', { name: 'Upload Receipt' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByLabelText('Choose File'), { target: { files: [new File(['x'], 'till.png', { type: 'image/png' })] } })
  return dialog
}

test('adds the lines of a receipt after review, then saves prices and learns names', async () => {
  fakeApi(readReceiptPhoto, () => reading)
  const added: NewLot[] = []
  fakeApi(addLot, ({ body }) => {
    added.push(body)
    return reply(lot({ name: body.ingredient?.name ?? 'Milk' }), { 'x-change-seq': String(added.length) }, 201)
  })
  const learned: string[] = []
  fakeApi(learnReceiptNames, ({ body }) => {
    learned.push(...body.names.map(({ text }) => text))
    return { learned: 2 }
  })
  const dialog = await open()
  await dialog.findByText('Total: $3.84. The receipt says $3.84.')
  dialog.getByText('BIO VOLLM. 1L')
  expect(requests.filter((request) => request.startsWith('POST /api/inventory'))).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Add 2 items' }))
  await vi.waitFor(() => expect(learned).toEqual(['BIO VOLLM. 1L', 'BUTTER 250G']))
  expect(added).toMatchObject([
    { ingredientId: milkId, quantity: 1, unit: 'l', purchasePrice: 1.49 },
    { ingredient: { name: 'Butter' }, quantity: 250, unit: 'g', purchasePrice: 2.35 },
  ])
})

test('skips removed lines and asks for missing amounts', async () => {
  fakeApi(readReceiptPhoto, () => reading)
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Don’t add Butter' }))
  await userEvent.clear(dialog.getByLabelText('Quantity'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add 1 item' }))
  await dialog.findByText('Enter an amount.')
  expect(requests.filter((request) => request.startsWith('POST /api/inventory'))).toEqual([])
})

test('explains what to do when a photo has no items', async () => {
  fakeApi(readReceiptPhoto, () => ({ lines: [], total: null, storeId: null }))
  const dialog = await open()
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Couldn’t read any items/)
})

test('shows the server’s message for a rejected photo', async () => {
  fakeApi(readReceiptPhoto, () => problem(503, 'scanner_busy', 'Too many pictures at once.'))
  const dialog = await open()
  expect((await dialog.findByRole('alert')).textContent).toBe('Too many pictures at once.')
})

test('asks before it discards edited lines, and ignores clicks outside', async () => {
  fakeApi(readReceiptPhoto, () => reading)
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Don’t add Butter' }))
  await userEvent.click(document.querySelector('.bg-scrim') as HTMLElement)
  expect(screen.queryByText('Discard your changes?')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  dialog.getByRole('button', { name: 'Add 1 item' })
})
