import { describe, expect, it } from 'vitest'
import { joinHousehold, listHistory } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, type Lot, listLots, removeLot, useLot } from '#domains/inventory/contract.ts'
import { getRecipe, listRecipes } from '#domains/recipes/contract/index.ts'
import { matchLineIngredient } from '#domains/recipes/contract/stock.ts'
import { learnReceiptNames } from '#domains/scanning/contract/receipt.ts'
import { addShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import { bringImport, countIn, previewOf, sendFile, settledImport } from '#tests/support/data/import-files.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { grocyFile } from '#tests/support/fakes/grocy.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()

async function anOwner(): Promise<Person> {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}

const send = (person: Person, file: Buffer | string, field?: string) => sendFile(testApp(), person, file, field)
const preview = (person: Person, file: Buffer | string) => previewOf(testApp(), person, file)
const settled = (person: Person, made: contract.Import) => settledImport(testApp(), person, made)
const bring = (person: Person, made: contract.Import, body?: Parameters<typeof bringImport>[3]) =>
  bringImport(testApp(), person, made, body)

const rowsOf = (person: Person, { id }: contract.Import, query: { state?: contract.RowState; kind?: contract.Kind } = {}) =>
  person.must(contract.listImportRows, { params: { importId: id }, query: { ...query, limit: 200 } })

const lots = async (person: Person) => (await person.must(listLots, { query: { limit: 200 } })) as Lot[]

describe('a household of grocy', () => {
  it('is shown first, and nothing of it is there before somebody says yes', async () => {
    const ana = await anOwner()
    const made = await preview(ana, grocyFile())
    expect(made).toMatchObject({ source: 'grocy', state: 'preview', madeBy: { firstName: 'Ana' }, countedAsPieces: ['Wheel'] })
    expect(made.counts.map((one) => [one.kind, one.found, one.new, one.refused])).toEqual([
      ['food', 5, 5, 0],
      ['barcode', 3, 1, 2],
      ['lot', 6, 5, 1],
      ['list', 2, 2, 0],
      ['recipe', 1, 1, 0],
    ])
    expect((await rowsOf(ana, made, { state: 'refused' })).map(({ place, why }) => [place, why])).toEqual([
      ['product_barcodes 2', 'The barcode format isn’t supported.'],
      ['product_barcodes 3', 'Its ingredient isn’t in the file.'],
      ['stock 6', 'Nothing left in stock.'],
    ])
    expect(await ana.must(listIngredients)).toEqual([])
    expect(await ana.call(contract.startImport, { params: { importId: made.id }, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'rows_not_understood' },
    })
    await ana.must(contract.discardImport, { params: { importId: made.id } })
    expect(await ana.must(contract.listImports)).toEqual([])
  })

  it('comes with its foods, lots, codes, list and recipes, and says so in the history', async () => {
    const ana = await anOwner()
    const done = await bring(ana, await preview(ana, grocyFile()))
    expect(done).toMatchObject({ state: 'done', progress: { done: 14, total: 14 } })
    const ingredients = await ana.must(listIngredients)
    const oat = ingredients.find(({ name }) => name === 'Oat drink')
    expect(oat).toMatchObject({
      category: 'Breakfast things',
      parLevel: 2,
      defaultUnit: 'l',
      defaultStorage: 'FRIDGE',
      defaultLocation: 'Fridge',
      shelfLife: { fridgeDays: 90, openedDays: 5 },
      barcodes: [{ code: '4006381333931', packQuantity: 1, packUnit: 'l' }],
    })
    expect(ingredients.find(({ name }) => name === 'Rye flakes')?.conversions).toEqual([{ from: 'each', to: 'g', factor: 500 }])
    expect(ingredients.map(({ name }) => name)).not.toContain('Forgotten syrup')
    const there = await lots(ana)
    const of = (name: string) => there.filter(({ ingredient }) => ingredient.name === name)
    expect(of('Oat drink').find(({ isOpened }) => isOpened)).toMatchObject({
      quantity: 1.5,
      unit: 'l',
      storage: 'FRIDGE',
      expirationDate: '2031-03-01',
      dateKind: 'best_before',
      openedOn: '2025-11-05',
      purchasePrice: 3.3,
    })
    expect(of('Oat drink').find(({ isOpened }) => !isOpened)).toMatchObject({ quantity: 3, expirationDate: null })
    expect(of('Quark')).toMatchObject([{ quantity: 500, unit: 'g', dateKind: 'use_by', purchasePrice: 2 }])
    expect(of('Peas')).toMatchObject([{ storage: 'FREEZER', location: 'Chest in the cellar' }])
    const { items } = await ana.must(getShoppingList)
    expect(items.map(({ ingredientName, suggestedQuantity }) => [ingredientName, suggestedQuantity]).toSorted()).toEqual([
      ['Birthday candles', 1],
      ['Rye flakes', 2],
    ])
    const card = (await ana.must(listRecipes, { query: { search: 'porridge' } }))[0]
    expect(await ana.must(getRecipe, { params: { id: card?.id ?? '' } })).toMatchObject({
      servings: 2,
      ingredients: ['100 Gram Rye flakes', '0.5 Liter Oat drink, warm', '1–2 Gram Quark'],
      instructions: ['Simmer the flakes.', 'Stir & serve.'],
    })
    const [entry] = await ana.must(listHistory)
    expect(entry).toMatchObject({
      name: 'import.finished',
      summary: 'Imported from grocy: 5 ingredients, 5 items, 2 list items, 1 recipe',
      canUndo: false,
    })
    const ofLot = await ana.must(listHistory, { query: { lotId: there[0]?.id ?? '' } })
    expect(ofLot).toMatchObject([{ summary: 'Imported from grocy', canUndo: false }])
  })

  it('comes once, however often it is brought', async () => {
    const ana = await anOwner()
    await bring(ana, await preview(ana, grocyFile()))
    const before = [await lots(ana), await ana.must(listIngredients), (await ana.must(getShoppingList)).items]
    const again = await preview(ana, grocyFile())
    expect(again.counts.map((one) => one.new)).toEqual([0, 0, 0, 0, 0])
    expect(await bring(ana, again)).toMatchObject({ state: 'done' })
    // Two who press at once, each with a preview from before.
    expect([await lots(ana), await ana.must(listIngredients), (await ana.must(getShoppingList)).items]).toEqual(before)
    const more = await preview(ana, grocyFile(`insert into stock (id, product_id, amount, stock_id) values (7, 2, 250, 'a7')`))
    expect(countIn(more, 'lot')).toMatchObject({ new: 1, known: 5 })
  })

  it('comes once also when two previews of it were made before either was brought', async () => {
    const ana = await anOwner()
    const [first, second] = [await preview(ana, grocyFile()), await preview(ana, grocyFile())]
    await ana.must(contract.startImport, { params: { importId: first.id }, body: { withoutRefused: true } })
    await ana.must(contract.startImport, { params: { importId: second.id }, body: { withoutRefused: true } })
    const [one, other] = [await settled(ana, first), await settled(ana, second)]
    const imported = (made: contract.Import) => made.counts.reduce((sum, one) => sum + one.brought, 0)
    expect(imported(one) + imported(other)).toBe(14)
    expect(await lots(ana)).toHaveLength(5)
  })

  it('leaves foods that are there as they are, and finds them by their names', async () => {
    const ana = await anOwner()
    await ana.must(addIngredient, { body: { name: 'oat drinks', category: 'Mine', parLevel: 7, defaultUnit: 'ml' } })
    const made = await preview(ana, grocyFile())
    expect((await rowsOf(ana, made, { kind: 'food', state: 'known' })).map(({ name, match }) => [name, match])).toEqual([
      ['Oat drink', 'oat drinks'],
    ])
    await bring(ana, made)
    const ingredients = await ana.must(listIngredients)
    expect(ingredients.filter(({ name }) => /oat/i.test(name))).toMatchObject([{ name: 'oat drinks', category: 'Mine', parLevel: 7 }])
    expect((await lots(ana)).filter(({ ingredient }) => ingredient.name === 'oat drinks')).toHaveLength(2)
  })

  it('comes without the kinds that are left out; lots of foods that are not here stay out with them', async () => {
    const ana = await anOwner()
    await ana.must(addIngredient, { body: { name: 'Quark' } })
    const done = await bring(ana, await preview(ana, grocyFile()), { leaveOut: ['food', 'recipe', 'list'] })
    expect(countIn(done, 'lot')).toMatchObject({ brought: 1, leftOut: 4 })
    expect(countIn(done, 'recipe')).toMatchObject({ brought: 0, leftOut: 1 })
    expect((await lots(ana)).map(({ ingredient }) => ingredient.name)).toEqual(['Quark'])
    expect((await rowsOf(ana, done, { kind: 'lot', state: 'left_out' }))[0]?.why).toBe(
      'Its ingredient doesn’t exist here, and ingredients weren’t imported.',
    )
  })
})

describe('a table', () => {
  it('comes with what it says, and the same table again brings nothing new', async () => {
    const ana = await anOwner()
    const table = 'name;quantity;unit;location;expires\nFlour;1,5;kg;Cellar;31.12.2030\nFlour;1,5;kg;Cellar;31.12.2030\nYeast;x;g;;\n'
    const made = await preview(ana, table)
    expect(made).toMatchObject({
      source: 'csv',
      counts: [
        { kind: 'food', new: 1 },
        { kind: 'lot', found: 3, new: 2, refused: 1 },
      ],
    })
    expect(await rowsOf(ana, made, { state: 'refused' })).toMatchObject([
      { place: 'line 4', name: 'Yeast', why: 'The amount isn’t a valid number.' },
    ])
    await bring(ana, made)
    expect((await lots(ana)).map(({ quantity, expirationDate }) => [quantity, expirationDate])).toEqual([
      [1.5, '2030-12-31'],
      [1.5, '2030-12-31'],
    ])
    const again = await bring(ana, await preview(ana, `${table}Salt;2;kg;;\n`))
    expect(countIn(again, 'lot')).toMatchObject({ brought: 1, known: 2 })
  })

  it('I-49: of which half is bad changes nothing until somebody says that it may stay out, and then brings the other half', async () => {
    const ana = await anOwner()
    const table = '\uFEFFname;quantity;unit\r\nOats;1;kg\nRye;x;kg\r=SUM(A1);2;kg\r\n;3;kg\nOat;5;kg\nSpelt;0;kg\n'
    const made = await preview(ana, table)
    expect((await rowsOf(ana, made, { state: 'refused' })).map(({ place }) => place)).toEqual(['line 3', 'line 5', 'line 7'])
    const start = (body: object) => ana.call(contract.startImport, { params: { importId: made.id }, body })
    expect(await start({})).toMatchObject({ status: 409, body: { code: 'rows_not_understood' } })
    await testApp().server.jobs.catchUp()
    expect([await ana.must(listIngredients), await lots(ana)]).toEqual([[], []])
    await bring(ana, made)
    // One food in singular and plural, and what looks like a formula is a name.
    expect((await ana.must(listIngredients)).map(({ name }) => name).toSorted()).toEqual(['=SUM(A1)', 'Oats'])
    expect((await lots(ana)).map(({ quantity }) => quantity).toSorted()).toEqual([1, 2, 5])
  })

  it('of which a number could be read in two ways says what was taken, and by nothing else than that', async () => {
    const ana = await anOwner()
    const made = await preview(ana, 'name;quantity;unit\nMehl;1.500;g\nSalt;2;g')
    expect(made.doubtful).toEqual(['Mehl · 1.5 g'])
    expect((await rowsOf(ana, made, { kind: 'lot' })).map(({ name, detail, state, why }) => [name, detail, state, why])).toEqual([
      ['Mehl', '1.5 g', 'new', 'A number is ambiguous: its point or comma may be a thousands separator.'],
      ['Salt', '2 g', 'new', null],
    ])
    const done = await bring(ana, made)
    expect([done.state, done.doubtful, (await rowsOf(ana, made, { state: 'brought' })).map(({ why }) => why)]).toEqual([
      'done',
      [],
      [null, null, null, null],
    ])
    expect((await preview(ana, 'name;quantity;unit\nRoggen;1.500;g\nHirse;0,5;g')).doubtful).toEqual([])
  })

  it('that is no form, or larger than it may be, is refused', async () => {
    const ana = await anOwner()
    expect(await send(ana, 'name\nSalt', 'other')).toMatchObject({ status: 400, body: { code: 'file_field' } })
    expect(await send(ana, Buffer.alloc(contract.largestFile + 1))).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
    expect(await send(ana, 'no heading here')).toMatchObject({ status: 422, body: { code: 'import_no_name_column' } })
    expect(await ana.must(contract.listImports)).toEqual([])
  })
})

describe('taking an import back', () => {
  it('leaves a household as it was', async () => {
    const ana = await anOwner()
    const made = await preview(ana, grocyFile())
    await bring(ana, made)
    await ana.must(contract.undoImport, { params: { importId: made.id } })
    const undone = await settled(ana, made)
    expect(undone).toMatchObject({ state: 'undone' })
    expect(undone.counts.map((one) => [one.kind, one.takenBack, one.kept])).toEqual([
      ['food', 5, 0],
      ['barcode', 1, 0],
      ['lot', 5, 0],
      ['list', 2, 0],
      ['recipe', 1, 0],
    ])
    expect([await lots(ana), await ana.must(listIngredients), (await ana.must(getShoppingList)).items]).toEqual([[], [], []])
    expect(await ana.must(listRecipes, { query: { search: 'porridge' } })).toEqual([])
    expect((await ana.must(listHistory))[0]?.summary).toBe('Undid the import from grocy: 5 ingredients, 5 items, 2 list items, 1 recipe')
    // It may come again.
    expect(await bring(ana, await preview(ana, grocyFile()))).toMatchObject({ progress: { total: 14 } })
    expect(await lots(ana)).toHaveLength(5)
  })

  it('leaves what somebody has changed since, and says why', async () => {
    const ana = await anOwner()
    const made = await preview(ana, grocyFile())
    await bring(ana, made)
    const quark = (await lots(ana)).find(({ ingredient }) => ingredient.name === 'Quark')
    await ana.must(useLot, { params: { id: quark?.id ?? '' }, body: { quantity: 100 } })
    await ana.must(addLot, { body: { ingredient: { name: 'Peas' }, quantity: 1, unit: 'kg' } })
    await ana.must(contract.undoImport, { params: { importId: made.id } })
    const undone = await settled(ana, made)
    expect(countIn(undone, 'lot')).toMatchObject({ takenBack: 4, kept: 1 })
    expect(countIn(undone, 'food')).toMatchObject({ takenBack: 3, kept: 2 })
    expect((await rowsOf(ana, undone, { state: 'kept' })).map(({ name, kind, why }) => [kind, name, why])).toEqual([
      ['food', 'Quark', 'There’s still some in your inventory.'],
      ['food', 'Peas', 'There’s still some in your inventory.'],
      ['lot', 'Quark', 'It has been changed since.'],
    ])
    expect((await lots(ana)).map(({ ingredient, quantity }) => [ingredient.name, quantity]).toSorted()).toEqual([
      ['Peas', 1],
      ['Quark', 400],
    ])
    const report = await testApp().inject({
      method: 'GET',
      url: `/api/imports/${made.id}/report`,
      headers: { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' },
    })
    expect(report.text).toContain('Stock,Quark,500 g · Fridge · 2031-02-01,stock 3,Kept,It has been changed since.')
  })

  it('leaves a food that somebody has hung something on since, each with its reason, and what hangs on it', async () => {
    const ana = await anOwner()
    const names = ['Untouched', 'Taught', 'Wanted', 'Meant', 'Printed', 'Seen', 'Eaten', 'Shared', 'Put right']
    const made = await preview(ana, ['name', ...names].join('\n'))
    await bring(ana, made)
    const ingredients = new Map((await ana.must(listIngredients)).map((ingredient) => [ingredient.name, ingredient]))
    const of = (name: string) => ingredients.get(name)?.id ?? ''
    const put = (name: string, more = {}) => ana.must(addLot, { body: { ingredientId: of(name), quantity: 1, unit: 'piece', ...more } })
    // Of these two nothing is left: one was entered by mistake, the other eaten.
    const mistaken = await put('Taught', { barcode: '4006381333931' })
    await ana.must(removeLot, { params: { id: mistaken.id } })
    const untouched = await put('Untouched')
    await ana.must(removeLot, { params: { id: untouched.id } })
    const eaten = await put('Eaten')
    await ana.must(useLot, { params: { id: eaten.id }, body: { quantity: 1 } })
    await ana.must(addShoppingItem, { body: { ingredientName: 'Wanted' } })
    await ana.must(matchLineIngredient, { body: { food: 'meaning', ingredientId: of('Meant') } })
    await ana.must(learnReceiptNames, { body: { names: [{ text: 'PRNTD 500G', ingredientId: of('Printed') }] } })
    await asOwner(
      testApp().server.database,
      `insert into photo_examples (household_id, id, ingredient_id, model, features, created_at)
       values ('${ana.home}', 'a photo', '${of('Seen')}', 'a model', '', '2026-01-01T00:00:00.000Z')`,
    )
    await ana.must(changeIngredient, { params: { id: of('Shared') }, body: { isShared: true } })
    await ana.must(changeIngredient, { params: { id: of('Put right') }, body: { conversions: [{ from: 'piece', to: 'g', factor: 40 }] } })

    await ana.must(contract.undoImport, { params: { importId: made.id } })
    const undone = await settled(ana, made)
    const [changed, needed] = ['It has been changed since.', expect.stringMatching(/^It’s in use/)]
    expect((await rowsOf(ana, undone, { state: 'kept' })).map(({ name, why }) => [name, why])).toEqual([
      ['Taught', changed],
      ['Wanted', needed],
      ['Meant', needed],
      ['Printed', needed],
      ['Seen', needed],
      ['Eaten', needed],
      ['Shared', changed],
      ['Put right', changed],
    ])
    const left = await ana.must(listIngredients)
    expect(left.map(({ name }) => name).toSorted()).toEqual(names.filter((name) => name !== 'Untouched').toSorted())
    expect(left.find(({ name }) => name === 'Taught')?.barcodes).toMatchObject([{ code: '4006381333931' }])
  })

  it('forgets the codes that came with it, and keeps a food for one that was taught since', async () => {
    const ana = await anOwner()
    const made = await preview(ana, 'name,barcode\nOats,4006381333931\nMillet,5449000000996')
    await bring(ana, made)
    const oats = (await ana.must(listIngredients)).find(({ name }) => name === 'Oats')
    const lot = await ana.must(addLot, { body: { ingredientId: oats?.id ?? '', quantity: 1, unit: 'piece', barcode: '96385074' } })
    await ana.must(removeLot, { params: { id: lot.id } })
    await ana.must(contract.undoImport, { params: { importId: made.id } })
    expect((await settled(ana, made)).counts.map((one) => [one.kind, one.takenBack, one.kept])).toEqual([
      ['food', 1, 1],
      ['barcode', 2, 0],
    ])
    const [left, ...others] = await ana.must(listIngredients)
    expect(others).toEqual([])
    expect([left?.name, left?.barcodes.map(({ code }) => code)]).toEqual(['Oats', [expect.stringContaining('96385074')]])
  })

  it('is for those who run the household', async () => {
    const [ana, ben] = [await testApp().person('Ana'), await testApp().person('Ben')]
    const { inviteCode } = await testApp().household(ana)
    await ben.must(joinHousehold, { body: { inviteCode: inviteCode ?? '' } })
    const made = await preview(ana, 'name,quantity\nFlour,2')
    ben.home = ana.home
    expect(await send(ben, 'name,quantity\nFlour,2')).toMatchObject({ status: 403, body: { code: 'role_denied' } })
    expect(await ben.call(contract.startImport, { params: { importId: made.id }, body: {} })).toMatchObject({ status: 403 })
    expect(await ana.call(contract.undoImport, { params: { importId: made.id } })).toMatchObject({
      status: 409,
      body: { code: 'import_not_begun' },
    })
    await bring(ana, made)
    expect(await ana.call(contract.discardImport, { params: { importId: made.id } })).toMatchObject({
      status: 409,
      body: { code: 'import_begun' },
    })
  })
})
