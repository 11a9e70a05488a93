import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { httpRequestOf } from '#tests/support/server/requests.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const context = useTestApp()

async function aRecipe(name = 'Porridge'): Promise<{ ana: Person; id: string }> {
  const ana = await context().person('Ana')
  await context().household(ana)
  const { id } = await ana.must(contract.addRecipe, { body: { name, ingredients: ['100 g oats'], prepTime: 5 } })
  return { ana, id }
}
const cardOf = async (ana: Person, id: string) => (await ana.must(contract.listRecipes)).find((card) => card.id === id)
const undo = (ana: Person, headers: Record<string, string | undefined>) =>
  ana.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })

describe('the times that a recipe was made', () => {
  it('are noted with a date, a rating and notes, newest first', async () => {
    const { ana, id } = await aRecipe()
    expect(await ana.must(contract.listCookings, { params: { id } })).toEqual([])
    await ana.must(contract.addCooking, { params: { id }, body: { date: '2026-01-05', rating: 4.5, notes: 'Less salt' } })
    await ana.must(contract.addCooking, { params: { id }, body: { date: '2026-03-01' } })
    await ana.must(contract.addCooking, { params: { id }, body: { date: '2025-12-24', rating: null } })
    expect(await ana.must(contract.listCookings, { params: { id } })).toMatchObject([
      { recipeId: id, date: '2026-03-01', rating: null, notes: '' },
      { date: '2026-01-05', rating: 4.5, notes: 'Less salt' },
      { date: '2025-12-24' },
    ])
    expect(await cardOf(ana, id)).toMatchObject({ timesCooked: 3, lastCookedOn: '2026-03-01' })
  })

  it('are changed and removed, each with an undo and a line in the history', async () => {
    const { ana, id } = await aRecipe()
    const added = await ana.call(contract.addCooking, { params: { id }, body: { date: '2026-01-05' } })
    const params = { id: (added.body as contract.Cooking).id }
    const changed = await ana.call(contract.changeCooking, { params, body: { rating: 3, notes: 'Good' } })
    expect(changed.body).toMatchObject({ date: '2026-01-05', rating: 3, notes: 'Good', version: 2 })
    const removed = await ana.call(contract.removeCooking, { params })
    expect(await cardOf(ana, id)).toMatchObject({ timesCooked: 0, lastCookedOn: null })
    expect(await ana.call(contract.changeCooking, { params, body: { rating: 1 } })).toMatchObject({ status: 404 })
    expect(await undo(ana, changed.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    await undo(ana, removed.headers)
    await undo(ana, changed.headers)
    expect(await ana.must(contract.listCookings, { params: { id } })).toMatchObject([{ rating: null, notes: '' }])
    await undo(ana, added.headers)
    expect(await ana.must(contract.listCookings, { params: { id } })).toEqual([])
    const told = (await ana.must(listHistory)).map(({ summary }) => summary)
    for (const line of ['Noted that Porridge was made', 'Changed when or how Porridge was made', 'Removed a note that Porridge was made'])
      expect(told).toContain(line)
  })

  it('aren’t changed on an outdated version', async () => {
    const { ana, id } = await aRecipe()
    const cooking = await ana.must(contract.addCooking, { params: { id }, body: { date: '2026-01-05' } })
    const change = (body: contract.CookingChange, ifMatch: number) =>
      ana.call(contract.changeCooking, { params: { id: cooking.id }, body, headers: { 'if-match': String(ifMatch) } })
    expect(await change({ rating: 3 }, 1)).toMatchObject({ status: 200, body: { rating: 3, version: 2 } })
    for (const body of [{ rating: 4 }, { rating: 3 }])
      expect(await change(body, 1)).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: { rating: 3, version: 2 } } })
    expect(await change({ rating: 4 }, 2)).toMatchObject({ status: 200, body: { rating: 4, version: 3 } })
  })

  it('include each time that its ingredients were taken out of stock, until that is undone', async () => {
    const { ana, id } = await aRecipe()
    await addSomeLot(ana, { ingredient: { name: 'Oats' }, quantity: 500, unit: 'g' })
    const cooked = await ana.call(contract.cookRecipe, { params: { id }, body: {} })
    const [cooking] = await ana.must(contract.listCookings, { params: { id } })
    expect(cooking).toMatchObject({ date: cooking?.createdAt.slice(0, 10), rating: null })
    await undo(ana, cooked.headers)
    expect(await ana.must(contract.listCookings, { params: { id } })).toEqual([])
  })

  it('have the date that the cook’s device gives, at most tomorrow', async () => {
    const { ana, id } = await aRecipe()
    await addSomeLot(ana, { ingredient: { name: 'Oats' }, quantity: 500, unit: 'g' })
    const cookOn = (cookedOn: string) => ana.call(contract.cookRecipe, { params: { id }, body: { cookedOn } })
    expect(await cookOn('2026-01-05')).toMatchObject({ status: 200 })
    expect(await cookOn('9999-12-31')).toMatchObject({ status: 422, body: { fields: [{ path: 'cookedOn' }] } })
    expect(await ana.must(contract.listCookings, { params: { id } })).toMatchObject([{ date: '2026-01-05' }])
  })

  it('aren’t those of another household or of a removed recipe', async () => {
    const { ana, id } = await aRecipe()
    const other = await aRecipe()
    const { id: cookingId } = await ana.must(contract.addCooking, { params: { id }, body: {} })
    expect(await other.ana.call(contract.listCookings, { params: { id } })).toMatchObject({ status: 404 })
    expect(await other.ana.call(contract.addCooking, { params: { id }, body: {} })).toMatchObject({ status: 404 })
    expect(await other.ana.call(contract.removeCooking, { params: { id: cookingId } })).toMatchObject({ status: 404 })
    await ana.must(contract.removeRecipe, { params: { id } })
    expect(await ana.call(contract.addCooking, { params: { id }, body: {} })).toMatchObject({ status: 404 })
  })

  it('may be of a starter recipe', async () => {
    const { ana } = await aRecipe()
    const starter = (await ana.must(contract.listRecipes)).find(({ isStarter }) => isStarter)
    const { date, createdAt } = await ana.must(contract.addCooking, { params: { id: starter?.id ?? '' }, body: { rating: 5 } })
    expect(date).toBe(createdAt.slice(0, 10))
    expect(await cardOf(ana, starter?.id ?? '')).toMatchObject({ name: starter?.name, timesCooked: 1, lastCookedOn: date })
  })
})

describe('the list of recipes', () => {
  it('has favorites, those made last and the quickest', async () => {
    const { ana, id: slow } = await aRecipe('Slow')
    const add = async (name: string, part: Partial<contract.NewRecipe>) =>
      (await ana.must(contract.addRecipe, { body: { name, tags: ['mine'], ...part } })).id
    await ana.must(contract.changeRecipe, { params: { id: slow }, body: { isFavorite: true, tags: ['mine'], totalTime: 900 } })
    const quick = await add('Quick', { prepTime: 3, cookTime: 2, isFavorite: true })
    const untimed = await add('Untimed', {})
    const names = async (query: Parameters<typeof ana.must<typeof contract.listRecipes>>[1]) =>
      (await ana.must(contract.listRecipes, query)).map(({ name }) => name)
    expect(await names({ query: { isFavorite: 'true' } })).toEqual(['Quick', 'Slow'])
    expect(await names({ query: { tag: 'mine', sort: 'time' } })).toEqual(['Quick', 'Slow', 'Untimed'])
    await ana.must(contract.addCooking, { params: { id: untimed }, body: { date: '2026-02-02' } })
    await ana.must(contract.addCooking, { params: { id: quick }, body: { date: '2026-01-01' } })
    expect(await names({ query: { tag: 'mine', sort: 'cooked' } })).toEqual(['Untimed', 'Quick', 'Slow'])
    const copy = await ana.must(contract.duplicateRecipe, { params: { id: quick }, body: {} })
    expect(copy.isFavorite).toBe(false)
  })
})

describe('the photo of a time that a recipe was made', () => {
  const send = async (ana: Person, id: string) => {
    const headers = { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' }
    return context().inject(httpRequestOf(contract.setCookingPicture, { params: { id }, query: {}, body: undefined }, headers))
  }
  const get = (ana: Person, url: string) =>
    context().inject({ method: 'GET', url, headers: { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' } })
  const pictureOf = async (ana: Person, id: string) => (await ana.must(contract.listCookings, { params: { id } }))[0]?.picture ?? null

  it('is stored re-encoded, shown by its address, and removed and replaced with an undo', async () => {
    const { ana, id } = await aRecipe()
    const cooking = await ana.must(contract.addCooking, { params: { id }, body: { date: '2026-01-05' } })
    expect(cooking.picture).toBeNull()
    const params = { id: cooking.id }
    const set = await send(ana, cooking.id)
    expect(set).toMatchObject({ status: 200, body: { id: cooking.id, version: 2 } })
    const address = await pictureOf(ana, id)
    const shown = await get(ana, address ?? '')
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await get(ana, `${address}x`)).status).toBe(404)
    const removed = await ana.call(contract.removeCookingPicture, { params })
    expect([await pictureOf(ana, id), (await get(ana, address ?? '')).status]).toEqual([null, 404])
    expect((await undo(ana, removed.headers)).status).toBe(200)
    expect(await pictureOf(ana, id)).toBe(address)
    // Another change since doesn’t stand in the way; another photo does.
    await ana.must(contract.changeCooking, { params, body: { notes: 'Good' } })
    expect((await undo(ana, set.headers)).status).toBe(200)
    expect(await pictureOf(ana, id)).toBeNull()
    const told = (await ana.must(listHistory)).map(({ summary }) => summary)
    expect(told).toContain('Changed a photo of how Porridge turned out')
  })

  it('is left out of a note, or of a recipe’s notes, restored after it was erased', async () => {
    const { ana, id } = await aRecipe()
    const cooking = await ana.must(contract.addCooking, { params: { id }, body: {} })
    const erase = () => asOwner(context().server.database, `delete from ingredient_pictures where household_id = '${ana.home}'`)
    await send(ana, cooking.id)
    const removing = await ana.call(contract.removeCooking, { params: { id: cooking.id } })
    await erase()
    expect((await undo(ana, removing.headers)).status).toBe(200)
    expect(await ana.must(contract.listCookings, { params: { id } })).toMatchObject([{ id: cooking.id, picture: null }])
    await send(ana, cooking.id)
    const removingRecipe = await ana.call(contract.removeRecipe, { params: { id } })
    await erase()
    expect((await undo(ana, removingRecipe.headers)).status).toBe(200)
    expect(await ana.must(contract.listCookings, { params: { id } })).toMatchObject([{ id: cooking.id, picture: null }])
  })

  it('is no one else’s to see or change', async () => {
    const [{ ana, id }, { ana: ben }] = [await aRecipe(), await aRecipe()]
    const cooking = await ana.must(contract.addCooking, { params: { id }, body: {} })
    await send(ana, cooking.id)
    const address = await pictureOf(ana, id)
    expect([(await get(ben, address ?? '')).status, (await send(ben, cooking.id)).status]).toEqual([404, 404])
    expect((await ben.call(contract.removeCookingPicture, { params: { id: cooking.id } })).status).toBe(404)
  })
})
