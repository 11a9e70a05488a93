import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot, discardLot, type Lot, listLots, moveLot, openLot, removeLot, useLot } from '#domains/inventory/contract.ts'
import { addRecipe, getRecipe, listRecipes } from '#domains/recipes/contract/index.ts'
import { exportAccount, exportHousehold } from '#domains/settings/contract/export.ts'
import { addShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import { bringImport, countIn, previewOf, sendFile, settledImport } from '#tests/support/data/import-files.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'
import { planOfLarder } from '../rules/larder.ts'
import { Unreadable } from '../rules/plan.ts'
import { checkedPlan } from '../rules/read-file.ts'
import { readHouseholdZip } from './gateway/household-zip.ts'

const testApp = useTestApp()

async function anOwner(name: string): Promise<Person> {
  const person = await testApp().person(name)
  await testApp().household(person)
  return person
}

/** What Larder gives to download. */
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
/** What a lot says, but for what belongs to the one entry: ids, who and when. */
const said = ({ id: _id, ingredient, createdAt: _at, updatedAt: _changed, user: _by, version: _version, ...lot }: Lot) => ({
  ...lot,
  food: [ingredient.name, ingredient.category, ingredient.parLevel],
})
const byIngredient = (some: readonly Lot[]) =>
  some.map(said).toSorted((a, b) => `${a.food}${a.quantity}`.localeCompare(`${b.food}${b.quantity}`))

const noodles = '4006381333931'

/** A kitchen with something of everything that comes along, and of what does not. */
async function aKitchen(): Promise<Person> {
  const ana = await anOwner('Ana')
  const soup = await ana.must(addIngredient, {
    body: {
      name: 'Elderflower soup',
      category: 'Soups',
      parLevel: 3,
      defaultUnit: 'ml',
      defaultStorage: 'FRIDGE',
      defaultLocation: 'Top shelf',
      aliases: ['Holler'],
      conversions: [{ from: 'cup', to: 'ml', factor: 250 }],
      shelfLife: { pantryDays: 9, fridgeDays: 6, freezerDays: 111, openedDays: 2 },
      barcodes: [{ code: noodles, label: 'A jar', packQuantity: 400, packUnit: 'ml' }],
    },
  })
  const of = { ingredientId: soup.id, unit: 'ml' } as const
  const frozen = await ana.must(addLot, { body: { ...of, quantity: 400, storage: 'FRIDGE', purchasePrice: 4 } })
  const shared = await ana.must(addLot, {
    body: { ...of, quantity: 800, expirationDate: '2031-04-05', dateKind: 'use_by', isShared: true },
  })
  const gone = await ana.must(addLot, { body: { ...of, quantity: 50 } })
  await ana.must(moveLot, { params: { id: frozen.id }, body: { storage: 'FREEZER', location: 'Cellar' } })
  await ana.must(useLot, { params: { id: frozen.id }, body: { quantity: 100 } })
  await ana.must(openLot, { params: { id: shared.id }, body: {} })
  await ana.must(discardLot, { params: { id: gone.id }, body: { reason: 'spoiled' } })
  await ana.must(addShoppingItem, { body: { ingredientName: 'Paper straws', suggestedQuantity: 2, unit: 'piece', category: 'Party' } })
  const recipe = { rating: 4.5, servings: 3, prepTime: 5, cookTime: 10, difficulty: 'medium', category: 'asian' } as const
  await ana.must(addRecipe, {
    body: {
      ...recipe,
      name: 'Cold elderflower pot',
      ingredients: ['400 ml elderflower soup'],
      instructions: ['Chill.'],
      notes: '[1] a note',
    },
  })
  return ana
}

describe('the backup of a household', () => {
  it('brings all of it into another household, as it was', async () => {
    const [ana, ben] = [await aKitchen(), await anOwner('Ben')]
    const made = await previewOf(testApp(), ben, await zipOf(ana))
    expect(made).toMatchObject({ source: 'larder', state: 'preview' })
    expect(made.counts.map((one) => [one.kind, one.found, one.new])).toEqual([
      ['food', 1, 1],
      ['barcode', 1, 1],
      ['lot', 2, 2],
      ['list', 1, 1],
      ['recipe', 1, 1],
    ])
    expect(await bringImport(testApp(), ben, made)).toMatchObject({ state: 'done' })

    const plain = (ingredients: Awaited<ReturnType<typeof list>>) =>
      ingredients.map(({ id: _id, createdAt: _at, updatedAt: _changed, version: _version, ...ingredient }) => ingredient)
    const list = (person: Person) => person.must(listIngredients)
    expect(plain(await list(ben))).toEqual(plain(await list(ana)))
    // Paid for 400 of which 300 are left; what circles see is said anew.
    const [frozen, opened] = byIngredient(await lots(ana))
    expect(frozen).toMatchObject({ quantity: 300, purchasePrice: 4, storage: 'FREEZER', location: 'Cellar' })
    expect(byIngredient(await lots(ben))).toEqual([
      { ...frozen, purchasePrice: 3 },
      { ...opened, isShared: false },
    ])
    expect((await ben.must(getShoppingList)).items).toMatchObject([
      { ingredientName: 'Paper straws', suggestedQuantity: 2, unit: 'piece', category: 'Party' },
    ])
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
      return { ...recipe, foods: lines.map(({ ingredientId }) => ingredientId !== null) }
    }
    expect(await recipeOf(ben)).toEqual(await recipeOf(ana))
  })

  it('brings back into its own what is gone, and leaves what is there as it is', async () => {
    const ana = await aKitchen()
    const backup = await zipOf(ana)
    expect((await previewOf(testApp(), ana, backup)).counts.map((one) => one.new)).toEqual([0, 0, 0, 0, 0])

    const [frozen, opened] = byIngredient(await lots(ana))
    const [kept, lost] = (await lots(ana)).toSorted((a, b) => a.quantity - b.quantity) as [Lot, Lot]
    await ana.must(changeLot, { params: { id: kept.id }, body: { location: 'Elsewhere' } })
    await ana.must(removeLot, { params: { id: lost.id } })
    const made = await previewOf(testApp(), ana, backup)
    expect(countIn(made, 'lot')).toMatchObject({ new: 1, known: 1 })
    const [known] = await ana.must(contract.listImportRows, { params: { importId: made.id }, query: { kind: 'lot', state: 'known' } })
    expect(known?.why).toBe('Already in your inventory; left unchanged.')
    await bringImport(testApp(), ana, made)
    expect(byIngredient(await lots(ana))).toEqual([
      { ...frozen, location: 'Elsewhere' },
      { ...opened, isShared: false },
    ])
    // Once is enough.
    expect(countIn(await previewOf(testApp(), ana, backup), 'lot')).toMatchObject({ new: 0, known: 2 })

    await ana.must(contract.undoImport, { params: { importId: made.id } })
    expect(await settledImport(testApp(), ana, made)).toMatchObject({ state: 'undone' })
    expect((await lots(ana)).map(({ id }) => id)).toEqual([kept.id])
  })

  it('does not bring a second one of a lot that came back by itself between the preview and the yes', async () => {
    const ana = await aKitchen()
    const backup = await zipOf(ana)
    const [lot] = await lots(ana)
    const removed = await ana.call(removeLot, { params: { id: lot?.id ?? '' } })
    const made = await previewOf(testApp(), ana, backup)
    await ana.must(undoChange, { params: { seq: Number(removed.headers['x-change-seq']) } })
    await bringImport(testApp(), ana, made)
    expect(await lots(ana)).toHaveLength(2)
  })

  it('I-49: is refused by name where it is none, damaged, or more than can be unpacked', async () => {
    const ana = await aKitchen()
    const [whole, account] = [await zipOf(ana), await zipOf(ana, exportAccount)]
    expect((await sendFile(testApp(), ana, account)).body).toMatchObject({ code: 'import_not_known' })
    const of = async (file: Buffer): Promise<string> => {
      try {
        return Object.keys(planOfLarder(await readHouseholdZip(file), '2026-11-22')).join()
      } catch (error) {
        expect(error).toBeInstanceOf(Unreadable)
        return (error as Unreadable).code
      }
    }
    const manifest = strToU8(JSON.stringify({ format: 'larder-export-1', of: 'household' }))
    const zip = (files: Zippable) => Buffer.from(zipSync({ 'manifest.json': manifest, ...files }, { level: 1 }))
    expect(await of(whole)).toBe('source,rows,countedAsPieces')
    expect(await of(Buffer.from(zipSync({ 'recipe.json': strToU8('{}') })))).toBe('not_known')
    expect(await of(whole.subarray(0, whole.length - 40))).toBe('not_known')
    expect(await of(zip({}))).toBe('nothing_in_it')
    expect(await of(zip({ 'household/lots.json': strToU8('[{') }))).toBe('damaged')
    expect(await of(zip({ 'household/lots.json': new Uint8Array(100 * 1024 * 1024) }))).toBe('too_large')
  })

  it('says of each row what nobody can read, and brings none of those', () => {
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
      shopping_items: nonsense,
      recipes: nonsense,
    }
    const { rows } = checkedPlan(planOfLarder(tables, '2026-11-22'))
    const of = (kind: contract.Kind) => rows.filter((row) => row.kind === kind).map((row) => ('refused' in row ? row.refused : row.name))
    expect(contract.kinds.map(of)).toEqual([
      ['no_name', 'no_name', 'x', 'not_valid'],
      ['unknown_food', 'unknown_food', 'unknown_food', 'unknown_food'],
      ['unknown_food', 'no_amount'],
      ['no_name'],
      ['x'],
    ])
  })
})
