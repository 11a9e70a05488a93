import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { addressOf } from '#tests/support/server/http-client.ts'
import { formOf } from '#tests/support/server/requests.ts'
import { type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { pictureErasureJob } from './jobs.ts'

const testApp = useTestApp()

async function createMember(name = 'Ana'): Promise<Person> {
  const person = await testApp().person(name)
  await testApp().household(person)
  return person
}
const headersOf = (person: Person) => ({ authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' })
const photoOf = (color: string, side = 900) =>
  sharp({ create: { width: side, height: side, channels: 3, background: color } })
    .png()
    .toBuffer()
async function send(person: Person, id: string, picture: Buffer) {
  const { headers, payload } = formOf('image', picture)
  const answer = await testApp().inject({
    method: 'PUT',
    url: addressOf(contract.setIngredientPicture.path, { id }, {}),
    headers: { ...headers, ...headersOf(person) },
    payload,
  })
  return answer as TestResponse<contract.Ingredient>
}
const open = (person: Person, url: string) => testApp().server.app.inject({ url, headers: headersOf(person) })
const pictureOf = async (person: Person, id: string) => (await person.must(contract.getIngredient, { params: { id } })).picture
const undo = (person: Person, { headers }: Pick<TestResponse<unknown>, 'headers'>) =>
  person.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })

async function createWithPicture(person: Person, name: string, color: string) {
  const { id } = await person.must(contract.addIngredient, { body: { name } })
  const sent = await send(person, id, await photoOf(color))
  expect(sent.status).toBe(200)
  return { id, picture: sent.body.picture ?? '', sent }
}

describe('an ingredient’s picture', () => {
  it('is stored re-encoded and small, and served only as a picture', async () => {
    const ana = await createMember()
    const { id, picture } = await createWithPicture(ana, 'Milk', 'red')
    expect(picture).toMatch(new RegExp(`^/api/ingredients/${id}/picture\\?v=[\\w-]+$`))
    const served = await open(ana, picture)
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 800 })
    const withoutVersion = await open(ana, `/api/ingredients/${id}/picture`)
    expect(withoutVersion.headers['cache-control']).toBe('private, no-cache')
    expect(withoutVersion.rawPayload).toEqual(served.rawPayload)
  })

  it('gets a new address when it is replaced, and undo brings the earlier one back', async () => {
    const ana = await createMember()
    const { id, picture } = await createWithPicture(ana, 'Milk', 'red')
    const replaced = await send(ana, id, await photoOf('blue'))
    expect(replaced.body.picture).not.toBe(picture)
    expect((await open(ana, picture)).statusCode).toBe(404)
    expect((await undo(ana, replaced)).status).toBe(200)
    expect(await pictureOf(ana, id)).toBe(picture)
    expect((await open(ana, picture)).statusCode).toBe(200)
  })

  it('can be removed, which undo takes back, and is in the history', async () => {
    const ana = await createMember()
    const { id, picture } = await createWithPicture(ana, 'Milk', 'red')
    const removed = await ana.call(contract.removeIngredientPicture, { params: { id } })
    expect(removed.status).toBe(204)
    expect(await pictureOf(ana, id)).toBeNull()
    expect((await open(ana, `/api/ingredients/${id}/picture`)).statusCode).toBe(404)
    expect((await ana.must(listHistory, { query: {} }))[0]).toMatchObject({ name: 'ingredient.changed', canUndo: true })
    expect((await undo(ana, removed)).status).toBe(200)
    expect(await pictureOf(ana, id)).toBe(picture)
  })

  it.each([
    ['text', Buffer.from('<html>'), 415, 'image_type'],
    ['a vector graphic', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'image_type'],
    ['a damaged file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]), 422, 'image_unreadable'],
    ['10 MB', Buffer.alloc(10 * 1024 * 1024, 1), 413, 'image_too_large'],
  ])('is not %s', async (_, file, status, code) => {
    const ana = await createMember()
    const { id } = await ana.must(contract.addIngredient, { body: { name: 'Milk' } })
    expect(await send(ana, id, file)).toMatchObject({ status, body: { code } })
    expect(await pictureOf(ana, id)).toBeNull()
  })

  it('is not found by other households', async () => {
    const [ana, ben] = [await createMember(), await createMember('Ben')]
    const { id, picture } = await createWithPicture(ana, 'Milk', 'red')
    expect((await open(ben, picture)).statusCode).toBe(404)
    expect((await send(ben, id, await photoOf('blue'))).status).toBe(404)
    expect((await ben.call(contract.removeIngredientPicture, { params: { id } })).status).toBe(404)
    expect(await pictureOf(ana, id)).toBe(picture)
  })

  it('goes to the ingredient that it is merged into, unless that has one', async () => {
    const ana = await createMember()
    const { id: mergedId, picture } = await createWithPicture(ana, 'Milk', 'red')
    const version = picture.split('=')[1]
    const { id } = await ana.must(contract.addIngredient, { body: { name: 'Whole milk' } })
    const merged = await ana.call(contract.mergeIngredients, { params: { id }, body: { ingredientId: mergedId } })
    expect(await pictureOf(ana, id)).toBe(`/api/ingredients/${id}/picture?v=${version}`)
    expect((await open(ana, `/api/ingredients/${id}/picture?v=${version}`)).statusCode).toBe(200)
    expect((await undo(ana, merged)).status).toBe(200)
    expect([await pictureOf(ana, id), await pictureOf(ana, mergedId)]).toEqual([null, picture])

    const other = await createWithPicture(ana, 'Oat milk', 'blue')
    await ana.must(contract.mergeIngredients, { params: { id: other.id }, body: { ingredientId: mergedId } })
    expect(await pictureOf(ana, other.id)).toBe(other.picture)
  })

  it('is erased 30 days after it was last used, and then undo is rejected', async () => {
    const ana = await createMember()
    const { database } = testApp().server
    const home = ana.home as HouseholdId
    const { id, picture } = await createWithPicture(ana, 'Milk', 'red')
    const replaced = await send(ana, id, await photoOf('blue'))
    const job = pictureErasureJob(database, async () => [])
    const count = () => database.read(home, (q) => q.rows('select id from ingredient_pictures where household_id = ?', [home]))
    const age = () =>
      database.write(home, 'age', (tx) =>
        tx.rows('update ingredient_pictures set unused_at = ? where household_id = ? and unused_at is not null', [
          '2020-01-01T00:00:00.000Z',
          home,
        ]),
      )
    await job.run(new Date())
    await age()
    await undo(ana, replaced)
    await job.run(new Date())
    expect(await pictureOf(ana, id)).toBe(picture)
    expect(await count()).toHaveLength(2)

    const again = await send(ana, id, await photoOf('green'))
    await job.run(new Date())
    expect(await count()).toHaveLength(3)
    await age()
    await job.run(new Date())
    expect(await count()).toHaveLength(1)
    expect(await undo(ana, again)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
  })

  it('stays with a removed ingredient until it is erased', async () => {
    const ana = await createMember()
    const { id, picture } = await createWithPicture(ana, 'Milk', 'red')
    const removed = await ana.call(contract.removeIngredient, { params: { id } })
    expect((await open(ana, picture)).statusCode).toBe(404)
    expect((await undo(ana, removed)).status).toBe(200)
    expect(await pictureOf(ana, id)).toBe(picture)
  })
})
