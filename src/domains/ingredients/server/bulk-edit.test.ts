import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { bulkInserter } from '#platform/server/database/bulk-insert.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { type BulkIngredientEdit, type BulkIngredientFields, bulkEditIngredients } from '../contract/bulk-edit.ts'
import { addIngredient, changeIngredient, type Ingredient, listIngredients, removeIngredient } from '../contract/index.ts'
import { findIngredients } from './store.ts'

const testApp = useTestApp()

async function newOwner(): Promise<Person> {
  const [ana] = (await createPeople(testApp(), 1)) as [Person]
  await testApp().household(ana)
  return ana
}
const put = (ana: Person, name: string, more: object = {}) => ana.must(addIngredient, { body: { name, ...more } })
const list = (ana: Person) => ana.must(listIngredients, { query: {} })
/** Returns the ingredients without versions and times, which an undo doesn't restore. */
const state = async (ana: Person) => (await list(ana)).map(({ version: _version, updatedAt: _at, ...others }) => others)
const bulk = (ana: Person, ingredients: readonly Pick<Ingredient, 'id'>[], edit: BulkIngredientEdit) =>
  ana.call(bulkEditIngredients, { body: { ids: ingredients.map(({ id }) => id), edit } })
const change = (ana: Person, ingredients: readonly Pick<Ingredient, 'id'>[], fields: BulkIngredientFields) =>
  bulk(ana, ingredients, { do: 'change', fields })
const latest = async (ana: Person) => (await ana.must(listHistory, { query: {} }))[0]
const undoLatest = async (ana: Person) => ana.call(undoChange, { params: { seq: (await latest(ana))?.seq ?? 0 } })
const unknownId = crypto.randomUUID()
const notFound = (id: string) => ({ id, code: 'not_found', reason: 'Not found. It may have been deleted.' })
const barcodes = [{ code: '4006381333931', label: 'Alpine', packQuantity: 500, packUnit: 'g' as const, packName: null }]

describe('a bulk edit of ingredients', () => {
  it.each([
    { category: 'Bakery' },
    { defaultStorage: 'FREEZER', defaultLocation: 'Drawer' },
    { isShared: true },
    { warningDays: 'never' },
    { warningDays: 7 },
    { warningDays: null },
    { isFavorite: true },
    { parLevel: null },
  ] satisfies BulkIngredientFields[])('sets %o in all as one change, and one undo takes it back', async (fields) => {
    const ana = await newOwner()
    const some = [
      await put(ana, 'Milk', { parLevel: 2, warningDays: 5, defaultLocation: 'Door', category: 'Dairy & Eggs' }),
      await put(ana, 'Oats', { isFavorite: true, parLevel: 1, warningDays: 9 }),
    ]
    await put(ana, 'Rice')
    const before = await state(ana)
    const { body } = await change(ana, some, fields)
    expect(body).toEqual({ changedCount: expect.any(Number), skipped: [] })
    const isEdited = ({ id }: { id: string }) => some.some((one) => one.id === id)
    expect(await state(ana)).toEqual(before.map((one) => (isEdited(one) ? { ...one, ...fields } : one)))
    expect((await undoLatest(ana)).status).toBe(200)
    expect(await state(ana)).toEqual(before)
  })

  it('removes those without stock with their barcodes, says which have stock, and brings all back', async () => {
    const ana = await newOwner()
    const [milk, oats, rice] = [await put(ana, 'Milk', { barcodes }), await put(ana, 'Oats'), await put(ana, 'Rice')]
    await addSomeLot(ana, { ingredient: { name: 'Oats' }, quantity: 1, unit: 'kg' })
    const before = await state(ana)
    const { body } = await bulk(ana, [milk, oats, rice], { do: 'remove' })
    const reason = 'You still have some of this in your inventory.'
    expect(body).toEqual({ changedCount: 2, skipped: [{ id: oats.id, code: 'has_stock', reason }] })
    expect((await list(ana)).map(({ name }) => name)).toEqual(['Oats'])
    expect((await latest(ana))?.summary).toBe('Deleted the ingredients Milk, Rice')
    await undoLatest(ana)
    expect(await state(ana)).toEqual(before)
    expect(await bulk(ana, [oats], { do: 'remove' })).toMatchObject({ status: 409, body: { code: 'has_stock' } })
  })

  it('leaves out ingredients that were deleted, never existed or are another household’s', async () => {
    const [ana, ben] = [await newOwner(), await newOwner()]
    const [mine, deleted, theirs] = [await put(ana, 'Milk'), await put(ana, 'Oats'), await put(ben, 'Rice')]
    await ana.must(removeIngredient, { params: { id: deleted.id } })
    const others = [deleted, theirs, { id: unknownId }]
    const { status, body } = await change(ana, [mine, ...others], { isFavorite: true })
    expect([status, body]).toEqual([200, { changedCount: 1, skipped: others.map(({ id }) => notFound(id)) }])
    expect((await list(ben)).map(({ isFavorite }) => isFavorite)).toEqual([false])
    for (const edit of [{ do: 'change', fields: { isFavorite: true } }, { do: 'remove' }] satisfies BulkIngredientEdit[])
      expect(await bulk(ana, others, edit)).toMatchObject({ status: 404 })
  })

  it('adds no change for ingredients that are like that already, and refuses one that changes nothing', async () => {
    const ana = await newOwner()
    const milk = await put(ana, 'Milk', { isFavorite: true })
    const entry = await latest(ana)
    expect((await change(ana, [milk], { isFavorite: true })).body).toEqual({ changedCount: 0, skipped: [] })
    expect((await latest(ana))?.seq).toBe(entry?.seq)
    expect((await list(ana))[0]?.version).toBe(milk.version)
    expect(await change(ana, [milk], {})).toMatchObject({ status: 422 })
  })
})

describe('undoing a bulk edit', () => {
  it('keeps what others changed or deleted since', async () => {
    const ana = await newOwner()
    const [milk, oats, rice] = [await put(ana, 'Milk'), await put(ana, 'Oats'), await put(ana, 'Rice')]
    await change(ana, [milk, oats, rice], { category: 'Bakery' })
    const seq = (await latest(ana))?.seq ?? 0
    await ana.must(changeIngredient, { params: { id: oats.id }, body: { category: 'Snacks & Sweets' } })
    await ana.must(removeIngredient, { params: { id: rice.id } })
    await ana.must(undoChange, { params: { seq } })
    expect((await list(ana)).map(({ name, category }) => [name, category])).toEqual([
      ['Milk', milk.category],
      ['Oats', 'Snacks & Sweets'],
    ])
  })

  it('is rejected if all were changed since', async () => {
    const ana = await newOwner()
    const milk = await put(ana, 'Milk')
    await change(ana, [milk], { category: 'Bakery' })
    const seq = (await latest(ana))?.seq ?? 0
    await ana.must(changeIngredient, { params: { id: milk.id }, body: { category: 'Pets' } })
    expect(await ana.call(undoChange, { params: { seq } })).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  })

  it('leaves a deleted ingredient deleted if its name was given again, and a barcode where it is now', async () => {
    const ana = await newOwner()
    const [milk, oats] = [await put(ana, 'Milk'), await put(ana, 'Oats', { barcodes })]
    await bulk(ana, [milk, oats], { do: 'remove' })
    const seq = (await latest(ana))?.seq ?? 0
    const again = await put(ana, 'Milk', { barcodes })
    await ana.must(undoChange, { params: { seq } })
    expect((await list(ana)).map(({ id, barcodes: codes }) => [id, codes.length])).toEqual([
      [again.id, 1],
      [oats.id, 0],
    ])
  })
})

it('changes and restores 10,000 ingredients', async () => {
  const ana = await newOwner()
  const { id } = await put(ana, 'Food 0', { parLevel: 1 })
  await testApp().server.database.write(ana.home as HouseholdId, 'many ingredients', async (tx) => {
    const [row] = await findIngredients(tx, ana.home as HouseholdId, [id])
    const copy = (_: unknown, at: number) => ({ ...row, id: crypto.randomUUID(), name: `Food ${at + 1}`, name_key: `food ${at + 1}` })
    await bulkInserter('ingredients')(tx, Array.from({ length: 9999 }, copy))
  })
  const all = await list(ana)
  expect(all).toHaveLength(10_000)
  const before = await state(ana)
  const { body } = await change(ana, all, { category: 'Bakery', isFavorite: true, parLevel: null })
  expect(body).toEqual({ changedCount: 10_000, skipped: [] })
  expect((await latest(ana))?.summary).toMatch(/^Changed the ingredients Food .* and 9992 more$/)
  await undoLatest(ana)
  expect(await state(ana)).toEqual(before)
  expect((await bulk(ana, all, { do: 'remove' })).body).toEqual({ changedCount: 10_000, skipped: [] })
  expect(await list(ana)).toEqual([])
  await undoLatest(ana)
  expect(await state(ana)).toEqual(before)
})

const anyFields: fc.Arbitrary<BulkIngredientFields> = fc
  .record(
    {
      category: fc.constantFrom('Bakery', 'Pets', 'My own'),
      defaultStorage: fc.constantFrom('PANTRY', 'FRIDGE', 'FREEZER'),
      defaultLocation: fc.constantFrom('', 'Door', 'Drawer'),
      isShared: fc.boolean(),
      warningDays: fc.constantFrom(null, 'never' as const, 0, 7),
      isFavorite: fc.boolean(),
      parLevel: fc.constant(null),
    },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0)
const anyEdit: fc.Arbitrary<BulkIngredientEdit> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), fields: anyFields }) },
  { weight: 1, arbitrary: fc.constant({ do: 'remove' as const }) },
)

it('leads to what each edit says, and as before once all are undone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ edit: anyEdit, picks: fc.uniqueArray(fc.nat(4), { minLength: 1 }) }), { minLength: 1, maxLength: 5 }),
      async (steps) => {
        const ana = await newOwner()
        const some: Ingredient[] = []
        for (const [at, name] of ['Milk', 'Oats', 'Quark', 'Rice', 'Whey'].entries())
          some.push(await put(ana, name, { parLevel: at, isFavorite: at % 2 === 0, ...(at === 3 ? { barcodes } : {}) }))
        await addSomeLot(ana, { ingredient: { name: 'Quark' }, quantity: 1, unit: 'kg' })
        const before = await state(ana)
        let expected = before
        const seqs: number[] = []
        for (const { edit, picks } of steps) {
          const ids = new Set(picks.map((pick) => some[pick]?.id))
          const last = (await latest(ana))?.seq
          await bulk(
            ana,
            picks.map((pick) => ({ id: some[pick]?.id ?? '' })),
            edit,
          )
          expected =
            edit.do === 'change'
              ? expected.map((one) => (ids.has(one.id) ? Object.assign({}, one, edit.fields) : one))
              : expected.filter(({ id, name }) => !ids.has(id) || name === 'Quark')
          expect(await state(ana)).toEqual(expected)
          const entry = await latest(ana)
          if (entry && entry.seq !== last) seqs.push(entry.seq)
        }
        for (const seq of seqs.toReversed()) await ana.must(undoChange, { params: { seq } })
        expect(await state(ana)).toEqual(before)
      },
    ),
    { numRuns: 12 },
  )
})
