import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createToken, listTokens, removeToken, type TokenScope } from '#domains/households/contract/access-tokens.ts'
import { changeMember, deleteHousehold, joinHousehold, removeMember } from '#domains/households/contract/index.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { isRoleAtLeast, type Role, roles } from '#platform/shared/roles.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { inviteCodeOf, type SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { openStream } from '#tests/support/server/event-stream.ts'
import { createAppWithContext, endpointContextOf, portOf } from '#tests/support/server/http-app.ts'
import { httpPerson } from '#tests/support/server/http-client.ts'
import { nameOf, sampleFor, speaksJson } from '#tests/support/server/requests.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import { type Person, personOf } from '#tests/support/server/test-app.ts'
import { freshSample, guarded, headersOf, minRole } from './columns.ts'
import { inspect, type Site } from './inspector.ts'

// Access tokens as actors of the matrix: what they may do depends on the route's authorization and method.

vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let seeded: SeededHouseholds
let site: Site
let cells = 0
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  site = { app: testApp().server.app, testApp: testApp(), seeded }
})
afterAll(() => console.log(`access tokens: ${cells} cells`))

const rows = () =>
  guarded(
    testApp()
      .server.routes.map(({ endpoint }) => endpoint)
      .filter(speaksJson),
  )
/** Routes that require a recent password check aren't for tokens. */
const isForTokens = ({ auth, requiresRecentAuth }: Endpoint) => auth === 'household' && requiresRecentAuth === null
const make = (person: Person, household: string, scope: TokenScope) =>
  person.must(createToken, { params: { id: household }, body: { name: `${scope}s for a test`, scope } })
/** Returns the same person with an access token. */
async function byToken(person: Person, household: string, scope: TokenScope): Promise<Person & { tokenId: string }> {
  const { id, token } = await make(person, household, scope)
  const { email, userId, firstName } = person
  const actor = personOf(testApp(), { email, userId, firstName, token })
  actor.home = household
  return Object.assign(actor, { tokenId: id })
}

describe('an access token', () => {
  it('is rejected on personal routes, routes with the household in the path, and routes that need a recent check', async () => {
    const { a } = seeded
    const actor = await byToken(a.people.OWNER, a.id, 'write')
    const inspector = inspect(site)
    for (const endpoint of rows().filter((row) => !isForTokens(row))) {
      await inspector.refuses('13 write token', endpoint, sampleFor(endpoint, a.targets), headersOf(actor, a.id), 403, 'sign_in_required')
    }
    await inspector.unchanged()
    cells += inspector.cells()
    expect(inspector.cells()).toBeGreaterThan(15)
    expect(inspector.findings).toEqual([])
  })

  it('with read scope may send every GET of its household and nothing else, for any role', async () => {
    const { a } = seeded
    const inspector = inspect(site)
    for (const role of ['VIEWER', 'OWNER'] as const) {
      const headers = headersOf(await byToken(a.people[role], a.id, 'read'), a.id)
      for (const endpoint of rows().filter((row) => isForTokens(row) && row.method !== 'GET'))
        await inspector.refuses(`14 read token of ${role}`, endpoint, sampleFor(endpoint, a.targets), headers, 403, 'scope_denied')
      await inspector.unchanged()
      for (const endpoint of rows().filter((row) => isForTokens(row) && row.method === 'GET' && isRoleAtLeast(role, minRole(row))))
        await inspector.allows(`14 read token of ${role}`, endpoint, await freshSample(site, endpoint, a, role), headers)
    }
    cells += inspector.cells()
    expect(inspector.findings).toEqual([])
  })

  it('with write scope may do what its person’s role allows and nothing more', async () => {
    const { a } = seeded
    const inspector = inspect(site)
    // Roles work the same on both engines: on PostgreSQL the routes are split among those allowed.
    const isOnesTurn = (role: Role, row: number, endpoint: Endpoint) => {
      const may = roles.filter((one) => isRoleAtLeast(one, minRole(endpoint)))
      return process.env['LARDER_TEST_ENGINE'] !== 'postgres' || may[row % may.length] === role
    }
    for (const role of roles) {
      const headers = headersOf(await byToken(a.people[role], a.id, 'write'), a.id)
      const own = rows().filter((row) => isForTokens(row) && row.method !== 'GET')
      for (const endpoint of own.filter((row) => !isRoleAtLeast(role, minRole(row))))
        await inspector.refuses(`15 write token of ${role}`, endpoint, sampleFor(endpoint, a.targets), headers, 403, 'role_denied')
      await inspector.unchanged()
      for (const endpoint of own.filter((row, i) => isRoleAtLeast(role, minRole(row)) && isOnesTurn(role, i, row)))
        await inspector.allows(`15 write token of ${role}`, endpoint, await freshSample(site, endpoint, a, role), headers)
    }
    cells += inspector.cells()
    expect(inspector.findings).toEqual([])
  })

  it('works for no other household, not even its person’s', async () => {
    const { a, b } = seeded
    const inspector = inspect(site)
    const both = await createPerson(testApp(), 'Both', 'Sides')
    for (const home of [a, b]) await both.must(joinHousehold, { body: { inviteCode: await inviteCodeOf(home) } })
    expect((await both.call(listLots, { household: b.id })).status).toBe(200)
    const actor = await byToken(both, a.id, 'write')
    for (const endpoint of rows().filter(isForTokens))
      await inspector.refuses('16 token of A for B', endpoint, sampleFor(endpoint, b.targets), headersOf(actor, b.id), 404, 'not_found')
    await inspector.unchanged()
    cells += inspector.cells()
    expect(inspector.findings).toEqual([])
  })

  it('is rejected after it was revoked, and with a changed character', async () => {
    const { a } = seeded
    const actor = await byToken(a.people.OWNER, a.id, 'read')
    expect((await actor.call(listLots)).status).toBe(200)
    const anonymous = await testApp().inject({ method: 'GET', url: listLots.path, headers: { 'x-household-id': a.id } })
    const { token } = actor
    await a.people.OWNER.must(removeToken, { params: { id: a.id, tokenId: actor.tokenId } })
    for (const wrong of [
      token,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.toUpperCase(),
      `${token}A`,
      'larder_',
      token.slice(7),
    ]) {
      const answer = await testApp().inject({ method: 'GET', url: listLots.path, headers: headersOf({ ...actor, token: wrong }, a.id) })
      expect([answer.status, answer.text]).toEqual([401, anonymous.text])
    }
  })

  it('ends with its person’s membership and the household, and follows their role', async () => {
    const { c } = seeded
    const owner = c.people.OWNER
    const guest = await createPerson(testApp(), 'Guest', 'Cedarhill')
    await guest.must(joinHousehold, { body: { inviteCode: await inviteCodeOf(c) } })
    guest.home = c.id
    const actor = await byToken(guest, c.id, 'write')
    const add = () => actor.call(addLot, { body: { ingredient: { name: 'Quince' }, quantity: 1, unit: 'each' } })
    expect((await add()).status).toBe(201)
    await owner.must(changeMember, { params: { id: c.id, userId: guest.userId }, body: { role: 'VIEWER' } })
    expect((await add()).status).toBe(403)
    await owner.must(removeMember, { params: { id: c.id, userId: guest.userId } })
    expect((await add()).status).toBe(401)
    expect(await asOwner(testApp().server.database, `select 1 from access_keys where user_id = '${guest.userId}'`)).toEqual([])
    const last = await byToken(owner, c.id, 'read')
    await owner.must(deleteHousehold, { params: { id: c.id } })
    expect((await last.call(listLots)).status).toBe(401)
  })

  it('is shown once, stored as a hash, and listed only for its person', async () => {
    const { a } = seeded
    const { token, ...shown } = await make(a.people.ADMIN, a.id, 'read')
    const list = await a.people.ADMIN.must(listTokens, { params: { id: a.id } })
    expect(list).toContainEqual(shown)
    expect(JSON.stringify(list)).not.toContain(token)
    expect((await a.people.OWNER.must(listTokens, { params: { id: a.id } })).map(({ id }) => id)).not.toContain(shown.id)
    for (const table of ['access_keys', 'changes', 'answers'])
      expect(JSON.stringify(await asOwner(testApp().server.database, `select * from ${table}`))).not.toContain(token.slice(7))
    expect((await a.people.OWNER.call(removeToken, { params: { id: a.id, tokenId: shown.id } })).status).toBe(404)
  })

  it('receives the live stream until it is revoked', async () => {
    const { a } = seeded
    const actor = await byToken(a.people.MEMBER, a.id, 'read')
    const port = await portOf(testApp().server.app)
    const stream = await openStream(httpPerson(`http://127.0.0.1:${port}`, actor.userId, actor.token, a.id))
    await a.people.OWNER.must(addLot, { body: { ingredient: { name: 'Sloe' }, quantity: 1, unit: 'each' } })
    await stream.next(({ event }) => event === 'inventory_change')
    await a.people.MEMBER.must(removeToken, { params: { id: a.id, tokenId: actor.tokenId } })
    await stream.endsAtOnce()
  })

  it('shows when it was last used, to ten minutes', async () => {
    const { a } = seeded
    const actor = await byToken(a.people.MEMBER, a.id, 'read')
    const find = async () => (await a.people.MEMBER.must(listTokens, { params: { id: a.id } })).find(({ id }) => id === actor.tokenId)
    expect((await find())?.lastUsedAt).toBeNull()
    await actor.call(listLots)
    await expect.poll(async () => (await find())?.lastUsedAt).toMatch(/^\d{4}-/)
  })
})

describe('the columns fail without a guard', () => {
  it('13, 14 and 16: a token is accepted as a session', async () => {
    const { a } = seeded
    const { identify } = await endpointContextOf(testApp())
    const app = await createAppWithContext(testApp(), {
      identify: async (...asked) => {
        const known = await identify(...asked)
        return known && { ...known, scope: null }
      },
    })
    const actor = await byToken(a.people.OWNER, a.id, 'read')
    const inspector = inspect({ ...site, app })
    const some = ['GET /api/users/me', 'POST /api/inventory/{id}/use']
    for (const endpoint of rows().filter((row) => some.includes(nameOf(row)))) {
      const expected = endpoint.auth === 'household' ? 'scope_denied' : 'sign_in_required'
      await inspector.refuses('twin', endpoint, sampleFor(endpoint, a.targets), headersOf(actor, a.id), 403, expected)
    }
    await inspector.unchanged()
    expect(inspector.findings.join()).toContain('instead of 403 scope_denied')
    expect(inspector.findings.join()).toContain('instead of 403 sign_in_required')
    await app.close()
  })
})
