import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getIngredient, type LocalizedFood, listIngredients, searchCommonFoods } from '#domains/ingredients/contract/index.ts'
import { listStores, type Store } from '#domains/stores/contract.ts'
import { setAtStore } from '#domains/stores/web/index.ts'
import { cache, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient, lot, statsOf } from '#tests/support/data/api-samples.ts'
import { addLot, inventoryStats, type NewLot } from '../../contract.ts'
import { AddItemPage } from './add-item-page.tsx'

const milk = ingredient({ name: 'Milk', aliases: ['Moo juice'] })
const mango: LocalizedFood = {
  key: 'mango',
  name: 'Mango',
  aliases: [],
  names: ['Mango', 'Mango', 'Mangue'],
  category: 'Produce',
  defaultUnit: 'each',
  defaultStorage: 'PANTRY',
  shelfLife: { pantryDays: 5, fridgeDays: 7, freezerDays: null, openedDays: null },
  conversions: [],
  source: 'USDA FoodKeeper',
}
let put: NewLot[]

beforeEach(() => {
  signIn()
  fakeHome()
  put = []
  fakeApi(listIngredients, () => [milk])
  fakeApi(searchCommonFoods, () => [mango])
  fakeApi(inventoryStats, () => statsOf([lot()]))
  fakeApi(addLot, ({ body }) => {
    const { id: _, ...told } = body
    put.push(told)
    return reply(lot({ name: body.ingredient?.name ?? 'Milk', quantity: body.quantity, unit: body.unit }), { 'X-Change-Seq': '3' }, 201)
  })
})

const show = (address = '/inventory/add') => showPage(AddItemPage, address)

test('adds a known ingredient with three taps: the field, its name, the button', async () => {
  await show()
  const user = userEvent.setup()
  await user.click(await screen.findByLabelText('Ingredient name'))
  await user.click(await screen.findByRole('option', { name: /Milk/ }))
  await user.click(screen.getByRole('button', { name: 'Add Item' }))
  await waitFor(() =>
    expect(put).toEqual([
      { ingredientId: milk.id, quantity: 1, unit: 'l', location: 'Fridge', storage: 'FRIDGE', isOpened: false, isShared: false },
    ]),
  )
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
})

test('suggests the locations of the items, then the household’s others', async () => {
  fakeHome({ locations: ['Basement', 'Fridge'] })
  await show()
  const suggested = async () => {
    const input = await screen.findByLabelText<HTMLInputElement>('Location')
    return [...(input.list?.options ?? [])].map(({ value }) => value)
  }
  await waitFor(async () => expect(await suggested()).toEqual(['Fridge', 'Basement']))
})

test('starts with what a scanned code says, which choosing an ingredient keeps', async () => {
  await show('/inventory/add?barcode=9506000134352&date=2027-08-05&dateKind=use_by&quantity=195&unit=g&price=2.99')
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  await screen.findByLabelText('Quantity')
  const said = () => [value('Quantity'), value('Unit'), value('Expiration date'), value('Date type'), value('Price paid')]
  expect(said()).toEqual(['195', 'g', '2027-08-05', 'use_by', '2.99'])
  expect(screen.getByLabelText('Price paid').closest('details')).toHaveProperty('open', true)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Ingredient name'), 'mango')
  await user.click(await screen.findByRole('option', { name: /Mango/ }))
  expect(said()).toEqual(['195', 'g', '2027-08-05', 'use_by', '2.99'])
})

test('suggests an ingredient once if the household has it under a name in another language', async () => {
  fakeApi(searchCommonFoods, () => [{ ...mango, key: 'milk', name: 'Milch', aliases: ['Milk', 'Lait'], names: ['Milk', 'Milch', 'Lait'] }])
  await show()
  await userEvent.type(await screen.findByLabelText('Ingredient name'), 'Milch')
  await screen.findByRole('option', { name: /Milk/ })
  expect(within(screen.getByRole('listbox', { name: 'Ingredients' })).getAllByRole('option')).toHaveLength(1)
})

test('fills the form from the built-in table, and names the source of the estimate', async () => {
  await show()
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Ingredient name'), 'man')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => screen.getByRole('option', { name: /Mango/ }))
  await user.click(screen.getByRole('option', { name: /Mango/ }))
  expect(screen.getByLabelText<HTMLInputElement>('Category').value).toBe('Produce')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Pantry' }).checked).toBe(true)
  screen.getByText(/keeps about 5 days in the pantry \(USDA FoodKeeper\)/)
  await user.click(screen.getByRole('radio', { name: 'Fridge' }))
  screen.getByText(/keeps about 7 days in the fridge/)
  await user.click(screen.getByRole('button', { name: 'Add Item' }))
  // The date stays empty: only the user enters a printed date, and the server makes the estimate.
  await waitFor(() =>
    expect(put[0]).toEqual({
      ingredient: { name: 'Mango', category: 'Produce' },
      quantity: 1,
      unit: 'each',
      storage: 'FRIDGE',
      isOpened: false,
      isShared: false,
    }),
  )
})

test('treats a changed name as another ingredient until one is chosen', async () => {
  await show()
  const user = userEvent.setup()
  await user.click(await screen.findByLabelText('Ingredient name'))
  await user.click(await screen.findByRole('option', { name: /Milk/ }))
  await user.type(screen.getByLabelText('Ingredient name'), ' chocolate')
  await user.click(screen.getByRole('button', { name: 'Add Item' }))
  await waitFor(() => expect(put[0]?.ingredient?.name).toBe('Milk chocolate'))
  expect(put[0]?.ingredientId).toBeUndefined()
})

test('finds ingredients by alias with the keyboard alone', async () => {
  await show()
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Ingredient name'), 'moo')
  await screen.findByRole('option', { name: /Milk/ })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByLabelText<HTMLInputElement>('Ingredient name').value).toBe('Milk')
  expect(screen.queryByRole('option', { name: /Milk/ })).toBeNull()
})

test('"Save and add another" clears the form, lists what was added, and focuses the name', async () => {
  await show()
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Ingredient name'), 'Rye bread')
  await user.click(screen.getByRole('button', { name: 'Save and add another' }))
  const list = await screen.findByRole('heading', { name: 'Just added' })
  expect(list).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Ingredient name').value).toBe('')
  expect(document.activeElement).toBe(screen.getByLabelText('Ingredient name'))
})

test('fills in the ingredient after a scan', async () => {
  fakeApi(getIngredient, () =>
    ingredient({ ...milk, barcodes: [{ code: '4006381333931', label: null, packQuantity: 0.75, packUnit: 'l', packName: null }] }),
  )
  await show(`/inventory/add?ingredient=${milk.id}&barcode=4006381333931`)
  expect((await screen.findByLabelText<HTMLInputElement>('Ingredient name')).value).toBe('Milk')
  expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('0.75')
  await userEvent.click(screen.getByRole('button', { name: 'Add Item' }))
  await waitFor(() => expect(put[0]).toMatchObject({ ingredientId: milk.id, barcode: '4006381333931', quantity: 0.75 }))
})

test('keeps typed values when the scanned ingredient fails to reload', async () => {
  fakeApi(getIngredient, () => milk)
  await show(`/inventory/add?ingredient=${milk.id}`)
  const quantity = await screen.findByLabelText<HTMLInputElement>('Quantity')
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '7')
  fakeApi(getIngredient, () => problem(404, 'not_found', 'Not found.'))
  await act(async () => {
    await cache.refetchQueries({ queryKey: queryKeyOf(getIngredient) })
    // The screen updates a moment later.
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
  expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('7')
})

test('keeps a typed amount when its unit changes to an own unit and back, and a filled-in one until then', async () => {
  const can = { name: 'can', quantity: 400, unit: 'g' } as const
  const beans = ingredient({ name: 'Beans', defaultUnit: 'g', ownUnits: [can] })
  fakeApi(getIngredient, () => beans)
  fakeApi(listIngredients, () => [beans])
  await show(`/inventory/add?ingredient=${beans.id}`)
  const user = userEvent.setup()
  const quantity = await screen.findByLabelText<HTMLInputElement>('Quantity')
  const choose = async (unit: string) => {
    await user.selectOptions(screen.getByLabelText('Unit'), unit)
    return quantity.value
  }
  await screen.findByRole('option', { name: /^can / })
  expect(await choose('can (400 g)')).toBe('500')
  await user.clear(quantity)
  await user.type(quantity, '3')
  expect(await choose('g')).toBe('1200')
  expect(await choose('kg')).toBe('1200')
  expect(await choose('g')).toBe('1200')
  expect(await choose('can (400 g)')).toBe('3')
})

test('asks for the name of an unknown barcode, and sends the barcode along', async () => {
  await show('/inventory/add?barcode=5901234123457')
  await screen.findByText(/We don’t recognize this barcode yet\. Name it once and we’ll remember it\./)
  await userEvent.type(screen.getByLabelText('Ingredient name'), 'Kefir')
  await userEvent.click(screen.getByRole('button', { name: 'Add Item' }))
  await waitFor(() => expect(put[0]).toMatchObject({ ingredient: { name: 'Kefir' }, barcode: '5901234123457' }))
})

test('reports an error at its field without sending anything', async () => {
  await show()
  const user = userEvent.setup()
  await user.clear(await screen.findByLabelText('Quantity'))
  await user.type(screen.getByLabelText('Quantity'), 'some')
  await user.click(screen.getByRole('button', { name: 'Add Item' }))
  await screen.findByText('Enter a number.')
  expect(screen.getByLabelText('Quantity').getAttribute('aria-invalid')).toBe('true')
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
})

test('shows the server’s error at its field', async () => {
  fakeApi(addLot, () =>
    problem(422, 'invalid', 'Check the price.', { fields: [{ path: 'purchasePrice', message: 'Use at most two decimal places.' }] }),
  )
  await show()
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Ingredient name'), 'Kefir')
  await user.click(screen.getByRole('button', { name: 'Add Item' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Check the price.')
})

test('retries with the same idempotency key, and uses a new one after an edit or a success', async () => {
  const acts: string[] = []
  let arrives = false
  fakeApi(addLot, ({ body, headers }) => {
    acts.push(`${body.id} ${headers.get('Idempotency-Key')}`)
    return arrives ? reply(lot({ name: 'Rye bread' }), {}, 201) : new Response('<p>Sign in to this network</p>')
  })
  await show()
  const user = userEvent.setup()
  const add = async () => {
    const before = acts.length
    await user.click(screen.getByRole('button', { name: 'Save and add another' }))
    await waitFor(() => expect(acts).toHaveLength(before + 1))
    await waitFor(() => screen.getByText(arrives ? 'Just added' : /The response didn’t come from Larder|Couldn’t add/))
  }
  await user.type(await screen.findByLabelText('Ingredient name'), 'Rye')
  await add()
  await add()
  await user.type(screen.getByLabelText('Ingredient name'), ' bread')
  await add()
  arrives = true
  await add()
  await user.type(screen.getByLabelText('Ingredient name'), 'Rye bread')
  await add()
  const [first, again, edited, arrived, next] = acts
  expect(again).toBe(first)
  expect(edited).not.toBe(first)
  expect(arrived).toBe(edited)
  expect(new Set([first, edited, next].flatMap((one) => one?.split(' '))).size).toBe(6)
})

test('tells a viewer why there is no form', async () => {
  fakeHome({ role: 'VIEWER' })
  await show()
  await screen.findByText('You have view-only access')
  expect(within(document.body).queryByLabelText('Ingredient name')).toBeNull()
})

const [marketId, bakeryId] = ['22222222-2222-4222-8222-222222222221', '22222222-2222-4222-8222-222222222222']
const store = (id: string, name: string): Store => ({
  id,
  name,
  place: 0,
  aisles: { arranged: [], pairs: [] },
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
})
async function addMilk(price: string, button: 'Add Item' | 'Save and add another' = 'Add Item') {
  const user = userEvent.setup()
  await user.click(await screen.findByLabelText('Ingredient name'))
  await user.click(await screen.findByRole('option', { name: /Milk/ }))
  if (price !== '') await user.type(screen.getByLabelText('Price paid'), price)
  await user.click(screen.getByRole('button', { name: button }))
}

test('a price is that of the store where this device is, until another is chosen, also for the next item', async () => {
  fakeApi(listStores, () => [store(marketId, 'Market'), store(bakeryId, 'Bakery')])
  setAtStore(marketId)
  await show()
  await waitFor(() => expect(requests).toContain('GET /api/stores'))
  expect(screen.queryByLabelText('Store')).toBeNull()
  await userEvent.type(await screen.findByLabelText('Price paid'), '2')
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Store').selectedOptions[0]?.text).toBe('Market'))
  await addMilk('', 'Save and add another')
  await waitFor(() => expect(put).toHaveLength(1))
  await userEvent.type(screen.getByLabelText('Price paid'), '3')
  await userEvent.selectOptions(await screen.findByLabelText('Store'), 'Bakery')
  await addMilk('', 'Save and add another')
  await waitFor(() => expect(put).toHaveLength(2))
  await addMilk('4', 'Save and add another')
  await waitFor(() => expect(put).toHaveLength(3))
  await addMilk('')
  await waitFor(() => expect(put.map((lot) => lot.storeId)).toEqual([marketId, bakeryId, bakeryId, undefined]))
})

test('a price is that of the trip’s store if this device is at none', async () => {
  fakeApi(listStores, () => [store(marketId, 'Market'), store(bakeryId, 'Bakery')])
  setAtStore(null)
  await showPage(() => <AddItemPage tripStoreId={bakeryId} />, '/inventory/add')
  await addMilk('2')
  await waitFor(() => expect(put).toMatchObject([{ purchasePrice: 2, storeId: bakeryId }]))
})

test('a price without a store names none', async () => {
  fakeApi(listStores, () => [store(marketId, 'Market')])
  setAtStore(marketId)
  await show()
  await userEvent.type(await screen.findByLabelText('Price paid'), '2')
  await userEvent.selectOptions(await screen.findByLabelText('Store'), 'Another store')
  await addMilk('')
  await waitFor(() => expect(put).toHaveLength(1))
  expect(put[0]?.storeId).toBeUndefined()
})
