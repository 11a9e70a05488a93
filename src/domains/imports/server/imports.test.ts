import { describe, expect, it } from 'vitest'
import { joinHousehold, listHistory } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, type Lot, listLots, listStorePrices, removeLot, useLot } from '#domains/inventory/contract.ts'
import { getRecipe, listRecipes } from '#domains/recipes/contract/index.ts'
import { matchLineIngredient } from '#domains/recipes/contract/stock.ts'
import { learnReceiptNames } from '#domains/scanning/contract.ts'
import { addShoppingItem, getShoppingList, listNamedLists } from '#domains/shopping/contract/index.ts'
import { listStores } from '#domains/stores/contract.ts'
import { countIn, previewFile, runImport, settleImport, uploadFile } from '#tests/support/data/import-files.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { grocyFile } from '#tests/support/fakes/grocy.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()

async function createOwner(): Promise<Person> {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}

const send = (person: Person, file: Buffer | string, field?: string) => uploadFile(testApp(), person, file, field)
const preview = (person: Person, file: Buffer | string) => previewFile(testApp(), person, file)
const settled = (person: Person, record: contract.Import) => settleImport(testApp(), person, record)
const bring = (person: Person, record: contract.Import, body?: Parameters<typeof runImport>[3]) =>
  runImport(testApp(), person, record, body)

const rowsOf = (person: Person, { id }: contract.Import, query: { state?: contract.RowState; kind?: contract.ImportRowKind } = {}) =>
  person.must(contract.listImportRows, { params: { importId: id }, query: { ...query, limit: 200 } })

const lots = async (person: Person) => (await person.must(listLots, { query: { limit: 200 } })) as Lot[]

describe('a grocy import', () => {
  it('shows a preview and imports nothing until it is confirmed', async () => {
    const ana = await createOwner()
    const record = await preview(ana, grocyFile())
    expect(record).toMatchObject({ source: 'grocy', state: 'preview', madeBy: { firstName: 'Ana' }, countedAsPieces: ['Wheel'] })
    expect(record.counts.map((one) => [one.kind, one.found, one.new, one.refused])).toEqual([
      ['food', 5, 5, 0],
      ['barcode', 3, 1, 2],
      ['lot', 6, 5, 1],
      ['list', 2, 2, 0],
      ['recipe', 1, 1, 0],
    ])
    expect((await rowsOf(ana, record, { state: 'refused' })).map(({ place, why }) => [place, why])).toEqual([
      ['product_barcodes 2', 'The barcode format isn’t supported.'],
      ['product_barcodes 3', 'Its ingredient isn’t in the file.'],
      ['stock 6', 'Nothing left in stock.'],
    ])
    expect(await ana.must(listIngredients)).toEqual([])
    expect(await ana.call(contract.startImport, { params: { importId: record.id }, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'rows_not_understood' },
    })
    await ana.must(contract.discardImport, { params: { importId: record.id } })
    expect(await ana.must(contract.listImports)).toEqual([])
  })

  it('imports its other lists as lists of their own', async () => {
    const ana = await createOwner()
    const more = `create table shopping_lists (id integer primary key, name text not null);
      insert into shopping_lists values (1, 'Default'), (4, 'Party');
      update shopping_list set shopping_list_id = 4 where id = 2;
      insert into shopping_list (id, product_id, amount, shopping_list_id) values (9, 3, 1, 4);`
    await bring(ana, await preview(ana, grocyFile(more)))
    const [party, ...others] = await ana.must(listNamedLists)
    expect([party?.name, others]).toEqual(['Party', []])
    const namesOn = async (query: { list?: string }) =>
      (await ana.must(getShoppingList, { query })).items.map(({ ingredientName }) => ingredientName)
    expect(await namesOn({})).toEqual(['Rye flakes'])
    expect(await namesOn({ list: party?.id ?? '' })).toEqual(['Birthday candles', 'Rye flakes'])
  })

  it('imports its stores: where stock was bought, at what price, and where a product is bought', async () => {
    const ana = await createOwner()
    const more = `create table shopping_locations (id integer primary key, name text not null);
      insert into shopping_locations values (1, 'Market'), (2, 'Never used');
      alter table stock add column shopping_location_id integer;
      update stock set purchased_date = date('now', '-10 day'), shopping_location_id = case id when 1 then 1 when 3 then 77 end;
      update products set shopping_location_id = 1 where id = 3;`
    await bring(ana, await preview(ana, grocyFile(more)))
    const [market, ...others] = await ana.must(listStores)
    expect([market?.name, others]).toEqual(['Market', []])
    const { items } = await ana.must(getShoppingList)
    expect(items.map(({ ingredientName, storeIds }) => [ingredientName, storeIds])).toEqual([
      ['Birthday candles', []],
      ['Rye flakes', [market?.id]],
    ])
    expect(await ana.must(listStorePrices)).toEqual([
      expect.objectContaining({ storeId: market?.id, price: 3.3, quantity: 1.5, unit: 'l' }),
    ])
  })

  it('counts stock in the packs that grocy converts, directly or through the stock unit', async () => {
    const ana = await createOwner()
    const more = `insert into stock (id, product_id, amount, stock_id, open, location_id) values (7, 3, 2, 'a7', 0, 1);
      insert into quantity_units (id, name) values (6, 'Scheibe');
      insert into quantity_unit_conversions (id, from_qu_id, to_qu_id, factor, product_id) values (2, 3, 6, 10, 3), (3, 5, 2, 250, null);`
    await bring(ana, await preview(ana, grocyFile(more)))
    const of = (name: string) => lots(ana).then((all) => all.filter(({ ingredient }) => ingredient.name === name))
    expect(await of('Rye flakes')).toMatchObject([{ quantity: 1000, unit: 'g', ownUnit: 'pack' }])
    expect((await of('Rye flakes'))[0]?.ingredient.ownUnits).toEqual([
      { name: 'pack', quantity: 500, unit: 'g' },
      { name: 'slice', quantity: 50, unit: 'g' },
      { name: 'Wheel', quantity: 250, unit: 'g' },
    ])
    expect(await of('Old cheese')).toMatchObject([{ quantity: 500, unit: 'g', ownUnit: 'Wheel' }])
  })

  it('keeps what grocy calls a parent product', async () => {
    const ana = await createOwner()
    // The kind comes first.
    await bring(ana, await preview(ana, grocyFile('update products set parent_product_id = 3 where id = 1')))
    const ingredients = await ana.must(listIngredients)
    const rye = ingredients.find(({ name }) => name === 'Rye flakes')
    expect(ingredients.filter(({ parentId }) => parentId === rye?.id)).toHaveLength(1)
  })

  it('counts minimums, list items and barcodes in the same packs as the stock', async () => {
    const ana = await createOwner()
    // The conversion of a slice comes first.
    const more = `update products set min_stock_amount = 2 where id = 3;
      insert into quantity_units (id, name) values (6, 'Scheibe');
      update quantity_unit_conversions set from_qu_id = 6, factor = 50;
      insert into quantity_unit_conversions (id, from_qu_id, to_qu_id, factor, product_id) values (2, 3, 2, 500, 3);
      update product_barcodes set barcode = '4006381333948', qu_id = 3, amount = 1 where id = 2`
    await bring(ana, await preview(ana, grocyFile(more)))
    const rye = (await ana.must(listIngredients)).find(({ name }) => name === 'Rye flakes')
    expect(rye).toMatchObject({ parLevel: 1000, defaultUnit: 'g', barcodes: [{ packQuantity: 500, packUnit: 'g', packName: 'pack' }] })
    const { items } = await ana.must(getShoppingList)
    expect(items.find(({ ingredientName }) => ingredientName === 'Rye flakes')).toMatchObject({ suggestedQuantity: 1000, unit: 'g' })
  })

  it('imports ingredients, lots, barcodes, list items and recipes, and records them in the history', async () => {
    const ana = await createOwner()
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
    expect(ingredients.find(({ name }) => name === 'Rye flakes')?.ownUnits).toEqual([{ name: 'pack', quantity: 500, unit: 'g' }])
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
      ['Rye flakes', 1000],
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

  it('imports descriptions and notes as notes', async () => {
    const ana = await createOwner()
    const more = `update products set description = '<p>The <b>red</b> one,</p><p>3.5&nbsp;%</p>' where name = 'Oat drink';
      update products set description = '${'long '.repeat(70)}' where name = 'Quark';
      update stock set note = 'from Oma' where id = 3;
      update shopping_list set note = 'the coarse ones' where id = 1;
      update shopping_list set note = 'Birthday candles' || char(10) || 'blue' || char(10) || 'or red' where id = 2;`
    await bring(ana, await preview(ana, grocyFile(more)))
    const ingredients = await ana.must(listIngredients)
    const noteOf = (name: string) => ingredients.find((one) => one.name === name)?.note
    expect([noteOf('Oat drink'), noteOf('Quark')]).toEqual(['The red one, 3.5 %', `${'long '.repeat(58)}long…`])
    expect((await lots(ana)).filter(({ note }) => note !== '').map(({ ingredient, note }) => [ingredient.name, note])).toEqual([
      ['Quark', 'from Oma'],
    ])
    const { items } = await ana.must(getShoppingList)
    expect(items.map(({ ingredientName, note }) => [ingredientName, note]).toSorted()).toEqual([
      ['Birthday candles', 'blue or red'],
      ['Rye flakes', 'the coarse ones'],
    ])
  })

  it('imports each row once, however often the file is imported', async () => {
    const ana = await createOwner()
    await bring(ana, await preview(ana, grocyFile()))
    const before = [await lots(ana), await ana.must(listIngredients), (await ana.must(getShoppingList)).items]
    const again = await preview(ana, grocyFile())
    expect(again.counts.map((one) => one.new)).toEqual([0, 0, 0, 0, 0])
    expect(await bring(ana, again)).toMatchObject({ state: 'done' })
    expect([await lots(ana), await ana.must(listIngredients), (await ana.must(getShoppingList)).items]).toEqual(before)
    const more = await preview(ana, grocyFile(`insert into stock (id, product_id, amount, stock_id) values (7, 2, 250, 'a7')`))
    expect(countIn(more, 'lot')).toMatchObject({ new: 1, known: 5 })
  })

  it('imports each row once when two previews of a file are started', async () => {
    const ana = await createOwner()
    const [first, second] = [await preview(ana, grocyFile()), await preview(ana, grocyFile())]
    const start = ({ id }: contract.Import) => ana.call(contract.startImport, { params: { importId: id }, body: { withoutRefused: true } })
    expect((await start(first)).status).toBe(200)
    // The first may have begun, which the second preview then shows.
    for (let attempt = 0; attempt < 20 && (await start(second)).status === 409; attempt++);
    const [one, other] = [await settled(ana, first), await settled(ana, second)]
    const imported = (record: contract.Import) => record.counts.reduce((sum, one) => sum + one.brought, 0)
    expect(imported(one) + imported(other)).toBe(14)
    expect(await lots(ana)).toHaveLength(5)
  })

  it('matches existing ingredients by name and leaves them unchanged', async () => {
    const ana = await createOwner()
    await ana.must(addIngredient, { body: { name: 'oat drinks', category: 'Mine', parLevel: 7, defaultUnit: 'ml' } })
    const record = await preview(ana, grocyFile())
    expect((await rowsOf(ana, record, { kind: 'food', state: 'known' })).map(({ name, match }) => [name, match])).toEqual([
      ['Oat drink', 'oat drinks'],
    ])
    await bring(ana, record)
    const ingredients = await ana.must(listIngredients)
    expect(ingredients.filter(({ name }) => /oat/i.test(name))).toMatchObject([{ name: 'oat drinks', category: 'Mine', parLevel: 7 }])
    expect((await lots(ana)).filter(({ ingredient }) => ingredient.name === 'oat drinks')).toHaveLength(2)
  })

  it('skips the kinds that are left out, and lots without an ingredient', async () => {
    const ana = await createOwner()
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

describe('a CSV import', () => {
  it('imports its rows once', async () => {
    const ana = await createOwner()
    const table = 'name;quantity;unit;location;expires\nFlour;1,5;kg;Cellar;31.12.2030\nFlour;1,5;kg;Cellar;31.12.2030\nYeast;x;g;;\n'
    const record = await preview(ana, table)
    expect(record).toMatchObject({
      source: 'csv',
      counts: [
        { kind: 'food', new: 1 },
        { kind: 'lot', found: 3, new: 2, refused: 1 },
      ],
    })
    expect(await rowsOf(ana, record, { state: 'refused' })).toMatchObject([
      { place: 'line 4', name: 'Yeast', why: 'The amount isn’t a valid number.' },
    ])
    await bring(ana, record)
    expect((await lots(ana)).map(({ quantity, expirationDate }) => [quantity, expirationDate])).toEqual([
      [1.5, '2030-12-31'],
      [1.5, '2030-12-31'],
    ])
    const again = await bring(ana, await preview(ana, `${table}Salt;2;kg;;\n`))
    expect(countIn(again, 'lot')).toMatchObject({ brought: 1, known: 2 })
  })

  it('I-49: imports the valid rows only after the rejected ones are confirmed to be skipped', async () => {
    const ana = await createOwner()
    const table = '\uFEFFname;quantity;unit\r\nOats;1;kg\nRye;x;kg\r=SUM(A1);2;kg\r\n;3;kg\nOat;5;kg\nSpelt;0;kg\n'
    const record = await preview(ana, table)
    expect((await rowsOf(ana, record, { state: 'refused' })).map(({ place }) => place)).toEqual(['line 3', 'line 5', 'line 7'])
    const start = (body: object) => ana.call(contract.startImport, { params: { importId: record.id }, body })
    expect(await start({})).toMatchObject({ status: 409, body: { code: 'rows_not_understood' } })
    await testApp().server.jobs.catchUp()
    expect([await ana.must(listIngredients), await lots(ana)]).toEqual([[], []])
    await bring(ana, record)
    // “Oats” and “Oat” are one ingredient, and “=SUM(A1)” is a name.
    expect((await ana.must(listIngredients)).map(({ name }) => name).toSorted()).toEqual(['=SUM(A1)', 'Oats'])
    expect((await lots(ana)).map(({ quantity }) => quantity).toSorted()).toEqual([1, 2, 5])
  })

  it('marks only ambiguous numbers in the preview, with the value that was read', async () => {
    const ana = await createOwner()
    const record = await preview(ana, 'name;quantity;unit\nMehl;1.500;g\nSalt;2;g')
    expect(record.doubtful).toEqual(['Mehl · 1.5 g'])
    expect((await rowsOf(ana, record, { kind: 'lot' })).map(({ name, detail, state, why }) => [name, detail, state, why])).toEqual([
      ['Mehl', '1.5 g', 'new', 'A number is ambiguous: its point or comma may be a thousands separator.'],
      ['Salt', '2 g', 'new', null],
    ])
    const done = await bring(ana, record)
    expect([done.state, done.doubtful, (await rowsOf(ana, record, { state: 'brought' })).map(({ why }) => why)]).toEqual([
      'done',
      [],
      [null, null, null, null],
    ])
    expect((await preview(ana, 'name;quantity;unit\nRoggen;1.500;g\nHirse;0,5;g')).doubtful).toEqual([])
  })

  it('rejects a request without a file field and a file that is too large', async () => {
    const ana = await createOwner()
    expect(await send(ana, 'name\nSalt', 'other')).toMatchObject({ status: 400, body: { code: 'file_field' } })
    expect(await send(ana, Buffer.alloc(contract.maxFileBytes + 1))).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
    expect(await send(ana, 'no heading here')).toMatchObject({ status: 422, body: { code: 'import_no_name_column' } })
    expect(await ana.must(contract.listImports)).toEqual([])
  })
})

describe('undoing an import', () => {
  it('restores the household, and allows the import again', async () => {
    const ana = await createOwner()
    const record = await preview(ana, grocyFile())
    await bring(ana, record)
    await ana.must(contract.undoImport, { params: { importId: record.id } })
    const undone = await settled(ana, record)
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
    expect(await bring(ana, await preview(ana, grocyFile()))).toMatchObject({ progress: { total: 14 } })
    expect(await lots(ana)).toHaveLength(5)
  })

  it('keeps rows that were changed since, with the reason', async () => {
    const ana = await createOwner()
    const record = await preview(ana, grocyFile())
    await bring(ana, record)
    const quark = (await lots(ana)).find(({ ingredient }) => ingredient.name === 'Quark')
    await ana.must(useLot, { params: { id: quark?.id ?? '' }, body: { quantity: 100 } })
    await ana.must(addLot, { body: { ingredient: { name: 'Peas' }, quantity: 1, unit: 'kg' } })
    await ana.must(contract.undoImport, { params: { importId: record.id } })
    const undone = await settled(ana, record)
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
      url: `/api/imports/${record.id}/report`,
      headers: { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' },
    })
    expect(report.text).toContain('Stock,Quark,500 g · Fridge · 2031-02-01,stock 3,Kept,It has been changed since.')
  })

  it('keeps ingredients that other data refers to, with the reason', async () => {
    const ana = await createOwner()
    const names = ['Untouched', 'Taught', 'Wanted', 'Meant', 'Printed', 'Seen', 'Eaten', 'Shared', 'Put right']
    const record = await preview(ana, ['name', ...names].join('\n'))
    await bring(ana, record)
    const ingredients = new Map((await ana.must(listIngredients)).map((ingredient) => [ingredient.name, ingredient]))
    const of = (name: string) => ingredients.get(name)?.id ?? ''
    const addStock = (name: string, more = {}) =>
      ana.must(addLot, { body: { ingredientId: of(name), quantity: 1, unit: 'piece', ...more } })
    // Of these nothing is left: two were entered by mistake, the third was eaten.
    const mistaken = await addStock('Taught', { barcode: '4006381333931' })
    await ana.must(removeLot, { params: { id: mistaken.id } })
    const untouched = await addStock('Untouched')
    await ana.must(removeLot, { params: { id: untouched.id } })
    const eaten = await addStock('Eaten')
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

    await ana.must(contract.undoImport, { params: { importId: record.id } })
    const undone = await settled(ana, record)
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

  it('removes imported barcodes, and keeps an ingredient with a barcode that was added since', async () => {
    const ana = await createOwner()
    const record = await preview(ana, 'name,barcode\nOats,4006381333931\nMillet,5449000000996')
    await bring(ana, record)
    const oats = (await ana.must(listIngredients)).find(({ name }) => name === 'Oats')
    const lot = await ana.must(addLot, { body: { ingredientId: oats?.id ?? '', quantity: 1, unit: 'piece', barcode: '96385074' } })
    await ana.must(removeLot, { params: { id: lot.id } })
    await ana.must(contract.undoImport, { params: { importId: record.id } })
    expect((await settled(ana, record)).counts.map((one) => [one.kind, one.takenBack, one.kept])).toEqual([
      ['food', 1, 1],
      ['barcode', 2, 0],
    ])
    const [left, ...others] = await ana.must(listIngredients)
    expect(others).toEqual([])
    expect([left?.name, left?.barcodes.map(({ code }) => code)]).toEqual(['Oats', [expect.stringContaining('96385074')]])
  })

  it('rejects members who are not admins, and undoing a preview or discarding a started import', async () => {
    const [ana, ben] = [await testApp().person('Ana'), await testApp().person('Ben')]
    const { inviteCode } = await testApp().household(ana)
    await ben.must(joinHousehold, { body: { inviteCode: inviteCode ?? '' } })
    const record = await preview(ana, 'name,quantity\nFlour,2')
    ben.home = ana.home
    expect(await send(ben, 'name,quantity\nFlour,2')).toMatchObject({ status: 403, body: { code: 'role_denied' } })
    expect(await ben.call(contract.startImport, { params: { importId: record.id }, body: {} })).toMatchObject({ status: 403 })
    expect(await ana.call(contract.undoImport, { params: { importId: record.id } })).toMatchObject({
      status: 409,
      body: { code: 'import_not_begun' },
    })
    await bring(ana, record)
    expect(await ana.call(contract.discardImport, { params: { importId: record.id } })).toMatchObject({
      status: 409,
      body: { code: 'import_begun' },
    })
  })
})
