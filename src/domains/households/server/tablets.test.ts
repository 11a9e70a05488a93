import { describe, expect, it } from 'vitest'
import { changePassword } from '#domains/account/contract/sessions-and-credentials.ts'
import { addLot, discardLot, getLot, listLots, useLot } from '#domains/inventory/contract.ts'
import { addShoppingItem, changeShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { liveSignals } from '#platform/shared/system-endpoints.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { startTabletPairing } from '#tests/support/data/personal-data.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { claim, type PairedTablet, pairedTablet } from '#tests/support/server/tablet.ts'
import { openTestApp, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { changeMember, deleteHousehold, listHistory, removeMember, undoChange } from '../contract/index.ts'
import { endTablet, getTablet, listTablets, maxTablets, pairTablet, pollPairing, startPairing, stateOfTablet } from '../contract/tablets.ts'

const testApp = useTestApp()
const seqOf = ({ headers }: { headers: Record<string, string | undefined> }) => Number(headers['x-change-seq'])

async function home() {
  const owner = await createPerson(testApp(), 'Ada', 'Cook')
  const { id } = await testApp().household(owner)
  return { owner, id, params: { id } }
}
const poll = (secret: string) =>
  testApp().inject({
    method: pollPairing.method,
    url: pollPairing.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ secret }),
  })
const addMilk = (person: Person) =>
  person.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 4, unit: 'each', expirationDate: '2031-01-02' } })
const stateOf = async (tablet: PairedTablet) => (await tablet.call(getTablet)).status

/** Opens a tablet's stream, and resolves with its text when it ends. */
async function openSignals(tablet: PairedTablet): Promise<{ text: () => string; ended: Promise<void>; close: () => void }> {
  const stop = new AbortController()
  const url = `http://127.0.0.1:${await portOf(testApp().server.app)}${liveSignals.path}`
  const answer = await fetch(url, { headers: tablet.headers, signal: stop.signal })
  expect(answer.status).toBe(200)
  let text = ''
  async function read(body: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder()
    for await (const chunk of body) text += decoder.decode(chunk, { stream: true })
  }
  const ended = read(answer.body as ReadableStream<Uint8Array>).catch(() => {})
  await expect.poll(() => text).toContain('id:')
  return { text: () => text, ended, close: () => stop.abort() }
}

describe('pairing a tablet', () => {
  it('gives it the household of the member who entered its code', async () => {
    const { owner, id, params } = await home()
    const { code, secret, expiresAt } = await startTabletPairing(testApp())
    expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(600_000)
    expect((await poll(secret)).body).toEqual({ state: 'waiting' })
    expect((await claim(testApp(), secret)).status).toBe(404)
    const paired = await owner.must(pairTablet, { params, body: { code: code.toLowerCase().replace('-', ' '), name: 'Fridge' } })
    expect(paired).toMatchObject({ name: 'Fridge', lastUsedAt: null, pairedBy: { firstName: 'Ada' } })
    // The response names no household until the cookie opens it.
    expect((await poll(secret)).body).toEqual({ state: 'confirmed' })
    const claimed = await claim(testApp(), secret)
    expect([claimed.status, claimed.text]).toEqual([204, ''])
    const set = String(claimed.headers['set-cookie'])
    expect(set).toMatch(/^larder-tablet=[\w-]{43}; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict$/)
    const headers = { cookie: set.split(';')[0] ?? '', 'x-larder-tablet': '1' }
    const answer = await testApp().inject({ method: 'GET', url: getTablet.path, headers })
    expect(answer.body).toMatchObject({ name: 'Fridge', household: { id, timeZone: expect.any(String) } })
    expect(answer.headers['set-cookie']).toBe(set)
  })

  it('accepts a code and a secret once', async () => {
    const { owner, params } = await home()
    const { code, secret } = await startTabletPairing(testApp())
    await owner.must(pairTablet, { params, body: { code, name: 'Fridge' } })
    const other = await home()
    expect(await other.owner.call(pairTablet, { params: other.params, body: { code, name: 'Mine' } })).toMatchObject({
      status: 422,
      body: { code: 'unknown_code' },
    })
    expect((await claim(testApp(), secret)).status).toBe(204)
    expect((await claim(testApp(), secret)).status).toBe(404)
    expect((await poll(secret)).status).toBe(404)
  })

  it('gives a code entered by two members at once to one of them, and a cookie to one of two requests', async () => {
    const homes = [await home(), await home(), await home()]
    const { code, secret } = await startTabletPairing(testApp())
    const answers = await Promise.all(homes.map(({ owner, params }) => owner.call(pairTablet, { params, body: { code, name: 'Fridge' } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    const claims = await Promise.all([1, 2, 3].map(() => claim(testApp(), secret)))
    expect(claims.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
  })

  it('refuses an expired code, a wrong one, and a secret that was confirmed too long ago', async () => {
    const { owner, params, id } = await home()
    const { database } = testApp().server
    const old = await startTabletPairing(testApp())
    await asOwner(database, `update tablet_pairings set expires_at = '2020-01-01T00:00:00.000Z'`)
    expect((await poll(old.secret)).status).toBe(404)
    for (const code of [old.code, 'ACDE-FGHJ', '1']) {
      const { status, body } = await owner.call(pairTablet, { params, body: { code, name: 'Fridge' } })
      expect([status, (body as unknown as { code: string }).code]).toEqual([422, 'unknown_code'])
    }
    const late = await startTabletPairing(testApp())
    await owner.must(pairTablet, { params, body: { code: late.code, name: 'Fridge' } })
    await asOwner(database, `update access_keys set expires_at = '2020-01-01T00:00:00.000Z' where household_id = '${id}'`)
    expect((await poll(late.secret)).status).toBe(404)
    expect((await claim(testApp(), late.secret)).status).toBe(404)
  })

  it('doesn’t count tablets that never fetched their cookie, but those that ended for want of use', async () => {
    const { owner, params, id } = await home()
    const pair = async () => {
      const { code } = await startTabletPairing(testApp())
      return owner.call(pairTablet, { params, body: { code, name: 'Fridge' } })
    }
    for (let n = 0; n < maxTablets; n++) expect((await pair()).status).toBe(201)
    // Its code may still be used.
    expect((await pair()).status).toBe(409)
    await asOwner(testApp().server.database, `update access_keys set expires_at = created_at where household_id = '${id}'`)
    const states = (await owner.must(listTablets, { params })).map((tablet) => stateOfTablet(tablet, new Date()))
    expect(states).toEqual(Array.from({ length: maxTablets }, () => 'unclaimed'))
    expect((await pair()).status).toBe(201)
    const long = `update access_keys set created_at = '2020-01-01T00:00:00.000Z' where household_id = '${id}'`
    await asOwner(testApp().server.database, long)
    expect((await pair()).status).toBe(409)
  })

  it('stores hashes only, and deletes codes that expired', async () => {
    const { owner, params, id } = await home()
    const { code, secret } = await startTabletPairing(testApp())
    const { database } = testApp().server
    const tablet = await pairedTablet(testApp(), owner, id)
    for (const table of ['tablet_pairings', 'access_keys', 'tablets', 'changes', 'answers']) {
      const text = JSON.stringify(await asOwner(database, `select * from ${table}`))
      for (const hidden of [code, code.replace('-', ''), secret, tablet.cookie.split('=')[1] ?? '?']) expect(text).not.toContain(hidden)
    }
    await owner.must(pairTablet, { params, body: { code, name: 'Fridge' } })
    await asOwner(database, `update tablet_pairings set expires_at = '2020-01-01T00:00:00.000Z'`)
    await startTabletPairing(testApp())
    expect(await asOwner(database, 'select * from tablet_pairings')).toHaveLength(1)
  })

  it('is for admins, who may pair a few', async () => {
    const { owner, params, id } = await home()
    const [admin, member] = [await createPerson(testApp(), 'Bo', 'Cook'), await createPerson(testApp(), 'Cy', 'Cook')]
    await testApp().household(owner, admin, member)
    const other = { id: owner.home ?? '' }
    await testApp().role(owner, admin, 'ADMIN')
    const { code } = await startTabletPairing(testApp())
    expect((await member.call(pairTablet, { params: other, body: { code, name: 'Fridge' } })).status).toBe(403)
    expect((await member.call(listTablets, { params: other })).status).toBe(403)
    await admin.must(pairTablet, { params: other, body: { code, name: 'Fridge' } })
    for (let n = 0; n < maxTablets; n++) await pairedTablet(testApp(), owner, id)
    const more = await startTabletPairing(testApp())
    expect(await owner.call(pairTablet, { params, body: { code: more.code, name: 'Fridge' } })).toMatchObject({
      status: 409,
      body: { code: 'too_many_tablets' },
    })
  })

  it('limits how many tablets wait, and how often an address asks', async () => {
    const { testApp: limited, close } = await openTestApp({ LARDER_RATE_LIMITS: 'on' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => limited.inject({ method: 'POST', url: startPairing.path })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
    const ada = await limited.signUp('Ada')
    const { id } = await limited.household(ada)
    const guesses = []
    for (let n = 0; n < 12; n++)
      guesses.push((await ada.call(pairTablet, { params: { id }, body: { code: 'ACDEFGHJ', name: 'x' } })).status)
    expect(guesses.filter((status) => status === 422)).toHaveLength(10)
    expect(guesses.slice(10)).toEqual([429, 429])
    await close()
    const { database } = testApp().server
    await database.write({ crossHousehold: 'keys' }, 'many wait', async (tx) => {
      for (let n = 0; n < 500; n++)
        await tx.rows('insert into tablet_pairings (code_hash, secret_hash, expires_at) values (?, ?, ?)', [
          `c${n}`,
          `s${n}`,
          new Date(Date.now() + 60_000).toISOString(),
        ])
    })
    expect((await testApp().inject({ method: 'POST', url: startPairing.path })).status).toBe(429)
    await asOwner(database, `delete from tablet_pairings`)
  })
})

describe('a paired tablet', () => {
  it('uses, lists and adds food in the name of the member, on record as the tablet, and names no one', async () => {
    const { owner, id } = await home()
    const milk = await addMilk(owner)
    const tablet = await pairedTablet(testApp(), owner, id)
    const list = (await tablet.call(listLots)).body as { id: string; user: unknown }[]
    expect(list.map((lot) => [lot.id, lot.user])).toEqual([[milk.id, { firstName: '', lastName: '' }]])
    const used = await tablet.call(useLot, { params: { id: milk.id }, body: { quantity: 1 } })
    expect([used.status, used.text.includes('Ada')]).toEqual([200, false])
    expect((await owner.must(getLot, { params: { id: milk.id } })).quantity).toBe(3)
    await tablet.call(addLot, { body: { ingredient: { name: 'Eggs' }, quantity: 6, unit: 'each' } })
    const row = (await tablet.call(addShoppingItem, { body: { ingredientName: 'Bread' } })).body as { id: string; addedBy: unknown }
    expect(row.addedBy).toBeNull()
    expect((await tablet.call(changeShoppingItem, { params: { id: row.id }, body: { isChecked: true } })).status).toBe(200)
    expect((await tablet.call(getShoppingList)).text).not.toContain('Ada')
    const history = (await owner.must(listHistory)).slice(0, 3)
    expect(history.map(({ tablet: name, actor }) => [name, actor?.firstName])).toEqual(history.map(() => ['Kitchen tablet', 'Ada']))
    expect((await owner.must(listHistory)).find(({ summary }) => summary.includes('Paired'))).toMatchObject({
      summary: 'Paired the tablet Kitchen tablet',
      tablet: null,
    })
  })

  it('takes back only what was done on it', async () => {
    const { owner, id } = await home()
    const milk = await addMilk(owner)
    const [tablet, other] = [await pairedTablet(testApp(), owner, id), await pairedTablet(testApp(), owner, id, 'Hall')]
    const params = { id: milk.id }
    const own = seqOf(await tablet.call(discardLot, { params, body: { reason: 'spoiled' } }))
    expect((await other.call(undoChange, { params: { seq: own } })).status).toBe(404)
    const undone = await tablet.call(undoChange, { params: { seq: own } })
    expect(undone).toMatchObject({ status: 200, body: { actor: null } })
    const hers = seqOf(await owner.call(useLot, { params, body: { quantity: 1 } }))
    expect((await tablet.call(undoChange, { params: { seq: hers } })).status).toBe(404)
  })

  it('can’t share, rename a row of the list, or move it', async () => {
    const { owner, id } = await home()
    const tablet = await pairedTablet(testApp(), owner, id)
    const shared = { ingredient: { name: 'Plums' }, quantity: 1, unit: 'kg', isShared: true }
    const row = await owner.must(addShoppingItem, { body: { ingredientName: 'Bread' } })
    const refused = [
      await tablet.call(addLot, { body: shared }),
      await tablet.call(changeShoppingItem, { params: { id: row.id }, body: { ingredientName: 'Cake' } }),
      await tablet.call(changeShoppingItem, { params: { id: row.id }, body: { isChecked: true, listId: null } }),
    ]
    expect(refused.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual(refused.map(() => [403, 'tablet_denied']))
  })

  it('counts only with the header, and with it nothing else counts', async () => {
    const [{ owner, id }, other] = [await home(), await home()]
    const tablet = await pairedTablet(testApp(), owner, id)
    const get = async (headers: Record<string, string>) => {
      const { status, body } = await testApp().inject({ method: 'GET', url: getTablet.path, headers })
      return [status, (body as { name?: string | null }).name]
    }
    const person = { authorization: `Bearer ${other.owner.token}`, 'x-household-id': other.id }
    const { cookie } = tablet
    expect(await get({ cookie })).toEqual([401, undefined])
    expect(await get({ cookie, ...person })).toEqual([200, null])
    expect(await get({ ...person, 'x-larder-tablet': '1' })).toEqual([401, undefined])
    expect(await get({ cookie, authorization: person.authorization, 'x-larder-tablet': '1' })).toEqual([200, 'Kitchen tablet'])
    expect(await get({ cookie, ...person, 'x-larder-tablet': '1' })).toEqual([404, undefined])
    // Its secret is no token, and a token is no secret of a tablet.
    const secret = cookie.split('=')[1] ?? ''
    for (const bearer of [secret, `tablet ${secret}`, `larder_${secret}`])
      expect(await get({ authorization: `Bearer ${bearer}`, 'x-household-id': id })).toEqual([401, undefined])
    for (const wrong of [`${cookie}; ${cookie}`, `${cookie.slice(0, -1)}_`, 'larder-tablet=', `larder-tablet=pairing:${secret}`])
      expect(await get({ cookie: wrong, 'x-larder-tablet': '1' })).toEqual([401, undefined])
  })

  it('takes no request that another site can send', async () => {
    const { owner, id } = await home()
    const tablet = await pairedTablet(testApp(), owner, id)
    const milk = await addMilk(owner)
    const url = useLot.path.replace('{id}', milk.id)
    // The server reads multipart bodies, which have none of the fields.
    const answers = { 'text/plain': 415, 'application/x-www-form-urlencoded': 415, 'multipart/form-data; boundary=x': 422 }
    for (const [type, refused] of Object.entries(answers)) {
      const plain = { cookie: tablet.cookie, 'content-type': type }
      const { code, secret } = await startTabletPairing(testApp())
      await owner.must(pairTablet, { params: { id }, body: { code, name: 'Fridge' } })
      const sent = [
        await testApp().inject({ method: 'POST', url, headers: plain, payload: '{"quantity":1}' }),
        await testApp().inject({ method: 'POST', url, headers: { ...plain, 'x-larder-tablet': '1' }, payload: '{"quantity":1}' }),
        await testApp().inject({ method: 'POST', url: '/api/tablet/pairings/claim', headers: plain, payload: JSON.stringify({ secret }) }),
      ]
      expect(sent.map(({ status }) => status)).toEqual([401, refused, refused])
      expect((await claim(testApp(), secret)).status).toBe(204)
    }
    const asked = {
      origin: 'https://other.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-larder-tablet',
    }
    const preflight = await testApp().inject({ method: 'OPTIONS', url, headers: asked })
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-allow'))).toEqual([])
  })

  it('gets signals without content, and ends with its stream within a second', async () => {
    const { owner, id, params } = await home()
    const tablet = await pairedTablet(testApp(), owner, id)
    const stream = await openSignals(tablet)
    await addMilk(owner)
    await expect.poll(() => stream.text()).toContain('changed')
    for (const hidden of ['Milk', owner.userId, 'item']) expect(stream.text()).not.toContain(hidden)
    const at = performance.now()
    await owner.must(endTablet, { params: { ...params, tabletId: tablet.id } })
    await stream.ended
    expect(performance.now() - at).toBeLessThan(1000)
    expect(await stateOf(tablet)).toBe(401)
    expect((await owner.call(endTablet, { params: { ...params, tabletId: tablet.id } })).status).toBe(404)
    expect(await owner.must(listTablets, { params })).toEqual([])
    expect((await owner.must(listHistory))[0]?.summary).toBe('Ended the tablet Kitchen tablet')
  })

  it('ends when its member is demoted to viewer or removed, and acts as a member for an admin', async () => {
    const { owner } = await home()
    const admin = await createPerson(testApp(), 'Bo', 'Cook')
    const { id } = await testApp().household(owner, admin)
    const params = { id, userId: admin.userId }
    const changed = (role: 'ADMIN' | 'MEMBER' | 'VIEWER') => owner.must(changeMember, { params, body: { role } })
    await changed('ADMIN')
    const tablet = await pairedTablet(testApp(), admin, id)
    await changed('MEMBER')
    expect(await stateOf(tablet)).toBe(200)
    const stream = await openSignals(tablet)
    await changed('VIEWER')
    await stream.ended
    expect(await stateOf(tablet)).toBe(401)
    await changed('ADMIN')
    expect(await stateOf(tablet)).toBe(401)
    const next = await pairedTablet(testApp(), admin, id)
    const open = await openSignals(next)
    await owner.must(removeMember, { params })
    await open.ended
    expect(await stateOf(next)).toBe(401)
  })

  it('ends with its household, and with the passwords of its member', async () => {
    const { owner, id, params } = await home()
    const tablet = await pairedTablet(testApp(), owner, id)
    await owner.must(deleteHousehold, { params })
    expect(await stateOf(tablet)).toBe(401)
    const cy = await testApp().signUp('Cy')
    const own = await testApp().household(cy)
    const hers = await pairedTablet(testApp(), cy, own.id)
    await cy.must(changePassword, { body: { currentPassword: 'purple kettle 42', newPassword: 'green kettle 43' } })
    expect(await stateOf(hers)).toBe(401)
  })

  it('lasts as long as it is used, and ends after ninety days without', async () => {
    const { owner, id, params } = await home()
    const tablet = await pairedTablet(testApp(), owner, id)
    const { database } = testApp().server
    const setEnd = (days: number) =>
      database.write(id as HouseholdId, 'move the end', (tx) =>
        tx.rows('update access_keys set expires_at = ? where household_id = ?', [
          new Date(Date.now() + days * 86_400_000).toISOString(),
          id,
        ]),
      )
    const daysLeft = async () => {
      const [one] = await owner.must(listTablets, { params })
      return Math.round((Date.parse(one?.expiresAt ?? '') - Date.now()) / 86_400_000)
    }
    expect(await daysLeft()).toBe(90)
    await setEnd(1)
    expect(await stateOf(tablet)).toBe(200)
    await expect.poll(daysLeft).toBe(90)
    await setEnd(-1)
    expect(await stateOf(tablet)).toBe(401)
  })

  it('writes nothing once it was ended while its request ran', async () => {
    const { owner, id } = await home()
    const milk = await addMilk(owner)
    const tablet = await pairedTablet(testApp(), owner, id)
    const [, , used] = await Promise.all([
      owner.must(endTablet, { params: { id, tabletId: tablet.id } }),
      null,
      tablet.call(useLot, { params: { id: milk.id }, body: { quantity: 1 } }),
    ])
    const { quantity } = await owner.must(getLot, { params: { id: milk.id } })
    expect(quantity).toBe(used.status === 200 ? 3 : 4)
  })
})
