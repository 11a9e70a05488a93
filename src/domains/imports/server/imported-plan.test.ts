import { expect, it } from 'vitest'
import { addGuest, changeEater, listEaters, listMealEaters, setMealEaters } from '#domains/diets/contract.ts'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { addPlace } from '#domains/places/contract.ts'
import {
  addRecipe,
  changeRecipe,
  endRepeat,
  getMealPlan,
  listRecipes,
  putMealPlan,
  removePlanEntry,
  repeatMeal,
} from '#domains/recipes/contract/index.ts'
import { exportHousehold } from '#domains/settings/contract.ts'
import { arrangeAisles } from '#domains/shopping/contract/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { countIn, previewFile, runImport, settleImport } from '#tests/support/data/import-files.ts'
import { createPeople, createPerson } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, personOf, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'
import { previewExpiryJob } from './jobs.ts'

const testApp = useTestApp()
const sql = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)
const day = (days: number) => addDays(new Date().toISOString().slice(0, 10), days)
const whole = { query: { from: day(-20), to: day(20) } }

async function zipOf(person: Person): Promise<Buffer> {
  const headers = { authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' }
  return (await testApp().server.app.inject({ method: 'GET', url: exportHousehold.path, headers })).rawPayload
}

/** Creates a household with a guest, and the same person in an empty one. */
async function createKitchens() {
  const ana = await createPerson(testApp(), 'Ana')
  const there = personOf(testApp(), ana)
  await testApp().household(ana)
  await testApp().household(there)
  const { id: ida } = await ana.must(addGuest, { body: { name: 'Ida', allergens: ['nuts'] } })
  await ana.must(changeEater, { params: { id: ana.userId }, body: { diets: ['vegan'] } })
  return { ana, there, ida }
}

const plan = (person: Person, date: string, text: string) => person.must(putMealPlan, { body: { entries: [{ date, text }] } })
const say = (person: Person, date: string, eaterIds: string[]) => person.must(setMealEaters, { body: { date, meal: 'dinner', eaterIds } })
const eatersOf = async (person: Person) =>
  Object.fromEntries((await person.must(listMealEaters)).map(({ date, eaterIds }) => [date, eaterIds]))
const planOf = async (person: Person) => (await person.must(getMealPlan, whole)).map(({ date, recipeName }) => [date, recipeName])
const undo = async (person: Person, record: contract.Import) => {
  await person.must(contract.undoImport, { params: { importId: record.id } })
  return settleImport(testApp(), person, record)
}
const include: contract.AskedKind[] = ['diet', 'setting']

/** Plans pizza every week for two people, of which the first day was cooked. */
async function repeatPizza({ ana, ida }: { ana: Person; ida: string }): Promise<string> {
  const [pizza] = await plan(ana, day(-7), 'Pizza')
  await say(ana, day(-7), [ana.userId, ida])
  await ana.must(repeatMeal, { params: { id: pizza?.id ?? '' }, body: { everyWeeks: 1 } })
  await sql(`update plan_entries set state = 'cooked' where household_id = '${ana.home}' and on_date = '${day(-7)}'`)
  return pizza?.id ?? ''
}

it('leaves who eats as someone has said since the preview, also when it is undone', async () => {
  const { ana, there, ida } = await createKitchens()
  for (const [date, text] of [
    [day(1), 'Fish'],
    [day(2), 'Soup'],
    [day(3), 'Rice'],
    [day(4), 'Peas'],
  ] as const)
    await plan(ana, date, text)
  await say(ana, day(1), [ana.userId, ida])
  await say(ana, day(2), [])
  await say(ana, day(3), [ida])
  await say(ana, day(4), [ida])
  await plan(there, day(4), 'Nut cake')
  const record = await previewFile(testApp(), there, await zipOf(ana))
  await say(there, day(1), [ana.userId])
  await plan(there, day(3), 'Nut cake')
  const early = await there.call(contract.startImport, { params: { importId: record.id }, body: { include, withoutRefused: true } })
  expect(early).toMatchObject({ status: 409, body: { code: 'preview_changed' } })
  await runImport(testApp(), there, record, { include })
  expect(await eatersOf(there)).toEqual({ [day(1)]: [ana.userId], [day(2)]: [] })
  const undone = await undo(there, record)
  expect(await eatersOf(there)).toEqual({ [day(1)]: [ana.userId] })
  expect(countIn(undone, 'plan')?.kept).toBe(0)
})

it('takes back all days of a repeat, and remembers who eats it', async () => {
  const { ana, there, ida } = await createKitchens()
  await repeatPizza({ ana, ida })
  const record = await previewFile(testApp(), there, await zipOf(ana))
  await runImport(testApp(), there, record, { include })
  const [repeat] = await sql<{ id: string }>(`select id from plan_repeats where household_id = '${there.home}'`)
  const carried = await sql<{ carried_for: string | null }>(
    `select carried_for from meal_eaters where household_id = '${there.home}' order by date`,
  )
  expect(carried.map(({ carried_for }) => carried_for)).toEqual([null, ...carried.slice(1).map(() => repeat?.id)])
  expect(carried.length).toBeGreaterThan(1)
  expect(Object.values(await eatersOf(there)).map((ids) => ids.length)).toEqual(carried.map(() => 2))
  const undone = await undo(there, record)
  expect([await planOf(there), await eatersOf(there)]).toEqual([[], {}])
  expect(countIn(undone, 'plan')).toMatchObject({ kept: 0, takenBack: 1 + carried.length })
})

it('doubles no day of a repeat that has ended since, or that is planned here', async () => {
  const { ana, there, ida } = await createKitchens()
  await repeatPizza({ ana, ida })
  const zip = await zipOf(ana)
  const today = (await ana.must(getMealPlan, whole)).find(({ date }) => date === day(0))
  await ana.must(endRepeat, { params: { id: today?.id ?? '' } })
  const kept = await planOf(ana)
  expect(kept).toEqual([
    [day(-7), 'Pizza'],
    [day(0), 'Pizza'],
  ])
  const own = await previewFile(testApp(), ana, zip)
  expect(countIn(own, 'plan')?.new).toBe(0)
  await plan(there, day(7), 'pizza')
  await plan(there, day(-7), 'Pizza')
  await runImport(testApp(), there, await previewFile(testApp(), there, zip), { include })
  await testApp().server.jobs.settle()
  const dates = (await planOf(there)).map(([date]) => date)
  expect(dates).toEqual([...new Set(dates)])
  expect(dates.slice(0, 3)).toEqual([day(-7), day(0), day(7)])
})

it('keeps no health data once an import has ended', async () => {
  const { ana, there, ida } = await createKitchens()
  await plan(ana, day(1), 'Fish')
  await say(ana, day(1), [ana.userId, ida])
  const zip = await zipOf(ana)
  const healthData = async ({ id }: contract.Import) =>
    (await sql<{ name: string; data: string | null }>(`select name, data from import_rows where import_id = '${id}'`)).filter((row) =>
      /Ida|nuts|vegan|userId/.test(`${row.name} ${row.data}`),
    )
  const [ended, interrupted] = [await previewFile(testApp(), there, zip), await previewFile(testApp(), there, zip)]
  expect((await healthData(ended)).length).toBe(3)
  await runImport(testApp(), there, ended, { include })
  expect(await healthData(ended)).toEqual([])
  const params = { importId: ended.id }
  const [guest] = await there.must(contract.listImportRows, { params, query: { kind: 'diet' } })
  expect([guest?.name, guest?.detail]).toEqual(['Someone', ''])
  await sql(`update imports set state = 'undoing' where id = '${interrupted.id}'`)
  await settleImport(testApp(), there, interrupted)
  expect(await healthData(interrupted)).toEqual([])
  const old = await previewFile(testApp(), there, zip)
  const expire = previewExpiryJob(testApp().server.database)
  await expire.run(new Date(Date.now() + 6 * 86_400_000))
  expect((await healthData(old)).length).toBe(3)
  await expire.run(new Date(Date.now() + 8 * 86_400_000))
  expect((await there.call(contract.getImport, { params: { importId: old.id } })).status).toBe(404)
  expect(await healthData(old)).toEqual([])
  const left = await previewFile(testApp(), there, zip)
  await runImport(testApp(), there, left)
  expect(await healthData(left)).toEqual([])
})

it('keeps guests who were changed while it ran or chosen since', async () => {
  const { ana, there } = await createKitchens()
  await ana.must(addGuest, { body: { name: 'Mia', allergens: ['milk'] } })
  await ana.must(addGuest, { body: { name: 'Ole', allergens: ['eggs'] } })
  const record = await previewFile(testApp(), there, await zipOf(ana))
  await runImport(testApp(), there, record, { include })
  const idOf = async (name: string) => (await there.must(listEaters)).find((one) => one.name === name)?.id ?? ''
  await say(there, day(5), [await idOf('Ida')])
  await there.must(changeEater, { params: { id: await idOf('Mia') }, body: { allergens: ['milk', 'nuts'] } })
  await sql(`update imports set finished_at = null where id = '${record.id}'`)
  await undo(there, record)
  expect((await there.must(listEaters)).flatMap(({ name }) => name ?? []).toSorted()).toEqual(['Ida', 'Mia'])
  const rows = await there.must(contract.listImportRows, { params: { importId: record.id }, query: { kind: 'diet', state: 'kept' } })
  expect(rows.map(({ why }) => why).toSorted()).toEqual(['It has been changed since.', 'Someone has said since that they eat a meal.'])
})

it('says why another admin’s undo leaves someone’s own needs, which an owner may take back', async () => {
  const { ana, there } = await createKitchens()
  const zip = await zipOf(ana)
  const [owner, admin] = (await createPeople(testApp(), 2)) as [Person, Person]
  await testApp().household(owner, there, admin)
  for (const one of [there, admin]) await testApp().role(owner, one, 'ADMIN')
  const needsOf = async () => (await owner.must(listEaters)).filter(({ userId }) => userId === ana.userId && userId !== null)
  const record = await previewFile(testApp(), there, zip)
  await runImport(testApp(), there, record, { include: ['diet'] })
  expect((await needsOf())[0]?.diets).toEqual(['vegan'])
  await undo(admin, record)
  const [row] = await admin.must(contract.listImportRows, { params: { importId: record.id }, query: { kind: 'diet', state: 'kept' } })
  expect(row?.why).toBe('Only they or an owner can change what they can’t eat.')
  expect((await needsOf())[0]?.diets).toEqual(['vegan'])
  await there.must(changeEater, { params: { id: ana.userId }, body: { diets: [] } })
  const again = await previewFile(testApp(), there, zip)
  await runImport(testApp(), there, again, { include: ['diet'] })
  await undo(owner, again)
  expect((await needsOf())[0]?.diets ?? []).toEqual([])
})

it('restores aisles and names of places although people went shopping and named a place', async () => {
  const { ana, there } = await createKitchens()
  await ana.must(addPlace, { body: { name: 'Larder', storage: null } })
  await ana.must(addPlace, { body: { name: 'Shed', storage: null } })
  await ana.must(arrangeAisles, { body: { order: ['Household', 'Dairy'] } })
  await there.must(arrangeAisles, { body: { order: ['Dairy', 'Household'] } })
  const locations = async () => (await there.must(listHouseholds)).find(({ id }) => id === there.home)?.locations ?? []
  const before = await locations()
  const record = await previewFile(testApp(), there, await zipOf(ana))
  await runImport(testApp(), there, record, { include })
  expect(await locations()).toEqual(expect.arrayContaining(['Larder', 'Shed']))
  await sql(`insert into shopping_steps (household_id, first, second, net) values ('${there.home}', 'Dairy', 'Household', 1)`)
  await there.must(addPlace, { body: { name: 'Cellar', storage: null } })
  const undone = await undo(there, record)
  expect(countIn(undone, 'setting')?.kept).toBe(0)
  const aisles = await sql<{ category: string }>(`select category from shopping_aisles where household_id = '${there.home}' order by place`)
  expect(aisles.map(({ category }) => category)).toEqual(['Dairy', 'Household'])
  expect(await sql(`select first, net from shopping_steps where household_id = '${there.home}'`)).toHaveLength(1)
  expect((await locations()).toSorted()).toEqual([...before, 'Cellar'].toSorted())
})

it('ties meals in their own household to their recipe, whatever its name is by now', async () => {
  const { ana } = await createKitchens()
  const { id } = await ana.must(addRecipe, { body: { name: 'Pie', ingredients: ['1 kg flour'] } })
  const [meal] = await ana.must(putMealPlan, { body: { entries: [{ date: day(1), recipeId: id }] } })
  const zip = await zipOf(ana)
  await ana.must(changeRecipe, { params: { id }, body: { name: 'Apple pie' } })
  await ana.must(removePlanEntry, { params: { id: meal?.id ?? '' } })
  const done = await runImport(testApp(), ana, await previewFile(testApp(), ana, zip))
  expect([countIn(done, 'recipe')?.brought, countIn(done, 'plan')?.brought]).toEqual([0, 1])
  expect(await planOf(ana)).toEqual([[day(1), 'Apple pie']])
  expect((await ana.must(listRecipes)).filter(({ isStarter }) => !isStarter)).toHaveLength(1)
})
