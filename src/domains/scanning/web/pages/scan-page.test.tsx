import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currentLocation } from '#platform/web/ui/browser-location.ts'
import { fakeApi, problem, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { confirmScan, imageTooLargeBytes, readReceiptPhoto, type ScanResult, scanBarcode, scanPhoto } from '../../contract.ts'
import { ScanPage } from './scan-page.tsx'

const milk = { id: '00000000-0000-4000-8000-000000000001', name: 'Milk' }
const known: ScanResult = {
  success: true,
  needsConfirmation: false,
  error: null,
  method: 'barcode_lookup',
  confidence: 0.97,
  extractedText: null,
  ingredient: milk,
  barcode: '4006381333931',
  barcodes: ['4006381333931'],
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
const nothing: ScanResult = {
  ...known,
  success: false,
  needsConfirmation: true,
  error: 'Could not recognize the item',
  method: 'photo_recognition',
  confidence: 0,
  ingredient: null,
  barcode: null,
  barcodes: [],
}
const unknown: ScanResult = { ...known, success: false, confidence: 0, ingredient: null, extractedText: '4006381333931' }

beforeEach(() => {
  signIn()
  fakeHome()
  // jsdom doesn't display pictures.
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => {}
})

const show = (address = '/scan') => showPage(ScanPage, address)
const picture = (part: { type?: string; size?: number } = {}) => {
  const file = new File(['x'], 'milk.png', { type: part.type ?? 'image/png' })
  if (part.size !== undefined) Object.defineProperty(file, 'size', { value: part.size })
  return file
}
const openDialog = async (name = 'Upload Barcode Image') => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Choose File'), { target: { files: [file] } })

describe('a picture shared by another app', () => {
  const store = (content: string | null) => {
    const stored = () => (content === null ? undefined : new Response(content, { headers: { 'Content-Type': 'image/png' } }))
    Object.assign(globalThis, { caches: { match: async () => stored(), delete: async () => true } })
  }
  afterEach(() => Reflect.deleteProperty(globalThis, 'caches'))

  test.each([
    ['A barcode', 'Scan Barcode'],
    ['A product', 'Photo Recognition'],
  ])('is recognized as %s', async (answer, title) => {
    store('x')
    fakeApi(scanPhoto, () => nothing)
    await show('/scan?shared')
    const question = within(await screen.findByRole('dialog', { name: 'What does the picture show?' }))
    await userEvent.click(question.getByRole('button', { name: answer }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await dialog.findByRole('img', { name: 'Your selection' })
    await userEvent.click(dialog.getByRole('button', { name: 'Process Image' }))
    await dialog.findByText('Could not recognize the item')
  })

  test('is read as a receipt at once', async () => {
    store('x')
    fakeApi(readReceiptPhoto, () => problem(422, 'unreadable', 'This is no receipt.'))
    await show('/scan?shared')
    await userEvent.click(await screen.findByRole('button', { name: 'A receipt' }))
    await within(await screen.findByRole('dialog', { name: 'Receipt' })).findByText('This is no receipt.')
  })

  test('that is gone leaves the page as it is', async () => {
    store(null)
    await show('/scan?shared')
    await screen.findByRole('button', { name: 'Upload Receipt' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a picture', () => {
  test('of a wrong type is rejected before upload, with the spec’s sentence', async () => {
    await show()
    const dialog = await openDialog()
    choose(picture({ type: 'image/gif' }))
    expect(dialog.getByRole('alert').textContent).toBe('Please select a valid image file (JPEG, PNG, or WebP)')
    expect(dialog.queryByRole('button', { name: 'Process Image' })).toBeNull()
  })

  test('of 10 MB is rejected before upload; one byte less is accepted', async () => {
    await show()
    const dialog = await openDialog()
    choose(picture({ size: imageTooLargeBytes }))
    expect(dialog.getByRole('alert').textContent).toBe('File size must be less than 10MB')
    choose(picture({ size: imageTooLargeBytes - 1 }))
    await dialog.findByRole('button', { name: 'Process Image' })
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })

  test('can be dropped on the dialog, and Change Image starts over', async () => {
    await show()
    const dialog = await openDialog('Upload Product Photo')
    fireEvent.drop(dialog.getByText(/Drag and drop/), { dataTransfer: { files: [picture()] } })
    await userEvent.click(await dialog.findByRole('button', { name: 'Change Image' }))
    dialog.getByLabelText('Choose File')
  })

  test('leads to the add form with the recognized ingredient', async () => {
    const sent: FormDataEntryValue[] = []
    fakeApi(scanPhoto, ({ body }) => {
      if (body instanceof FormData) sent.push(...body.getAll('image'))
      return known
    })
    await show()
    const dialog = await openDialog()
    choose(picture())
    await userEvent.click(await dialog.findByRole('button', { name: 'Process Image' }))
    await waitFor(() => expect(location.pathname).toBe('/inventory/add'))
    expect(currentLocation().search).toEqual({ ingredient: milk.id, barcode: '4006381333931' })
    expect(sent).toHaveLength(1)
  })

  test('offers to name a code that is new, without an error', async () => {
    fakeApi(scanPhoto, () => unknown)
    await show()
    const dialog = await openDialog()
    choose(picture())
    await userEvent.click(await dialog.findByRole('button', { name: 'Process Image' }))
    const name = await dialog.findByRole('link', { name: 'Name this product' })
    expect(name.getAttribute('href')).toContain('/inventory/add?barcode=')
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  test('shows when nothing is recognized', async () => {
    fakeApi(scanPhoto, () => ({ ...unknown, barcode: null }))
    await show()
    const dialog = await openDialog()
    choose(picture())
    await userEvent.click(await dialog.findByRole('button', { name: 'Process Image' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Could not recognize the item')
  })

  test('shows an error when the request fails', async () => {
    fakeApi(scanPhoto, () => problem(500, 'internal', 'Something went wrong.'))
    await show()
    const dialog = await openDialog()
    choose(picture())
    await userEvent.click(await dialog.findByRole('button', { name: 'Process Image' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to process image')
  })
})

describe('a result that needs confirmation', () => {
  const doubtful: ScanResult = {
    ...known,
    method: 'photo_recognition',
    needsConfirmation: true,
    confidence: 0.62,
    extractedText: 'x'.repeat(140),
  }
  const confirming = async (result = doubtful) => {
    fakeApi(scanBarcode, () => result)
    const page = await show()
    await userEvent.type(await screen.findByLabelText('Barcode number'), '4006381333931')
    await userEvent.click(screen.getByRole('button', { name: 'Look up' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Item' }))
    return { ...page, dialog }
  }

  test('shows its name, percentage and the first 100 characters, and can be confirmed', async () => {
    const { dialog } = await confirming()
    dialog.getByText('Milk')
    dialog.getByText('62% confidence')
    expect(dialog.getByText(/^x+$/).textContent).toHaveLength(100)
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(currentLocation().search).toMatchObject({ ingredient: milk.id }))
  })

  test('opens the add form with the guess on Edit', async () => {
    const { dialog } = await confirming()
    await userEvent.click(dialog.getByRole('button', { name: 'Edit' }))
    await waitFor(() => expect(location.pathname).toBe('/inventory/add'))
    expect(currentLocation().search).toMatchObject({ ingredient: milk.id, edit: 'name' })
  })

  test('opens the add form with the name if it’s new to the household', async () => {
    const { dialog } = await confirming({
      ...doubtful,
      ingredient: null,
      alternatives: [{ id: null, name: 'Peanut butter', confidence: 0.6 }],
    })
    dialog.getByText('Peanut butter')
    dialog.getByText('New to your household')
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(currentLocation().search).toEqual({ barcode: '4006381333931', name: 'Peanut butter' }))
  })

  test('can be replaced with an alternative', async () => {
    const { dialog } = await confirming({ ...doubtful, alternatives: [{ id: null, name: 'Kefir', confidence: 0.2 }] })
    await userEvent.click(dialog.getByRole('button', { name: 'Kefir' }))
    await waitFor(() => expect(currentLocation().search).toMatchObject({ name: 'Kefir' }))
  })
})

describe('learning from a photo', () => {
  const scanId = `sealed-${'x'.repeat(20)}-a-scan-of-quince`
  const seen: ScanResult = { ...known, method: 'photo_recognition', barcode: null, barcodes: [], scanId, needsConfirmation: true }
  const upload = async (result: ScanResult) => {
    fakeApi(scanPhoto, () => result)
    const confirmed: string[] = []
    fakeApi(confirmScan, ({ body }) => {
      expect(body.scanId).toBe(scanId)
      confirmed.push(body.ingredientId)
      return { learned: true }
    })
    const page = await show()
    const dialog = await openDialog('Upload Product Photo')
    choose(picture())
    await userEvent.click(await dialog.findByRole('button', { name: 'Process Image' }))
    return { ...page, confirmed }
  }
  const confirmation = async () => within(await screen.findByRole('dialog', { name: 'Confirm Item' }))

  test('confirms the photo', async () => {
    const { confirmed } = await upload(seen)
    await userEvent.click((await confirmation()).getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(confirmed).toEqual([milk.id]))
    await waitFor(() => expect(currentLocation().search).toEqual({ ingredient: milk.id, scan: scanId.slice(-16) }))
  })

  test('confirms an alternative the user chose', async () => {
    const kefir = { id: '00000000-0000-4000-8000-000000000002', name: 'Kefir', confidence: 0.3 }
    const { confirmed } = await upload({ ...seen, alternatives: [kefir] })
    await userEvent.click((await confirmation()).getByRole('button', { name: 'Kefir' }))
    await waitFor(() => expect(confirmed).toEqual([kefir.id]))
  })

  test('waits for the form if the result is edited or unknown', async () => {
    const offer = { id: null, name: 'Quince', confidence: 0.3 }
    const { confirmed } = await upload({ ...nothing, scanId, alternatives: [offer] })
    const dialog = within(await screen.findByRole('dialog'))
    const offered = await dialog.findByRole('link', { name: 'Quince' })
    expect(offered.getAttribute('href')).toBe(`/inventory/add?scan=${scanId.slice(-16)}&name=Quince&edit=name`)
    await userEvent.click(dialog.getByRole('link', { name: 'Name this product' }))
    await waitFor(() => expect(currentLocation().search).toEqual({ scan: scanId.slice(-16) }))
    expect(confirmed).toEqual([])
  })
})

describe('recent scans', () => {
  test('show the last five of this user and household after a reload', async () => {
    fakeApi(scanBarcode, ({ body }) => ({
      ...known,
      ingredient: { id: body.code, name: `Food ${body.code.slice(-1)}` },
      barcode: body.code,
    }))
    for (const last of [1, 2, 3, 4, 5, 6]) {
      const { unmount } = await show()
      await userEvent.type(await screen.findByLabelText('Barcode number'), `400638133393${last}{Enter}`)
      await waitFor(() => expect(location.pathname).toBe('/inventory/add'))
      unmount()
    }
    await show()
    await screen.findByText('Recent Scans')
    expect(screen.getAllByText(/^Food \d$/).map((name) => name.textContent)).toEqual(['Food 6', 'Food 5', 'Food 4', 'Food 3', 'Food 2'])
    expect(screen.getAllByText('barcode scan, 97% confidence')).toHaveLength(5)
    expect(screen.getByRole('link', { name: 'Add Again: Food 6' }).getAttribute('href')).toContain('ingredient=')
    expect(localStorage.getItem(`larder.recentScans.ada.${testHousehold}`)).not.toBeNull()
  })
})

test('reads a hardware scanner anywhere on the page', async () => {
  const lookedUp: string[] = []
  fakeApi(scanBarcode, ({ body }) => {
    lookedUp.push(body.code)
    return unknown
  })
  await show()
  await screen.findByLabelText('Barcode number')
  act(() => {
    for (const key of [...'4006381333931', 'Enter']) fireEvent.keyDown(document.body, { key })
  })
  await screen.findByRole('link', { name: 'Name this product' })
  expect(lookedUp).toEqual(['4006381333931'])
})

test('tells a viewer why scanning isn’t available', async () => {
  fakeHome({ role: 'VIEWER' })
  await show()
  await screen.findByText('You have view-only access')
})
