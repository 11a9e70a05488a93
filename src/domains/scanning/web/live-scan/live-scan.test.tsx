import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { getIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, getLot, useIngredient } from '#domains/inventory/contract.ts'
import { currentSyncSession, startOutbox } from '#platform/web/sync/sync-session.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient, lot } from '#tests/support/data/lots.ts'
import { type ScanResult, scanBarcode } from '../../contract/index.ts'
import { ScanPage } from '../pages/scan-page.tsx'

const code = '4006381333931'
const oats = ingredient({ name: 'Oats', defaultUnit: 'g', barcodes: [{ code, label: null, packQuantity: 750, packUnit: 'g' }] })
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
  scanId: null,
}
const unknown: ScanResult = { ...known, success: false, needsConfirmation: true, ingredient: null }

const setSecure = (isSecure: boolean) => Object.defineProperty(window, 'isSecureContext', { configurable: true, value: isSecure })
const lend = (getUserMedia: () => Promise<MediaStream>) =>
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(getIngredient, () => oats)
  setSecure(true)
  lend(() => Promise.reject(new DOMException('none', 'NotFoundError')))
})

const open = async () => {
  const page = await showPage(ScanPage, '/scan')
  await userEvent.click(await screen.findByRole('button', { name: 'Start Camera' }))
  await screen.findByRole('radio', { name: 'Use' })
  return page
}
const beep = () =>
  act(() => {
    for (const key of [...code, 'Enter']) fireEvent.keyDown(document.body, { key })
  })

test('a page on plain http says that the camera needs https, and keeps the other ways', async () => {
  setSecure(false)
  await showPage(ScanPage, '/scan')
  await screen.findByText(/The live camera needs HTTPS/)
  expect(screen.queryByRole('button', { name: 'Start Camera' })).toBeNull()
  screen.getByRole('button', { name: 'Upload Barcode Image' })
  screen.getByLabelText('Barcode number')
})

describe('without a camera', () => {
  test('it says so, and a hand scanner fills the tally: the pack goes in at once and comes out again', async () => {
    const put = lot({ name: 'Oats', quantity: 750, unit: 'g' })
    const bodies: unknown[] = []
    fakeApi(scanBarcode, () => known)
    fakeApi(addLot, ({ body }) => {
      bodies.push(body)
      return reply(put, { 'x-change-seq': '7' }, 201)
    })
    fakeApi(undoChange, () => reply({ seq: 8 }))
    fakeApi(getLot, () => ({ ...put, state: 'removed' as const }))
    await open()
    await screen.findByText(/No camera available/)
    beep()
    const tally = within(await screen.findByRole('list', { name: 'Scanned just now' }))
    await tally.findByText('Added 750 g')
    expect(bodies).toMatchObject([{ ingredientId: oats.id, quantity: 750, unit: 'g', barcode: code }])
    await screen.findByText('1 item scanned')
    await userEvent.click(tally.getByRole('button', { name: 'Undo Oats' }))
    await tally.findByText('Undone')
    expect(requests).toContain('POST /api/history/7/undo')
  })

  test('turned to Use it takes a pack out; what is short is said in its row', async () => {
    fakeApi(scanBarcode, () => known)
    fakeApi(useIngredient, ({ body }) =>
      body.quantity === 750 ? problem(409, 'not_enough', 'There isn’t that much left.') : reply([], {}),
    )
    await open()
    await userEvent.click(screen.getByRole('radio', { name: 'Use' }))
    beep()
    await screen.findByText('There isn’t that much left.')
  })

  test('a code nobody knows is named in its row, beside the next scan', async () => {
    fakeApi(scanBarcode, () => unknown)
    const names: unknown[] = []
    fakeApi(addLot, ({ body }) => {
      names.push(body.ingredient?.name, body.barcode)
      return reply(lot({ name: 'Sea salt', quantity: 1, unit: 'each' }), { 'x-change-seq': '9' }, 201)
    })
    await open()
    beep()
    await userEvent.type(await screen.findByLabelText(`What is ${code}?`), 'Sea salt{Enter}')
    await screen.findByText('Sea salt')
    expect(names).toEqual(['Sea salt', code])
  })
})

describe('without a network', () => {
  beforeEach(async () => {
    fakeApi(listIngredients, () => [oats])
    // Nobody answers: the browser throws, as without a network.
    fakeApi(scanBarcode, () => Promise.reject(new TypeError('no network')))
    fakeApi(addLot, () => Promise.reject(new TypeError('no network')))
    startOutbox('ada').connectivity.markOffline()
    await currentSyncSession()?.outbox.ready
  })

  test('a food whose code is known here waits on this device and can be taken back', async () => {
    await open()
    await waitFor(() => expect(requests).toContain('GET /api/ingredients'))
    beep()
    const tally = within(await screen.findByRole('list', { name: 'Scanned just now' }))
    await tally.findByText(/waiting to sync/)
    expect(currentSyncSession()?.outbox.pending()).toMatchObject([
      { words: 'Add Oats', state: 'waiting', request: { body: { ingredientId: oats.id, quantity: 750, unit: 'g', barcode: code } } },
    ])
    await screen.findByText('1 item scanned')
    await userEvent.click(tally.getByRole('button', { name: 'Undo Oats' }))
    await tally.findByText('Undone')
    // Nobody knows whether it went out: what takes it back waits behind it.
    expect(currentSyncSession()?.outbox.pending().slice(1)).toMatchObject([
      { words: 'Undo: Add Oats', after: currentSyncSession()?.outbox.pending()[0]?.id },
    ])
  })

  test('a code only the server could know is kept, also when the page is left, and looked up when there is one', async () => {
    fakeApi(listIngredients, () => [])
    const { unmount } = await open()
    beep()
    await screen.findByText('Offline. We’ll look it up when you’re back online.', {}, { timeout: 8000 })
    unmount()
    fakeApi(scanBarcode, () => unknown)
    await open()
    await screen.findByLabelText(`What is ${code}?`)
    expect(localStorage.getItem(`larder.unreachedCodes.${testHousehold}`)).toBeNull()
  })
})

test('the camera is given back when the page is hidden and when it is left', async () => {
  HTMLMediaElement.prototype.play = () => new Promise(() => {})
  let lent = 0
  lend(async () => {
    lent += 1
    const track = { stop: () => (lent -= 1), addEventListener: () => {} }
    return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream
  })
  const { unmount } = await open()
  const hide = (hidden: boolean) =>
    act(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    })
  await waitFor(() => expect(lent).toBe(1))
  hide(true)
  expect(lent).toBe(0)
  hide(false)
  await waitFor(() => expect(lent).toBe(1))
  unmount()
  expect(lent).toBe(0)
})
