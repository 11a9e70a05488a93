import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeHousehold, listHistory, listHouseholds, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, getIngredient } from '#domains/ingredients/contract/index.ts'
import * as inventory from '#domains/inventory/contract.ts'
import { createLabelSheet, listLabels, setLabel } from '#domains/labels/contract.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { formOf, picture } from '#tests/support/server/requests.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()
let ana: Person
beforeEach(async () => {
  const [person] = (await createPeople(testApp(), 1, 'Ana')) as [Person]
  ana = person
  await testApp().household(ana)
})

const add = (name: string, more: { from?: string; storage?: 'PANTRY' | 'FRIDGE' | 'FREEZER' | null } = {}) =>
  ana.must(contract.addPlace, { body: { name, ...more } })
const rename = (id: string, name: string) => ana.call(contract.changePlace, { params: { id }, body: { name } })
const names = async () => (await ana.must(contract.listPlaces)).map(({ name }) => name)
const known = async () => (await ana.must(listHouseholds))[0]?.locations
const undo = (headers: Record<string, string | undefined>) => ana.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
const put = (name: string, location: string, more: object = {}) =>
  ana.must(inventory.addLot, { body: { ingredient: { name }, quantity: 1, unit: 'l', location, ...more } })
const placesOf = async () => {
  const lots = await ana.must(inventory.listLots, { query: { sort: 'name' } })
  return (Array.isArray(lots) ? lots : lots.items).map(({ ingredient, location }) => `${ingredient.name}: ${location}`)
}
const historyNow = async () => (await ana.must(listHistory, { query: { limit: 1 } }))[0]?.summary

describe('places', () => {
  it('have the household’s order, and its names follow them', async () => {
    await ana.must(changeHousehold, { params: { id: ana.home ?? '' }, body: { locations: ['Keller', 'Balcony'] } })
    const [shelf, cellar] = [await add('Fridge door'), await add('keller')]
    expect([shelf.position, cellar.position]).toEqual([0, 1])
    expect(await known()).toEqual(['Fridge door', 'keller', 'Balcony'])
    const body = { places: [{ id: cellar.id, name: cellar.name }, { name: 'Balcony' }] }
    const arranged = await ana.call(contract.arrangePlaces, { body })
    expect(await names()).toEqual(['keller', 'Balcony', 'Fridge door'])
    expect(await known()).toEqual(['keller', 'Balcony', 'Fridge door'])
    expect(await historyNow()).toBe('Arranged the places')
    expect(await undo(arranged.headers)).toMatchObject({ status: 200 })
    expect(await names()).toEqual(['Fridge door', 'keller'])
    expect(await known()).toEqual(['Fridge door', 'keller', 'Balcony'])
  })

  it('are added once by id and by name, and guess how cold they are', async () => {
    const id = crypto.randomUUID()
    for (const name of ['Gefriertruhe', 'Another']) await ana.must(contract.addPlace, { body: { id, name } })
    expect(await ana.must(contract.addPlace, { body: { name: 'GEFRIERTRUHE', storage: 'PANTRY' } })).toMatchObject({
      id,
      storage: 'PANTRY',
    })
    expect(await names()).toEqual(['Gefriertruhe'])
    expect((await add('Bac à légumes')).storage).toBe('FRIDGE')
    expect((await add('Garage')).storage).toBeNull()
    await ana.must(contract.removePlace, { params: { id } })
    expect(await ana.call(contract.addPlace, { body: { id, name: 'Gefriertruhe' } })).toMatchObject({ status: 404 })
  })

  it('take their items, labels and ingredients along when they are renamed, and back', async () => {
    const { id } = await add('Cupboard')
    await put('Rice', 'cupboard')
    await put('Tea', 'Cupboard')
    await put('Milk', 'Fridge')
    const { codes } = await ana.must(createLabelSheet, { body: { size: 'a4-24', count: 1 } })
    await ana.must(setLabel, { params: { id: codes[0] ?? '' }, body: { location: 'Cupboard' } })
    const rule = { defaultLocation: 'Cupboard', openedLocation: 'CUPBOARD' }
    const flour = await ana.must(addIngredient, { body: { name: 'Flour', ...rule } })
    const renamed = await rename(id, 'Larder')
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Larder', version: 2 } })
    const everywhere = async () => ({
      items: await placesOf(),
      label: (await ana.must(listLabels))[0]?.location,
      flour: await ana.must(getIngredient, { params: { id: flour.id } }),
      known: await known(),
    })
    expect(await everywhere()).toMatchObject({
      items: ['Milk: Fridge', 'Rice: Larder', 'Tea: Larder'],
      label: 'Larder',
      flour: { defaultLocation: 'Larder', openedLocation: 'Larder' },
      known: ['Larder'],
    })
    expect(await historyNow()).toBe('Renamed the place Cupboard to Larder')
    expect(await undo(renamed.headers)).toMatchObject({ status: 200 })
    expect(await everywhere()).toMatchObject({
      items: ['Milk: Fridge', 'Rice: cupboard', 'Tea: Cupboard'],
      label: 'Cupboard',
      flour: rule,
      known: ['Cupboard'],
    })
  })

  it('take what was added since back, but not what had the new name before', async () => {
    await put('Rice', 'Cupboard')
    const first = await ana.call(contract.addPlace, { body: { name: 'Shelf', from: 'cupboard' } })
    await put('Tea', 'Shelf')
    await undo(first.headers)
    expect([await names(), await placesOf()]).toEqual([[], ['Rice: Cupboard', 'Tea: Cupboard']])
    await put('Salt', 'Box')
    const second = await ana.call(contract.addPlace, { body: { name: 'Box', from: 'Cupboard' } })
    expect(await placesOf()).toEqual(['Rice: Box', 'Salt: Box', 'Tea: Box'])
    await undo(second.headers)
    expect(await placesOf()).toEqual(['Rice: Cupboard', 'Salt: Box', 'Tea: Cupboard'])
  })

  it('keep their names apart', async () => {
    const [box, bin] = [await add('Box'), await add('Bin')]
    expect(await rename(bin.id, 'BOX')).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    expect(await ana.call(contract.addPlace, { body: { name: 'bin', from: 'Crate' } })).toMatchObject({ status: 409 })
    // A location that is a place already is renamed.
    expect(await add('Crate', { from: 'box' })).toMatchObject({ id: box.id, name: 'Crate' })
    const outdated = await ana.call(contract.changePlace, {
      params: { id: box.id },
      body: { storage: 'FRIDGE' },
      headers: { 'if-match': '1' },
    })
    expect(outdated).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: { name: 'Crate' } } })
  })

  it('are removed only when they are empty, by two people, and come back with an undo', async () => {
    const { id } = await add('Box')
    const params = { id }
    const tea = await put('Tea', 'box')
    expect(await ana.call(contract.removePlace, { params })).toMatchObject({ status: 409, body: { code: 'has_items' } })
    const body = { ids: [tea.id], edit: { do: 'move' as const, location: 'Shelf' } }
    await ana.must(inventory.bulkEditLots, { body })
    const removal = await ana.call(contract.removePlace, { params })
    await ana.must(contract.removePlace, { params })
    expect([await names(), await known()]).toEqual([[], []])
    expect(await undo(removal.headers)).toMatchObject({ status: 200 })
    expect([await names(), await known()]).toEqual([['Box'], ['Box']])
    const again = await ana.call(contract.removePlace, { params })
    await add('Box')
    expect(await undo(again.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  })

  it('are forgotten with the household’s name of them', async () => {
    await add('Box')
    await add('Bin')
    await ana.must(changeHousehold, { params: { id: ana.home ?? '' }, body: { locations: ['Bin'] } })
    expect(await names()).toEqual(['Bin'])
  })

  it('are limited in number', async () => {
    const places = Array.from({ length: contract.maxPlaces }, (_, at) => ({ name: `Box ${at}` }))
    await ana.must(contract.arrangePlaces, { body: { places } })
    expect(await ana.call(contract.addPlace, { body: { name: 'One more' } })).toMatchObject({ status: 409, body: { code: 'too_many' } })
  })

  it('have a picture, which an undo brings back', async () => {
    const { id } = await add('Box')
    const { headers, payload } = formOf('image', picture)
    const own = { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' }
    const url = `/api/places/${id}/picture`
    const set = await testApp().inject({ method: 'PUT', url, headers: { ...headers, ...own }, payload })
    const address = (await ana.must(contract.listPlaces))[0]?.picture ?? ''
    expect(set.status).toBe(200)
    expect((await testApp().inject({ method: 'GET', url: address, headers: own })).status).toBe(200)
    const removed = await ana.call(contract.removePlacePicture, { params: { id } })
    expect((await ana.must(contract.listPlaces))[0]?.picture).toBeNull()
    expect((await testApp().inject({ method: 'GET', url: address, headers: own })).status).toBe(404)
    expect(await undo(removed.headers)).toMatchObject({ status: 200 })
    expect((await ana.must(contract.listPlaces))[0]?.picture).toBe(address)
  })
})

describe('what is opened', () => {
  const milkWith = async (rule: object, more: object = {}) => {
    const milk = await ana.must(addIngredient, { body: { name: 'Milk', ...rule } })
    return ana.must(inventory.addLot, {
      body: { ingredientId: milk.id, quantity: 2, unit: 'l', storage: 'PANTRY', location: 'Cupboard', ...more },
    })
  }
  const lotOf = ({ id }: { id: string }) => ana.must(inventory.getLot, { params: { id } })

  it('goes where its ingredient says, in the same change, and back', async () => {
    const lot = await milkWith({ openedStorage: 'FRIDGE' })
    const opened = await ana.call(inventory.openLot, { params: { id: lot.id } })
    expect(opened.body).toMatchObject({ isOpened: true, storage: 'FRIDGE', location: 'Fridge' })
    expect(await historyNow()).toBe('Opened Milk')
    await undo(opened.headers)
    expect(await lotOf(lot)).toMatchObject({ isOpened: false, storage: 'PANTRY', location: 'Cupboard', openedOn: null })
  })

  it('goes to a place, as cold as that is, with the use that opens it', async () => {
    await add('Drinks drawer', { storage: 'FRIDGE' })
    const lot = await milkWith({ openedLocation: 'drinks drawer' })
    const used = await ana.call(inventory.useLot, { params: { id: lot.id }, body: { quantity: 0.5 } })
    expect(used.body).toMatchObject({ isOpened: true, storage: 'FRIDGE', location: 'drinks drawer', quantity: 1.5 })
    const later = await ana.call(inventory.useLot, { params: { id: lot.id }, body: { quantity: 0.5 } })
    await undo(used.headers)
    // The later use keeps it open, and where it is.
    expect(await lotOf(lot)).toMatchObject({ isOpened: true, storage: 'FRIDGE', location: 'drinks drawer', quantity: 1.5 })
    expect(await undo(later.headers)).toMatchObject({ status: 200 })
  })

  it('stays frozen, and stays in the fridge it is in', async () => {
    const frozen = await milkWith({ openedStorage: 'FRIDGE' }, { storage: 'FREEZER', location: 'Chest' })
    const opened = { isOpened: true, storage: 'FREEZER', location: 'Chest' }
    expect(await ana.must(inventory.openLot, { params: { id: frozen.id } })).toMatchObject(opened)
    const cold = await ana.must(inventory.addLot, {
      body: { ingredientId: frozen.ingredient.id, quantity: 1, unit: 'l', storage: 'FRIDGE', location: 'Door' },
    })
    expect(await ana.must(inventory.openLot, { params: { id: cold.id } })).toMatchObject({ storage: 'FRIDGE', location: 'Door' })
    const params = { id: frozen.ingredient.id }
    await ana.must(changeIngredient, { params, body: { openedStorage: null } })
    const sealed = await ana.must(inventory.addLot, { body: { ingredientId: params.id, quantity: 1, unit: 'l', storage: 'PANTRY' } })
    expect(await ana.must(inventory.openLot, { params: { id: sealed.id } })).toMatchObject({ storage: 'PANTRY' })
  })
})

describe('any history of renaming, moving all and opening', () => {
  const shelf = fc.constantFrom('Shelf', 'shelf', 'Box', 'Fridge', 'Cellar')
  const act = fc.oneof(
    fc.record({ do: fc.constant('rename' as const), from: shelf, to: shelf }),
    fc.record({ do: fc.constant('move' as const), from: shelf, to: shelf }),
    fc.record({ do: fc.constant('open' as const), at: fc.nat(5) }),
    fc.record({ do: fc.constant('use' as const), at: fc.nat(5) }),
  )
  const rowsOf = async () => {
    const lots = await ana.must(inventory.listLots, { query: { sort: 'createdAt' } })
    return (Array.isArray(lots) ? lots : lots.items).map(({ version: _, updatedAt: __, confirmedAt: ___, ...lot }) => lot)
  }

  it('restores every row when it is undone from its end, and the ledger adds up', async () => {
    for (const [at, name] of ['Milk', 'Rice', 'Tea', 'Oil'].entries()) {
      await ana.must(addIngredient, {
        body: { name, openedLocation: at % 2 === 0 ? 'Cellar' : '', openedStorage: at < 2 ? 'FRIDGE' : null },
      })
      for (const location of ['Shelf', at === 0 ? 'shelf' : 'Box'])
        await put(name, location, { storage: at === 3 ? 'FREEZER' : 'PANTRY', quantity: 2 })
    }
    await add('Cellar', { storage: 'FREEZER' })
    const perform = async (one: typeof act extends fc.Arbitrary<infer A> ? A : never) => {
      const lots = await rowsOf()
      if (one.do === 'rename') return ana.call(contract.addPlace, { body: { name: one.to, from: one.from } })
      if (one.do === 'move') {
        const ids = lots.filter(({ location }) => location === one.from).map(({ id }) => id)
        return ids.length === 0 ? null : ana.call(inventory.bulkEditLots, { body: { ids, edit: { do: 'move', location: one.to } } })
      }
      const id = lots[one.at]?.id ?? ''
      return one.do === 'open'
        ? ana.call(inventory.openLot, { params: { id } })
        : ana.call(inventory.useLot, { params: { id }, body: { quantity: 0.5 } })
    }
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
        const before = [await rowsOf(), await ana.must(contract.listPlaces)]
        const done: Record<string, string | undefined>[] = []
        const snapshots = [before]
        for (const one of acts) {
          const reply = await perform(one)
          if (!reply?.headers['x-change-seq']) continue
          done.push(reply.headers)
          snapshots.push([await rowsOf(), await ana.must(contract.listPlaces)])
        }
        snapshots.pop()
        for (const headers of done.toReversed()) {
          expect(await undo(headers)).toMatchObject({ status: 200 })
          const [lots, places] = snapshots.pop() ?? []
          expect(await rowsOf()).toEqual(lots)
          const plain = (await ana.must(contract.listPlaces)).map(({ version: _, ...place }) => place)
          expect(plain).toEqual((places as contract.Place[]).map(({ version: _, ...place }) => place))
        }
      }),
      { numRuns: 15 },
    )
  })
})
