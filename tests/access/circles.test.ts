import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getCircle, inviteToCircle, listMyCircles, removeCircleMember, revokeInvite, unlinkHousehold } from '#domains/circles/contract.ts'
import { addLot, changeLot } from '#domains/inventory/contract.ts'
import { listBorrow, listShareable, searchShareable, shareLots } from '#domains/sharing/contract/index.ts'
import { addSharedLot, createLinkedCircle, requestToBorrow } from '#tests/support/data/people.ts'
import { type Home, type SeededHouseholds, secretsOf } from '#tests/support/data/seeded-households.ts'
import { openStream, type Stream } from '#tests/support/server/event-stream.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { httpPerson } from '#tests/support/server/http-client.ts'
import { nameOf, speaksJson } from '#tests/support/server/requests.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import * as columns from './columns.ts'
import { otherKeys, shareable } from './documented-keys.ts'
import { inspect, readsFirst, type Site } from './inspector.ts'

// Actors 13 to 15 of the access matrix: A and B share a circle, B and C share another, A and C share none.

vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let seeded: SeededHouseholds
let site: Site
let withA: string
let sharedId: string
const streams: Stream[] = []
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  site = { app: testApp().server.app, testApp: testApp(), seeded }
  const { a, b, c } = seeded
  withA = await createLinkedCircle(a.people.OWNER, b.people.OWNER)
  await createLinkedCircle(b.people.OWNER, c.people.OWNER)
  sharedId = (await addSharedLot(a.people.OWNER, { ingredient: { name: 'Quinces' }, location: 'Cellar' })).id
})
afterAll(() => {
  for (const stream of streams) stream.close()
})

const rows = () =>
  testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter(speaksJson)
/** Routes that show data of circle members. */
const forFriends = ['GET /api/inventory/shareable', 'GET /api/inventory/shareable/search', 'GET /api/circles']
const seenBy = async (home: Home) => JSON.stringify(await home.people.OWNER.must(listShareable))

async function go(column: columns.Column): Promise<string[]> {
  const inspector = inspect(site)
  await column(inspector, readsFirst(rows()))
  console.log(`access by circle: ${inspector.cells()} cells`)
  expect(inspector.cells()).toBeGreaterThan(0)
  return inspector.findings
}
const open = async (home: Home): Promise<Stream> => {
  const { userId, token } = home.people.OWNER
  const stream = await openStream(httpPerson(`http://127.0.0.1:${await portOf(testApp().server.app)}`, userId, token, home.id))
  streams.push(stream)
  return stream
}
const isAbout = (ingredient: string) => (frame: { payload: unknown }) => JSON.stringify(frame.payload).includes(`"${ingredient}"`)
/** Adds a lot and returns the number of frames received when its own has arrived. Frames of earlier changes precede it. */
async function framesUntil(home: Home, stream: Stream, ingredient: string): Promise<number> {
  await home.people.OWNER.must(addLot, { body: { ingredient: { name: ingredient }, quantity: 1, unit: 'each' } })
  await stream.next(isAbout(ingredient))
  return stream.frames.length
}

describe('a member of a household’s circle', () => {
  it('13: sees its shared lots with the documented fields, and nothing else on any route', async () => {
    const { a, b } = seeded
    const items = await b.people.OWNER.must(listShareable)
    const ofA = items.filter(({ id }) => id === sharedId)
    expect(ofA).toHaveLength(1)
    expect(otherKeys(items, [shareable])).toEqual([])
    expect(otherKeys(await b.people.OWNER.must(searchShareable, { query: { name: 'quince' } }), [shareable])).toEqual([])
    // A's loans to its neighbor are for shared lots; ids of unshared ones never appear.
    const text = JSON.stringify(items)
    for (const secret of [a.id, a.targets.lot, a.targets.ingredient, a.targets.inviteCode, a.people.OWNER.userId, '@kitchen.example'])
      expect(text).not.toContain(secret)
    expect(await go(columns.foreignIdsUnder('b', '13', forFriends))).toEqual([])
    expect(rows().map(nameOf)).toEqual(expect.arrayContaining(forFriends))
  })

  it('8 and 14: sees nothing of a household in another circle, also with a pending invitation', async () => {
    const { a, c } = seeded
    await a.people.OWNER.must(inviteToCircle, { params: { id: withA }, body: { email: c.people.OWNER.email } })
    const [invite] = (await a.people.OWNER.must(getCircle, { params: { id: withA } })).invites
    expect(invite).toBeDefined()
    expect(await seenBy(c)).not.toContain('Quinces')
    expect((await c.people.OWNER.call(getCircle, { params: { id: withA } })).status).toBe(404)
    expect(await go(columns.foreignIdsUnder('c', '8 and 14'))).toEqual([])
    await a.people.OWNER.must(revokeInvite, { params: { id: withA, inviteId: invite?.id ?? '' } })
    expect(await seenBy(c)).not.toContain('Quinces')
  })

  it('M-RT: receives only update signals on their own stream', async () => {
    const { a, b, c } = seeded
    const [friend, stranger] = [await open(b), await open(c)]
    for (let i = 0; i < 20; i++) {
      const lot = await addSharedLot(a.people.OWNER, { ingredient: { name: `Medlar ${i}` } })
      await a.people.OWNER.must(changeLot, { params: { id: lot.id }, body: { location: `${a.marker} cellar ${i}` } })
      await a.people.OWNER.must(shareLots, { body: { ids: [lot.id], isShared: false } })
    }
    for (const home of [b, c]) await home.people.OWNER.must(addLot, { body: { ingredient: { name: 'Last' }, quantity: 1, unit: 'each' } })
    const isLast = isAbout('Last')
    await Promise.all([friend.next(isLast), stranger.next(isLast)])
    const received = JSON.stringify([friend.frames, stranger.frames])
    for (const secret of [...secretsOf(a), 'Medlar']) expect(received).not.toContain(secret)
    const hints = (stream: Stream) => stream.frames.filter(({ channel }) => channel.startsWith('person:'))
    expect(hints(friend).length).toBeGreaterThan(0)
    expect(hints(friend).every(({ payload, channel }) => payload === null && channel === `person:${b.people.OWNER.userId}`)).toBe(true)
    expect(hints(stranger)).toEqual([])
  })

  it('sees a lot only while it is shared', async () => {
    const { a, b } = seeded
    expect(await seenBy(b)).toContain(sharedId)
    await a.people.OWNER.must(changeLot, { params: { id: sharedId }, body: { isShared: false } })
    expect(await seenBy(b)).not.toContain(sharedId)
    await a.people.OWNER.must(changeLot, { params: { id: sharedId }, body: { isShared: true } })
    expect(await seenBy(b)).toContain(sharedId)
  })

  it('15: sees nothing on any route after leaving, and their requests end', async () => {
    const { a, b } = seeded
    const lot = await addSharedLot(a.people.OWNER, { ingredient: { name: 'Sorb' } })
    const { id } = await requestToBorrow(b.people.OWNER, lot)
    const stream = await open(b)
    await b.people.OWNER.must(removeCircleMember, { params: { id: withA, userId: 'me' } })
    expect(await seenBy(b)).not.toContain(sharedId)
    const requests = await b.people.OWNER.must(listBorrow, { query: { type: 'my' } })
    expect(requests.find((request) => request.id === id)?.status).toBe('CANCELLED')
    await stream.next(({ event }) => event === 'borrow.cancelled')
    // Frames of the requests ended by leaving may rightly name them, so only frames after those count.
    const before = await framesUntil(b, stream, 'Marker before')
    await a.people.OWNER.must(shareLots, { body: { ids: [sharedId], isShared: false } })
    await a.people.OWNER.must(shareLots, { body: { ids: [sharedId], isShared: true } })
    expect(await go(columns.foreignIdsUnder('b', '15', ['GET /api/borrow']))).toEqual([])
    await framesUntil(b, stream, 'Marker after')
    const received = JSON.stringify(stream.frames.slice(before))
    for (const secret of secretsOf(a)) expect(received).not.toContain(secret)
  })

  it('sees nothing of an unlinked household', async () => {
    const { b, c } = seeded
    const lot = await addSharedLot(b.people.OWNER, { ingredient: { name: 'Loquat' } })
    expect(await seenBy(c)).toContain(lot.id)
    const circle = (await circleWithB(c)) ?? ''
    await b.people.OWNER.must(unlinkHousehold, { params: { id: circle, householdId: b.id } })
    expect(await seenBy(c)).not.toContain(lot.id)
  })

  const circleWithB = async (home: Home) => {
    const all = await home.people.OWNER.must(listMyCircles)
    return all.find(({ households }) => households.some(({ id }) => id === seeded.b.id))?.id
  }
})
