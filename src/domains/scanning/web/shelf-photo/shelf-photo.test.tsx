import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, lot } from '#tests/support/data/api-samples.ts'
import { readShelfPhoto, type SeenFood } from '../../contract.ts'
import ShelfPhoto from './shelf-photo.tsx'

beforeEach(() => {
  signIn()
  fakeHome()
})

const rice = lot({ name: 'Rice', quantity: 2 })
const milk = lot({ name: 'Milk', quantity: 1 })
const otherMilk = { ...lot({ name: 'Milk', quantity: 3 }), ingredient: milk.ingredient }
const seenAs = ({ ingredient }: typeof rice, evidence: SeenFood['evidence'], confidence: number): SeenFood => ({
  ingredientId: ingredient.id,
  name: ingredient.name,
  barcode: null,
  evidence,
  confidence,
})
const lots = [rice, milk, otherMilk]

/** The shelf check's part: items stay in the list once they are checked. */
function Shelf() {
  const [checked, setChecked] = useState<readonly string[]>([])
  return (
    <ShelfPhoto
      place="Pantry"
      lots={lots}
      isChecked={({ id }) => checked.includes(id)}
      onConfirm={(seen) => setChecked([...checked, ...seen.map(({ id }) => id)])}
    />
  )
}
const takePhoto = () => {
  const input = document.querySelector('input[type=file]')
  if (input) fireEvent.change(input, { target: { files: [new File(['x'], 'shelf.png', { type: 'image/png' })] } })
}

test('ticks what is plain, and never lists what was confirmed as not recorded, even in a second photo', async () => {
  const user = userEvent.setup()
  fakeApi(readShelfPhoto, () => ({
    seen: [seenAs(rice, 'print', 0.7), seenAs(milk, 'barcode', 0.99)],
    unknownBarcodes: ['3017620422003'],
    isComplete: true,
  }))
  await showPage(Shelf, '/')
  await screen.findByText('Check by photo')
  takePhoto()
  await screen.findByText(/The photo shows 3 of 3 items/)
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect([box(/^Rice, 2/).checked, box(/^Milk, 1/).checked, box(/^Milk, 3/).checked]).toEqual([true, false, false])
  await user.click(box(/^Milk, 1/))
  await user.click(screen.getByRole('button', { name: 'Confirm 2 items' }))
  expect(document.activeElement?.textContent).toMatch(/^The photo shows/)

  takePhoto()
  await screen.findByText('Take another photo')
  await screen.findByText('In the photo')
  const others = within(screen.getByText('Perhaps also here, but not recorded').parentElement ?? document.body)
  expect(others.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual(['Add Barcode 3017620422003'])
  // Either may be the one that is left.
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false])
})

test('leaves no old result next to a photo that shows nothing or can’t be read', async () => {
  let answer: () => ReturnType<Parameters<typeof fakeApi<typeof readShelfPhoto>>[1]> = () => ({
    seen: [seenAs(rice, 'print', 0.7)],
    unknownBarcodes: [],
    isComplete: true,
  })
  fakeApi(readShelfPhoto, () => answer())
  await showPage(Shelf, '/')
  await screen.findByText('Check by photo')
  takePhoto()
  await screen.findByText('In the photo')
  answer = () => ({ seen: [], unknownBarcodes: [], isComplete: true })
  takePhoto()
  await screen.findByText(/Couldn’t make out anything/)
  expect(screen.queryByText('In the photo')).toBeNull()
  answer = () => problem(503, 'scanner_busy', 'Too many pictures are being scanned. Try again in a moment.')
  takePhoto()
  await screen.findByText(/Try again in a moment/)
})
