import { beforeEach, describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
let ana: Person
beforeEach(async () => {
  const [person] = (await createPeople(testApp(), 1, 'Ana')) as [Person]
  ana = person
  await testApp().household(ana)
})

const create = (name: string) => ana.must(contract.addNamedList, { body: { name } })
const change = (id: string, body: contract.NamedListChange) => ana.call(contract.changeNamedList, { params: { id }, body })
const remove = (id: string) => ana.call(contract.removeNamedList, { params: { id } })
const add = (ingredientName: string, listId?: string) =>
  ana.must(contract.addShoppingItem, { body: { ingredientName, ...(listId && { listId }) } })
const move = (id: string, listId: string | null) => ana.call(contract.changeShoppingItem, { params: { id }, body: { listId } })
const namesOn = async (list?: string) =>
  (await ana.must(contract.getShoppingList, { query: list === undefined ? {} : { list } })).items.map(
    ({ ingredientName }) => ingredientName,
  )
const lists = async () =>
  (await ana.must(contract.listNamedLists)).map(({ name, isArchived }) => (isArchived ? `${name} (archived)` : name))
const undo = (headers: Record<string, string | undefined>) => ana.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })

describe('a named list', () => {
  it('is renamed, archived, restored and deleted, each undoable and on record', async () => {
    const { id } = await create('Party')
    const renaming = await change(id, { name: 'Birthday' })
    const archiving = await change(id, { isArchived: true })
    expect(await lists()).toEqual(['Birthday (archived)'])
    expect(await undo(archiving.headers)).toMatchObject({ status: 200 })
    expect(await undo(renaming.headers)).toMatchObject({ status: 200 })
    expect(await lists()).toEqual(['Party'])
    const removal = await remove(id)
    expect(await lists()).toEqual([])
    expect((await remove(id)).status).toBe(204)
    expect(await undo(removal.headers)).toMatchObject({ status: 200 })
    await change(id, { isArchived: true })
    await change(id, { isArchived: false })
    expect(await lists()).toEqual(['Party'])
    const summaries = (await ana.must(listHistory)).map(({ summary }) => summary)
    for (const said of ['Created', 'Archived', 'Restored', 'Deleted']) expect(summaries).toContain(`${said} the shopping list Party`)
  })

  it('has a name of its own, whatever its case, and two people who create one of a name share it', async () => {
    const party = await create('Party')
    const id = crypto.randomUUID()
    expect(await ana.must(contract.addNamedList, { body: { id, name: 'PARTY' } })).toEqual(party)
    expect((await add('Crisps', id)).listId).toBe(party.id)
    await create('Hardware')
    expect(await change(party.id, { name: 'hardware' })).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    expect((await change(party.id, { name: 'party' })).status).toBe(200)
  })

  it('is restored when another is created with its name', async () => {
    const { id } = await create('Party')
    await change(id, { isArchived: true })
    expect(await create('party')).toMatchObject({ id, isArchived: false })
  })

  it('is only deleted while it is empty', async () => {
    const { id } = await create('Party')
    const row = await add('Crisps', id)
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'list_not_empty' } })
    const removal = await ana.call(contract.removeShoppingItem, { params: { id: row.id } })
    expect((await remove(id)).status).toBe(204)
    // The row comes back where it can be seen.
    await undo(removal.headers)
    expect(await namesOn()).toEqual(['Crisps'])
  })

  it('is one of a limited number', async () => {
    for (let count = 0; count < contract.maxLists; count++) await create(`List ${count}`)
    expect(await ana.call(contract.addNamedList, { body: { name: 'One more' } })).toMatchObject({ status: 409, body: { code: 'too_many' } })
  })

  it('is not overwritten by a change of an older version', async () => {
    const { id, version } = await create('Party')
    await change(id, { name: 'Birthday' })
    const headers = { 'if-match': String(version) }
    const outdated = await ana.call(contract.changeNamedList, { params: { id }, body: { name: 'Feast' }, headers })
    expect(outdated).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: { name: 'Birthday' } } })
  })
})

describe('a row', () => {
  it('is on one list; without a list it is on the default one', async () => {
    const { id } = await create('Party')
    await add('Crisps', id)
    await add('Milk')
    expect([await namesOn(), await namesOn(id), await namesOn('all')]).toEqual([['Milk'], ['Crisps'], ['Milk', 'Crisps']])
    expect((await ana.call(contract.getShoppingList, { query: { list: crypto.randomUUID() } })).status).toBe(404)
  })

  it('grows only with what is added to its list', async () => {
    const { id } = await create('Party')
    const rows = [await add('Milk'), await add('Milk', id), await add('Milk', id)]
    expect(rows.map(({ suggestedQuantity }) => suggestedQuantity)).toEqual([1, 1, 2])
    expect(rows[1]?.id).toBe(rows[2]?.id)
  })

  it('moves to another list and back with an undo, both on record', async () => {
    const { id } = await create('Party')
    const row = await add('Crisps')
    const moving = await move(row.id, id)
    expect([await namesOn(), await namesOn(id)]).toEqual([[], ['Crisps']])
    expect((await ana.must(listHistory))[0]?.summary).toBe('Moved Crisps to the list Party')
    await undo(moving.headers)
    expect(await namesOn()).toEqual(['Crisps'])
    await move(row.id, id)
    await move(row.id, null)
    expect((await ana.must(listHistory))[0]?.summary).toBe('Moved Crisps to the shopping list')
  })

  it('grows the same thing on the list that it moves to, and comes back with an undo', async () => {
    const { id } = await create('Party')
    const noted = (note: string, listId: string | null) =>
      ({ ingredientName: 'Milk', suggestedQuantity: 2, unit: 'l', note, listId }) as const
    const there = await ana.must(contract.addShoppingItem, { body: { ...noted('Whole', id), listId: id } })
    const { listId: _default, ...own } = noted('Cold', null)
    const row = await ana.must(contract.addShoppingItem, { body: own })
    const part = crypto.randomUUID()
    await ana.must(contract.addShoppingItem, { body: { id: part, ingredientName: 'Milk', suggestedQuantity: 500, unit: 'ml' } })
    const rowsOn = async (list?: string) =>
      (await ana.must(contract.getShoppingList, { query: list === undefined ? {} : { list } })).items.map(
        (item) => `${item.id === there.id ? 'there' : 'own'} ${item.suggestedQuantity} ${item.unit} ${item.note}`,
      )
    const before = [await rowsOn(), await rowsOn(id)]
    const moving = await move(row.id, id)
    expect(moving.body).toMatchObject({ item: { id: there.id } })
    expect([await rowsOn(), await rowsOn(id)]).toEqual([[], ['there 4.5 l Whole; Cold']])
    expect((await ana.must(listHistory))[0]?.summary).toBe('Moved Milk to the list Party')
    // A change by an id that was merged before reaches the row that it is part of now.
    const byPart = await ana.call(contract.changeShoppingItem, { params: { id: part }, body: { priority: 'high' } })
    expect(byPart.body).toMatchObject({ item: { id: there.id, priority: 'high' } })
    expect(await undo(moving.headers)).toMatchObject({ status: 200 })
    expect([await rowsOn(), await rowsOn(id)]).toEqual(before)
  })

  it('takes off only its own share when it is removed after it moved, with what was merged into it before', async () => {
    const { id: party } = await create('Party')
    const milk = { ingredientName: 'Milk', unit: 'l' } as const
    const there = await ana.must(contract.addShoppingItem, { body: { ...milk, suggestedQuantity: 3, listId: party } })
    const row = await ana.must(contract.addShoppingItem, { body: { ...milk, suggestedQuantity: 3 } })
    const part = crypto.randomUUID()
    await ana.must(contract.addShoppingItem, { body: { ...milk, id: part, suggestedQuantity: 2 } })
    await move(row.id, party)
    for (const id of [part, row.id]) await ana.must(contract.removeShoppingItem, { params: { id } })
    const { items } = await ana.must(contract.getShoppingList, { query: { list: party } })
    expect(items).toMatchObject([{ id: there.id, suggestedQuantity: 3 }])
  })

  it('leaves on its list what others have there when it moves by the id that it was added with', async () => {
    const { id: party } = await create('Party')
    const milk = { ingredientName: 'Milk', unit: 'l' } as const
    const others = await ana.must(contract.addShoppingItem, { body: { ...milk, suggestedQuantity: 3 } })
    const part = crypto.randomUUID()
    await ana.must(contract.addShoppingItem, { body: { ...milk, id: part, suggestedQuantity: 2 } })
    const rowsOn = async (list?: string) =>
      (await ana.must(contract.getShoppingList, { query: list === undefined ? {} : { list } })).items.map(
        (item) => `${item.id === others.id ? 'theirs' : item.id === part ? 'own' : 'another'} ${item.suggestedQuantity} ${item.unit}`,
      )
    const moving = await move(part, party)
    expect([await rowsOn(), await rowsOn(party)]).toEqual([['theirs 3 l'], ['own 2 l']])
    expect((await ana.must(listHistory))[0]?.summary).toBe('Moved Milk to the list Party')
    await undo(moving.headers)
    expect([await rowsOn(), await rowsOn(party)]).toEqual([['theirs 5 l'], []])

    const there = await ana.must(contract.addShoppingItem, { body: { ...milk, suggestedQuantity: 1, listId: party } })
    expect((await move(part, party)).body).toMatchObject({ item: { id: there.id, suggestedQuantity: 3 } })
    expect([await rowsOn(), await rowsOn(party)]).toEqual([['theirs 3 l'], ['another 3 l']])
  })

  it('goes on the default list if its list was archived or deleted meanwhile', async () => {
    const [party, old] = [await create('Party'), await create('Old')]
    await change(party.id, { isArchived: true })
    await remove(old.id)
    expect((await add('Crisps', party.id)).listId).toBeNull()
    expect((await add('Nuts', old.id)).listId).toBeNull()
  })

  it('on an archived list is not on the list, and is again once that is restored', async () => {
    const { id } = await create('Party')
    await add('Crisps', id)
    await change(id, { isArchived: true })
    expect([await namesOn('all'), await namesOn(id)]).toEqual([[], ['Crisps']])
    await change(id, { isArchived: false })
    expect(await namesOn('all')).toEqual(['Crisps'])
  })
})

describe('the default list', () => {
  const stock = (name: string) => ana.must(addLot, { body: { ingredient: { name, parLevel: 4 }, quantity: 1, unit: 'each' } })

  it('is the one that is generated, without what is on another list', async () => {
    const { id } = await create('Market')
    await stock('Eggs')
    await stock('Lemons')
    const generated = await ana.must(contract.generateList)
    expect(generated.items.map(({ ingredientName }) => ingredientName)).toEqual(expect.arrayContaining(['Eggs', 'Lemons']))
    await move(generated.items[0]?.id ?? '', id)
    expect(await ana.must(contract.generateList)).toMatchObject({ added: 0, changed: 0, removed: 0, stats: { totalItems: 1 } })
    await change(id, { isArchived: true })
    expect(await ana.must(contract.generateList)).toMatchObject({ added: 1 })
  })

  it('is the one that is cleared and put away without ids', async () => {
    const { id } = await create('Party')
    for (const row of [await add('Milk'), await add('Crisps', id)])
      await ana.must(contract.changeShoppingItem, { params: { id: row.id }, body: { isChecked: true } })
    expect((await ana.must(contract.draftPutAway, { query: { list: id } })).map(({ ingredientName }) => ingredientName)).toEqual(['Crisps'])
    expect(await ana.must(contract.clearChecked, { body: {} })).toEqual({ cleared: 1 })
    expect(await ana.must(contract.putAway, { body: {} })).toMatchObject({ putAway: 0 })
    expect(await namesOn(id)).toEqual(['Crisps'])
  })
})

it('exports one list', async () => {
  const { id } = await create('Party')
  await add('Crisps', id)
  await add('Milk')
  const text = async (list?: string) => (await ana.call(contract.exportList, { query: { format: 'text', ...(list && { list }) } })).text
  expect(await text()).not.toContain('Crisps')
  expect(await text(id)).toContain('Crisps')
  expect(await text(id)).not.toContain('Milk')
})

it('pastes on the chosen list', async () => {
  const { id } = await create('Party')
  const { items } = await ana.must(contract.pasteItems, { body: { text: 'Crisps\n2 kg ice', listId: id } })
  expect(items.map(({ listId }) => listId)).toEqual([id, id])
})
