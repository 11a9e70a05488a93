import { beforeAll, describe, expect, it } from 'vitest'
import { getMe } from '#domains/account/contract/index.ts'
import { changeProfile } from '#domains/account/contract/profile.ts'
import { deleteAccount, listSessions } from '#domains/account/contract/sessions-and-credentials.ts'
import { beginTwoFactor } from '#domains/account/contract/two-factor.ts'
import { changeEater, setMealEaters } from '#domains/diets/contract.ts'
import { createHousehold, deleteHousehold, joinHousehold, listHistory, listMembers } from '#domains/households/contract/index.ts'
import { changeLot, listLots } from '#domains/inventory/contract.ts'
import { askToBorrow } from '#domains/sharing/contract/index.ts'
import { addShoppingItem } from '#domains/shopping/contract/index.ts'
import { addSharedLot, createLinkedCircle, createPerson, inDays } from '#tests/support/data/people.ts'
import { addAvatar, createHook, createKeys, createMessageTarget, createPasskey } from '#tests/support/data/personal-data.ts'
import { columnsOf, tablesOf } from '#tests/support/database/digest.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addSomeLot, type Person, personOf, useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()
const password = 'thyme and 42 plums'
let count = 0

/** Creates a person whose texts in every field are unique. */
async function zebulon(): Promise<Person> {
  const email = `zebulon${++count}.quixwood@marker.example`
  const answer = await testApp().inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers: { 'content-type': 'application/json', 'user-agent': 'MarkerAgent/9' },
    payload: JSON.stringify({ email, password, firstName: 'Zebulon', lastName: 'Quixwood' }),
  })
  const { user } = answer.body as { user: { id: string } }
  return personOf(testApp(), { email, token: answer.headers['set-auth-token'] ?? '', userId: user.id, firstName: 'Zebulon' })
}
const remove = (person: Person, given = password) => person.call(deleteAccount, { body: { password: given } })
const row = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)

/** Returns every table's columns that contain one of these texts. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const { database } = testApp().server
  const places = new Set<string>()
  for (const table of await tablesOf(database))
    for (const found of await row<Record<string, unknown>>(`select * from ${table}`))
      for (const [column, value] of Object.entries(found)) {
        const shown = value instanceof Date ? value.toISOString() : String(value)
        if (texts.some((text) => shown.includes(text))) places.add(`${table}.${column}`)
      }
  return [...places].toSorted()
}

describe('a deleted account', () => {
  let stays: Person
  let gone: Person
  let alone: string
  let before: string[]
  const marks = ['Zebulon', 'Quixwood', 'marker.example', 'MarkerAgent']
  beforeAll(async () => {
    ;[stays, gone] = [await testApp().person('Stays'), await zebulon()]
    const lender = await createPerson(testApp(), 'Lender', 'Next')
    await testApp().household(lender)
    alone = (await gone.must(createHousehold, { body: { name: 'Zebulon alone' } })).id
    gone.home = alone
    await addSomeLot(gone, { ingredient: { name: 'Salt of Quixwood' }, location: 'Zebulon shelf' })
    await gone.must(addShoppingItem, { body: { ingredientName: 'Quixwood pears', suggestedQuantity: 1, unit: 'each' } })
    const attic = await gone.must(createHousehold, { body: { name: 'Zebulon attic' } })
    await gone.must(deleteHousehold, { params: { id: attic.id } })
    await testApp().household(stays, gone)
    await testApp().role(stays, gone, 'ADMIN')
    await gone.must(changeEater, { params: { id: gone.userId }, body: { allergens: ['nuts'], avoids: ['Quixwood nuts'] } })
    await gone.must(setMealEaters, { body: { date: new Date().toISOString().slice(0, 10), meal: 'dinner', eaterIds: [gone.userId] } })
    const lot = await addSomeLot(gone)
    // Stored responses for idempotency keys contain names.
    const headers = { 'idempotency-key': 'deleted-account' }
    await stays.must(changeLot, { params: { id: lot.id }, body: { location: 'Fridge' }, headers })
    await gone.must(changeProfile, { body: { firstName: 'Zebulon' }, headers })
    await createKeys(gone, gone.home ?? '')
    await createHook(gone, gone.home ?? '')
    await createMessageTarget(gone, 'Zebulon tablet')
    await addAvatar(testApp(), gone)
    await createPasskey(testApp(), gone)
    await gone.must(beginTwoFactor, { body: { password } })
    const isAccepted = await testApp().inject({
      method: 'POST',
      url: '/api/auth/request-password-reset',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email: gone.email }),
    })
    expect(isAccepted.status).toBe(200)
    await createLinkedCircle(lender, gone)
    const theirs = await addSharedLot(lender)
    await gone.must(askToBorrow, {
      body: { inventoryItemId: theirs.id, quantity: 1, unit: theirs.unit, message: 'Zebulon asks', expiresAt: inDays(3) },
    })
    before = await placesOf(marks)
  })

  it('was stored in many places before', async () => {
    for (const place of [
      'users.email',
      'sessions.user_agent',
      'answers.answer',
      'households.name',
      'borrow_requests.message',
      'lots.location',
    ])
      expect(before).toContain(place)
    expect(await row(`select 1 from verifications where value = '${gone.userId}'`)).not.toEqual([])
  })

  it('leaves no personal data in any table: no name, address, device, picture or text', async () => {
    expect(await remove(gone)).toMatchObject({ status: 204 })
    expect(await placesOf(marks)).toEqual([])
    for (const table of [
      'avatars',
      'passkeys',
      'two_factors',
      'access_keys',
      'eaters',
      'sessions',
      'accounts',
      'circle_members',
      'members',
      'message_targets',
    ])
      expect(await row(`select 1 from ${table} where user_id = '${gone.userId}'`), table).toEqual([])
  })

  it('leaves only dangling ids, in authorship columns', async () => {
    // Review a new place: is it only an id, and is it needed?
    const known = [
      'answers.user_id',
      'borrow_requests.lender_id',
      'borrow_requests.requester_id',
      'changes.actor_id',
      'changes.payload',
      'circles.created_by',
      'lots.added_by',
      // Notifications to others, who see a former member.
      'notifications.facts',
      // Tells other devices to remove the member.
      'row_changes.row_id',
    ]
    // Updates for their circles are still sent within a second.
    await testApp().server.jobs.settle()
    expect((await placesOf([gone.userId])).filter((place) => !known.includes(place))).toEqual([])
  })

  it('deletes a household without other members, except for its id', async () => {
    const { database } = testApp().server
    for (const table of await tablesOf(database))
      if ((await columnsOf(database, table)).includes('household_id') && table !== 'answers')
        expect(await row(`select 1 from ${table} where household_id = '${alone}'`), table).toEqual([])
    expect(await row(`select name, deleted_at is null as there from households where id = '${alone}'`)).toMatchObject([{ name: '' }])
  })

  it('keeps the stock and history of the other members, without the name', async () => {
    const lots = await stays.must(listLots, { query: {} })
    expect(lots).toMatchObject([{ location: 'Fridge', user: { firstName: 'Former', lastName: 'member' } }])
    const history = await stays.must(listHistory, { query: {} })
    expect(history.some(({ actor }) => actor === null)).toBe(true)
    expect(JSON.stringify(history)).not.toContain('Zebulon')
    // What they had set up ends, and the history says so.
    expect(history.map(({ name }) => name)).toContain('webhooks.ended')
    expect(await row(`select 1 from webhooks where created_by = '${gone.userId}'`)).toEqual([])
    expect(await stays.must(listMembers, { params: { id: stays.home ?? '' } })).toHaveLength(1)
  })

  it('can’t sign in, and its address is free', async () => {
    expect((await gone.call(getMe)).status).toBe(401)
    const headers = { 'content-type': 'application/json' }
    const payload = JSON.stringify({ email: gone.email, password })
    expect((await testApp().inject({ method: 'POST', url: '/api/auth/sign-in/email', headers, payload })).status).toBe(401)
    const again = {
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers,
      payload: JSON.stringify({ email: gone.email, password, firstName: 'New', lastName: 'One' }),
    }
    expect((await testApp().inject(again)).status).toBe(200)
  })
})

describe('deleting an account', () => {
  it('is rejected with a wrong password, and changes nothing', async () => {
    const person = await zebulon()
    expect(await remove(person, 'wrong one')).toMatchObject({ status: 422, body: { code: 'wrong_password' } })
    expect((await person.must(listSessions)).length).toBe(1)
  })

  it('is rejected while other members would have no owner, names the household, and changes nothing', async () => {
    const [owner, member, other] = [await zebulon(), await createPerson(testApp(), 'Ben', 'Stays'), await createPerson(testApp(), 'Cleo')]
    const home = await owner.must(createHousehold, { body: { name: 'Elm Street' } })
    for (const person of [member, other]) await person.must(joinHousehold, { body: { inviteCode: home.inviteCode ?? '' } })
    const answer = await remove(owner)
    expect(answer).toMatchObject({ status: 409, body: { code: 'last_owner' } })
    expect(answer.text).toContain('Elm Street')
    expect(await owner.must(listMembers, { params: { id: home.id } })).toHaveLength(3)
    owner.home = home.id
    // One owner among several others is enough.
    await testApp().role(owner, member, 'OWNER')
    expect((await remove(owner)).status).toBe(204)
  })

  it('happens once for two concurrent requests', async () => {
    const person = await zebulon()
    await person.must(createHousehold, { body: { name: 'Zebulon twice' } })
    const statuses = (await Promise.all([remove(person), remove(person)])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 204).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => ![204, 401, 404, 409, 422].includes(status))).toEqual([])
    expect(await placesOf([person.email, 'Zebulon twice'])).toEqual([])
  })
})
