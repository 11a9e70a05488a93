import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { addGuest, changeEater, listEaters, listMealEaters, setMealEaters } from '#domains/diets/contract.ts'
import { changeHousehold, listHouseholds, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import {
  addCookbook,
  addRecipe,
  arrangeCookbooks,
  changeCookbook,
  cookRecipe,
  eatMeal,
  endRepeat,
  getMealPlan,
  listCookbooks,
  listRecipes,
  putMealPlan,
  removeCookbook,
  removePlanEntry,
  removeRecipe,
  repeatMeal,
} from '#domains/recipes/contract/index.ts'
import { exportHousehold } from '#domains/settings/contract.ts'
import { addNamedList, addShoppingItem, arrangeAisles, changeNamedList, listNamedLists } from '#domains/shopping/contract/index.ts'
import { importNamedList } from '#domains/shopping/server/index.ts'
import { addStore, listStores } from '#domains/stores/contract.ts'
import { importStore } from '#domains/stores/server/index.ts'
import { allTables } from '#platform/server/database/household-rows.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { countIn, previewFile, runImport, settleImport } from '#tests/support/data/import-files.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { type Home, seedHouseholds } from '#tests/support/data/seeded-households.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'
import { larderTables } from '../rules/plan-from-larder-export.ts'

const testApp = useTestApp()
let home: Home
let ana: Person
beforeAll(async () => {
  home = (await seedHouseholds(testApp())).a
  ana = home.people.OWNER
  await planMeals()
})

type Row = Record<string, unknown>
type Tables = Record<string, Row[]>

async function zipOf(person: Person): Promise<Buffer> {
  const answer = await testApp().server.app.inject({
    method: 'GET',
    url: exportHousehold.path,
    headers: { authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' },
  })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

function tablesIn(zip: Buffer): Tables {
  const files = Object.entries(unzipSync(zip)).filter(([name]) => /^household\/\w+\.json$/.test(name))
  return Object.fromEntries(files.map(([name, bytes]) => [name.slice(10, -5), JSON.parse(strFromU8(bytes)) as Row[]]))
}

/** Tables of an export that aren't imported, with the reason. */
const notBrought: Readonly<Record<string, string>> = {
  access_keys: 'secrets: tokens and calendar links aren’t exported',
  alerts: 'found again from stock, dates and minimums',
  borrow_requests: 'between two households, of which one is another',
  changes: 'what was done in the other household and by whom; what left its stock comes with the items',
  circle_households: 'circles are between households; each joins for itself',
  debts: 'between two households, of which one is another',
  former_viewers: 'accounts',
  guest_links: 'secrets: links aren’t exported',
  home_assistant_links: 'secrets: the connection isn’t exported',
  household_links: 'between two households, of which one is another; each links itself again',
  import_keys: 'imports of the other household can’t be undone here',
  import_rows: 'imports of the other household can’t be undone here',
  imports: 'imports of the other household can’t be undone here',
  instacart_links: 'carts at a shop that are out of date',
  linked_loans: 'between two households, of which one is another',
  linked_offers: 'between two households, of which one is another',
  members: 'accounts join by invitation',
  notifications: 'messages to one person about what was',
  offers: 'between two households, of which one is another',
  recipe_buys: 'ties rows of the list to changes of the other household',
  cookbook_links: 'secrets: links aren’t exported',
  recipe_links: 'secrets: links aren’t exported',
  reservations: 'found again from the plan',
  restock_causes: 'found again from minimums and the list',
  shopping_trips: 'of one person, over when they are back',
  waste_actions: 'ties what was done to changes of the other household',
  webhook_deliveries: 'secrets: the address isn’t exported',
  webhooks: 'secrets: the address isn’t exported',
}

const active = (row: Row) => row['removed_at'] === null
const all = () => true

/** Tables that come back, each with the rows that do, and its columns that don't, in addition to ids, versions and times of changes. */
const brought: Readonly<Record<string, { rows: (row: Row) => boolean; except?: string[] }>> = {
  households: { rows: all, except: ['seq', 'invite_changed_at', 'sample_import', 'deleted_at'] },
  ingredients: { rows: active, except: ['is_shared'] },
  barcodes: { rows: all },
  places: { rows: active, except: ['position'] },
  recipes: { rows: (row) => active(row) && row['is_starter'] !== true, except: ['search_key'] },
  recipe_cookings: { rows: active },
  cookbooks: { rows: active },
  shopping_bundles: { rows: active },
  shopping_lists: { rows: active, except: ['archived_at'] },
  stores: { rows: active, except: ['place'] },
  receipt_names: { rows: all },
  // That a name stands for nothing is said again.
  recipe_foods: { rows: (row) => row['ingredient_id'] !== null },
  photo_examples: { rows: all },
  recurring_items: { rows: (row) => row['ended_at'] === null, except: ['item_id'] },
  shopping_aisles: { rows: all },
  shopping_steps: { rows: all },
  // A member’s without anything in it says nothing.
  eaters: { rows: (row) => active(row) && (row['name'] !== null || JSON.stringify(row).includes('["')), except: ['before'] },
  meal_eaters: { rows: active, except: ['before', 'carried_for'] },
  food_contents: { rows: active },
  plan_repeats: { rows: (row) => row['ended_at'] === null },
  plan_entries: { rows: active },
  recipe_leftovers: { rows: all },
  shopping_items: {
    rows: (row) => row['state'] === 'listed' && row['by_rule'] !== 1 && row['is_checked'] !== true,
    except: [
      'added_by',
      'cause',
      'reason',
      'priority',
      'task',
      'task_name',
      'task_uid',
      'checked_at',
      'checked_by',
      'checked_store',
      'merged_into',
    ],
  },
}
/** Brought, and compared by other tests. */
const comparedElsewhere = [
  ...['lots', 'ledger', 'labels', 'label_sheets', 'plan_list_causes', 'ingredient_pictures', 'recipe_photos', 'people'],
]

const named = ['ingredients', 'recipes', 'stores', 'places', 'shopping_lists', 'eaters', 'people'] as const
const changing = new Set(['id', 'household_id', 'version', 'created_at', 'updated_at'])

/** Returns the rows of a table that come back, with names instead of ids, in any order. */
function comparable(tables: Tables, table: string): string[] {
  const names = new Map<unknown, string>()
  for (const one of named)
    for (const row of tables[one] ?? []) names.set(row['id'], `${one} ${row['name'] ?? `${row['first_name']} ${row['last_name']}`}`)
  for (const lot of tables['lots'] ?? []) names.set(lot['id'], `lot of ${names.get(lot['ingredient_id'])}`)
  const repeats = new Set((tables['plan_repeats'] ?? []).filter((row) => row['ended_at'] === null).map((row) => row['id']))
  const { rows, except = [] } = brought[table] ?? { rows: all }
  const toName = (value: unknown): unknown => (Array.isArray(value) ? value.map(toName) : (names.get(value) ?? value))
  const comparableValue = (name: string, value: unknown) => {
    if (name === 'repeat_id') return repeats.has(value) ? 'a repeat' : null
    return name === 'picture' || name === 'photo' ? value !== null : toName(value)
  }
  return (tables[table] ?? [])
    .filter(rows)
    .map((row) => {
      const columns = Object.entries(row).filter(([name]) => !changing.has(name) && !except.includes(name))
      return JSON.stringify(Object.fromEntries(columns.map(([name, value]) => [name, comparableValue(name, value)])))
    })
    .toSorted()
}

/** Plans meals of every kind, this week and before. */
async function planMeals(): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const day = (days: number) => addDays(today, days)
  const pie = await ana.must(addRecipe, { body: { name: `${home.marker} pie`, ingredients: ['1 kg flour'] } })
  const barcodes = [{ code: '4006381333931', packQuantity: 150, packUnit: 'g' as const }]
  const yogurt = await ana.must(addIngredient, { body: { name: `${home.marker} yogurt`, barcodes } })
  const soup = await ana.must(addLot, { body: { ingredient: { name: 'Leftovers: soup' }, quantity: 2, unit: 'each' } })
  await ana.must(cookRecipe, { params: { id: pie.id }, body: { servings: 4, take: [], leftovers: { portions: 2 } } })
  const [starter] = (await ana.must(listRecipes)).filter(({ isStarter }) => isStarter)
  await ana.must(addCookbook, { body: { name: 'Weeknights', recipeIds: [starter?.id ?? '', pie.id] } })
  await ana.must(addCookbook, { body: { name: 'For guests' } })
  const entries = await ana.must(putMealPlan, {
    body: {
      entries: [
        { date: day(1), meal: 'lunch', recipeId: pie.id, servings: 3 },
        { date: day(1), meal: 'lunch', text: 'Eating out' },
        { date: day(1), meal: 'lunch', text: 'Eating out' },
        { date: day(2), meal: 'breakfast', ingredientId: yogurt.id, quantity: 2, unit: 'each' },
        { date: day(2), recipeId: starter?.id ?? '' },
        { date: day(-3), recipeId: pie.id },
        { date: day(3), text: 'Pizza' },
        { date: day(4), text: 'Fish' },
        { date: day(5), inventoryItemId: soup.id, quantity: 1 },
      ],
    },
  })
  const idOf = (text: string) => entries.find((entry) => entry.recipeName === text)?.id ?? ''
  await ana.must(repeatMeal, { params: { id: idOf('Pizza') }, body: { everyWeeks: 1 } })
  await ana.must(repeatMeal, { params: { id: idOf('Fish') }, body: { everyWeeks: 2 } })
  await ana.must(endRepeat, { params: { id: idOf('Fish') } })
  const pizzas = await ana.must(getMealPlan, { query: { from: day(4), to: day(20) } })
  const [first, second] = pizzas.filter(({ recipeName }) => recipeName === 'Pizza')
  await ana.must(removePlanEntry, { params: { id: first?.id ?? '' } })
  await ana.must(putMealPlan, {
    body: { entries: [{ id: second?.id ?? '', date: addDays(second?.date ?? '', 1), text: 'Pizza at Ida’s' }] },
  })
  const eaten = await ana.must(addLot, { body: { ingredientId: yogurt.id, quantity: 4, unit: 'each' } })
  const [snack] = await ana.must(putMealPlan, { body: { entries: [{ date: today, inventoryItemId: eaten.id, quantity: 1 }] } })
  await ana.must(eatMeal, { params: { id: snack?.id ?? '' }, body: {} })
  const { id } = await ana.must(addGuest, { body: { name: 'Ida', allergens: ['nuts'] } })
  await ana.must(setMealEaters, { body: { date: day(1), meal: 'lunch', eaterIds: [ana.userId, id] } })
  await learnAndArrange(yogurt.id)
  await ana.must(arrangeAisles, { body: { order: ['Household', 'Dairy'] } })
  await asOwner(
    testApp().server.database,
    `insert into shopping_steps (household_id, first, second, net) values ('${home.id}', 'Dairy', 'Household', -2)`,
  )
  await ana.must(changeHousehold, { params: { id: home.id }, body: { currency: 'CHF', timeZone: 'Europe/Zurich', restocksList: true } })
  await testApp().server.jobs.settle()
}

/** Fills what is learned from photos, receipts and recipes, and the lists and stores with nothing on them. */
async function learnAndArrange(ingredientId: string): Promise<void> {
  const { database } = testApp().server
  const at = '2026-11-21T10:00:00.000Z'
  const photo = `'${home.id}', '${'0a'.repeat(16)}', '${ingredientId}', 'model-1', 'AAAA', '${at}'`
  await asOwner(database, `insert into photo_examples (household_id, id, ingredient_id, model, features, created_at) values (${photo})`)
  await asOwner(
    database,
    `insert into receipt_names (household_id, print, ingredient_id, updated_at) values ('${home.id}', 'jogh nat', '${ingredientId}', '${at}')`,
  )
  await asOwner(
    database,
    `insert into recipe_foods (household_id, food_key, ingredient_id) values ('${home.id}', 'skyr', '${ingredientId}')`,
  )
  await ana.must(addNamedList, { body: { name: 'Empty list' } })
  const { id } = await ana.must(addNamedList, { body: { name: 'Summer party' } })
  await ana.must(addShoppingItem, { body: { ingredientName: 'Charcoal', suggestedQuantity: 1, unit: 'each', listId: id } })
  await ana.must(changeNamedList, { params: { id }, body: { isArchived: true } })
  const market = await ana.must(addStore, { body: { name: 'Market hall' } })
  await asOwner(
    database,
    `update stores set aisles = '["Produce","Dairy"]', aisle_pairs = '[{"first":"Dairy","second":"Produce","net":-2}]' where id = '${market.id}'`,
  )
}

async function newHome(): Promise<Person> {
  const person = await createPerson(testApp(), 'Cook', home.marker)
  await testApp().household(person)
  return person
}

describe('the export of a whole household', () => {
  it('has no table that is neither imported nor left out for a reason', async () => {
    const left = ['answers', 'cursors', 'parked_changes', 'row_changes', 'tablets']
    const exported = (await allTables(testApp().server.database)).filter(
      ({ name, columns }) => (name === 'households' || columns.some((column) => column.name === 'household_id')) && !left.includes(name),
    )
    const imported = new Set<string>([...larderTables, 'ingredient_pictures', 'recipe_photos'])
    expect(exported.map(({ name }) => name).filter((name) => !imported.has(name) && notBrought[name] === undefined)).toEqual([])
    expect(Object.keys(notBrought).filter((name) => imported.has(name) || !exported.some((table) => table.name === name))).toEqual([])
    expect([...imported].filter((name) => brought[name] === undefined && !comparedElsewhere.includes(name))).toEqual([])
  })

  it('is the same after an import into an empty household, which can be undone whole', async () => {
    const ben = await newHome()
    const [zip, empty] = [await zipOf(ana), tablesIn(await zipOf(ben))]
    const record = await previewFile(testApp(), ben, zip)
    const done = await runImport(testApp(), ben, record, { include: ['diet', 'setting'] })
    await testApp().server.jobs.settle()
    const [from, to] = [tablesIn(zip), tablesIn(await zipOf(ben))]
    for (const table of Object.keys(brought)) {
      expect(comparable(from, table).length, `${table} is in the export`).toBeGreaterThan(0)
      expect(comparable(to, table), table).toEqual(comparable(from, table))
    }
    expect(record.picturesLeftOut).toBe(0)
    const archived = (tables: Tables) =>
      (tables['shopping_lists'] ?? []).filter((row) => row['archived_at'] !== null).map(({ name }) => name)
    expect(archived(to)).toEqual(archived(from))
    expect(archived(to)).toContain('Summer party')
    const [withPhoto] = (await ben.must(listRecipes)).filter(({ image, isStarter }) => image !== null && !isStarter)
    const served = await testApp().server.app.inject({
      url: withPhoto?.image ?? '',
      headers: { authorization: `Bearer ${ben.token}`, 'x-household-id': ben.home ?? '' },
    })
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(done.counts.map(({ kind, found, brought: count }) => [kind, found > 0, count > 0])).toEqual(
      contract.importRowKinds.map((kind) => [kind, true, true]),
    )

    const again = await previewFile(testApp(), ben, zip)
    expect(again.counts.map(({ kind, new: count }) => [kind, count])).toEqual(contract.importRowKinds.map((kind) => [kind, 0]))

    await ben.must(contract.undoImport, { params: { importId: record.id } })
    const undone = await settleImport(testApp(), ben, record)
    expect(undone.counts.map(({ kind, kept }) => [kind, kept])).toEqual(contract.importRowKinds.map((kind) => [kind, 0]))
    const after = tablesIn(await zipOf(ben))
    // When recipes were made goes with the recipes.
    for (const table of Object.keys(brought).filter((name) => name !== 'recipe_cookings'))
      expect(comparable(after, table), table).toEqual(comparable(empty, table))
  })

  it('leaves recipes out of cookbooks that were removed from the household', async () => {
    const cem = await newHome()
    const [first, second] = (await cem.must(listRecipes)).filter(({ isStarter }) => isStarter).map(({ id }) => id) as [string, string]
    const pie = await cem.must(addRecipe, { body: { name: 'Apple pie' } })
    await cem.must(addCookbook, { body: { name: 'Removed', recipeIds: [first, second, pie.id] } })
    for (const id of [first, pie.id]) await cem.must(removeRecipe, { params: { id } })
    // Of the same name, but not in the cookbook.
    await cem.must(addRecipe, { body: { name: 'Apple pie' } })
    const ben = await newHome()
    await runImport(testApp(), ben, await previewFile(testApp(), ben, await zipOf(cem)))
    expect(await ben.must(listCookbooks)).toMatchObject([{ name: 'Removed', recipeIds: [second] }])
  })

  it('removes an imported cookbook that was only arranged or restored, and keeps one that was changed', async () => {
    const ben = await newHome()
    const record = await previewFile(testApp(), ben, await zipOf(ana))
    await runImport(testApp(), ben, record)
    const own = await ben.must(addCookbook, { body: { name: 'Own' } })
    const ids = new Map((await ben.must(listCookbooks)).map(({ id, name }) => [name, id]))
    const idOf = (name: string) => ({ id: ids.get(name) ?? '' })
    await ben.must(arrangeCookbooks, { body: { cookbookIds: [own.id, ids.get('For guests') ?? ''] } })
    const removing = await ben.call(removeCookbook, { params: idOf('Weeknights') })
    await ben.must(undoChange, { params: { seq: Number(removing.headers['x-change-seq']) } })
    await ben.must(changeCookbook, { params: idOf('For guests'), body: { name: 'Guests' } })
    await ben.must(contract.undoImport, { params: { importId: record.id } })
    await settleImport(testApp(), ben, record)
    expect((await ben.must(listCookbooks)).map(({ name }) => name)).toEqual(['Own', 'Guests'])
  })

  it('brings diets and settings only if asked, and erases diets that it doesn’t bring', async () => {
    const ben = await newHome()
    const [before] = await ben.must(listHouseholds)
    const record = await previewFile(testApp(), ben, await zipOf(ana))
    const rows = (kind: contract.ImportRowKind) =>
      ben.must(contract.listImportRows, { params: { importId: record.id }, query: { kind, limit: 200 } })
    expect((await rows('diet')).map(({ name, detail }) => [name, detail])).toContainEqual(['Ida', 'Nuts'])
    expect((await rows('setting')).map(({ name, detail }) => [name, detail])).toContainEqual(['Currency', 'USD → CHF'])
    const done = await runImport(testApp(), ben, record)
    expect([countIn(done, 'diet')?.brought, countIn(done, 'setting')?.brought]).toEqual([0, 0])
    expect(await ben.must(listEaters)).toEqual([])
    const meals = await ben.must(listMealEaters)
    expect(new Set(meals.flatMap(({ eaterIds }) => eaterIds))).toEqual(new Set([ben.userId]))
    const [after] = await ben.must(listHouseholds)
    expect([after?.currency, after?.timeZone, after?.name]).toEqual([before?.currency, before?.timeZone, before?.name])
    expect((await rows('diet')).map(({ detail, why }) => [detail, why])[0]).toEqual(['', 'You didn’t choose to import these.'])
  })

  it('leaves what the household says as it is, and nothing doubled in its own household', async () => {
    const ben = await newHome()
    await ben.must(addGuest, { body: { name: 'ida', allergens: ['milk'] } })
    await ben.must(changeEater, { params: { id: ben.userId }, body: { diets: ['pescatarian'] } })
    const zip = await zipOf(ana)
    const done = await runImport(testApp(), ben, await previewFile(testApp(), ben, zip), { include: ['diet'] })
    const eaters = await ben.must(listEaters)
    expect(eaters.find(({ name }) => name === 'ida')).toMatchObject({ allergens: ['milk'] })
    expect(eaters.find(({ userId }) => userId === ben.userId)).toMatchObject({ diets: ['pescatarian'], allergens: [] })
    expect(countIn(done, 'diet')).toMatchObject({ known: 2 })
    const own = await previewFile(testApp(), ana, zip)
    expect(own.counts.filter(({ kind }) => ['plan', 'diet', 'setting'].includes(kind)).map((count) => count.new)).toEqual([0, 0, 0])
  })

  it('brings someone’s own needs only to their own account', async () => {
    const cem = await createPerson(testApp(), 'Cem')
    await testApp().household(cem)
    const record = await previewFile(testApp(), cem, await zipOf(ana))
    await runImport(testApp(), cem, record, { include: ['diet'] })
    expect((await cem.must(listEaters)).filter(({ userId }) => userId !== null)).toEqual([])
  })

  it('keeps what was changed after the import when it is undone', async () => {
    const ben = await newHome()
    const record = await previewFile(testApp(), ben, await zipOf(ana))
    await runImport(testApp(), ben, record, { include: ['diet', 'setting'] })
    const plan = await ben.must(getMealPlan)
    const meal = plan.find(({ recipeName }) => recipeName === 'Eating out')
    await ben.must(putMealPlan, { body: { entries: [{ id: meal?.id ?? '', date: meal?.date ?? '', text: 'Eating in' }] } })
    const guest = (await ben.must(listEaters)).find(({ name }) => name === 'Ida')
    await ben.must(changeEater, { params: { id: guest?.id ?? '' }, body: { allergens: ['nuts', 'milk'] } })
    await ben.must(changeHousehold, { params: { id: ben.home ?? '' }, body: { currency: 'EUR' } })
    await ben.must(contract.undoImport, { params: { importId: record.id } })
    const undone = await settleImport(testApp(), ben, record)
    expect(['plan', 'diet', 'setting'].map((kind) => countIn(undone, kind as contract.ImportRowKind)?.kept)).toEqual([1, 1, 1])
    expect((await ben.must(getMealPlan)).map(({ recipeName }) => recipeName)).toEqual(['Eating in'])
    expect((await ben.must(listHouseholds)).find(({ id }) => id === ben.home)).toMatchObject({ currency: 'EUR', timeZone: 'UTC' })
  })

  it('leaves a list and a store that someone adds while it runs', async () => {
    const ben = await newHome()
    await ben.must(addNamedList, { body: { name: 'Summer party' } })
    await ben.must(addStore, { body: { name: 'Market hall' } })
    const householdId = ben.home as HouseholdId
    const names: string[] = []
    const added = { note: async (id: string) => void names.push(id), has: async (id: string) => names.includes(id) }
    await testApp().server.database.write(householdId, 'test', async (tx) => {
      const member = { householdId, userId: ben.userId, role: 'OWNER', now: new Date() } as Member
      expect(await importNamedList(tx, member, { name: 'summer party', isArchived: true }, added)).toBeNull()
      expect(await importStore(tx, member, 'Market Hall', { arranged: ['Dairy'], pairs: [] }, added)).toBeNull()
      const listId = await importNamedList(tx, member, { name: 'Picnic', isArchived: false }, added)
      const storeId = await importStore(tx, member, 'Bakery', { arranged: ['Dairy'], pairs: [] }, added)
      expect(names).toEqual([listId, storeId])
      expect(await importNamedList(tx, member, { name: 'Picnic', isArchived: true }, added)).toBe(listId)
    })
    const lists = await ben.must(listNamedLists)
    expect(lists.map(({ name, isArchived }) => [name, isArchived])).toEqual([
      ['Summer party', false],
      ['Picnic', true],
    ])
    const stores = await ben.must(listStores)
    expect(stores.map(({ name, aisles }) => [name, aisles.arranged])).toEqual([
      ['Market hall', []],
      ['Bakery', ['Dairy']],
    ])
  })

  it('keeps stores in use, and what was learned about ingredients that stay, when it is undone', async () => {
    const [ben, cem] = [await newHome(), await newHome()]
    const zip = await zipOf(ana)
    const { database } = testApp().server
    const learned = async ({ home: id }: Person) => {
      const counts: number[] = []
      for (const table of ['receipt_names', 'photo_examples', 'recipe_foods'])
        counts.push((await asOwner(database, `select 1 from ${table} where household_id = '${id}' and ingredient_id is not null`)).length)
      return counts
    }
    const records = [await previewFile(testApp(), ben, zip), await previewFile(testApp(), cem, zip)] as const
    for (const [at, person] of [ben, cem].entries()) await runImport(testApp(), person, records[at === 0 ? 0 : 1])
    expect([await learned(ben), await learned(cem)]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ])
    // Ben's household changed the ingredient, Cem's confirmed the name on a receipt once more.
    const [row] = await asOwner<{ id: string }>(
      database,
      `select ingredient_id as id from receipt_names where household_id = '${ben.home}'`,
    )
    await ben.must(changeIngredient, { params: { id: row?.id ?? '' }, body: { name: 'Skyr natural' } })
    await asOwner(database, `update receipt_names set updated_at = '2100-01-01T00:00:00.000Z' where household_id = '${cem.home}'`)
    const store = (await ben.must(listStores)).find(({ name }) => name === 'Market hall')
    await ben.must(addLot, { body: { ingredient: { name: 'Plums' }, quantity: 1, unit: 'kg', storeId: store?.id ?? '' } })
    const other = (await cem.must(listStores)).find(({ name }) => name === 'Market hall')
    await cem.must(addShoppingItem, { body: { ingredientName: 'Plums', suggestedQuantity: 1, unit: 'kg', storeIds: [other?.id ?? ''] } })
    for (const [at, person] of [ben, cem].entries()) {
      const record = records[at === 0 ? 0 : 1]
      await person.must(contract.undoImport, { params: { importId: record.id } })
      await settleImport(testApp(), person, record)
      expect(await learned(person)).toEqual([1, 1, 1])
      expect((await person.must(listStores)).map(({ name }) => name)).toEqual(['Market hall'])
      expect(await person.must(listNamedLists)).toEqual([])
    }
  })
})
