import { beforeEach, describe, expect, it } from 'vitest'
import { listHistory, removeMember, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient, mergeIngredients } from '#domains/ingredients/contract/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import {
  addGuest,
  changeEater,
  listEaters,
  listFoodContents,
  listMealEaters,
  maxGuests,
  removeGuest,
  setFoodContents,
  setMealEaters,
} from '../contract.ts'
import { oldNeedsJob } from './jobs.ts'

const testApp = useTestApp()
let owner: Person
let ben: Person
let cleo: Person
let household: string
beforeEach(async () => {
  ;[owner, ben, cleo] = (await createPeople(testApp(), 3, 'Ana')) as [Person, Person, Person]
  household = (await testApp().household(owner, ben, cleo)).id
})

const guest = (name = 'Mia', needs = {}) => owner.must(addGuest, { body: { name, ...needs } })
const eaters = async () => (await owner.must(listEaters)).map(({ name, allergens, avoids }) => [name, ...allergens, ...avoids])
const undo = (person: Person, headers: Record<string, string | undefined>) =>
  person.call(undoChange, { params: { seq: Number(headers['x-change-seq']) } })
const stored = <T>(query: string) => asOwner<T>(testApp().server.database, query)

describe('who eats here', () => {
  it('are the members who said something, and guests', async () => {
    await guest('Mia', { allergens: ['nuts'], avoids: ['kiwi'] })
    await ben.must(changeEater, { params: { id: ben.userId }, body: { diets: ['vegetarian'] } })
    const listed = await cleo.must(listEaters)
    expect(listed.map(({ userId, name, diets, allergens, avoids }) => ({ userId, name, diets, allergens, avoids }))).toEqual([
      { userId: null, name: 'Mia', diets: [], allergens: ['nuts'], avoids: ['kiwi'] },
      { userId: ben.userId, name: null, diets: ['vegetarian'], allergens: [], avoids: [] },
    ])
  })

  it('change their own and guests; an owner changes everyone’s', async () => {
    const { id } = await guest()
    const change = (person: Person, eater: string) =>
      person.call(changeEater, { params: { id: eater }, body: { allergens: ['milk'] } }).then(({ status }) => status)
    expect([await change(ben, id), await change(ben, ben.userId), await change(ben, cleo.userId)]).toEqual([200, 200, 403])
    expect(await change(owner, cleo.userId)).toBe(200)
    await testApp().role(owner, cleo, 'ADMIN')
    expect(await change(cleo, ben.userId)).toBe(403)
    await testApp().role(owner, ben, 'VIEWER')
    expect(await change(ben, ben.userId)).toBe(403)
  })

  it('are added once, unknown people are not found, and a member is no guest', async () => {
    const id = crypto.randomUUID()
    for (const name of ['Mia', 'Mia again']) await owner.must(addGuest, { body: { id, name } })
    expect(await eaters()).toEqual([['Mia']])
    const [stranger] = (await createPeople(testApp(), 1, 'Stranger')) as [Person]
    for (const unknown of [stranger.userId, crypto.randomUUID()])
      expect(await owner.call(changeEater, { params: { id: unknown }, body: { diets: [] } })).toMatchObject({ status: 404 })
    await owner.must(removeGuest, { params: { id } })
    await owner.must(removeGuest, { params: { id } })
    expect(await owner.call(addGuest, { body: { id, name: 'Mia' } })).toMatchObject({ status: 404 })
    expect(await owner.call(changeEater, { params: { id }, body: { diets: ['vegan'] } })).toMatchObject({ status: 404 })
  })

  it('cannot take the id of a member, or of an account that may become one', async () => {
    const [later] = (await createPeople(testApp(), 1, 'Later')) as [Person]
    for (const { userId } of [cleo, later])
      expect(await ben.call(addGuest, { body: { id: userId, name: 'Mia' } })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await ben.call(changeEater, { params: { id: cleo.userId }, body: { allergens: ['nuts'] } })).toMatchObject({ status: 403 })
    expect(await eaters()).toEqual([])
  })

  it('keep a member’s name out, and refuse a change of an outdated version', async () => {
    const body = { name: 'Someone else', allergens: ['eggs' as const] }
    const { version } = await owner.must(changeEater, { params: { id: owner.userId }, body })
    expect(version).toBe(1)
    expect(await eaters()).toEqual([[null, 'eggs']])
    const late = { params: { id: owner.userId }, body: { allergens: [] }, headers: { 'if-match': '"0"' } }
    expect(await owner.call(changeEater, late)).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } })
  })

  it('reject unknown allergens, doubled ones and too many guests', async () => {
    for (const allergens of [['dust'], ['nuts', 'nuts']])
      expect(await owner.call(addGuest, { body: { name: 'Mia', allergens: allergens as never } })).toMatchObject({ status: 422 })
    for (let at = 0; at < maxGuests; at++) await guest(`Guest ${at}`)
    expect(await owner.call(addGuest, { body: { name: 'One more' } })).toMatchObject({ status: 409, body: { code: 'too_many' } })
  })
})

describe('undo', () => {
  it('takes back the last change only, and another member’s only as owner', async () => {
    const { id } = await guest('Mia', { allergens: ['nuts'] })
    const first = await ben.call(changeEater, { params: { id }, body: { allergens: ['milk'] } })
    const second = await ben.call(changeEater, { params: { id }, body: { avoids: ['kiwi'] } })
    expect(await undo(ben, first.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await undo(ben, second.headers)).toMatchObject({ status: 200 })
    expect(await eaters()).toEqual([['Mia', 'milk']])
    const removal = await ben.call(removeGuest, { params: { id } })
    expect(await undo(ben, removal.headers)).toMatchObject({ status: 200 })
    expect(await eaters()).toEqual([['Mia', 'milk']])
    const own = await cleo.call(changeEater, { params: { id: cleo.userId }, body: { diets: ['vegan'] } })
    expect(await undo(ben, own.headers)).toMatchObject({ status: 403 })
    expect(await undo(owner, own.headers)).toMatchObject({ status: 200 })
    expect((await owner.must(listHistory)).map(({ summary }) => summary)).toContain('Removed the guest Mia')
  })

  it('does nothing after 30 days, when removed guests are erased', async () => {
    const { id } = await guest('Mia', { avoids: ['Quixwood'] })
    const removal = await owner.call(removeGuest, { params: { id } })
    const kept = await guest('Tom', { avoids: ['Quixwood'] })
    const change = await owner.call(changeEater, { params: { id: kept.id }, body: { avoids: ['kiwi'] } })
    const { database } = testApp().server
    const long = new Date(Date.now() - 31 * 86_400_000).toISOString()
    const at = household as HouseholdId
    const age = (column: string) => `update eaters set ${column} = ? where household_id = ? and ${column} is not null`
    for (const column of ['updated_at', 'removed_at']) await database.write(at, 'age', (tx) => tx.rows(age(column), [long, at]))
    await oldNeedsJob(database).run(new Date())
    for (const { headers } of [removal, change])
      expect(await undo(owner, headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await stored(`select * from eaters where household_id = '${household}' and id = '${id}'`)).toEqual([])
    expect(await eaters()).toEqual([['Tom', 'kiwi']])
  })
})

describe('health data', () => {
  it('is in no change, stored response or message, and leaves with the member', async () => {
    const body = { allergens: ['lupin' as const], avoids: ['Quixwood'] }
    await ben.must(changeEater, { params: { id: ben.userId }, body, headers: { 'idempotency-key': 'needs' } })
    await guest('Mia', body)
    await testApp().server.jobs.settle()
    for (const table of ['changes', 'answers', 'notifications', 'deliveries', 'row_changes'])
      expect(JSON.stringify(await stored(`select * from ${table}`)), table).not.toMatch(/Quixwood|lupin/)
    await owner.must(removeMember, { params: { id: household, userId: ben.userId } })
    expect(await stored(`select * from eaters where user_id = '${ben.userId}'`)).toEqual([])
    expect(await eaters()).toEqual([['Mia', 'lupin', 'Quixwood']])
  })
})

describe('what an ingredient contains', () => {
  it('is the household’s word, undoable, and followed when ingredients merge', async () => {
    const [oat, cream] = [
      await owner.must(addIngredient, { body: { name: 'Oat cream' } }),
      await owner.must(addIngredient, { body: { name: 'Cream' } }),
    ]
    const params = { id: oat.id }
    const list = async () => (await ben.must(listFoodContents)).map(({ id, contains, without }) => [id, contains, without])
    const first = await ben.must(setFoodContents, { params, body: { contains: ['gluten'], without: ['milk'] } })
    expect(first).toMatchObject({ id: oat.id, contains: ['gluten'], without: ['milk'], version: 1 })
    const second = await ben.call(setFoodContents, { params, body: { contains: [], without: [] } })
    expect(await list()).toEqual([])
    expect(await undo(ben, second.headers)).toMatchObject({ status: 200 })
    expect(await list()).toEqual([[oat.id, ['gluten'], ['milk']]])
    expect(await ben.call(setFoodContents, { params: { id: crypto.randomUUID() }, body: { contains: [], without: [] } })).toMatchObject({
      status: 404,
    })
    const merged = await owner.call(mergeIngredients, { params: { id: cream.id }, body: { ingredientId: oat.id } })
    expect(await list()).toContainEqual([cream.id, ['gluten'], []])
    expect(await undo(owner, merged.headers)).toMatchObject({ status: 200 })
    expect(await list()).toEqual([[oat.id, ['gluten'], ['milk']]])
  })

  it('no longer says that something isn’t in it when it merges with an ingredient that has it', async () => {
    const add = async (name: string) => (await owner.must(addIngredient, { body: { name } })).id
    const [oat, cream, salt] = [await add('Oat cream'), await add('Cream'), await add('Salt')]
    const list = async () => (await ben.must(listFoodContents)).map(({ id, contains, without }) => [id, contains, without])
    await ben.must(setFoodContents, { params: { id: oat }, body: { contains: [], without: ['milk', 'fish'] } })
    await owner.must(mergeIngredients, { params: { id: oat }, body: { ingredientId: salt } })
    expect(await list()).toEqual([[oat, [], ['fish', 'milk']]])
    const merged = await owner.call(mergeIngredients, { params: { id: oat }, body: { ingredientId: cream } })
    expect(await list()).toEqual([[oat, [], ['fish']]])
    expect(await undo(owner, merged.headers)).toMatchObject({ status: 200 })
    expect(await list()).toEqual([[oat, [], ['fish', 'milk']]])
  })
})

describe('who eats a meal', () => {
  const date = new Date().toISOString().slice(0, 10)
  const set = (eaterIds: string[] | null, person = owner) => person.call(setMealEaters, { body: { date, meal: 'dinner', eaterIds } })
  const said = async () => (await ben.must(listMealEaters)).map(({ id, eaterIds }) => [id, eaterIds])

  it('is said by meal, undoable, and returns to all members', async () => {
    const { id } = await guest()
    const first = await set([owner.userId, id])
    expect(first).toMatchObject({ status: 200, body: { id: `${date}-dinner`, eaterIds: [owner.userId, id], version: 1 } })
    expect(await said()).toEqual([[`${date}-dinner`, [owner.userId, id]]])
    const second = await set(null)
    expect(await said()).toEqual([])
    expect(await undo(ben, first.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect(await undo(ben, second.headers)).toMatchObject({ status: 200 })
    expect(await said()).toEqual([[`${date}-dinner`, [owner.userId, id]]])
    const late = { body: { date, meal: 'dinner' as const, eaterIds: [] }, headers: { 'if-match': '"1"' } }
    expect(await owner.call(setMealEaters, late)).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } })
  })

  it('names only members and guests, once', async () => {
    const [stranger] = (await createPeople(testApp(), 1, 'Stranger')) as [Person]
    for (const unknown of [stranger.userId, crypto.randomUUID()]) expect(await set([unknown])).toMatchObject({ status: 404 })
    expect(await set([owner.userId, owner.userId])).toMatchObject({ status: 422 })
    const { id } = await guest()
    await owner.must(removeGuest, { params: { id } })
    expect(await set([id])).toMatchObject({ status: 200 })
  })

  it('leaves out who left, also in what an undo restores', async () => {
    await set([owner.userId, cleo.userId])
    const change = await set([owner.userId])
    await owner.must(removeMember, { params: { id: household, userId: cleo.userId } })
    expect(JSON.stringify(await stored('select * from meal_eaters'))).not.toContain(cleo.userId)
    expect(await undo(owner, change.headers)).toMatchObject({ status: 409 })
    expect(await said()).toEqual([[`${date}-dinner`, [owner.userId]]])
  })

  it('returns to all members when only someone who left ate it, not when no one does', async () => {
    await set([cleo.userId])
    await owner.must(setMealEaters, { body: { date, meal: 'lunch', eaterIds: [cleo.userId] } })
    await owner.must(setMealEaters, { body: { date, meal: 'lunch', eaterIds: [] } })
    await owner.must(removeMember, { params: { id: household, userId: cleo.userId } })
    expect(await said()).toEqual([[`${date}-lunch`, []]])
    expect(JSON.stringify(await stored('select * from meal_eaters'))).not.toContain(cleo.userId)
  })

  it('drops someone who left from a change that waited on a device', async () => {
    await owner.must(removeMember, { params: { id: household, userId: cleo.userId } })
    expect(await set([owner.userId, cleo.userId], ben)).toMatchObject({ status: 200, body: { eaterIds: [owner.userId] } })
    expect(await said()).toEqual([[`${date}-dinner`, [owner.userId]]])
    expect(await set([cleo.userId], ben)).toMatchObject({ status: 200, body: { eaterIds: null } })
    expect(await said()).toEqual([])
    expect(await set([owner.userId, crypto.randomUUID()], ben)).toMatchObject({ status: 404 })
  })

  it('can’t be undone after 30 days, and is erased a day later than UTC’s', async () => {
    const { database } = testApp().server
    const now = database.now()
    const dayAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
    for (const on of [dayAgo(31), dayAgo(32)])
      await owner.must(setMealEaters, { body: { date: on, meal: 'lunch', eaterIds: [ben.userId] } })
    await set([cleo.userId])
    const change = await set([ben.userId])
    const at = household as HouseholdId
    const long = new Date(now.getTime() - 31 * 86_400_000).toISOString()
    await database.write(at, 'age', (tx) => tx.rows('update meal_eaters set updated_at = ? where household_id = ?', [long, at]))
    await oldNeedsJob(database).run(new Date())
    expect(JSON.stringify(await stored('select * from meal_eaters'))).not.toContain(cleo.userId)
    expect(await undo(owner, change.headers)).toMatchObject({ status: 409, body: { code: 'undo_in_the_way' } })
    expect((await said()).map(([id]) => id)).toEqual([`${dayAgo(31)}-lunch`, `${date}-dinner`])
  })
})
