import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { provisionalId } from '#domains/ingredients/rules/provisional-id.ts'
import * as inventory from '#domains/inventory/contract.ts'
import { lotById } from '#domains/inventory/rules/local-lots.ts'
import { createUseIntent } from '#domains/inventory/web/api/create-use-intent.ts'
import { type LotEdit, type LotIntent, oppositeOf } from '#domains/inventory/web/api/pending-lot-actions.ts'
import { pendingLotChange } from '#domains/inventory/web/api/pending-lot-changes.ts'
import { addPlace } from '#domains/places/contract.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { openDevice } from '#tests/support/server/synced-copy.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()

async function kitchen(): Promise<Person> {
  const [ana] = (await createPeople(testApp(), 1)) as [Person]
  await testApp().household(ana)
  return ana
}

/** What this device shows with actions that wait. */
async function deviceOf(person: Person, ...intents: LotIntent[]) {
  const { tables, context } = await openDevice(person)
  const author = { at: context.now.toISOString(), user: person.userId }
  tables.setPending(intents.map((intent) => pendingLotChange({ intent, ...author }, context.today)))
  return (id: string) => lotById(tables, id, context)
}

/** Leaves out what only the server gives: versions and times. */
const shownOf = (lot: inventory.Lot | undefined) =>
  lot && { ...lot, version: 0, updatedAt: '', createdAt: '', confirmedAt: lot.confirmedAt !== null }

const milk = {
  ingredient: { name: 'Milk' },
  quantity: 3,
  unit: 'l',
  purchasePrice: 2,
  expirationDate: '2031-01-20',
  dateKind: 'use_by',
} as const
const edits: Record<string, LotEdit> = {
  'its fields': { quantity: 2.5, unit: 'gal', isShared: true, purchasePrice: 3.99 },
  'its date': { expirationDate: '2031-02-01', dateKind: 'best_before' },
  'to no date': { expirationDate: null, dateKind: null },
  'as opened': { isOpened: true },
  'into the freezer': { storage: 'FREEZER', location: 'Freezer' },
  'into the freezer with another date': { storage: 'FREEZER', location: 'Chest', expirationDate: '2031-03-01', dateKind: 'estimate' },
}

it.each(Object.entries(edits))('shows a lot edited on the device as the server does: %s', async (_, change) => {
  const ana = await kitchen()
  const lot = await ana.must(inventory.addLot, { body: milk })
  const shown = await deviceOf(ana, { do: 'edit', lotId: lot.id, to: change, from: {} })
  const saved = await ana.must(inventory.changeLot, { params: { id: lot.id }, body: change })
  expect(shownOf(shown(lot.id))).toEqual(shownOf(saved))
})

const openedRules = {
  'to the fridge': { openedStorage: 'FRIDGE' },
  'to a cold place': { openedLocation: 'drinks drawer' },
  'to a place whose name says how cold it is': { openedLocation: 'Chest freezer' },
  'to the freezer, at a place': { openedStorage: 'FREEZER', openedLocation: 'drinks drawer' },
  nowhere: {},
} as const

it.each(Object.entries(openedRules))('shows a lot that goes %s once opened as the server does, and its undo', async (_, rule) => {
  const ana = await kitchen()
  await ana.must(addPlace, { body: { name: 'Drinks drawer', storage: 'FRIDGE' } })
  const life = { pantryDays: 90, fridgeDays: 30, freezerDays: 200, openedDays: 5 }
  const { id: ingredientId } = await ana.must(addIngredient, { body: { name: 'Milk', shelfLife: life, ...rule } })
  const { ingredient: _name, ...fields } = milk
  for (const isUse of [false, true]) {
    const body = { ...fields, ingredientId, storage: 'PANTRY' as const, location: 'Cupboard' }
    const lot = await ana.must(inventory.addLot, { body })
    const params = { id: lot.id }
    const intent: LotIntent = isUse ? createUseIntent(lot, 1) : { do: 'open', lotId: lot.id }
    const shown = await deviceOf(ana, intent)
    const sent = isUse ? await ana.call(inventory.useLot, { params, body: { quantity: 1 } }) : await ana.call(inventory.openLot, { params })
    expect(shownOf(shown(lot.id))).toEqual(shownOf(sent.body as inventory.Lot))
    const undone = await deviceOf(ana, oppositeOf(intent, lot))
    await ana.must(undoChange, { params: { seq: Number(sent.headers['x-change-seq']) } })
    const { location, storage, isOpened, quantity } = await ana.must(inventory.getLot, { params })
    expect(undone(lot.id)).toMatchObject({ location, storage, isOpened, quantity })
    expect({ location, storage }).toEqual({ location: 'Cupboard', storage: 'PANTRY' })
  }
})

it('shows a count and both parts of a split lot as the server does', async () => {
  const ana = await kitchen()
  const lot = await ana.must(inventory.addLot, { body: milk })
  const params = { id: lot.id }
  const counted = await deviceOf(ana, { do: 'edit', lotId: lot.id, to: { quantity: 2 }, from: {} })
  const correct = await ana.must(inventory.correctLot, { params, body: { quantity: 2 } })
  expect(shownOf(counted(lot.id))).toEqual(shownOf(correct))
  const partId = randomUUID()
  const split = await deviceOf(ana, { do: 'split', lotId: lot.id, partId, quantity: 0.5 })
  const part = await ana.must(inventory.splitLot, { params, body: { quantity: 0.5, id: partId } })
  expect(part.id).toBe(partId)
  expect(shownOf(split(partId))).toEqual(shownOf(part))
  expect(shownOf(split(lot.id))).toEqual(shownOf(await ana.must(inventory.getLot, { params })))
})

it('shares the price of a partly used and counted lot as the server does', async () => {
  const ana = await kitchen()
  const { id } = await ana.must(inventory.addLot, { body: { ...milk, purchasePrice: 3.5 } })
  const params = { id }
  await ana.must(inventory.useLot, { params, body: { quantity: 1 } })
  const partId = randomUUID()
  const counted: LotIntent = { do: 'edit', lotId: id, to: { quantity: 1.9 }, from: {} }
  const shown = await deviceOf(ana, counted, { do: 'split', lotId: id, partId, quantity: 0.7 })
  await ana.must(inventory.correctLot, { params, body: { quantity: 1.9 } })
  const part = await ana.must(inventory.splitLot, { params, body: { quantity: 0.7, id: partId } })
  expect(shownOf(shown(partId))).toEqual(shownOf(part))
  expect(shownOf(shown(id))).toEqual(shownOf(await ana.must(inventory.getLot, { params })))
})

it('opens a measured lot used in part as the server does, and undoing that seals it again', async () => {
  const ana = await kitchen()
  const sauce = await ana.must(addIngredient, {
    body: { name: 'Sauce', shelfLife: { pantryDays: 90, fridgeDays: 30, freezerDays: null, openedDays: 5 } },
  })
  const added = await ana.must(inventory.addLot, { body: { ingredientId: sauce.id, quantity: 2, unit: 'l' } })
  const intent = createUseIntent(added, 0.25)
  const used = await deviceOf(ana, intent)
  const { body: saved, headers } = await ana.call(inventory.useLot, { params: { id: added.id }, body: { quantity: 0.25 } })
  expect(saved).toMatchObject({ quantity: 1.75, isOpened: true, expirationReason: 'Opened today, keeps 5 days' })
  expect(shownOf(used(added.id))).toEqual(shownOf(saved as inventory.Lot))
  const undone = await deviceOf(ana, oppositeOf(intent, added))
  await ana.must(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
  expect(shownOf(await ana.must(inventory.getLot, { params: { id: added.id } }))).toEqual(shownOf(added))
  expect(shownOf(undone(added.id))).toEqual(shownOf(added))
})

it('keeps a lot open as the server does while a later use of it stands', async () => {
  const ana = await kitchen()
  const added = await ana.must(inventory.addLot, { body: { ingredient: { name: 'Sauce' }, quantity: 2, unit: 'l' } })
  const params = { id: added.id }
  const [first, second] = [createUseIntent(added, 0.25), createUseIntent(added, 0.5)]
  // A use that is withdrawn before it was sent leaves the opening to the next.
  const withdrawn = await deviceOf(ana, second)
  expect(withdrawn(added.id)).toMatchObject({ quantity: 1.5, isOpened: true })
  const { headers } = await ana.call(inventory.useLot, { params, body: { quantity: 0.25 } })
  await ana.must(inventory.useLot, { params, body: { quantity: 0.5 } })
  const undone = await deviceOf(ana, oppositeOf(first, added))
  await ana.must(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
  const saved = await ana.must(inventory.getLot, { params })
  expect(saved).toMatchObject({ quantity: 1.5, isOpened: true })
  expect(shownOf(undone(added.id))).toEqual(shownOf(saved))
})

it('shows an added can of another size than its ingredient’s as the server does', async () => {
  const ana = await kitchen()
  const can = { name: 'can', quantity: 400, unit: 'g' } as const
  const beans = await ana.must(addIngredient, { body: { name: 'Beans', defaultUnit: 'g', ownUnits: [can] } })
  for (const quantity of [400, 800]) {
    const [id, newOwnUnit] = [randomUUID(), { ...can, quantity }]
    const body = { ingredientId: beans.id, quantity, unit: 'g', ownUnit: 'can', newOwnUnit } as const
    const shown = await deviceOf(ana, { do: 'add', lotId: id, lot: body, ingredient: null })
    const saved = await ana.must(inventory.addLot, { body: { ...body, id } })
    expect(shownOf(shown(id))).toEqual(shownOf(saved))
    expect(shown(id)?.ownUnit).toBe(quantity === 400 ? 'can' : null)
  }
})

it('shows added lots as the server does, of known and of new ingredients', async () => {
  const ana = await kitchen()
  const rice = await ana.must(addIngredient, { body: { name: 'Rice', parLevel: 2, defaultLocation: 'Shelf', isShared: true } })
  const bodies: inventory.NewLot[] = [
    { ingredientId: rice.id, quantity: 2, unit: 'kg' },
    { ingredientId: rice.id, quantity: 1, unit: 'kg', storage: 'FRIDGE', isOpened: true, isShared: false, location: 'Door' },
    { ingredientId: rice.id, quantity: 1, unit: 'kg', dateKind: 'use_by' },
  ]
  for (const body of bodies) {
    const id = randomUUID()
    const shown = await deviceOf(ana, { do: 'add', lotId: id, lot: body, ingredient: null })
    const saved = await ana.must(inventory.addLot, { body: { ...body, id } })
    expect(shownOf(shown(id))).toEqual(shownOf(saved))
  }
  for (const name of ['Yogurt', 'Thing from the fair']) {
    const id = randomUUID()
    const lot = { quantity: 4, unit: 'each' } as const
    const ingredient = { name, parLevel: 6 }
    const shown = await deviceOf(ana, { do: 'add', lotId: id, lot, ingredient: { ...ingredient, id: provisionalId(name) } })
    const saved = await ana.must(inventory.addLot, { body: { ...lot, id, ingredient } })
    const expected = { ...saved, ingredient: { ...saved.ingredient, id: provisionalId(name) } }
    expect(shownOf(shown(id))).toEqual(shownOf(expected))
  }
})

it('refuses a count of a lot that changed meanwhile', async () => {
  const ana = await kitchen()
  const { id, version } = await ana.must(inventory.addLot, { body: milk })
  await ana.must(inventory.useLot, { params: { id }, body: { quantity: 1 } })
  const count = (ifMatch: number) =>
    ana.call(inventory.correctLot, { params: { id }, body: { quantity: 3 }, headers: { 'if-match': `"${ifMatch}"` } })
  expect(await count(version)).toMatchObject({ status: 412, body: { current: { quantity: 2 } } })
  expect(await count(version + 1)).toMatchObject({ status: 200, body: { quantity: 3 } })
})
