import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { listLots } from '#domains/inventory/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { createPeople, createPerson } from '#tests/support/data/people.ts'
import { createAppWithContext, endpointContextOf } from '#tests/support/server/http-app.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { maxConcurrentRequests, maxPerClient } from './concurrency-limit.ts'
import { route } from './route.ts'

const testApp = useTestApp()
let ana: Person
let members: Person[]
beforeAll(async () => {
  members = await createPeople(testApp(), 4)
  ana = members[0] as Person
  await testApp().household(...members)
})

it('L-5: refuses requests beyond the limit, except health checks, until others finish', async () => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const { identify } = await endpointContextOf(testApp())
  const app = await createAppWithContext(testApp(), {
    identify: async (...input) => {
      await freed
      return identify(...input)
    },
  })
  const look = async ({ token, home }: Person) =>
    app.inject({ method: 'GET', url: listLots.path, headers: { authorization: `Bearer ${token}`, 'x-household-id': String(home) } })
  const waiting = Array.from({ length: maxConcurrentRequests }, (_, i) => look(members[i % members.length] as Person))
  const late = await look(ana)
  expect(late.json()).toMatchObject({ status: 429, code: 'busy' })
  expect(late.headers['retry-after']).toBe('2')
  expect((await app.inject({ method: 'GET', url: '/api/ready' })).statusCode).toBe(200)
  free()
  // The database may be too slow for all of them at once, but none is refused for the limit.
  const codes = (await Promise.all(waiting)).map(({ statusCode }) => statusCode)
  expect(codes).toContain(200)
  expect(codes).not.toContain(429)
  expect((await look(ana)).statusCode).toBe(200)
  await app.close()
})

it('L-5: allows one person half of the limit and still serves others', async () => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const slow = endpoint({ method: 'GET', path: '/api/slow', auth: 'person', summary: 'Waits', scope: 'none', reply: z.object({}) })
  const app = await createAppWithContext(
    testApp(),
    {},
    {
      routes: [
        route(slow, async ({ caller }) => {
          if (caller.userId === ana.userId) await freed
          return {}
        }),
      ],
    },
  )
  const ben = await createPerson(testApp(), 'Ben')
  const ask = async ({ token }: Person) => app.inject({ method: 'GET', url: slow.path, headers: { authorization: `Bearer ${token}` } })
  const waiting = Array.from({ length: maxPerClient + 1 }, () => ask(ana))
  const first = await Promise.race(waiting)
  expect(first.json()).toMatchObject({ status: 429, code: 'busy' })
  expect((await ask(ben)).statusCode).toBe(200)
  free()
  const byStatus = Map.groupBy(await Promise.all(waiting), ({ statusCode }) => statusCode)
  expect([byStatus.get(200)?.length, byStatus.get(429)?.length]).toEqual([maxPerClient, 1])
  expect((await ask(ana)).statusCode).toBe(200)
  await app.close()
})
