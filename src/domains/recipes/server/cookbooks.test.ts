import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()
let [ana, ben]: Person[] = []
let [pie, soup] = ['', '']
beforeEach(async () => {
  const [first, second] = (await createPeople(testApp(), 2, 'Ana')) as [Person, Person]
  ana = first
  ben = second
  await testApp().household(first)
  await testApp().household(second)
  pie = (await first.must(contract.addRecipe, { body: { name: 'Pie', ingredients: ['1 kg flour'], notes: 'Secret' } })).id
  soup = (await first.must(contract.addRecipe, { body: { name: 'Soup', ingredients: ['3 leeks'] } })).id
})
const cook = () => ana as Person
const create = (body: contract.NewCookbook) => cook().must(contract.addCookbook, { body })
const fill = (id: string, recipeIds: string[], isIn = true) =>
  cook().call(contract.setCookbookRecipes, { params: { id }, body: { recipeIds, isIn } })
const cookbooks = async () => (await cook().must(contract.listCookbooks)).map(({ name, recipeIds }) => [name, recipeIds])
const names = async (cookbookId: string) => (await cook().must(contract.listRecipes, { query: { cookbookId } })).map(({ name }) => name)
const undo = async ({ headers }: { headers: Record<string, string | undefined> }) =>
  (await cook().call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })).status

it('keeps recipes in several cookbooks, each change undoable and on record', async () => {
  const weeknights = await create({ name: 'Weeknights', recipeIds: [pie, pie] })
  const guests = await create({ name: 'For guests' })
  const filling = await fill(guests.id, [soup, pie])
  expect(await cookbooks()).toEqual([
    ['Weeknights', [pie]],
    ['For guests', [soup, pie]],
  ])
  expect(await names(guests.id)).toEqual(['Pie', 'Soup'])
  const emptying = await fill(guests.id, [pie], false)
  expect(await names(guests.id)).toEqual(['Soup'])
  expect(await undo(emptying)).toBe(200)
  expect(await undo(filling)).toBe(200)
  expect(await names(guests.id)).toEqual([])
  const renaming = await cook().call(contract.changeCookbook, { params: { id: guests.id }, body: { name: 'Guests' } })
  const arranging = await cook().call(contract.arrangeCookbooks, { body: { cookbookIds: [guests.id] } })
  expect(await cookbooks()).toEqual([
    ['Guests', []],
    ['Weeknights', [pie]],
  ])
  expect([await undo(arranging), await undo(renaming)]).toEqual([200, 200])
  const removing = await cook().call(contract.removeCookbook, { params: { id: weeknights.id } })
  expect([await cookbooks(), (await cook().call(contract.getRecipe, { params: { id: pie } })).status]).toEqual([[['For guests', []]], 200])
  expect(await undo(removing)).toBe(200)
  expect(await cookbooks()).toEqual([
    ['Weeknights', [pie]],
    ['For guests', []],
  ])
  const summaries = (await cook().must(listHistory)).map(({ summary }) => summary)
  for (const done of [
    'Created the cookbook For guests',
    'Put 2 recipes in the cookbook For guests',
    'Took 1 recipe out of the cookbook For guests',
    'Renamed the cookbook For guests',
    'Arranged the cookbooks',
    'Deleted the cookbook Weeknights',
  ])
    expect(summaries).toContain(done)
})

it('puts recipes that were taken out back in their order, so that the creation can be undone too', async () => {
  const creation = await cook().call(contract.addCookbook, { body: { name: 'Weeknights', recipeIds: [pie, soup] } })
  const { id } = creation.body as contract.Cookbook
  const emptying = await fill(id, [pie], false)
  expect(await undo(emptying)).toBe(200)
  expect(await cookbooks()).toEqual([['Weeknights', [pie, soup]]])
  const all = await fill(id, [pie, soup], false)
  expect(await undo(all)).toBe(200)
  expect(await cookbooks()).toEqual([['Weeknights', [pie, soup]]])
  expect(await undo(creation)).toBe(200)
  expect(await cookbooks()).toEqual([])
})

it('undoes putting recipes in without losing what others put in since', async () => {
  const { id } = await create({ name: 'Weeknights' })
  const filling = await fill(id, [pie])
  await fill(id, [soup])
  expect(await undo(filling)).toBe(200)
  expect(await names(id)).toEqual(['Soup'])
})

it('hides a removed recipe and shows it again when that is undone', async () => {
  const { id } = await create({ name: 'Weeknights', recipeIds: [pie, soup] })
  const removing = await cook().call(contract.removeRecipe, { params: { id: pie } })
  expect(await cookbooks()).toEqual([['Weeknights', [soup]]])
  // The others are put in all the same.
  expect((await fill(id, [pie, soup])).status).toBe(200)
  expect((await fill(id, [pie])).status).toBe(404)
  expect(await undo(removing)).toBe(200)
  expect(await cookbooks()).toEqual([['Weeknights', [pie, soup]]])
})

it('keeps starters without copying them, and rejects recipes and cookbooks of others', async () => {
  const [starter] = (await cook().must(contract.listRecipes)).filter(({ isStarter }) => isStarter)
  const { id } = await create({ name: 'Weeknights', recipeIds: [starter?.id ?? ''] })
  expect(await names(id)).toEqual([starter?.name])
  const { id: foreign } = await (ben as Person).must(contract.addRecipe, { body: { name: 'Curry' } })
  expect((await fill(id, [pie, foreign])).status).toBe(404)
  const asBen = (params = { id }) =>
    (ben as Person).call(contract.setCookbookRecipes, { params, body: { recipeIds: [foreign], isIn: true } })
  expect([(await asBen()).status, await names(id)]).toEqual([404, [starter?.name]])
})

it('is limited in number', async () => {
  for (let n = 0; n < contract.maxCookbooks; n += 1) await create({ name: `Book ${n}` })
  expect(await cook().call(contract.addCookbook, { body: { name: 'One more' } })).toMatchObject({ status: 409, body: { code: 'too_many' } })
})

it('leads from a recipe that was taken out of a shared cookbook back to the list', async () => {
  const { id } = await create({ name: 'Pies', recipeIds: [pie] })
  const { path } = await cook().must(contract.createCookbookLink, { params: { id } })
  await fill(id, [pie], false)
  const page = await get(`${path}&recipe=${pie}`, { accept: 'text/html' })
  expect([page.statusCode, page.body.includes('This recipe is no longer in the cookbook.')]).toEqual([404, true])
  expect(page.body).toContain(`<p>← <a href="${path.replace('&', '&#38;')}">Pies</a></p>`)
  expect((await get(path)).body).toContain('No recipes yet')
  await cook().must(contract.removeCookbook, { params: { id } })
  expect((await get(`${path}&recipe=${pie}`, { accept: 'text/html' })).body).toContain('This link no longer works.')
})

it('holds no more than 1000 recipes, also when a change is undone, and 500 are put in at once', async () => {
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
  const { id } = await create({ name: 'Weeknights', recipeIds: [pie] })
  const emptying = await fill(id, [pie], false)
  const others = JSON.stringify(ids(contract.maxCookbookRecipes))
  await asOwner(testApp().server.database, `update cookbooks set recipe_ids = '${others}' where id = '${id}'`)
  expect(await fill(id, [soup])).toMatchObject({ status: 409, body: { code: 'cookbook_full' } })
  expect(await undo(emptying)).toBe(409)
  expect(await names(id)).toEqual([])
  const tooMany = ids(contract.maxChosenRecipes + 1)
  expect((await fill(id, tooMany)).status).toBe(422)
  expect((await cook().call(contract.addCookbook, { body: { name: 'Large', recipeIds: tooMany } })).status).toBe(422)
})

it('rejects a change or an undo of what was changed since', async () => {
  const { id, version } = await create({ name: 'Weeknights' })
  const rename = (name: string) => cook().call(contract.changeCookbook, { params: { id }, body: { name }, headers: ifUnchanged })
  const ifUnchanged = { 'if-match': `"${version}"` }
  const renaming = await rename('Mondays')
  expect(renaming.status).toBe(200)
  expect(await rename('Tuesdays')).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: { name: 'Mondays' } } })
  await cook().must(contract.changeCookbook, { params: { id }, body: { name: 'Tuesdays' } })
  expect(await undo(renaming)).toBe(409)
  const other = await create({ name: 'For guests' })
  const arranging = await cook().call(contract.arrangeCookbooks, { body: { cookbookIds: [other.id, id] } })
  await cook().must(contract.arrangeCookbooks, { body: { cookbookIds: [id, other.id] } })
  expect(await undo(arranging)).toBe(409)
  expect(await cookbooks()).toEqual([
    ['Tuesdays', []],
    ['For guests', []],
  ])
})

it('has a limited number of links', async () => {
  const { id } = await create({ name: 'Weeknights' })
  for (let made = 0; made < contract.maxLinks; made += 1) await cook().must(contract.createCookbookLink, { params: { id } })
  expect(await cook().call(contract.createCookbookLink, { params: { id } })).toMatchObject({
    status: 409,
    body: { code: 'too_many_links' },
  })
})

const get = (url: string, headers: Record<string, string> = {}) => testApp().server.app.inject({ url, headers })

it('shares a cookbook by a link that shows its recipes and nothing else, until it is ended', async () => {
  const { id } = await create({ name: 'Pies & more', recipeIds: [pie] })
  const { path, id: linkId } = await cook().must(contract.createCookbookLink, { params: { id } })
  const list = await get(path)
  expect([list.statusCode, list.body.includes('Pies &#38; more'), list.body.includes('Soup')]).toEqual([200, true, false])
  expect(list.body).toContain('"@type":"ItemList"')
  const page = await get(`${path}&recipe=${pie}`)
  expect(page.body).toContain('"recipeIngredient":["1 kg flour"]')
  expect(page.body).not.toContain('Secret')
  expect((await get(`${path}&recipe=${soup}`)).statusCode).toBe(404)
  expect((await get(`/api/shared-cookbook/photo?${path.split('?')[1]}&recipe=${soup}`)).statusCode).toBe(404)
  // A link to a recipe doesn’t open a cookbook, nor the other way around.
  const recipeLink = await cook().must(contract.createRecipeLink, { params: { id: pie } })
  expect((await get(recipeLink.path.replace('shared-recipe', 'shared-cookbook'))).statusCode).toBe(404)
  expect((await get(path.replace('shared-cookbook', 'shared-recipe'))).statusCode).toBe(404)
  await fill(id, [soup])
  expect((await get(`${path}&recipe=${soup}`)).statusCode).toBe(200)
  expect(await cook().must(contract.listCookbookLinks, { params: { id } })).toMatchObject([{ id: linkId }])
  await cook().must(contract.endCookbookLink, { params: { id: linkId } })
  const ended = await get(path, { accept: 'text/html' })
  expect([ended.statusCode, ended.body.includes('This link no longer works.')]).toEqual([404, true])
  expect(await cook().must(contract.listCookbookLinks, { params: { id } })).toEqual([])
})

it('a link to a deleted cookbook shows nothing', async () => {
  const { id } = await create({ name: 'Weeknights', recipeIds: [pie] })
  const { path } = await cook().must(contract.createCookbookLink, { params: { id } })
  await cook().must(contract.removeCookbook, { params: { id } })
  expect([(await get(path)).statusCode, (await get(`${path}&recipe=${pie}`)).statusCode]).toEqual([404, 404])
})

it('exports a cookbook as a zip of its own, and names the cookbooks in the export of all recipes', async () => {
  const { id } = await create({ name: 'Weeknights', recipeIds: [pie] })
  const headers = { authorization: `Bearer ${cook().token}`, 'x-household-id': cook().home ?? '' }
  const filesOf = async (url: string) =>
    new Map(Object.entries(unzipSync((await get(url, headers)).rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)]))
  const files = await filesOf(`/api/cookbooks/${id}/export`)
  expect([...files.keys()].toSorted()).toEqual(['index.html', 'recipes/pie.html', 'recipes/pie.json'])
  expect(files.get('index.html')).toContain('<h1>Weeknights</h1>')
  const all = await filesOf(contract.exportRecipes.path)
  expect(all.get('index.html')).toContain('<h2>Weeknights</h2><ul><li><a href="recipes/pie.html">Pie</a></li></ul>')
  expect((await get(`/api/cookbooks/${crypto.randomUUID()}/export`, headers)).statusCode).toBe(404)
})
