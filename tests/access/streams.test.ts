import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signOut } from '#domains/account/contract/index.ts'
import { changeMember, deleteHousehold, joinHousehold, removeMember } from '#domains/households/contract/index.ts'
import { timeZoneOf } from '#domains/households/server/index.ts'
import { addLot, inventoryChangeEvent } from '#domains/inventory/contract.ts'
import { inventoryLiveFrames } from '#domains/inventory/server/index.ts'
import { liveRoutes } from '#platform/server/realtime/live-route.ts'
import { type LiveStreams, openLiveStreams } from '#platform/server/realtime/live-streams.ts'
import { type Role, roles } from '#platform/shared/roles.ts'
import { live } from '#platform/shared/system-endpoints.ts'
import { openSession } from '#tests/support/data/accounts.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { type Home, inviteCodeOf, type SeededHouseholds, secretsOf } from '#tests/support/data/seeded-households.ts'
import { openStream, type Stream } from '#tests/support/server/event-stream.ts'
import { createAppWithContext, endpointContextOf, portOf, sendRaw } from '#tests/support/server/http-app.ts'
import { httpPerson } from '#tests/support/server/http-client.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import type { Person } from '#tests/support/server/test-app.ts'

const testApp = useSeededApp()
let seeded: SeededHouseholds
const open: Stream[] = []
const apps: FastifyInstance[] = []
const lives: LiveStreams[] = []
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
})
afterAll(async () => {
  for (const stream of open) stream.close()
  for (const one of lives) await one.close()
  for (const app of apps) await app.close()
})

async function streamOf(person: Pick<Person, 'userId' | 'token'>, home: string, app = testApp().server.app): Promise<Stream> {
  const stream = await openStream(httpPerson(`http://127.0.0.1:${await portOf(app)}`, person.userId, person.token, home))
  open.push(stream)
  return stream
}

const put = (home: Home, name: string) =>
  home.people.OWNER.must(addLot, { body: { ingredient: { name }, quantity: 1, unit: 'each', location: home.marker } })
const contains = (name: string) => (frame: { event: string; payload: unknown }) =>
  frame.event === inventoryChangeEvent && (frame.payload as { data: { ingredient: { name: string } } }).data.ingredient.name === name

async function guest(home: Home): Promise<Person> {
  const person = await createPerson(testApp(), 'Guest', home.marker)
  await person.must(joinHousehold, { body: { inviteCode: await inviteCodeOf(home) } })
  person.home = home.id
  return person
}
const remove = (home: Home, { userId }: Person) => home.people.OWNER.must(removeMember, { params: { id: home.id, userId } })

describe('M-RT: the live stream of a household', () => {
  it('sends everything to members of every role, and nothing to others', async () => {
    const { a, b, c, exMember } = seeded
    const inside = await Promise.all(roles.map((role: Role) => streamOf(a.people[role], a.id)))
    const outside = await Promise.all(
      [b, c].flatMap((home) => roles.flatMap((role) => [1, 2, 3].map(() => streamOf(home.people[role], home.id)))),
    )
    await expect(streamOf(exMember, a.id)).rejects.toThrow('404')
    await expect(streamOf(b.people.OWNER, a.id)).rejects.toThrow('404')

    for (let i = 0; i < 60; i++) await put(a, `Quince ${i}`)
    await Promise.all(inside.map((stream) => stream.next(contains('Quince 59'))))
    for (const stream of inside) expect(stream.frames.filter(({ event }) => event === inventoryChangeEvent)).toHaveLength(60)
    // No frame contains an e-mail address, for any role.
    expect(JSON.stringify(inside.map(({ frames }) => frames))).not.toContain('@kitchen.example')
    // The next frames of the other streams are their own, so nothing was queued before.
    for (const home of [b, c]) await put(home, `Medlar of ${home.marker}`)
    for (const [i, stream] of outside.entries()) await stream.next(contains(`Medlar of ${i < 12 ? b.marker : c.marker}`))
    const received = JSON.stringify(outside.map(({ frames }) => frames))
    expect([...secretsOf(a), 'Quince'].filter((secret) => received.includes(secret))).toEqual([])
    expect(outside.every(({ frames }) => frames.length > 0)).toBe(true)
  })

  it('7: ends when a member is removed, before later changes', async () => {
    const { a } = seeded
    const person = await guest(a)
    const stream = await streamOf(person, a.id)
    const observer = await streamOf(a.people.VIEWER, a.id)
    // Concurrent, so that the removal and the changes may be read from the log together.
    await Promise.all([remove(a, person), put(a, 'Sorb 1'), put(a, 'Sorb 2'), put(a, 'Sorb 3')])
    await stream.endsAtOnce()
    await observer.next(contains('Sorb 3'))
    const removal = observer.frames.findIndex(({ event }) => event === 'member.removed')
    const later = observer.frames.slice(removal + 1).map(({ id }) => id)
    expect(stream.frames.filter(({ id }) => id !== null && later.includes(id))).toEqual([])
    await expect(streamOf(person, a.id)).rejects.toThrow('404')
  })

  it('ends on leaving, signing out and deleting the household, for those people only', async () => {
    const { c } = seeded
    const leaver = await guest(c)
    const [left, owner] = [await streamOf(leaver, c.id), await streamOf(c.people.OWNER, c.id)]
    await leaver.must(removeMember, { params: { id: c.id, userId: leaver.userId } })
    await left.endsAtOnce()

    const token = await openSession(testApp().server.database, c.people.MEMBER.userId)
    const [signedOut, elsewhere] = [await streamOf({ ...c.people.MEMBER, token }, c.id), await streamOf(c.people.MEMBER, c.id)]
    await testApp().inject({ method: 'POST', url: signOut.path, headers: { authorization: `Bearer ${token}` } })
    await signedOut.endsAtOnce()
    await put(c, 'Bullace')
    await elsewhere.next(contains('Bullace'))

    await c.people.OWNER.must(deleteHousehold, { params: { id: c.id } })
    await Promise.all([owner.endsAtOnce(), elsewhere.endsAtOnce()])
  })

  it('stays open for a member demoted to VIEWER', async () => {
    const { b } = seeded
    const stream = await streamOf(b.people.MEMBER, b.id)
    await b.people.OWNER.must(changeMember, { params: { id: b.id, userId: b.people.MEMBER.userId }, body: { role: 'VIEWER' } })
    await put(b, 'Loquat')
    await stream.next(contains('Loquat'))
    expect(await b.people.MEMBER.call(addLot, { body: { ingredient: { name: 'Loquat' }, quantity: 1, unit: 'each' } })).toMatchObject({
      status: 403,
    })
  })

  it('sends nothing to a member removed between authorization and the stream', async () => {
    const { a } = seeded
    const person = await guest(a)
    const { identify } = await endpointContextOf(testApp())
    const app = await createAppWithContext(testApp(), {
      identify: async (...asked) => {
        const known = await identify(...asked)
        await remove(a, person)
        return known
      },
    })
    apps.push(app)
    const stream = await streamOf(person, a.id, app)
    await stream.endsAtOnce()
    expect(stream.frames).toEqual([])
  })

  it('twin: sends to a removed member without the second check', async () => {
    const { a } = seeded
    const { database } = testApp().server
    const careless = openLiveStreams(
      database,
      [inventoryLiveFrames(timeZoneOf)],
      { filterAllowed: async (_q, watching) => new Set(watching), endedBy: ['member.removed'] },
      () => {},
    )
    lives.push(careless)
    const app = await createAppWithContext(testApp(), {}, { routes: liveRoutes(careless) })
    apps.push(app)
    const person = await guest(a)
    const stream = await streamOf(person, a.id, app)
    await remove(a, person)
    await put(a, 'Azarole')
    await stream.next(contains('Azarole'))
  })

  it('I-53: rejects a token in the URL, an invalid event id, and another origin', async () => {
    const { a } = seeded
    const { app } = testApp().server
    const { token } = a.people.OWNER
    const get = (url: string, headers: Record<string, string>) => sendRaw(app, { method: 'GET', url, headers })
    for (const name of ['token', 'access_token', 'authorization', 'ticket']) {
      const answer = await get(`${live.path}?${name}=${encodeURIComponent(token)}&householdId=${a.id}`, { 'x-household-id': a.id })
      expect(answer.status).toBe(401)
    }
    const headers = { authorization: `Bearer ${token}`, 'x-household-id': a.id, origin: 'https://evil.example' }
    for (const id of ['-1', 'abc', '1.5', '9'.repeat(16), '1, 2'])
      expect((await get(live.path, { ...headers, 'last-event-id': id })).status).toBe(400)
    const refused = await get(live.path, { ...headers, 'x-household-id': seeded.c.id })
    expect(refused.status).toBe(404)
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
  })
})
