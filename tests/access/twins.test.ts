import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { HouseholdId } from '#platform/contract/ids.ts'
import { secret } from '#platform/server/secrets.ts'
import type { Identify } from '#platform/server/serve/door.ts'
import type { Door } from '#platform/server/serve/mount.ts'
import { openSession } from '#tests/support/people.ts'
import { useSeededKitchen, worldOf } from '#tests/support/seeded.ts'
import { realDoor, siteBehind } from '#tests/support/sites.ts'
import type { World } from '#tests/support/world.ts'
import * as columns from './columns.ts'
import { inspect } from './inspector.ts'

// Each guard is taken away once, and the column that proves it must then complain. Without this a column could be green because it asks nothing.

const kitchen = useSeededKitchen()
let world: World
let app: FastifyInstance | undefined
beforeAll(async () => {
  world = worldOf(kitchen())
})
afterEach(async () => {
  await app?.close()
})

interface Twin {
  door?: (real: Identify) => Partial<Door> | Promise<Partial<Door>>
  prepare?: (app: FastifyInstance) => void
}

async function complaints(column: columns.Column, { door = () => ({}), prepare = () => {} }: Twin): Promise<string[]> {
  const { identify } = await realDoor(kitchen())
  app = await siteBehind(kitchen(), await door(identify), { prepare })
  const inspector = inspect({ app, kitchen: kitchen(), world })
  // Three rows are enough to hear a complaint: one that reads, one that writes, one of the server's own.
  const rows = kitchen().larder.routes.map(({ endpoint }) => endpoint)
  const some = rows.filter(({ method, path }) =>
    ['GET /api/inventory/{id}', 'POST /api/inventory/{id}/use', 'GET /api/admin/users'].includes(`${method} ${path}`),
  )
  await column(inspector, some)
  expect(inspector.cells()).toBeGreaterThan(0)
  return inspector.findings
}

describe('the matrix complains when a guard is off', () => {
  it('1: signatures are not checked', async () => {
    const found = await complaints(columns.strangers({}), {
      door: async (real) => {
        const key = await secret(kitchen().larder.database, 'auth')
        const sign = (raw: string) => `${raw}.${createHmac('sha256', key).update(raw).digest('base64')}`
        return { identify: (bearer, household, now) => real(sign(bearer.split('.')[0] ?? ''), household, now) }
      },
    })
    expect(found.join()).toContain('1 unsigned token')
  })

  it('2: sessions never end', async () => {
    const expired = await openSession(kitchen().larder.database, world.a.people.OWNER.userId, -1000)
    const found = await complaints(columns.strangers({ '2 expired': expired }), {
      door: (real) => ({ identify: (bearer, household) => real(bearer, household, new Date(0)) }),
    })
    expect(found.join()).toContain('2 expired')
  })

  it('3 and 7: what a session was once is remembered', async () => {
    const found = await complaints(columns.outsiders, {
      door: (real) => ({
        identify: async (bearer, household, now) => {
          const { a, exMember } = world
          const known = await real(bearer, household, now)
          if (bearer !== exMember.token || !known || household !== a.id) return known
          return { ...known, membership: { householdId: a.id as HouseholdId, role: 'MEMBER', timeZone: 'UTC' } }
        },
      }),
    })
    expect(found.join()).toContain('7 ex-member')
  })

  it('4: a missing household is guessed', async () => {
    const found = await complaints(columns.withoutHousehold, {
      prepare: (site) => {
        site.addHook('onRequest', async ({ headers, raw }) => {
          if (headers['x-household-id'] !== undefined) return
          headers['x-household-id'] = world.a.id
          raw.rawHeaders.push('X-Household-Id', world.a.id)
        })
      },
    })
    expect(found.join()).toContain('4 household absent')
  })

  it('5: the household of the session is not the one that was asked for', async () => {
    const found = await complaints(columns.foreignIds, {
      door: (real) => ({
        identify: async (...asked) => {
          const known = await real(...asked)
          return known?.membership ? { ...known, membership: { ...known.membership, householdId: world.a.id as HouseholdId } } : known
        },
      }),
    })
    expect(found.join()).toContain('5 ids of A')
  })

  it('6: everybody who is signed in belongs everywhere', async () => {
    const found = await complaints(columns.outsiders, {
      door: (real) => ({
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

  it('everybody is taken for whoever looks after the server', async () => {
    const found = await complaints(columns.overseers(world.a.people.OWNER), { door: () => ({ oversees: async () => true }) })
    expect(found.join()).toContain('server × VIEWER')
  })

  it('9–12: every member is an owner', async () => {
    const found = await complaints(columns.members, {
      door: (real) => ({
        identify: async (...asked) => {
          const known = await real(...asked)
          return known?.membership ? { ...known, membership: { ...known.membership, role: 'OWNER' } } : known
        },
        recheck: async () => {},
      }),
    })
    expect(found.join()).toContain('9 VIEWER')
    expect(found.join()).toContain('changed')
  })
})
