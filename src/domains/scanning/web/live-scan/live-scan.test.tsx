import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { getIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, consumeIngredient, getLot } from '#domains/inventory/contract.ts'
import { AddToListContext } from '#domains/inventory/web/index.ts'
import { currentSyncSession, startOutbox } from '#platform/web/sync/sync-session.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient, lot } from '#tests/support/data/api-samples.ts'
import { type ScanResult, scanBarcode } from '../../contract.ts'
import { ScanPage } from '../pages/scan-page.tsx'

const code = '4006381333931'
const oats = ingredient({
  name: 'Oats',
  defaultUnit: 'g',
  barcodes: [{ code, label: null, packQuantity: 750, packUnit: 'g', packName: null }],
})
const known: ScanResult = {
  success: true,
  needsConfirmation: false,
  error: null,
  method: 'barcode_lookup',
  confidence: 0.99,
  extractedText: code,
  ingredient: { id: oats.id, name: oats.name },
  barcode: code,
  barcodes: [code],
  alternatives: [],
  expirationDate: null,
  dateKind: null,
  quantity: null,
  unit: null,
  price: null,
  lotNumber: null,
  label: null,
  scanId: null,
}
const unknown: ScanResult = { ...known, success: false, needsConfirmation: true, ingredient: null }

const setSecure = (isSecure: boolean) => Object.defineProperty(window, 'isSecureContext', { configurable: true, value: isSecure })
const provideCamera = (getUserMedia: () => Promise<MediaStream>) =>
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(getIngredient, () => oats)
  setSecure(true)
  provideCamera(() => Promise.reject(new DOMException('none', 'NotFoundError')))
})

const open = async () => {
  const page = await showPage(ScanPage, '/scan')
  await userEvent.click(await screen.findByRole('button', { name: 'Start Camera' }))
  await screen.findByRole('radio', { name: 'Use' })
  return page
}
const scanWithScanner = () =>
  act(() => {
    for (const key of [...code, 'Enter']) fireEvent.keyDown(document.body, { key })
  })

test('explains on plain HTTP that the camera needs HTTPS, and keeps the other options', async () => {
  setSecure(false)
  await showPage(ScanPage, '/scan')
  await screen.findByText(/The live camera needs HTTPS/)
  expect(screen.queryByRole('button', { name: 'Start Camera' })).toBeNull()
  screen.getByRole('button', { name: 'Upload Barcode Image' })
  screen.getByLabelText('Barcode number')
})

describe('without a camera', () => {
  test('lists, adds and undoes packages from a hardware scanner', async () => {
    const added = lot({ name: 'Oats', quantity: 750, unit: 'g' })
    const bodies: unknown[] = []
    fakeApi(scanBarcode, () => known)
    fakeApi(addLot, ({ body }) => {
      bodies.push(body)
      return reply(added, { 'x-change-seq': '7' }, 201)
    })
    fakeApi(undoChange, () => reply({ seq: 8 }))
    fakeApi(getLot, () => ({ ...added, state: 'removed' as const }))
    await open()
    await screen.findByText(/No camera available/)
    scanWithScanner()
    const list = within(await screen.findByRole('list', { name: 'Scanned just now' }))
    await list.findByText('Added 750 g')
    expect(bodies).toMatchObject([{ ingredientId: oats.id, quantity: 750, unit: 'g', barcode: code }])
    await screen.findByText('1 item scanned')
    await userEvent.click(list.getByRole('button', { name: 'Undo Oats' }))
    await list.findByText('Undone')
    expect(requests).toContain('POST /api/history/7/undo')
  })

  test('adds what a GS1 code says: weight, printed date and price', async () => {
    const bodies: unknown[] = []
    const codes: string[] = []
    fakeApi(scanBarcode, ({ body }) => {
      codes.push(body.code)
      return known
    })
    fakeApi(addLot, ({ body }) => {
      bodies.push(body)
      return reply(lot({ name: 'Oats', quantity: 195, unit: 'g' }), { 'x-change-seq': '7' }, 201)
    })
    await open()
    await screen.findByText(/No camera available/)
    act(() => {
      for (const key of [...`01${code.padStart(14, '0')}1727080531030001953922`, ...'0299', 'Enter'])
        fireEvent.keyDown(document.body, { key })
    })
    await screen.findByText('Added 195 g')
    expect(codes).toEqual([code])
    const said = { quantity: 195, unit: 'g', expirationDate: '2027-08-05', dateKind: 'use_by', purchasePrice: 2.99, barcode: code }
    expect(bodies).toMatchObject([{ ingredientId: oats.id, ...said }])
  })

  test('uses a package in Use mode and shows when there isn’t enough', async () => {
    fakeApi(scanBarcode, () => known)
    fakeApi(consumeIngredient, ({ body }) =>
      body.quantity === 750 ? problem(409, 'not_enough', 'There isn’t that much left.') : reply([], {}),
    )
    await open()
    await userEvent.click(screen.getByRole('radio', { name: 'Use' }))
    scanWithScanner()
    await screen.findByText('There isn’t that much left.')
  })

  test('shows the server’s refusal of a known code instead of adding it from the cache', async () => {
    fakeApi(listIngredients, () => [oats])
    fakeApi(scanBarcode, () => problem(422, 'barcode_invalid', 'That isn’t a barcode.'))
    await open()
    await waitFor(() => expect(requests).toContain('GET /api/ingredients'))
    scanWithScanner()
    await screen.findByText('That isn’t a barcode.')
    expect(requests).not.toContain('POST /api/inventory')
  })

  test('lets the user name an unknown code in its row', async () => {
    fakeApi(scanBarcode, () => unknown)
    const names: unknown[] = []
    fakeApi(addLot, ({ body }) => {
      names.push(body.ingredient?.name, body.barcode)
      return reply(lot({ name: 'Sea salt', quantity: 1, unit: 'each' }), { 'x-change-seq': '9' }, 201)
    })
    await open()
    scanWithScanner()
    await userEvent.type(await screen.findByLabelText(`What is ${code}?`), 'Sea salt{Enter}')
    await screen.findByText('Sea salt')
    expect(names).toEqual(['Sea salt', code])
  })
})

describe('without a network', () => {
  beforeEach(async () => {
    fakeApi(listIngredients, () => [oats])
    // Rejects like a browser without a network.
    fakeApi(scanBarcode, () => Promise.reject(new TypeError('no network')))
    fakeApi(addLot, () => Promise.reject(new TypeError('no network')))
    startOutbox('ada').connectivity.markOffline()
    await currentSyncSession()?.outbox.ready
  })

  test('shows an item named while offline as added once it was sent', async () => {
    const { connectivity } = startOutbox('ada')
    connectivity.markOnline()
    fakeApi(scanBarcode, () => unknown)
    await open()
    scanWithScanner()
    const field = await screen.findByLabelText(`What is ${code}?`)
    connectivity.markOffline()
    await userEvent.type(field, 'Sea salt{Enter}')
    const list = within(await screen.findByRole('list', { name: 'Scanned just now' }))
    await list.findByText(/waiting to sync/)
    fakeApi(addLot, () => reply(lot({ name: 'Sea salt', quantity: 1, unit: 'each' }), { 'x-change-seq': '9' }, 201))
    connectivity.markOnline()
    await list.findByText(/^Added/)
  })

  test('queues a known ingredient on this device and can undo it', async () => {
    await open()
    await waitFor(() => expect(requests).toContain('GET /api/ingredients'))
    scanWithScanner()
    const list = within(await screen.findByRole('list', { name: 'Scanned just now' }))
    await list.findByText(/waiting to sync/)
    expect(currentSyncSession()?.outbox.pending()).toMatchObject([
      { words: 'Add Oats', state: 'waiting', request: { body: { ingredientId: oats.id, quantity: 750, unit: 'g', barcode: code } } },
    ])
    await screen.findByText('1 item scanned')
    await userEvent.click(list.getByRole('button', { name: 'Undo Oats' }))
    await list.findByText('Undone')
    // The change may have been sent, so the undo is queued behind it.
    expect(currentSyncSession()?.outbox.pending().slice(1)).toMatchObject([
      { words: 'Undo: Add Oats', after: currentSyncSession()?.outbox.pending()[0]?.id },
    ])
  })

  test('keeps an unknown code after leaving the page and looks it up when online', async () => {
    fakeApi(listIngredients, () => [])
    const { unmount } = await open()
    scanWithScanner()
    await screen.findByText('Offline. We’ll look it up when you’re back online.', {}, { timeout: 8000 })
    unmount()
    fakeApi(scanBarcode, () => unknown)
    await open()
    await screen.findByLabelText(`What is ${code}?`)
    expect(localStorage.getItem(`larder.unreachedCodes.${testHousehold}`)).toBeNull()
  })
})

test('releases the camera when the page is hidden and when it’s closed', async () => {
  HTMLMediaElement.prototype.play = () => new Promise(() => {})
  let openStreams = 0
  provideCamera(async () => {
    openStreams += 1
    const track = { stop: () => (openStreams -= 1), addEventListener: () => {} }
    return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream
  })
  const { unmount } = await open()
  const hide = (hidden: boolean) =>
    act(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    })
  await waitFor(() => expect(openStreams).toBe(1))
  hide(true)
  expect(openStreams).toBe(0)
  hide(false)
  await waitFor(() => expect(openStreams).toBe(1))
  unmount()
  expect(openStreams).toBe(0)
})

test('puts a known package on the shopping list in the list mode, and nothing for an unknown one', async () => {
  const listed: string[] = []
  const answers = [known, unknown]
  fakeApi(scanBarcode, () => answers.shift() ?? unknown)
  await showPage(
    () => (
      <AddToListContext value={({ name }) => void listed.push(name)}>
        <ScanPage />
      </AddToListContext>
    ),
    '/scan',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Start Camera' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'List' }))
  await scanWithScanner()
  await screen.findByText('On the shopping list')
  await scanWithScanner()
  await screen.findByText(/so nothing was added to the list/)
  expect(listed).toEqual(['Oats'])
  expect(requests.filter((one) => one.startsWith('POST /api/inventory'))).toEqual([])
})
