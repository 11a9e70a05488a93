import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askToBorrow, listShareable } from '#domains/sharing/contract/index.ts'
import type { Identify } from '#platform/server/endpoints/authorize.ts'
import type { EndpointContext } from '#platform/server/endpoints/mount.ts'
import { loadSecret } from '#platform/server/security/encryption.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { openSession } from '#tests/support/data/accounts.ts'
import { addSharedLot, createLinkedCircle, inDays } from '#tests/support/data/people.ts'
import type { Home, SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { withRewrittenGuard } from '#tests/support/database/statements.ts'
import { createAppWithContext, endpointContextOf } from '#tests/support/server/http-app.ts'
import { httpRequestOf, nameOf, speaksJson } from '#tests/support/server/requests.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import { headersOf } from './columns.ts'
import { inspect } from './inspector.ts'
import { type RealSite, realRequest } from './real-requests.ts'
import * as refused from './refusals.ts'

// Removes each guard once; the column that tests it must then fail. Otherwise a column could pass because it tests nothing.

const testApp = useSeededApp()
let seeded: SeededHouseholds
let app: FastifyInstance | undefined
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
})
afterEach(async () => {
  await app?.close()
})

interface Twin {
  context?: (real: Identify) => Partial<EndpointContext> | Promise<Partial<EndpointContext>>
  prepare?: (app: FastifyInstance) => void
}

/** For real requests: all guards are on. */
const realSite = (): RealSite => ({
  app: testApp().server.app,
  testApp: testApp(),
  seeded,
  overseer: seeded.a.people.OWNER,
  grocy: { address: '', key: '' },
})

async function complaints(refuse: refused.Refusal, { context = () => ({}), prepare = () => {} }: Twin): Promise<string[]> {
  const { identify } = await endpointContextOf(testApp())
  app = await createAppWithContext(testApp(), await context(identify), { prepare })
  const inspector = inspect({ app, testApp: testApp(), seeded })
  // Three routes are enough: a read, a write, and one of the server's own.
  const rows = testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter(speaksJson)
  const some = rows.filter(({ method, path }) =>
    ['GET /api/inventory/{id}', 'POST /api/inventory/{id}/use', 'GET /api/admin/users'].includes(`${method} ${path}`),
  )
  for (const endpoint of some) await refuse(inspector, await realRequest(realSite(), endpoint))
  expect(inspector.cells()).toBeGreaterThan(0)
  return inspector.findings
}

describe('the matrix fails if', () => {
  it('1: signatures are not checked', async () => {
    const found = await complaints(refused.strangers({}), {
      context: async (real) => {
        const key = await loadSecret(testApp().server.database, 'auth')
        const sign = (raw: string) => `${raw}.${createHmac('sha256', key).update(raw).digest('base64')}`
        return { identify: (bearer, household, now) => real(sign(bearer.split('.')[0] ?? ''), household, now) }
      },
    })
    expect(found.join()).toContain('1 unsigned token')
  })

  it('2: sessions never end', async () => {
    const expired = await openSession(testApp().server.database, seeded.a.people.OWNER.userId, -1000)
    const found = await complaints(refused.strangers({ '2 expired': expired }), {
      context: (real) => ({ identify: (bearer, household) => real(bearer, household, new Date(0)) }),
    })
    expect(found.join()).toContain('2 expired')
  })

  it('3 and 7: the first result for a session is cached', async () => {
    const found = await complaints(refused.outsiders(), {
      context: (real) => ({
        identify: async (bearer, household, now) => {
          const { a, exMember } = seeded
          const known = await real(bearer, household, now)
          if (bearer !== exMember.token || !known || household !== a.id) return known
          return { ...known, membership: { householdId: a.id as HouseholdId, role: 'MEMBER', timeZone: 'UTC' } }
        },
      }),
    })
    expect(found.join()).toContain('7 ex-member')
  })

  it('4: a missing household is guessed', async () => {
    const found = await complaints(refused.withoutHousehold, {
      prepare: (site) => {
        site.addHook('onRequest', async ({ headers, raw }) => {
          if (headers['x-household-id'] !== undefined) return
          headers['x-household-id'] = seeded.a.id
          raw.rawHeaders.push('X-Household-Id', seeded.a.id)
        })
      },
    })
    expect(found.join()).toContain('4 household absent')
  })

  it('5: the session’s household differs from the requested one', async () => {
    const found = await complaints(refused.foreignIds, {
      context: (real) => ({
        identify: async (...requestAs) => {
          const known = await real(...requestAs)
          return known?.membership ? { ...known, membership: { ...known.membership, householdId: seeded.a.id as HouseholdId } } : known
        },
      }),
    })
    expect(found.join()).toContain('5 ids of A')
  })

  it('6: every signed-in person is a member everywhere', async () => {
    const found = await complaints(refused.outsiders(), {
      context: (real) => ({
        identify: async (bearer, household, now) => {
          const known = await real(bearer, household, now)
          return known && { ...known, membership: { householdId: household as HouseholdId, role: 'OWNER', timeZone: 'UTC' } }
        },
        recheck: async () => {},
      }),
    })
    expect(found.join()).toContain('6 user of B')
    expect(found.join()).toContain('changed')
  })

  it('everyone is a server admin', async () => {
    const found = await complaints(refused.notAdministrators, { context: () => ({ isServerAdmin: async () => true }) })
    expect(found.join()).toContain('server × VIEWER')
  })

  it('9–12: every member is an owner', async () => {
    const found = await complaints(refused.lowRoles, {
      context: (real) => ({
        identify: async (...requestAs) => {
          const known = await real(...requestAs)
          return known?.membership ? { ...known, membership: { ...known.membership, role: 'OWNER' } } : known
        },
        recheck: async () => {},
      }),
    })
    expect(found.join()).toContain('9 VIEWER')
    expect(found.join()).toContain('changed')
  })

  it('a rejection comes after the write: the status is right, but the table changed', async () => {
    const found = await complaints(refused.lowRoles, {
      prepare: (site) => {
        site.addHook('onSend', async (_request, reply) => {
          if (reply.statusCode === 403)
            await asOwner(testApp().server.database, `update households set version = version + 1 where id = '${seeded.a.id}'`)
        })
      },
    })
    expect(found).toEqual(['POST /api/inventory/{id}/use × 9 VIEWER: changed households'])
  })

  it('a request is rejected for everyone', async () => {
    const endpoint = testApp().server.routes.find((route) => nameOf(route.endpoint) === 'POST /api/inventory/{id}/use')
      ?.endpoint as Endpoint
    const inspector = inspect({ app: testApp().server.app, testApp: testApp(), seeded })
    const { sample, allowed } = await realRequest(realSite(), endpoint)
    const expected = { status: endpoint.status, code: undefined, writes: true }
    await inspector.accepts('an empty body', endpoint, { ...sample, body: {} }, allowed, expected)
    await inspector.accepts('an unknown id', endpoint, { ...sample, params: { id: randomUUID() } }, allowed, expected)
    expect(inspector.findings).toEqual([
      expect.stringContaining('an empty body: 422'),
      expect.stringContaining('an empty body: changed nothing'),
      expect.stringContaining('an unknown id: 404'),
      expect.stringContaining('an unknown id: changed nothing'),
    ])
  })
})

/** The parameter is `?` on SQLite and `$1` on PostgreSQL. */
const memberOfCircle = /"mine"\."user_id" = (?:\?|\$\d+)/g

/** Cuts each condition by which circles show something from its statement; the checks of `circles.test.ts` must then fail. */
describe('data shared in circles', () => {
  let quinces: string
  beforeAll(async () => {
    const { a, b, c } = seeded
    await createLinkedCircle(a.people.OWNER, b.people.OWNER)
    await createLinkedCircle(b.people.OWNER, c.people.OWNER)
    quinces = (await addSharedLot(a.people.OWNER, { ingredient: { name: 'Quinces' } })).id
  })
  async function without(guard: RegExp, instead: string): Promise<{ app: FastifyInstance; met(): number }> {
    const { database, met } = withRewrittenGuard(testApp().server.database, guard, instead)
    app = await createAppWithContext(testApp(), { database })
    return { app, met }
  }

  const requestAs = (there: FastifyInstance, { people: { OWNER }, id }: Home, endpoint: Endpoint, body?: object) => {
    const { method, url, ...sent } = httpRequestOf(endpoint, { params: {}, query: {}, body }, headersOf(OWNER, id))
    return there.inject({ method: method as 'GET', url, ...sent })
  }
  const seenBy = async (home: Home, there: FastifyInstance) => (await requestAs(there, home, listShareable)).body

  it('is visible to circle members only', async () => {
    const { app: there, met } = await without(/no statement says this/g, '')
    expect(await seenBy(seeded.b, there)).toContain('Quinces')
    expect(await seenBy(seeded.b, there)).not.toContain(seeded.a.targets.lot)
    expect(await seenBy(seeded.c, there)).not.toContain('Quinces')
    expect(met()).toBe(0)
  })

  it.each([
    ['the reader is in the circle', memberOfCircle, '($& or 1 = 1)'],
    ['the household is linked to that circle', /"links"\."circle_id" = "mine"\."circle_id"/g, '1 = 1'],
  ])('twin: is visible to a stranger without checking whether %s', async (_name, guard, instead) => {
    const { app: there, met } = await without(guard, instead)
    expect(await seenBy(seeded.c, there)).toContain('Quinces')
    expect(met()).toBeGreaterThan(0)
  })

  it('twin: is completely visible to circle members without checking whether it is shared', async () => {
    const { app: there, met } = await without(/lots\.is_shared = 1/g, '1 = 1')
    expect(await seenBy(seeded.b, there)).toContain(seeded.a.targets.lot)
    expect(met()).toBeGreaterThan(0)
  })

  it('can’t be borrowed by a stranger who was shown it by mistake: the membership is checked', async () => {
    const { app: there, met } = await without(memberOfCircle, '($& or 1 = 1)')
    const body = { inventoryItemId: quinces, quantity: 1, unit: 'each', expiresAt: inDays(2) }
    expect(await requestAs(there, seeded.c, askToBorrow, body)).toMatchObject({ statusCode: 404 })
    expect(met()).toBeGreaterThan(0)
    expect(await requestAs(testApp().server.app, seeded.b, askToBorrow, body)).toMatchObject({ statusCode: 201 })
  })
})
