import { expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'
import { bulkEditIngredients } from '../contract/bulk-edit.ts'
import { addIngredient, changeIngredient, getIngredient, listIngredients, mergeIngredients, removeIngredient } from '../contract/index.ts'

const testApp = useTestApp()

async function createMember(): Promise<Person> {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}
const add = (person: Person, name: string, parentId: string | null = null) => person.must(addIngredient, { body: { name, parentId } })
const setParent = (person: Person, { id }: { id: string }, parentId: string | null) =>
  person.call(changeIngredient, { params: { id }, body: { parentId } })
const undo = (person: Person, { headers }: TestResponse<unknown>) =>
  person.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
const parents = async (person: Person) =>
  Object.fromEntries((await person.must(listIngredients, { query: {} })).map(({ name, parentId }) => [name, parentId]))

it('keeps one level: what is a kind has no kinds, and nothing is a kind of itself', async () => {
  const ana = await createMember()
  const [dairy, cheese] = [await add(ana, 'Dairy'), await add(ana, 'Cheese')]
  const brie = await add(ana, 'Brie', cheese.id)
  expect(brie.parentId).toBe(cheese.id)
  expect(await setParent(ana, cheese, cheese.id)).toMatchObject({ status: 409, body: { code: 'same_ingredient' } })
  expect(await setParent(ana, cheese, dairy.id)).toMatchObject({ status: 409, body: { code: 'has_kinds' } })
  expect(await setParent(ana, dairy, brie.id)).toMatchObject({
    status: 409,
    body: { code: 'parent_is_kind', detail: 'Brie is itself a kind of Cheese. Choose Cheese instead.' },
  })
  expect(await ana.call(addIngredient, { body: { name: 'Camembert', parentId: brie.id } })).toMatchObject({ status: 409 })
  expect((await setParent(ana, brie, dairy.id)).status).toBe(200)
  expect((await setParent(ana, cheese, dairy.id)).status).toBe(200)
})

it('knows no ingredient of another household as a parent', async () => {
  const [ana, ben] = [await createMember(), await createMember()]
  const theirs = await add(ben, 'Cheese')
  expect(await ana.call(addIngredient, { body: { name: 'Brie', parentId: theirs.id } })).toMatchObject({ status: 404 })
})

it('undoes a change of the parent, unless there would be two levels by now', async () => {
  const ana = await createMember()
  const [dairy, cheese] = [await add(ana, 'Dairy'), await add(ana, 'Cheese')]
  const brie = await add(ana, 'Brie', cheese.id)
  const freed = await setParent(ana, brie, null)
  expect((await undo(ana, freed)).status).toBe(200)
  expect((await ana.must(getIngredient, { params: { id: brie.id } })).parentId).toBe(cheese.id)
  const again = await setParent(ana, brie, null)
  await setParent(ana, cheese, dairy.id)
  expect(await undo(ana, again)).toMatchObject({ status: 409 })
})

it('frees kinds while what they are kinds of is removed, which can’t come back above what has kinds by then', async () => {
  const ana = await createMember()
  const cheese = await add(ana, 'Cheese')
  const brie = await add(ana, 'Brie', cheese.id)
  const removed = await ana.call(removeIngredient, { params: { id: cheese.id } })
  const camembert = await add(ana, 'Camembert', brie.id)
  expect(await undo(ana, removed)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  expect((await setParent(ana, camembert, null)).status).toBe(200)
  expect((await undo(ana, removed)).status).toBe(200)
  expect(await parents(ana)).toEqual({ Brie: cheese.id, Camembert: null, Cheese: null })
})

it('can’t undo a merge that would bring back two levels', async () => {
  const ana = await createMember()
  const [cheese, soft] = [await add(ana, 'Cheese'), await add(ana, 'Soft cheese')]
  const brie = await add(ana, 'Brie', cheese.id)
  await add(ana, 'Ricotta', soft.id)
  const merged = await ana.call(mergeIngredients, { params: { id: brie.id }, body: { ingredientId: soft.id } })
  const rye = await add(ana, 'Quark', brie.id)
  expect(await undo(ana, merged)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  await setParent(ana, rye, null)
  expect((await undo(ana, merged)).status).toBe(200)
})

it.each([
  ['a kind into what it is a kind of', 'Cheese', 'Brie', { Cheese: null, Gouda: 'Cheese', Milk: null, Oat: 'Milk' }],
  ['what has kinds into one of them', 'Brie', 'Cheese', { Brie: null, Gouda: 'Brie', Milk: null, Oat: 'Milk' }],
  ['two that have kinds', 'Milk', 'Cheese', { Brie: 'Milk', Gouda: 'Milk', Milk: null, Oat: 'Milk' }],
  ['a kind into one that stands for itself', 'Rye', 'Brie', { Cheese: null, Gouda: 'Cheese', Milk: null, Oat: 'Milk', Rye: 'Cheese' }],
  ['what has kinds into a kind of another', 'Oat', 'Cheese', { Brie: 'Oat', Gouda: 'Oat', Milk: null, Oat: null }],
] as const)('merges %s, and separates them again', async (_what, kept, merged, expected) => {
  const ana = await createMember()
  const [cheese, milk] = [await add(ana, 'Cheese'), await add(ana, 'Milk')]
  for (const name of ['Brie', 'Gouda']) await add(ana, name, cheese.id)
  await add(ana, 'Oat', milk.id)
  if (kept === 'Rye') await add(ana, 'Rye')
  const before = await parents(ana)
  const ids = new Map((await ana.must(listIngredients, { query: {} })).map(({ id, name }) => [name, id]))
  const change = await ana.call(mergeIngredients, {
    params: { id: ids.get(kept) ?? '' },
    body: { ingredientId: ids.get(merged) ?? '' },
  })
  expect(change.status).toBe(200)
  expect(await parents(ana)).toEqual(
    Object.fromEntries(Object.entries({ ...expected }).map(([name, parent]) => [name, parent === null ? null : ids.get(parent)])),
  )
  expect((await undo(ana, change)).status).toBe(200)
  expect(await parents(ana)).toEqual(before)
})

it('can’t bring back several that were deleted at once if there would be two levels', async () => {
  const ana = await createMember()
  const cheese = await add(ana, 'Cheese')
  const brie = await add(ana, 'Brie', cheese.id)
  const removed = await ana.call(bulkEditIngredients, { body: { ids: [cheese.id], edit: { do: 'remove' } } })
  expect(removed.status).toBe(200)
  const camembert = await add(ana, 'Camembert', brie.id)
  expect(await undo(ana, removed)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  await setParent(ana, camembert, null)
  expect((await undo(ana, removed)).status).toBe(200)
})
