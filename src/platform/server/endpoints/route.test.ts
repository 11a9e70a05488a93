import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changeCircle, changeCircleMember, inviteToCircle, joinCircle, removeCircleMember } from '#domains/circles/contract.ts'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { changeBorrow, listBorrow } from '#domains/sharing/contract/index.ts'
import type { Reader, Scope } from '#platform/server/database/index.ts'
import { type Endpoint, endpoint } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { addSharedLot, createLinkedCircle, createNeighbors, createPerson, requestToBorrow } from '#tests/support/data/people.ts'
import { createAppWithContext } from '#tests/support/server/http-app.ts'
import { engine } from '#tests/support/server/server-processes.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { ScopeOutdatedError } from './found-scope.ts'
import { type Route, route } from './route.ts'

const testApp = useTestApp()
let app: FastifyInstance | undefined
afterEach(async () => {
  await app?.close()
})

/** Sends one request and returns the scopes that were opened for it. */
async function scopesOf(person: Person, { method, path }: Endpoint, params: Record<string, string> = {}, body?: object) {
  const scopes: { kind: string; scope: Scope }[] = []
  const { database } = testApp().server
  const recording = Object.assign(Object.create(database), {
    read: (scope: Scope, work: (q: Reader) => Promise<unknown>) => {
      scopes.push({ kind: 'read', scope })
      return database.read(scope, work)
    },
    write: (scope: Scope, ...rest: never[]) => {
      scopes.push({ kind: 'write', scope })
      return (database.write as (...all: unknown[]) => Promise<unknown>)(scope, ...rest)
    },
  })
  app = await createAppWithContext(testApp(), { database: recording })
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const { statusCode } = await app.inject({ method, url, headers: headersOf(person), ...(body ? { payload: body } : {}) })
  expect(statusCode).toBeLessThan(300)
  return scopes
}

const headersOf = ({ token, home }: Person) => ({ authorization: `Bearer ${token}`, ...(home ? { 'x-household-id': home } : {}) })
const reads = (scope: Scope) => ({ kind: 'read', scope })
const writes = (scope: Scope) => ({ kind: 'write', scope })

/** Mounts one route and sends it a request of this person. */
async function ask(person: Person, served: Route, headers = {}) {
  await app?.close()
  app = await createAppWithContext(testApp(), {}, { routes: [served] })
  const { method, path } = served.endpoint
  return app.inject({ method, url: path, headers: { ...headersOf(person), ...headers } })
}

describe('a route opens the scope of its endpoint', () => {
  it('the household, the person, or several households for a reason', async () => {
    const ana = await createPerson(testApp())
    const { id } = await testApp().household(ana)
    expect(await scopesOf(ana, listLots)).toEqual([reads(id as HouseholdId)])
    expect(await scopesOf(ana, listHouseholds)).toEqual([reads({ user: ana.userId as UserId })])
    expect(await scopesOf(ana, listBorrow)).toEqual([reads({ crossHousehold: 'sharing' })])
  })

  it('the households of the circle, and no others', async () => {
    const [ana, ben, other] = [await createPerson(testApp()), await createPerson(testApp()), await createPerson(testApp())]
    const homes = await Promise.all([ana, ben, other].map((person) => testApp().household(person)))
    const circleId = await createLinkedCircle(ana, ben)
    await createLinkedCircle(other)
    const linked = homes.slice(0, 2).map(({ id }) => id as HouseholdId)
    expect(await scopesOf(ana, changeCircle, { id: circleId }, { description: 'Ours' })).toEqual([
      reads({ crossHousehold: 'circles' }),
      writes(linked.toSorted()),
    ])
  })

  it('both households of a loan', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const { id } = await requestToBorrow(borrower, await addSharedLot(lender))
    const [own, other] = [lender.home as HouseholdId, borrower.home as HouseholdId]
    expect(await scopesOf(lender, changeBorrow, { id }, { status: 'REJECTED' })).toEqual([reads(own), writes([own, other])])
  })

  if (engine === 'postgres')
    it('and a query without a filter sees no rows outside of it', async () => {
      const { lender, borrower } = await createNeighbors(testApp())
      const other = await createPerson(testApp())
      await testApp().household(other)
      for (const person of [lender, other]) await addSharedLot(person)
      const reply = z.object({ households: z.array(z.string()) })
      const base = { method: 'GET', path: '/api/look', summary: 'Looks at all lots', reply } as const
      const look = async (q: Reader) => {
        const rows = await q.rows<{ household_id: string }>('select distinct household_id from lots', [])
        return { households: rows.map(({ household_id }) => household_id) }
      }
      const seenBy = async (served: Route) => (await ask(lender, served)).json()
      expect(await seenBy(route(endpoint({ ...base, auth: 'person' }), ({ q }) => look(q)))).toEqual({ households: [] })
      expect(await seenBy(route(endpoint({ ...base, auth: 'household' }), ({ q }) => look(q)))).toEqual({ households: [lender.home] })
      const inCircle = endpoint({ ...base, auth: 'person', scope: { foundIn: 'circles' } })
      const linked = [lender.home, borrower.home] as HouseholdId[]
      expect(
        await seenBy(
          route(
            inCircle,
            async () => ({ scope: linked }),
            ({ q }) => look(q),
          ),
        ),
      ).toEqual({ households: [lender.home] })
    })
})

describe('a scope that the endpoint can’t have', () => {
  const base = { method: 'GET', path: '/api/look', summary: 'Looks' } as const
  const nothing = async () => undefined
  it('refuses to be mounted, instead of another being opened', () => {
    const mountAs = (auth: 'public' | 'person', scope: 'household' | 'person') => () => route(endpoint({ ...base, auth, scope }), nothing)
    for (const mount of [mountAs('person', 'household'), mountAs('public', 'household'), mountAs('public', 'person')])
      expect(mount).toThrow("can't have the scope")
    expect(mountAs('person', 'person')).not.toThrow()
    const found = endpoint({ ...base, auth: 'person', scope: { foundIn: 'circles' } })
    expect(() => route(found, nothing)).toThrow("can't have the scope")
  })
})

describe('a write', () => {
  const write = endpoint({ method: 'POST', path: '/api/act', auth: 'person', summary: 'Acts' })

  it('runs its effects once after the commit, not for a repeat or a refusal', async () => {
    const ana = await createPerson(testApp())
    const effects: string[] = []
    const served = (fails: boolean) =>
      route(write, async ({ afterCommit }) => {
        afterCommit(() => void effects.push('sent'))
        if (fails) throw new Error('refused')
      })
    expect((await ask(ana, served(true))).statusCode).toBe(500)
    for (let i = 0; i < 3; i++) expect((await ask(ana, served(false), { 'idempotency-key': 'act-1' })).statusCode).toBe(204)
    expect(effects).toEqual(['sent'])
  })

  it('finds its scope again if that is outdated, and gives up in the end', async () => {
    const ana = await createPerson(testApp())
    const found = endpoint({ method: 'POST', path: '/api/act', auth: 'person', summary: 'Acts', scope: { foundIn: 'person' } })
    const attempts = async (outdated: number) => {
      let count = 0
      const { statusCode } = await ask(
        ana,
        route(
          found,
          async ({ caller }) => ({ scope: { user: caller.userId } }),
          async () => {
            if (++count <= outdated) throw new ScopeOutdatedError()
          },
        ),
      )
      return { count, statusCode }
    }
    expect(await attempts(2)).toEqual({ count: 3, statusCode: 204 })
    expect(await attempts(100)).toEqual({ count: 8, statusCode: 500 })
  })

  it('checks access before it replays: a member who has left gets 404', async () => {
    const [ana, ben] = [await createPerson(testApp()), await createPerson(testApp())]
    await testApp().household(ana)
    const circleId = await createLinkedCircle(ana)
    const headers = { 'idempotency-key': 'leaving-1' }
    const { code } = await ana.must(inviteToCircle, { params: { id: circleId }, body: {} })
    await ben.must(joinCircle, { body: { code } })
    await ana.must(changeCircleMember, { params: { id: circleId, userId: ben.userId }, body: { role: 'ADMIN' } })
    const change = () => ben.call(changeCircle, { headers, params: { id: circleId }, body: { description: 'Bread' } })
    expect((await change()).status).toBe(200)
    expect((await change()).status).toBe(200)
    await ana.must(removeCircleMember, { params: { id: circleId, userId: ben.userId } })
    expect((await change()).status).toBe(404)
  })
})
