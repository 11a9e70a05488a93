import { beforeAll, expect, it } from 'vitest'
import { listLots } from '#domains/inventory/contract.ts'
import { type Person, useKitchen } from '#tests/support/kitchen.ts'
import { newcomer } from '#tests/support/people.ts'
import { realDoor, siteBehind } from '#tests/support/sites.ts'
import { mostUnderWay } from './serve/crowd.ts'

const kitchen = useKitchen()
let ana: Person
beforeAll(async () => {
  ana = await newcomer(kitchen())
  await kitchen().household(ana)
})

it('L-5: more than the server can take at once are told to wait, health is told all the same, and all is as usual once it is done', async () => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const { identify } = await realDoor(kitchen())
  const app = await siteBehind(kitchen(), {
    identify: async (...asked) => {
      await freed
      return identify(...asked)
    },
  })
  const headers = { authorization: `Bearer ${ana.token}`, 'x-household-id': String(ana.home) }
  const look = async () => app.inject({ method: 'GET', url: listLots.path, headers })
  const waiting = Array.from({ length: mostUnderWay }, look)
  const late = await look()
  expect(late.json()).toMatchObject({ status: 429, code: 'busy' })
  expect(late.headers['retry-after']).toBe('2')
  expect((await app.inject({ method: 'GET', url: '/api/ready' })).statusCode).toBe(200)
  free()
  expect(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await look()).statusCode).toBe(200)
  await app.close()
})
