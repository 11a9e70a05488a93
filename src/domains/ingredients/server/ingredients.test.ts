import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { addLot, getLot, listLots, useLot } from '#domains/inventory/contract.ts'
import { changesAfter } from '#platform/server/changes/change-log.ts'
import type { BodyInputOf } from '#platform/shared/endpoint.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { addSomeLot, type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()

async function createMember(): Promise<Person> {
  const person = await createPerson(testApp())
  await testApp().household(person)
  return person
}
type NewIngredientInput = BodyInputOf<typeof contract.addIngredient>
const add = (person: Person, body: NewIngredientInput) => person.call(contract.addIngredient, { body })
const change = (person: Person, id: string, body: Partial<NewIngredientInput>) =>
  person.call(contract.changeIngredient, { params: { id }, body })
const list = (person: Person, search?: string) => person.must(contract.listIngredients, { query: search === undefined ? {} : { search } })
const undo = (person: Person, { headers }: TestResponse<unknown>) =>
  person.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
const shelfLife = { pantryDays: 1, fridgeDays: 2, freezerDays: 3, openedDays: 4 }

describe('an ingredient’s name', () => {
  it('is kept as written and is unique in the household, ignoring case, accents and spaces', async () => {
    const ana = await createMember()
    const first = await add(ana, { name: '  Crème  fraîche ' })
    expect(first).toMatchObject({ status: 201, body: { name: 'Crème  fraîche' } })
    for (const name of ['creme fraiche', 'CRÈME FRAÎCHE', 'Cre\u0300me fraîche', 'crème\u00a0fraîche'])
      expect(await add(ana, { name })).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    const other = await add(ana, { name: 'Skyr' })
    expect(await change(ana, other.body.id, { name: 'CREME FRAICHE' })).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    expect(await change(ana, first.body.id, { name: 'Crème Fraîche' })).toMatchObject({ status: 200, body: { name: 'Crème Fraîche' } })
    expect(await list(await createMember())).toEqual([])
  })

  it('can be any visible text', async () => {
    const ana = await createMember()
    for (const name of ['豆腐', '🍎', 'ß', 'ss ', '7-Up', '%', 'O’Brien', "O'Brien"]) {
      const answer = await add(ana, { name })
      expect([name, answer.status]).toEqual([name, name === 'ss ' ? 409 : 201])
    }
  })

  it('matches a new lot by name or alias, singular or plural', async () => {
    const ana = await createMember()
    const potato = (await add(ana, { name: 'Potatoes', aliases: ['spuds', 'Kartoffel'] })).body
    for (const name of ['potato', 'POTATOES', 'Spud', 'Kartoffeln'.slice(0, -1)])
      expect((await addSomeLot(ana, { ingredient: { name } })).ingredient.id).toBe(potato.id)
    expect((await addSomeLot(ana, { ingredient: { name: 'Sweet potatoes' } })).ingredient.id).not.toBe(potato.id)
    expect(await list(ana, 'spu')).toMatchObject([{ id: potato.id }])
    expect(await list(ana, 'KARTOFF')).toMatchObject([{ id: potato.id }])
  })
})

describe('an ingredient', () => {
  it('defaults to the built-in food, and keeps the values given instead', async () => {
    const ana = await createMember()
    const known = (await add(ana, { name: 'Milk' })).body
    expect(known.shelfLifeSource).not.toBeNull()
    expect(known.defaultStorage).toBe('FRIDGE')
    const own = (
      await add(ana, {
        name: 'Whole milk of ours',
        shelfLife,
        category: 'Ours',
        parLevel: 2.5,
        defaultUnit: 'l',
        defaultStorage: 'PANTRY',
        defaultLocation: 'Cellar',
      })
    ).body
    expect(own).toMatchObject({
      shelfLife,
      shelfLifeSource: null,
      category: 'Ours',
      parLevel: 2.5,
      defaultUnit: 'l',
      defaultStorage: 'PANTRY',
      defaultLocation: 'Cellar',
    })
    const lot = await addSomeLot(ana, { ingredient: undefined, ingredientId: own.id })
    expect(lot).toMatchObject({ storage: 'PANTRY', location: 'Cellar', ingredient: { category: 'Ours', parLevel: 2.5 } })
  })

  it('keeps its German or French name and gets the built-in food’s defaults', async () => {
    const [ana, milk] = [await createMember(), (await add(await createMember(), { name: 'Milk' })).body]
    const known = (({ category, defaultUnit, defaultStorage, shelfLife, shelfLifeSource }) => ({
      category,
      defaultUnit,
      defaultStorage,
      shelfLife,
      shelfLifeSource,
    }))(milk)
    expect((await add(ana, { name: 'Vollmilch' })).body).toMatchObject({ name: 'Vollmilch', ...known })
    const lait = await ana.call(contract.addIngredient, { body: { name: 'Lait' }, headers: { 'accept-language': 'fr' } })
    expect(lait.body).toMatchObject({ name: 'Lait', ...known })
    const german = { query: { search: 'Mil', limit: 1 }, headers: { 'accept-language': 'de-CH' } }
    expect((await ana.call(contract.searchCommonFoods, german)).body).toMatchObject([{ name: 'Milch', names: ['Milk', 'Milch', 'Lait'] }])
  })

  it('matches its name in other languages and keeps its own', async () => {
    const ana = await createMember()
    const milk = (await add(ana, { name: 'Milk' })).body
    for (const name of ['Milch', 'lait', 'Milk'])
      expect((await addSomeLot(ana, { ingredient: { name } })).ingredient).toMatchObject({ id: milk.id, name: 'Milk' })
    expect((await addSomeLot(ana, { ingredient: { name: 'Hafermilch' } })).ingredient.id).not.toBe(milk.id)
  })

  it('takes the unit and category of the lot it was added with', async () => {
    const ana = await createMember()
    const lot = await addSomeLot(ana, { ingredient: { name: 'Quinoa', category: 'Seeds', parLevel: 1 }, unit: 'kg' })
    expect(await ana.must(contract.getIngredient, { params: { id: lot.ingredient.id } })).toMatchObject({
      defaultUnit: 'kg',
      category: 'Seeds',
      parLevel: 1,
    })
    await addSomeLot(ana, { ingredient: { name: 'quinoa', category: 'Grains', parLevel: 9 }, unit: 'g' })
    expect(await ana.must(contract.getIngredient, { params: { id: lot.ingredient.id } })).toMatchObject({
      defaultUnit: 'kg',
      category: 'Seeds',
      parLevel: 1,
    })
  })

  it('can be removed only without stock, keeps its history and frees its name', async () => {
    const ana = await createMember()
    const lot = await addSomeLot(ana, { ingredient: { name: 'Mace' } })
    const remove = () => ana.call(contract.removeIngredient, { params: { id: lot.ingredient.id } })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'has_stock' } })
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 2 } })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await change(ana, lot.ingredient.id, { parLevel: 1 })).status).toBe(404)
    expect((await ana.call(addLot, { body: { ingredientId: lot.ingredient.id, quantity: 1, unit: 'g' } })).status).toBe(404)
    expect(await ana.must(getLot, { params: { id: lot.id } })).toMatchObject({ state: 'used', ingredient: { name: 'Mace' } })
    const again = await addSomeLot(ana, { ingredient: { name: 'mace' } })
    expect(again.ingredient.id).not.toBe(lot.ingredient.id)
    expect((await ana.must(listHistory, { query: {} })).map(({ summary }) => summary)).toContain('Used 2 l Mace')
  })

  it('updates its lots’ dates with its shelf life, and records no change without a difference', async () => {
    const ana = await createMember()
    const lot = await addSomeLot(ana, { ingredient: { name: 'Kefir grains' } })
    const before = (await ana.must(listHistory, { query: {} })).length
    const same = await change(ana, lot.ingredient.id, { name: 'Kefir grains', parLevel: null })
    expect(same.status).toBe(200)
    expect(await ana.must(listHistory, { query: {} })).toHaveLength(before)
    await change(ana, lot.ingredient.id, { shelfLife })
    expect((await ana.must(getLot, { params: { id: lot.id } })).effectiveExpiration).not.toBeNull()
  })
})

describe('I-65: an ingredient’s barcodes', () => {
  it('are normalized, and move when another ingredient gets them', async () => {
    const ana = await createMember()
    const [one, two] = [
      (await add(ana, { name: 'One', barcodes: [{ code: '036000291452', label: 'pack', packQuantity: 6, packUnit: 'each' }] })).body,
      (await add(ana, { name: 'Two' })).body,
    ]
    expect(one.barcodes).toEqual([{ code: '0036000291452', label: 'pack', packQuantity: 6, packUnit: 'each', packName: null }])
    const moved = await change(ana, two.id, { barcodes: [{ code: '0036000291452' }] })
    expect(moved.body.barcodes).toEqual([{ code: '0036000291452', label: null, packQuantity: null, packUnit: null, packName: null }])
    expect((await ana.must(contract.getIngredient, { params: { id: one.id } })).barcodes).toEqual([])
    expect((await change(ana, two.id, { barcodes: [] })).body.barcodes).toEqual([])
  })

  it('are rejected together if one has a wrong check digit', async () => {
    const ana = await createMember()
    const ingredient = (await add(ana, { name: 'One', barcodes: [{ code: '4006381333931' }] })).body
    expect(await change(ana, ingredient.id, { name: 'Uno', barcodes: [{ code: '96385074' }, { code: '4006381333932' }] })).toMatchObject({
      status: 422,
      body: { code: 'barcode_invalid' },
    })
    expect(await ana.must(contract.getIngredient, { params: { id: ingredient.id } })).toEqual(ingredient)
    expect(await add(ana, { name: 'Two', barcodes: [{ code: '4006381333932' }] })).toMatchObject({ status: 422 })
    expect(await list(ana)).toHaveLength(1)
  })

  it('are added by lots', async () => {
    const ana = await createMember()
    const lot = await addSomeLot(ana, { barcode: '4006381333931' })
    expect((await ana.must(contract.getIngredient, { params: { id: lot.ingredient.id } })).barcodes).toMatchObject([
      { code: '4006381333931', packQuantity: 2, packUnit: 'l' },
    ])
  })

  it('have no pack size if a lot has several pieces, which may be one to a pack', async () => {
    const ana = await createMember()
    const lot = await addSomeLot(ana, { barcode: '4006381333931', quantity: 6, unit: 'each' })
    expect((await ana.must(contract.getIngredient, { params: { id: lot.ingredient.id } })).barcodes).toMatchObject([
      { code: '4006381333931', packQuantity: null, packUnit: null },
    ])
  })

  it('that were added or moved since a form was opened are not overwritten by it', async () => {
    const ana = await createMember()
    const [milk, oats] = [
      (await add(ana, { name: 'Milk' })).body,
      (await add(ana, { name: 'Oats', barcodes: [{ code: '96385074' }] })).body,
    ]
    const save = (ingredient: contract.Ingredient) =>
      ana.call(contract.changeIngredient, {
        params: { id: ingredient.id },
        body: { barcodes: ingredient.barcodes },
        headers: { 'if-match': `"${ingredient.version}"` },
      })
    const read = (ingredient: contract.Ingredient) => ana.must(contract.getIngredient, { params: { id: ingredient.id } })
    const codes = async (ingredient: contract.Ingredient) => (await read(ingredient)).barcodes.map(({ code }) => code)

    const added = await ana.call(addLot, { body: { ingredientId: milk.id, quantity: 1, unit: 'l', barcode: '96385074' } })
    for (const ingredient of [milk, oats])
      expect(await save(ingredient)).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } })
    expect([await codes(milk), await codes(oats)]).toEqual([['96385074'], []])

    const before = await read(milk)
    await change(ana, oats.id, { barcodes: [{ code: '96385074' }] })
    expect(await save(before)).toMatchObject({ status: 412 })
    expect([await codes(milk), await codes(oats)]).toEqual([[], ['96385074']])

    const [newest] = await ana.must(listHistory, { query: {} })
    expect(newest?.name).toBe(contract.ingredientChanged.name)
    expect((await undo(ana, added)).status).toBe(200)
  })

  it('are recorded before the lot that adds them, and only if they are new', async () => {
    const ana = await createMember()
    const milk = (await add(ana, { name: 'Milk' })).body
    const addMilk = () => ana.call(addLot, { body: { ingredientId: milk.id, quantity: 1, unit: 'l', barcode: '96385074' } })
    const seqs = [await addMilk(), await addMilk()].map(({ headers }) => Number(headers['x-change-seq']))
    const names = await testApp().server.database.read(ana.home as never, async (q) =>
      (await changesAfter(q, ana.home as never, (seqs[0] ?? 0) - 2, 9)).map(({ seq, name }) => [seq, name]),
    )
    expect(names.filter(([, name]) => /^(?:item|ingredient)\./.test(String(name)))).toEqual([
      [(seqs[0] ?? 0) - 1, contract.barcodeLearned.name],
      [seqs[0], 'item.added'],
      [seqs[1], 'item.added'],
    ])
    expect((await ana.must(contract.getIngredient, { params: { id: milk.id } })).version).toBe(milk.version + 1)
  })
})

describe('undo of an ingredient’s change', () => {
  const listContent = async (person: Person) =>
    (await list(person)).map(({ version: _version, updatedAt: _at, ...ingredient }) => ingredient)

  it('reverts an addition, a change and a removal, with the barcodes', async () => {
    const ana = await createMember()
    const added = await add(ana, { name: 'Sago', barcodes: [{ code: '4006381333931' }] })
    const before = await listContent(ana)
    const changed = await change(ana, added.body.id, { name: 'Tapioca', parLevel: 3, shelfLife, aliases: ['pearls'], barcodes: [] })
    expect((await undo(ana, changed)).status).toBe(200)
    expect(await listContent(ana)).toEqual(before)
    const removed = await ana.call(contract.removeIngredient, { params: { id: added.body.id } })
    expect(await listContent(ana)).toEqual([])
    expect((await undo(ana, removed)).status).toBe(200)
    expect(await listContent(ana)).toEqual(before)
    expect((await undo(ana, added)).status).toBe(200)
    expect(await listContent(ana)).toEqual([])
  })

  it('reverts the lots’ dates too', async () => {
    const ana = await createMember()
    const lot = await addSomeLot(ana, { ingredient: { name: 'Kefir grains' } })
    const changed = await change(ana, lot.ingredient.id, { shelfLife })
    expect(await ana.must(getLot, { params: { id: lot.id } })).not.toMatchObject({ effectiveExpiration: lot.effectiveExpiration })
    expect((await undo(ana, changed)).status).toBe(200)
    expect(await ana.must(getLot, { params: { id: lot.id } })).toMatchObject({ effectiveExpiration: lot.effectiveExpiration })
  })

  it('is rejected if the ingredient was changed since or has stock', async () => {
    const ana = await createMember()
    const added = await add(ana, { name: 'Sago' })
    const { id } = added.body
    const first = await change(ana, id, { name: 'Tapioca' })
    const second = await change(ana, id, { name: 'Pearls' })
    expect(await undo(ana, first)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect((await undo(ana, second)).status).toBe(200)
    expect((await undo(ana, first)).status).toBe(200)

    await ana.must(addLot, { body: { ingredientId: id, quantity: 1, unit: 'g' } })
    expect(await undo(ana, added)).toMatchObject({ status: 409 })
    expect(await ana.must(listLots)).toHaveLength(1)
  })

  it('is rejected if the name was taken since', async () => {
    const ana = await createMember()
    const { id } = (await add(ana, { name: 'Sago' })).body
    const removed = await ana.call(contract.removeIngredient, { params: { id } })
    await add(ana, { name: 'sago' })
    const before = await listContent(ana)
    expect((await undo(ana, removed)).status).toBe(409)
    expect(await listContent(ana)).toEqual(before)
  })
})

describe('built-in foods', () => {
  it('I-50: are searched in pages of at most 200', async () => {
    const ana = await createMember()
    expect((await ana.must(contract.searchCommonFoods, { query: { search: 'milk' } })).length).toBeGreaterThan(0)
    for (const limit of ['0', '201', '-1', '1.5', 'x']) {
      const answer = await testApp().inject({
        method: 'GET',
        url: `${contract.searchCommonFoods.path}?limit=${limit}`,
        headers: { authorization: `Bearer ${ana.token}` },
      })
      expect(answer.status).toBe(422)
    }
    for (const search of ['%', '\\', `' or 1=1`, 'x'.repeat(200), '🍎'])
      expect(await ana.must(contract.searchCommonFoods, { query: { search } })).toEqual([])
  })
})
