import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as places from '#domains/places/contract.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, lot, statsOf } from '#tests/support/data/api-samples.ts'
import { bulkEditLots, inventoryStats, type Lot, listLots } from '../../contract.ts'
import { PlacesPage } from './places-page.tsx'

const place = (name: string, part: Partial<places.Place> = {}): places.Place => ({
  id: `018f0000-0000-7000-8000-0000000000${String(name.length).padStart(2, '0')}`,
  name,
  position: 0,
  storage: null,
  picture: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...part,
})

let named: places.Place[]
let stock: Lot[]
beforeEach(() => {
  signIn()
  fakeHome({ locations: ['Cellar', 'Cupboard'] })
  named = [place('Cellar', { storage: 'FRIDGE' }), place('Cupboard', { position: 1, storage: 'PANTRY' })]
  stock = [lot({ name: 'Rice', location: 'Cupboard', storage: 'PANTRY' }), lot({ name: 'Oil', location: 'Garage', storage: 'PANTRY' })]
  fakeApi(places.listPlaces, () => named)
  fakeApi(inventoryStats, () => statsOf(stock))
  fakeApi(listLots, ({ query }) => stock.filter(({ location }) => location === query.location))
})

const open = () =>
  showPage(
    () => (
      <>
        <PlacesPage />
        <Toasts />
      </>
    ),
    '/places',
  )
const rows = async () => within(await screen.findByRole('list', { name: 'Places' })).getAllByRole('listitem')
const texts = async () => (await rows()).map((row) => within(row).getByRole('link').textContent)
const choose = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `More for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
  return within(await screen.findByRole('dialog'))
}

test('lists places in order with how cold they are and their items, then other locations', async () => {
  open()
  await waitFor(async () => expect(await texts()).toEqual(['CellarFridge · Empty', 'CupboardPantry · 1 item', 'Garage1 item']))
})

test('renames a place, and one that only an item names', async () => {
  const changed = vi.fn()
  fakeApi(places.changePlace, ({ body, params }) => {
    changed(params.id, body)
    return place('Larder shelf')
  })
  fakeApi(places.addPlace, ({ body }) => {
    changed(body)
    return place('Shed')
  })
  open()
  const dialog = await choose('Cupboard', 'Edit place')
  await userEvent.clear(dialog.getByLabelText('Name'))
  await userEvent.type(dialog.getByLabelText('Name'), 'cellar')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/There’s already a place with that name/)).toBeDefined()
  await userEvent.clear(dialog.getByLabelText('Name'))
  await userEvent.type(dialog.getByLabelText('Name'), 'Larder shelf')
  await userEvent.selectOptions(dialog.getByLabelText('How cold it is'), 'Freezer')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Renamed to Larder shelf')).toBeDefined()
  expect(changed).toHaveBeenCalledWith(named[1]?.id, { name: 'Larder shelf', storage: 'FREEZER' })
  const other = await choose('Garage', 'Edit place')
  await userEvent.clear(other.getByLabelText('Name'))
  await userEvent.type(other.getByLabelText('Name'), 'Shed')
  await userEvent.click(other.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(changed).toHaveBeenCalledWith({ id: expect.any(String), name: 'Shed', storage: null, from: 'Garage' }))
})

test('arranges places with the keyboard, which makes other locations places', async () => {
  const arranged = vi.fn()
  fakeApi(places.arrangePlaces, ({ body }) => {
    arranged(body.places.map(({ name }) => name))
    return named
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Arrange' }))
  ;(await screen.findByRole('button', { name: 'Move Garage up' })).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(arranged).toHaveBeenCalledWith(['Cellar', 'Garage', 'Cupboard']))
})

test('moves everything to another place, whose storage the items get', async () => {
  const edited = vi.fn()
  fakeApi(bulkEditLots, ({ body }) => {
    edited(body)
    return { lots: [], skipped: [] }
  })
  open()
  const dialog = await choose('Cupboard', 'Move everything')
  await userEvent.selectOptions(dialog.getByLabelText('From Cupboard to'), 'Cellar')
  expect(dialog.getByText('Their storage becomes Fridge.')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('Moved 1 item')).toBeDefined()
  expect(edited).toHaveBeenCalledWith({ ids: [stock[0]?.id], edit: { do: 'move', location: 'Cellar', storage: 'FRIDGE' } })
})

test('removes an empty place, and offers to empty another one first', async () => {
  fakeApi(places.removePlace, ({ params }) => {
    named = named.filter(({ id }) => id !== params.id)
    fakeHome({ locations: ['Cupboard'] })
    return undefined
  })
  open()
  const full = await choose('Cupboard', 'Remove')
  expect(full.getByText(/It still holds 1 item/)).toBeDefined()
  await userEvent.click(full.getByRole('button', { name: 'Move everything' }))
  expect(await screen.findByLabelText('From Cupboard to')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  const empty = await choose('Cellar', 'Remove')
  await userEvent.click(empty.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Removed Cellar')).toBeDefined()
  await waitFor(async () => expect(await texts()).toEqual(['CupboardPantry · 1 item', 'Garage1 item']))
})

test('says why something couldn’t be saved', async () => {
  fakeApi(places.arrangePlaces, () => problem(409, 'too_many', 'That’s too many places. Remove one first.'))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Arrange' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Move Cellar down' }))
  expect(await screen.findByText('That’s too many places. Remove one first.')).toBeDefined()
})

test('says that nothing is there yet', async () => {
  named = []
  stock = []
  fakeHome()
  open()
  expect(await screen.findByText('No places yet')).toBeDefined()
})
