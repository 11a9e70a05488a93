import { randomBytes } from 'node:crypto'
import { strToU8, type Zippable, zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, listIngredients, setIngredientPicture } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot, discardLot, type Lot, listLots, moveLot, openLot, removeLot, useLot } from '#domains/inventory/contract.ts'
import { createLabelSheet, listLabels, setLabel } from '#domains/labels/contract.ts'
import { addPlace, changePlace, listPlaces, setPlacePicture } from '#domains/places/contract.ts'
import { addCooking, addRecipe, getRecipe, listCookings, listRecipes, setCookingPicture } from '#domains/recipes/contract/index.ts'
import { exportAccount, exportHousehold } from '#domains/settings/contract.ts'
import {
  addBundle,
  addShoppingItem,
  changeShoppingItem,
  clearChecked,
  getShoppingList,
  listBundles,
  listRecurringItems,
  maxBundles,
  removeBundle,
  repeatItem,
} from '#domains/shopping/contract/index.ts'
import { addStore, listStores } from '#domains/stores/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { countIn, previewFile, runImport, settleImport, uploadFile } from '#tests/support/data/import-files.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addressOf } from '#tests/support/server/http-client.ts'
import { formOf, picture } from '#tests/support/server/requests.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'
import { UnreadableFileError } from '../rules/import-plan.ts'
import { rejectInvalidRows } from '../rules/plan-from-file-text.ts'
import { type LarderExport, larderTables, planFromLarder } from '../rules/plan-from-larder-export.ts'
import { readHouseholdZip } from './gateway/household-zip.ts'

const testApp = useTestApp()

async function createOwner(name: string): Promise<Person> {
  const person = await testApp().person(name)
  await testApp().household(person)
  return person
}

/** Downloads an export. */
async function zipOf(person: Person, endpoint: typeof exportHousehold | typeof exportAccount = exportHousehold): Promise<Buffer> {
  const answer = await testApp().server.app.inject({
    method: 'GET',
    url: endpoint.path,
    headers: { authorization: `Bearer ${person.token}`, ...(person.home ? { 'x-household-id': person.home } : {}) },
  })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const lots = async (person: Person) => (await person.must(listLots, { query: { limit: 200 } })) as Lot[]
/** Returns a lot without its ids, version, user and times. */
const comparable = ({ id: _id, ingredient, createdAt: _at, updatedAt: _changed, user: _by, version: _version, ...lot }: Lot) => ({
  ...lot,
  food: [ingredient.name, ingredient.category, ingredient.parLevel],
})
const byIngredient = (stock: readonly Lot[]) =>
  stock.map(comparable).toSorted((a, b) => `${a.food}${a.quantity}`.localeCompare(`${b.food}${b.quantity}`))

const noodles = '4006381333931'

async function sendPicture(person: Person, id: string, endpoint: Pick<Endpoint, 'path'> = setIngredientPicture): Promise<void> {
  const form = formOf('image', picture)
  const answer = await testApp().inject({
    method: 'PUT',
    url: addressOf(endpoint.path, { id }, {}),
    headers: { ...form.headers, authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' },
    payload: form.payload,
  })
  expect(answer.status).toBe(200)
}

/** Creates a household with data of every kind, including kinds that are not imported. */
async function createKitchen(): Promise<Person> {
  const ana = await createOwner('Ana')
  const soup = await ana.must(addIngredient, {
    body: {
      name: 'Elderflower soup',
      category: 'Soups',
      parLevel: 3,
      defaultUnit: 'ml',
      defaultStorage: 'FRIDGE',
      defaultLocation: 'Top shelf',
      openedStorage: 'FRIDGE',
      openedLocation: 'Top shelf',
      aliases: ['Holler'],
      note: 'from the market',
      warningDays: 'never',
      isFavorite: true,
      conversions: [{ from: 'cup', to: 'ml', factor: 250 }],
      ownUnits: [{ name: 'jar', quantity: 400, unit: 'ml' }],
      containers: [{ name: 'Glass jar', quantity: 220, unit: 'g' }],
      shelfLife: { pantryDays: 9, fridgeDays: 6, freezerDays: 111, openedDays: 2 },
      barcodes: [{ code: noodles, label: 'A jar', packQuantity: 400, packUnit: 'ml', packName: 'jar' }],
    },
  })
  await sendPicture(ana, soup.id)
  const of = { ingredientId: soup.id, unit: 'ml' } as const
  const market = await ana.must(addStore, { body: { name: 'Market' } })
  const paid = { purchasePrice: 4, storeId: market.id }
  const frozen = await ana.must(addLot, { body: { ...of, quantity: 400, ownUnit: 'jar', storage: 'FRIDGE', ...paid, note: 'Ida’s jar' } })
  const shared = await ana.must(addLot, {
    body: { ...of, quantity: 800, expirationDate: '2031-04-05', dateKind: 'use_by', isShared: true },
  })
  const gone = await ana.must(addLot, { body: { ...of, quantity: 50 } })
  await ana.must(moveLot, { params: { id: frozen.id }, body: { storage: 'FREEZER', location: 'Cellar' } })
  await ana.must(useLot, { params: { id: frozen.id }, body: { quantity: 100 } })
  await ana.must(openLot, { params: { id: shared.id }, body: {} })
  await ana.must(discardLot, { params: { id: gone.id }, body: { reason: 'spoiled' } })
  await ana.must(addShoppingItem, {
    body: {
      ingredientName: 'Paper straws',
      suggestedQuantity: 2,
      unit: 'piece',
      category: 'Party',
      note: 'striped',
      storeIds: [market.id],
    },
  })
  const soap = await ana.must(addShoppingItem, {
    body: { ingredientName: 'Soap', suggestedQuantity: 3, unit: 'piece', category: 'Household' },
  })
  await ana.must(repeatItem, { body: { itemId: soap.id, every: { count: 2, unit: 'week' } } })
  await ana.must(changeShoppingItem, { params: { id: soap.id }, body: { isChecked: true } })
  await ana.must(clearChecked, { body: { ids: [soap.id] } })
  const [cellar] = [
    await ana.must(addPlace, { body: { name: 'Cellar', storage: 'FREEZER' } }),
    await ana.must(addPlace, { body: { name: 'Door' } }),
  ]
  await sendPicture(ana, cellar.id, setPlacePicture)
  await ana.must(addBundle, { body: { name: 'Taco night', items: ['6 tortillas', 'Soap'] } })
  const { codes } = await ana.must(createLabelSheet, { body: { size: 'a4-24', count: 3 } })
  const [lot] = (await ana.must(listLots)) as Lot[]
  await ana.must(setLabel, { params: { id: codes[0] ?? '' }, body: { lotId: lot?.id ?? '' } })
  await ana.must(setLabel, { params: { id: codes[1] ?? '' }, body: { location: 'Top shelf' } })
  await testApp().server.jobs.settle()
  const recipe = { rating: 4.5, servings: 3, prepTime: 5, cookTime: 10, difficulty: 'medium', category: 'asian' } as const
  const { id } = await ana.must(addRecipe, {
    body: {
      ...recipe,
      isFavorite: true,
      name: 'Cold elderflower pot',
      ingredients: ['400 ml elderflower soup'],
      instructions: ['Chill.'],
      notes: '[1] a note',
    },
  })
  const made = await ana.must(addCooking, { params: { id }, body: { date: '2026-01-05', rating: 3.5, notes: 'Colder' } })
  await sendPicture(ana, made.id, setCookingPicture)
  return ana
}

describe('a household export', () => {
  it('keeps what is a kind of what', async () => {
    const [ana, ben] = [await createOwner('Ana'), await createOwner('Ben')]
    const brie = await ana.must(addIngredient, { body: { name: 'Brie' } })
    const cheese = await ana.must(addIngredient, { body: { name: 'Cheese' } })
    await ana.must(changeIngredient, { params: { id: brie.id }, body: { parentId: cheese.id } })
    await runImport(testApp(), ben, await previewFile(testApp(), ben, await zipOf(ana)))
    const [first, second] = await ben.must(listIngredients)
    expect([first, second]).toMatchObject([
      { name: 'Brie', parentId: second?.id },
      { name: 'Cheese', parentId: null },
    ])
  })
  it('is imported into another household unchanged', async () => {
    const [ana, ben] = [await createKitchen(), await createOwner('Ben')]
    const record = await previewFile(testApp(), ben, await zipOf(ana))
    expect(record).toMatchObject({ source: 'larder', state: 'preview' })
    expect(record.counts.map((one) => [one.kind, one.found, one.new])).toEqual([
      ['food', 1, 1],
      ['barcode', 1, 1],
      ['lot', 2, 2],
      ['past', 1, 1],
      ['list', 7, 7],
      ['recipe', 1, 1],
      ['setting', 5, 1],
    ])
    expect(await runImport(testApp(), ben, record)).toMatchObject({ state: 'done' })

    const plain = (ingredients: Awaited<ReturnType<typeof list>>) =>
      ingredients.map(({ id: _id, createdAt: _at, updatedAt: _changed, version: _version, picture: _picture, ...ingredient }) => ingredient)
    const list = (person: Person) => person.must(listIngredients)
    expect(plain(await list(ben))).toEqual(plain(await list(ana)))
    const [soup] = await list(ben)
    const served = await testApp().server.app.inject({
      url: soup?.picture ?? '',
      headers: { authorization: `Bearer ${ben.token}`, 'x-household-id': ben.home ?? '' },
    })
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg'])
    // 300 of the 400 ml paid for are left. Shared flags are not imported.
    const [frozen, opened] = byIngredient(await lots(ana))
    expect(frozen).toMatchObject({ quantity: 300, purchasePrice: 4, storage: 'FREEZER', location: 'Cellar', note: 'Ida’s jar' })
    const [market] = await ben.must(listStores)
    expect(byIngredient(await lots(ben))).toEqual([
      { ...frozen, storeId: market?.id },
      { ...opened, isShared: false },
    ])
    expect(market?.name).toBe('Market')
    expect((await ben.must(getShoppingList)).items).toMatchObject([
      { ingredientName: 'Paper straws', suggestedQuantity: 2, unit: 'piece', category: 'Party', note: 'striped', storeIds: [market?.id] },
    ])
    const recurringOf = async (person: Person) =>
      (await person.must(listRecurringItems)).map(({ id: _id, createdAt: _at, version: _version, ...item }) => item)
    expect(await recurringOf(ben)).toMatchObject([{ ingredientName: 'Soap', suggestedQuantity: 3, every: { count: 2, unit: 'week' } }])
    expect(await recurringOf(ben)).toEqual(await recurringOf(ana))
    expect(await ben.must(listBundles)).toMatchObject([{ name: 'Taco night', items: ['6 tortillas', 'Soap'] }])
    const placesOf = async (person: Person) =>
      (await person.must(listPlaces)).map(({ name, storage, picture: address }) => [name, storage, address?.split('?')[1]])
    expect(await placesOf(ben)).toMatchObject([
      ['Cellar', 'FREEZER', expect.stringContaining('v=')],
      ['Door', null, undefined],
    ])
    expect(await placesOf(ben)).toEqual(await placesOf(ana))
    const labelsOf = async (person: Person) => {
      const amounts = new Map((await lots(person)).map(({ id, quantity }) => [id, quantity]))
      return (await person.must(listLabels)).map(({ id, lotId, location }) => [id, lotId && amounts.get(lotId), location])
    }
    expect((await labelsOf(ben)).filter(([, amount, location]) => amount !== null || location !== null)).toHaveLength(2)
    expect(await labelsOf(ben)).toEqual(await labelsOf(ana))
    const recipeOf = async (person: Person) => {
      const [card] = await person.must(listRecipes, { query: { search: 'elderflower' } })
      const {
        id: _id,
        createdAt: _at,
        updatedAt: _changed,
        version: _version,
        lines,
        ...recipe
      } = await person.must(getRecipe, {
        params: { id: card?.id ?? '' },
      })
      const made = await person.must(listCookings, { params: { id: card?.id ?? '' } })
      const cookings = made.map(({ date, rating, notes, picture: photo }) => ({ date, rating, notes, photo: photo?.split('?')[1] }))
      expect(cookings).toMatchObject([{ date: '2026-01-05', rating: 3.5, notes: 'Colder', photo: expect.stringContaining('v=') }])
      return { ...recipe, cookings, foods: lines.map(({ ingredientId }) => ingredientId !== null) }
    }
    expect(await recipeOf(ben)).toEqual(await recipeOf(ana))
  })

  it('keeps the day of the month of what repeats', async () => {
    const [ana, ben] = [await createOwner('Ana'), await createOwner('Ben')]
    const months = { every: { count: 1, unit: 'month' } } as const
    for (const ingredientName of ['Filters', 'Salt']) {
      const { id } = await ana.must(addShoppingItem, { body: { ingredientName } })
      await ana.must(repeatItem, { body: { itemId: id, ...months } })
    }
    await asOwner(
      testApp().server.database,
      `update recurring_items set due_on = '2027-02-28', month_day = 31 where household_id = '${ana.home}' and name = 'Filters'`,
    )
    await runImport(testApp(), ben, await previewFile(testApp(), ben, await zipOf(ana)))
    const daysOf = async (person: Person) =>
      (await readHouseholdZip(await zipOf(person))).recurring_items.map((row) => [row['name'], row['due_on'], row['month_day']]).toSorted()
    const days = await daysOf(ben)
    expect(days).toEqual([
      ['Filters', '2027-02-28', 31],
      ['Salt', expect.any(String), null],
    ])
    expect(days).toEqual(await daysOf(ana))
  })

  it.each([31.5, 32, 0, 'x', {}])('ignores the day %j, which no month has', (month_day) => {
    const [recurring, none] = [{ ended_at: null, name: 'w', every_count: 1, every_unit: 'month', due_on: '2027-02-28', month_day }, []]
    const tables = Object.fromEntries(larderTables.map((table) => [table, none])) as unknown as LarderExport
    const { rows } = planFromLarder({ ...tables, recurring_items: [recurring], pictures: new Map(), photos: new Map() }, '2026-11-22')
    expect(rows).toMatchObject([{ data: { repeats: { every: { count: 1, unit: 'month' }, dueOn: '2027-02-28' } } }])
    expect(JSON.stringify(rows)).not.toContain('monthDay')
  })

  it('brings as many pictures as it may hold, none larger than the app stores, and only those in use', async () => {
    const of = (width: number) =>
      sharp({ create: { width, height: 40, channels: 3, background: '#a52' } })
        .jpeg()
        .toBuffer()
    const [small, wide] = [await of(800), await of(801)]
    const bulky = Buffer.concat([small, Buffer.alloc(999_000 - small.length)])
    const row = (name: string, picture: string, removed_at: string | null = null) => ({
      id: `i-${name}`,
      name,
      picture,
      removed_at,
      category: 'Other',
      aliases: [],
      conversions: [],
    })
    const stored = (id: string) => ({ id, picture: `household/pictures/ingredient_pictures-${id}.jpg` })
    const json = (value: unknown) => strToU8(JSON.stringify(value))
    const fileOf = (ingredients: object[], pictures: Record<string, Buffer>) =>
      Buffer.from(
        zipSync({
          'manifest.json': json({ format: 'larder-export-1', of: 'household' }),
          'household/ingredients.json': json(ingredients),
          'household/ingredient_pictures.json': json(Object.keys(pictures).map(stored)),
          ...Object.fromEntries(Object.entries(pictures).map(([id, bytes]) => [stored(id).picture, new Uint8Array(bytes)])),
        }),
      )
    const many = Array.from({ length: 60 }, (_, at) => row(`Food ${at}`, 'bulky'))
    const { pictures } = await readHouseholdZip(fileOf([row('Old', 'small', '2026-01-01'), ...many], { small, bulky }))
    expect([...pictures.keys()]).toEqual(['bulky'])
    const plan = planFromLarder(await readHouseholdZip(fileOf(many, { bulky })), '2026-11-22')
    const held = plan.rows.filter((one) => one.kind === 'food' && 'data' in one && one.data.picture !== undefined)
    // 40 million letters of base64, 1,332,000 for each.
    expect(held).toHaveLength(30)

    const ben = await createOwner('Ben')
    await runImport(testApp(), ben, await previewFile(testApp(), ben, fileOf([row('Flat', 'small'), row('Wide', 'wide')], { small, wide })))
    const ingredients = await ben.must(listIngredients)
    expect(ingredients.map(({ name, picture }) => [name, picture !== null])).toEqual([
      ['Flat', true],
      ['Wide', false],
    ])
  })

  it('brings photos of recipes that the app can have stored, and says how many it leaves out', async () => {
    const of = async (width: number) =>
      (
        await sharp({ create: { width, height: 40, channels: 3, background: '#a52' } })
          .jpeg()
          .toBuffer()
      ).toString('base64')
    const recipe = (id: string, removed_at: string | null = null) => ({ id, name: id, removed_at, photo: '1', ingredients: ['1 egg'] })
    const base = {
      description: '',
      category: 'other',
      tags: [],
      difficulty: 'easy',
      prep_minutes: 0,
      cook_minutes: 0,
      total_minutes: 0,
      servings: 2,
      rating_tenths: null,
      instructions: [],
      notes: '',
      source_url: null,
      image_url: null,
    }
    const photos = [
      { recipe_id: 'Pie', jpeg: await of(1200) },
      { recipe_id: 'Wide', jpeg: await of(1201) },
      { recipe_id: 'Broken', jpeg: Buffer.from('no picture').toString('base64') },
      { recipe_id: 'Huge', jpeg: randomBytes(1_050_000).toString('base64') },
      { recipe_id: 'Gone', jpeg: await of(10) },
      { recipe_id: 7 },
    ]
    const json = (value: unknown) => strToU8(JSON.stringify(value))
    const recipes = [recipe('Pie'), recipe('Wide'), recipe('Broken'), recipe('Huge'), recipe('Gone', '2026-01-01')].map((row) => ({
      ...base,
      ...row,
    }))
    const file = zipSync({
      'manifest.json': json({ format: 'larder-export-1', of: 'household' }),
      'household/recipes.json': json(recipes),
      'household/recipe_photos.json': strToU8(`[\n${photos.map((row) => JSON.stringify(row)).join(',\n')}\n{\n]\n`),
    })
    const ben = await createOwner('Ben')
    const record = await previewFile(testApp(), ben, Buffer.from(file))
    expect(record.picturesLeftOut).toBe(3)
    await runImport(testApp(), ben, record)
    const own = (await ben.must(listRecipes)).filter(({ isStarter }) => !isStarter)
    expect(own.map(({ name, image }) => [name, image !== null]).toSorted()).toEqual([
      ['Broken', false],
      ['Huge', false],
      ['Pie', true],
      ['Wide', false],
    ])
  })

  it('leaves out bundles beyond the limit, and brings them once there is room', async () => {
    const [ana, ben] = [await createKitchen(), await createOwner('Ben')]
    const backup = await zipOf(ana)
    const full = await Promise.all(
      Array.from({ length: maxBundles }, (_, at) => ben.must(addBundle, { body: { name: `Set ${at}`, items: [] } })),
    )
    const first = await runImport(testApp(), ben, await previewFile(testApp(), ben, backup))
    const [left] = await ben.must(contract.listImportRows, { params: { importId: first.id }, query: { kind: 'list', state: 'left_out' } })
    expect([left?.name, left?.why]).toEqual(['Taco night', 'The household has reached its limit for these.'])
    await ben.must(removeBundle, { params: { id: full[0]?.id ?? '' } })
    await runImport(testApp(), ben, await previewFile(testApp(), ben, backup))
    expect((await ben.must(listBundles)).map(({ name }) => name)).toContain('Taco night')
    const again = await previewFile(testApp(), ben, backup)
    const known = await ben.must(contract.listImportRows, { params: { importId: again.id }, query: { kind: 'list', state: 'known' } })
    expect(known.find(({ name }) => name === 'Taco night')?.why).toBe('Already imported earlier.')
  })

  it('restores removed lots in its own household and leaves the others unchanged', async () => {
    const ana = await createKitchen()
    const backup = await zipOf(ana)
    expect((await previewFile(testApp(), ana, backup)).counts.map((one) => one.new)).toEqual([0, 0, 0, 0, 0, 0, 0])

    const [frozen, opened] = byIngredient(await lots(ana))
    const [kept, lost] = (await lots(ana)).toSorted((a, b) => a.quantity - b.quantity) as [Lot, Lot]
    await ana.must(changeLot, { params: { id: kept.id }, body: { location: 'Elsewhere' } })
    await ana.must(removeLot, { params: { id: lost.id } })
    const [tacos] = await ana.must(listBundles)
    await ana.must(removeBundle, { params: { id: tacos?.id ?? '' } })
    const record = await previewFile(testApp(), ana, backup)
    expect(countIn(record, 'lot')).toMatchObject({ new: 1, known: 1 })
    const [known] = await ana.must(contract.listImportRows, { params: { importId: record.id }, query: { kind: 'lot', state: 'known' } })
    expect(known?.why).toBe('Already in your inventory; left unchanged.')
    await runImport(testApp(), ana, record)
    expect(byIngredient(await lots(ana))).toEqual([
      { ...frozen, location: 'Elsewhere' },
      { ...opened, isShared: false },
    ])
    expect(countIn(await previewFile(testApp(), ana, backup), 'lot')).toMatchObject({ new: 0, known: 2 })

    expect(await ana.must(listRecurringItems)).toHaveLength(1)
    expect(await ana.must(listBundles)).toMatchObject([{ name: 'Taco night' }])
    await ana.must(contract.undoImport, { params: { importId: record.id } })
    expect(await settleImport(testApp(), ana, record)).toMatchObject({ state: 'undone' })
    expect((await lots(ana)).map(({ id }) => id)).toEqual([kept.id])
    expect(await ana.must(listBundles)).toEqual([])
  })

  it('brings printed labels, and revokes them with the undo unless one was put elsewhere since', async () => {
    const [ana, ben, cem] = [await createKitchen(), await createOwner('Ben'), await createOwner('Cem')]
    const backup = await zipOf(ana)
    for (const person of [ben, cem]) {
      const record = await previewFile(testApp(), person, backup)
      await runImport(testApp(), person, record)
      const [label] = await person.must(listLabels)
      if (person === cem) await person.must(setLabel, { params: { id: label?.id ?? '' }, body: { location: 'Elsewhere' } })
      await person.must(contract.undoImport, { params: { importId: record.id } })
      await settleImport(testApp(), person, record)
    }
    expect([await ben.must(listLabels), await cem.must(listLabels)]).toMatchObject([[], { length: 3 }])
    const again = await previewFile(testApp(), ben, backup)
    const rows = await ben.must(contract.listImportRows, { params: { importId: again.id }, query: { kind: 'list', state: 'known' } })
    expect(rows.map(({ why }) => why)).toContain('These labels are already here, or were revoked.')
  })

  it('brings places, and removes them with the undo unless they were changed since', async () => {
    const [ana, ben] = [await createKitchen(), await createOwner('Ben')]
    const backup = await zipOf(ana)
    const record = await previewFile(testApp(), ben, backup)
    await runImport(testApp(), ben, record)
    const [cellar] = await ben.must(listPlaces)
    await ben.must(changePlace, { params: { id: cellar?.id ?? '' }, body: { storage: 'PANTRY' } })
    await ben.must(contract.undoImport, { params: { importId: record.id } })
    await settleImport(testApp(), ben, record)
    expect((await ben.must(listPlaces)).map(({ name }) => name)).toEqual(['Cellar'])
    const cem = await createOwner('Cem')
    await cem.must(addPlace, { body: { name: 'cellar' } })
    const preview = await previewFile(testApp(), cem, backup)
    const rows = await cem.must(contract.listImportRows, { params: { importId: preview.id }, query: { kind: 'list', state: 'known' } })
    expect(rows.map(({ why }) => why)).toEqual(['A place with that name already exists.'])
  })

  it('skips a lot that was restored between the preview and the start', async () => {
    const ana = await createKitchen()
    const backup = await zipOf(ana)
    const [lot] = await lots(ana)
    const removed = await ana.call(removeLot, { params: { id: lot?.id ?? '' } })
    const record = await previewFile(testApp(), ana, backup)
    await ana.must(undoChange, { params: { seq: Number(removed.headers['x-change-seq']) } })
    const start = () => ana.call(contract.startImport, { params: { importId: record.id }, body: {} })
    expect(await start()).toMatchObject({ status: 409, body: { code: 'preview_changed' } })
    const countOf = ({ counts }: contract.Import) => counts.find(({ kind }) => kind === 'lot')?.new
    const shown = await ana.must(contract.getImport, { params: { importId: record.id } })
    expect([shown.state, countOf(record), countOf(shown)]).toEqual(['preview', 1, 0])
    await runImport(testApp(), ana, record)
    expect(await lots(ana)).toHaveLength(2)
  })

  it('I-49: is rejected with a code if it is not an export, damaged or too large', async () => {
    const ana = await createKitchen()
    const [household, account] = [await zipOf(ana), await zipOf(ana, exportAccount)]
    expect((await uploadFile(testApp(), ana, account)).body).toMatchObject({ code: 'import_not_known' })
    const of = async (file: Buffer): Promise<string> => {
      try {
        return Object.keys(planFromLarder(await readHouseholdZip(file), '2026-11-22')).join()
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFileError)
        return (error as UnreadableFileError).code
      }
    }
    const manifest = strToU8(JSON.stringify({ format: 'larder-export-1', of: 'household' }))
    const zip = (files: Zippable) => Buffer.from(zipSync({ 'manifest.json': manifest, ...files }, { level: 1 }))
    expect(await of(household)).toBe('source,rows,countedAsPieces,picturesLeftOut')
    expect(await of(Buffer.from(zipSync({ 'recipe.json': strToU8('{}') })))).toBe('not_known')
    expect(await of(household.subarray(0, household.length - 40))).toBe('not_known')
    expect(await of(zip({}))).toBe('nothing_in_it')
    expect(await of(zip({ 'household/lots.json': strToU8('[{') }))).toBe('damaged')
    expect(await of(zip({ 'household/lots.json': new Uint8Array(100 * 1024 * 1024) }))).toBe('too_large')
  })

  it('rejects unreadable rows, each with the reason', () => {
    const nonsense = [
      { id: 1 },
      { id: {}, ingredient_id: null, state: 'active' },
      { state: 'listed', name: {} },
      { removed_at: null, name: 'x' },
    ]
    const odd = { ...nonsense.at(-1), id: 'f', default_unit: 'stone', aliases: 'x', conversions: 7, shelf_life_source: null }
    const lot = { ingredient_id: 'f', state: 'active', quantity: 'NaN' }
    const tables = {
      ingredients: [...nonsense, odd],
      barcodes: nonsense,
      lots: [...nonsense, lot],
      stores: nonsense,
      shopping_lists: nonsense,
      shopping_items: nonsense,
      recurring_items: [
        { ended_at: null, name: {} },
        { ended_at: null, name: 'y', every_unit: 'year' },
      ],
      shopping_bundles: [...nonsense, { removed_at: null, name: 'z', items: 7 }, { removed_at: null, name: 'z', items: [''] }],
      label_sheets: [...nonsense, { revoked_at: null, id: 'x', size: 'a4-24' }],
      labels: nonsense,
      places: nonsense,
      recipes: nonsense,
      recipe_cookings: nonsense,
      recipe_leftovers: nonsense,
      cookbooks: [...nonsense, { removed_at: null, name: 'z'.repeat(90), recipe_ids: 7 }],
      people: nonsense,
      eaters: [...nonsense, { removed_at: null, id: 'g', name: 'Aunt', allergens: ['everything'] }],
      food_contents: [...nonsense, { removed_at: null, id: 'f', contains: ['nuts'], without: ['nuts'] }],
      plan_list_causes: nonsense,
      meal_eaters: [...nonsense, { removed_at: null, date: 'today', meal: 'dinner' }],
      plan_repeats: [...nonsense, { ended_at: null, id: 'r', first_on: '2026-11-01', every_weeks: 3, meal: 'dinner', text: 'Pizza' }],
      plan_entries: [...nonsense, { removed_at: null, on_date: '2026-13-01', meal: 'dinner', text: 'x', id: 'p' }],
      households: [{ name: 7, time_zone: 'Moon/Base', currency: 'gold', locations: 'x' }],
      shopping_aisles: [{ category: '', place: 'x' }],
      shopping_steps: nonsense,
      ledger: nonsense,
      receipt_names: nonsense,
      recipe_foods: nonsense,
      photo_examples: nonsense,
      pictures: new Map<string, string>(),
      photos: new Map<string, string>(),
    }
    const { rows } = rejectInvalidRows(planFromLarder(tables, '2026-11-22'))
    const of = (kind: contract.ImportRowKind) =>
      rows.filter((row) => row.kind === kind).map((row) => ('refused' in row ? row.refused : row.name))
    expect(contract.importRowKinds.map(of)).toEqual([
      ['no_name', 'no_name', 'x', 'not_valid'],
      ['unknown_food', 'unknown_food', 'unknown_food', 'unknown_food'],
      ['unknown_food', 'no_amount'],
      [],
      ['no_name', 'no_name', 'not_valid', 'x', 'not_valid', 'not_valid', 'x', 'x', 'x'],
      ['x', 'x', 'not_valid'],
      ['x', 'not_valid', 'not_valid'],
      ['not_valid', 'not_valid', 'not_valid', 'not_valid', 'not_valid'],
      ['not_valid', 'x', 'not_valid', 'not_valid', 'not_valid', 'not_valid'],
    ])
  })
})
