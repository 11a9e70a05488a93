import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, getIngredient, type Ingredient, mergeIngredients } from '#domains/ingredients/contract/index.ts'
import { ofOwnUnit } from '#domains/ingredients/rules/own-units.ts'
import { brokenInvariants } from '#tests/support/database/invariants.ts'
import { type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'
import { addLot, changeLot, getLot, type Lot, listLots, type NewLot, splitLot, useLot } from '../contract.ts'
import { formatLotAmount } from '../rules/lot-amount.ts'

const testApp = useTestApp()
const can = { name: 'can', quantity: 400, unit: 'g' } as const
const slice = { name: 'slice', quantity: 45, unit: 'g' } as const

async function withTomatoes(ownUnits: Ingredient['ownUnits'] = [can]): Promise<{ ana: Person; tomatoes: Ingredient }> {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return { ana, tomatoes: await ana.must(addIngredient, { body: { name: 'Tomatoes', defaultUnit: 'g', ownUnits } }) }
}
const undo = (person: Person, { headers }: TestResponse<unknown>) =>
  person.must(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
const change = (person: Person, { id }: Ingredient, ownUnits: Ingredient['ownUnits']) =>
  person.call(changeIngredient, { params: { id }, body: { ownUnits } })
const mergeInto = (person: Person, { id }: Ingredient, merged: Ingredient) =>
  person.call(mergeIngredients, { params: { id }, body: { ingredientId: merged.id } })
const addCans = (person: Person, { id }: Ingredient, count = 2) =>
  person.must(addLot, { body: { ingredientId: id, ...ofOwnUnit(count, can), ownUnit: 'can' } })

describe('own units of an ingredient', () => {
  it('are kept, changed and brought back by an undo', async () => {
    const { ana, tomatoes } = await withTomatoes()
    expect(tomatoes.ownUnits).toEqual([can])
    const changed = await change(ana, tomatoes, [slice])
    expect(changed.body).toMatchObject({ ownUnits: [slice] })
    await undo(ana, changed)
    expect((await ana.must(getIngredient, { params: tomatoes })).ownUnits).toEqual([can])
  })

  it.each([
    ['two of one name', [can, { ...slice, name: 'Can' }]],
    ['eleven', Array.from({ length: 11 }, (_, at) => ({ ...can, name: `can ${at}` }))],
    ['one of nothing', [{ ...can, quantity: 0 }]],
    ['one without a name', [{ ...can, name: ' ' }]],
    ['one with a long name', [{ ...can, name: 'c'.repeat(21) }]],
  ])('are refused: %s', async (_what, ownUnits) => {
    const { ana, tomatoes } = await withTomatoes([])
    expect((await change(ana, tomatoes, ownUnits as Ingredient['ownUnits'])).status).toBe(422)
  })

  it('are merged, and what the kept ingredient calls a can stays its can', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const plum = await ana.must(addIngredient, { body: { name: 'Plum tomatoes', ownUnits: [{ ...can, quantity: 800 }, slice] } })
    const merged = await mergeInto(ana, tomatoes, plum)
    expect(merged.body).toMatchObject({ ownUnits: [can, slice] })
    await undo(ana, merged)
    expect((await ana.must(getIngredient, { params: tomatoes })).ownUnits).toEqual([can])
  })

  it('are dropped after a merge from items and barcodes whose can is another one, until it is undone', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const barcodes = [{ code: '4006381333931', label: null, packQuantity: 800, packUnit: 'g' as const, packName: 'can' }]
    const plum = await ana.must(addIngredient, {
      body: { name: 'Plum tomatoes', defaultUnit: 'g', ownUnits: [{ ...can, quantity: 800 }, slice], barcodes },
    })
    const ours = await addCans(ana, tomatoes)
    const theirs = await ana.must(addLot, { body: { ingredientId: plum.id, quantity: 1600, unit: 'g', ownUnit: 'Can' } })
    const slices = await ana.must(addLot, { body: { ingredientId: plum.id, quantity: 90, unit: 'g', ownUnit: 'slice' } })
    const shown = () =>
      Promise.all([ours, theirs, slices].map(async ({ id }) => formatLotAmount(await ana.must(getLot, { params: { id } }))))
    const packNames = async (id: string) => (await ana.must(getIngredient, { params: { id } })).barcodes.map(({ packName }) => packName)
    expect(await shown()).toEqual(['2 cans', '2 cans', '2 slices'])
    const merged = await mergeInto(ana, tomatoes, plum)
    expect(await shown()).toEqual(['2 cans', '1,600 g', '2 slices'])
    expect(await packNames(tomatoes.id)).toEqual([null])
    await undo(ana, merged)
    expect(await shown()).toEqual(['2 cans', '2 cans', '2 slices'])
    expect(await packNames(plum.id)).toEqual(['can'])
  })
})

describe('an item entered in own units', () => {
  it('keeps its grams, and is shown in cans', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const lot = await addCans(ana, tomatoes)
    expect(lot).toMatchObject({ quantity: 800, unit: 'g', ownUnit: 'can', ingredient: { ownUnits: [can] } })
    expect(formatLotAmount(lot)).toBe('2 cans')
    expect(formatLotAmount(await ana.must(useLot, { params: lot, body: { quantity: 240 } }))).toBe('1 can + 160 g')
  })

  it('is shown in grams once its ingredient no longer knows the can', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const { id } = await addCans(ana, tomatoes)
    await change(ana, tomatoes, [slice])
    expect(formatLotAmount(await ana.must(getLot, { params: { id } }))).toBe('800 g')
  })

  it('keeps its own unit in both parts when it is split', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const lot = await addCans(ana, tomatoes, 3)
    const part = await ana.must(splitLot, { params: lot, body: { quantity: 400 } })
    expect([formatLotAmount(part), formatLotAmount(await ana.must(getLot, { params: lot }))]).toEqual(['1 can', '2 cans'])
  })

  it('gets another own unit by an edit, which an undo takes back', async () => {
    const { ana, tomatoes } = await withTomatoes([can, slice])
    const lot = await addCans(ana, tomatoes)
    const edited = await ana.call(changeLot, { params: lot, body: { quantity: 90, ownUnit: 'slice' } })
    expect(formatLotAmount(edited.body as Lot)).toBe('2 slices')
    await undo(ana, edited)
    expect(formatLotAmount(await ana.must(getLot, { params: lot }))).toBe('2 cans')
  })

  it('teaches its barcode which own unit the package is', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const code = '4006381333931'
    await ana.must(addLot, { body: { ingredientId: tomatoes.id, quantity: 800, unit: 'g', ownUnit: 'can', barcode: code } })
    const { barcodes } = await ana.must(getIngredient, { params: tomatoes })
    expect(barcodes).toEqual([{ code, label: null, packQuantity: 400, packUnit: 'g', packName: 'can' }])
  })
})

describe('an own unit said with an item', () => {
  const say = (person: Person, ingredient: object, newOwnUnit: Ingredient['ownUnits'][number] = can) =>
    person.call(addLot, { body: { ...ingredient, ...ofOwnUnit(2, newOwnUnit), ownUnit: newOwnUnit.name, newOwnUnit } as NewLot })

  it('is remembered, and can be forgotten without the item', async () => {
    const { ana, tomatoes } = await withTomatoes([])
    const added = await say(ana, { ingredientId: tomatoes.id })
    expect(formatLotAmount(added.body as Lot)).toBe('2 cans')
    const [, learned] = await ana.must(listHistory, { query: {} })
    await ana.must(undoChange, { params: { seq: learned?.seq ?? 0 } })
    expect(formatLotAmount(await ana.must(getLot, { params: added.body as Lot }))).toBe('800 g')
  })

  it('is remembered with a new ingredient', async () => {
    const { ana } = await withTomatoes([])
    expect((await say(ana, { ingredient: { name: 'Beans' } })).body).toMatchObject({ ingredient: { name: 'Beans', ownUnits: [can] } })
  })

  it('doesn’t change one that the ingredient has, and an item of another size is shown by its amount', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const added = (await say(ana, { ingredientId: tomatoes.id }, { ...can, quantity: 800 })).body as Lot
    expect(added).toMatchObject({ quantity: 1600, ownUnit: null, ingredient: { ownUnits: [can] } })
    expect(formatLotAmount(added)).toBe('1,600 g')
  })

  it('is the ingredient’s own if it is the same size', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const added = await say(ana, { ingredientId: tomatoes.id }, { name: 'Can', quantity: 0.4, unit: 'kg' })
    expect(formatLotAmount(added.body as Lot)).toBe('2 cans')
  })

  it('teaches its barcode its size, also if the ingredient’s is another', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const code = '4006381333931'
    await say(ana, { ingredientId: tomatoes.id, barcode: code }, { ...can, quantity: 800 })
    const { barcodes } = await ana.must(getIngredient, { params: tomatoes })
    expect(barcodes).toEqual([{ code, label: null, packQuantity: 800, packUnit: 'g', packName: null }])
  })
})

const anOwnUnit = fc.record({
  name: fc.constantFrom('can', 'slice'),
  quantity: fc.integer({ min: 1, max: 2_000_000 }).map((milli) => milli / 1000),
  unit: fc.constantFrom('g' as const, 'oz' as const, 'ml' as const, 'each' as const),
})

describe('the ledger', () => {
  it('is the same before and after own units change, and after that is undone', async () => {
    const { ana, tomatoes } = await withTomatoes()
    const amounts = async () =>
      ((await ana.must(listLots)) as Lot[]).map(({ id, quantity, unit }) => `${id} ${quantity} ${unit}`).toSorted()
    await fc.assert(
      fc.asyncProperty(anOwnUnit, fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), async (own, count, share) => {
        const taught = await change(ana, tomatoes, [own])
        const lot = await ana.must(addLot, { body: { ingredientId: tomatoes.id, ...ofOwnUnit(count, own), ownUnit: own.name } })
        const quantity = Math.floor(lot.quantity * share * 1000) / 1000
        if (quantity > 0) await ana.must(useLot, { params: lot, body: { quantity } })
        const before = await amounts()
        const forgotten = await change(ana, tomatoes, [])
        expect(await amounts()).toEqual(before)
        await undo(ana, forgotten)
        expect(await amounts()).toEqual(before)
        if (taught.headers['x-change-seq'] !== undefined) await undo(ana, taught)
        expect(await amounts()).toEqual(before)
        expect(await brokenInvariants(testApp().server.database)).toEqual([])
      }),
      { numRuns: 12 },
    )
  })
})
