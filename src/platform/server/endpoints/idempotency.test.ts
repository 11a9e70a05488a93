import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { changeMember, createHousehold, listHouseholds, removeMember } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, correctLot, listLots, removeLot, useLot } from '#domains/inventory/contract.ts'
import type { Identity } from '#platform/server/endpoints/authorize.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { createAppWithContext, endpointContextOf } from '#tests/support/server/http-app.ts'
import { httpRequestOf } from '#tests/support/server/requests.ts'
import { addSomeLot, type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()
let app: FastifyInstance | undefined
afterEach(async () => {
  await app?.close()
})

async function two(): Promise<{ ana: Person; ben: Person; home: string }> {
  const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
  const { id } = await testApp().household(ana, ben)
  return { ana, ben, home: id }
}
const key = (value: string) => ({ headers: { 'idempotency-key': value } })
const oats = { ingredient: { name: 'Oats' }, quantity: 500, unit: 'g' as const }
const lotsOf = async (person: Person) => (await person.must(listLots)) as unknown[]
const parts = ({ status, text, headers }: TestResponse<unknown>) => ({ status, text, seq: headers['x-change-seq'] })

describe('C-16: a request with an Idempotency-Key', () => {
  it('sent a hundred times at once has one effect and a hundred identical responses', async () => {
    const { ana } = await two()
    const responseEncryption = await Promise.all(Array.from({ length: 100 }, () => ana.call(addLot, { ...key('tap-1'), body: oats })))
    for (const answer of responseEncryption) expect(parts(answer)).toEqual(parts(responseEncryption[0] as TestResponse<unknown>))
    expect(responseEncryption[0]?.status).toBe(201)
    expect(await lotsOf(ana)).toHaveLength(1)
    expect(parts(await ana.call(addLot, { ...key('tap-1'), body: oats }))).toEqual(parts(responseEncryption[0] as TestResponse<unknown>))
  })

  it('twin: has an effect each time without the key', async () => {
    const { ana } = await two()
    await Promise.all(Array.from({ length: 10 }, () => ana.call(addLot, { body: oats })))
    expect(await lotsOf(ana)).toHaveLength(10)
  })

  it('is recognized with its fields in another order or spelling', async () => {
    const { ana, home } = await two()
    const headers = {
      authorization: `Bearer ${ana.token}`,
      'x-household-id': home,
      'content-type': 'application/json',
      'idempotency-key': 'order',
    }
    const put = (payload: string) => testApp().inject({ method: 'POST', url: addLot.path, headers, payload })
    const first = await put('{"ingredient":{"name":"Oats"},"quantity":500,"unit":"g"}')
    const second = await put('{ "unit": "g", "quantity": 5.0e2, "ingredient": {"name":"Oats "} }')
    expect([second.status, second.text]).toEqual([201, first.text])
  })

  it('is refused with another body, path or household', async () => {
    const { ana } = await two()
    const lot = await ana.must(addLot, { ...key('k'), body: oats })
    const other = await addSomeLot(ana)
    await ana.must(useLot, { ...key('k'), params: { id: lot.id }, body: { quantity: 1 } })
    const before = await lotsOf(ana)
    const reused = { status: 422, body: { code: 'idempotency_key_reused' } }
    expect(await ana.call(addLot, { ...key('k'), body: { ...oats, quantity: 501 } })).toMatchObject(reused)
    expect(await ana.call(useLot, { ...key('k'), params: { id: other.id }, body: { quantity: 1 } })).toMatchObject(reused)
    expect(await lotsOf(ana)).toEqual(before)
    const second = await ana.must(createHousehold, { body: {} })
    expect(await ana.call(addLot, { ...key('k'), household: second.id, body: oats })).toMatchObject(reused)
    expect(await ana.must(listLots, { household: second.id })).toEqual([])
  })

  it('doesn’t affect the same key of another person or route', async () => {
    const { ana, ben } = await two()
    const [mine, theirs] = [await ana.must(addLot, { ...key('same'), body: oats }), await ben.must(addLot, { ...key('same'), body: oats })]
    expect(mine.id).not.toBe(theirs.id)
    await ana.must(addIngredient, { ...key('same'), body: { name: 'Rye' } })
    expect(await lotsOf(ana)).toHaveLength(2)
  })

  it('may be a change, a deletion, or a write without a household', async () => {
    const { ana } = await two()
    const food = await ana.must(addIngredient, { body: { name: 'Bran' } })
    const change = () => ana.call(changeIngredient, { ...key('c'), params: { id: food.id }, body: { parLevel: 3 } })
    const [first, ...others] = [await change(), await change(), await change()]
    expect(first?.body).toMatchObject({ parLevel: 3, version: 2 })
    for (const answer of others) expect(parts(answer)).toEqual(parts(first as TestResponse<unknown>))

    const lot = await ana.must(addLot, { body: oats })
    const removals = await Promise.all(Array.from({ length: 10 }, () => ana.call(removeLot, { ...key('r'), params: { id: lot.id } })))
    expect(removals.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect((await ana.call(removeLot, { params: { id: lot.id } })).status).toBe(404)

    const starts = await Promise.all(Array.from({ length: 20 }, () => ana.call(createHousehold, { ...key('h'), body: { name: 'Shed' } })))
    expect(new Set(starts.map(({ text }) => text)).size).toBe(1)
    expect((await ana.must(listHouseholds)).filter(({ name }) => name === 'Shed')).toHaveLength(1)
  })

  it('may succeed later if it was refused first', async () => {
    const { ana } = await two()
    const lot = await ana.must(addLot, { body: { ...oats, quantity: 1 } })
    const use = () => ana.call(useLot, { ...key('late'), params: { id: lot.id }, body: { quantity: 2 } })
    expect((await use()).status).toBe(409)
    await ana.must(correctLot, { params: { id: lot.id }, body: { quantity: 5 } })
    expect(await use()).toMatchObject({ status: 200, body: { quantity: 3 } })
    expect(await use()).toMatchObject({ status: 200, body: { quantity: 3 } })
  })

  it('never applies twice, even after its stored response expired', async () => {
    const { ana } = await two()
    const first = await ana.call(addLot, { ...key('old'), body: oats })
    await asOwner(testApp().server.database, `update answers set created_at = '2001-01-01T00:00:00.000Z' where idempotency_key = 'old'`)
    expect(parts(await ana.call(addLot, { ...key('old'), body: oats }))).toEqual(parts(first))
    expect(await lotsOf(ana)).toHaveLength(1)
  })

  it.each(['', ' ', 'two words', 'ü', 'x'.repeat(129), 'a\tb'])('is refused with the invalid key %j', async (value) => {
    const { ana } = await two()
    expect(await ana.call(addLot, { ...key(value), body: oats })).toMatchObject({ status: 400, body: { code: 'idempotency_key' } })
    expect(await lotsOf(ana)).toEqual([])
  })

  describe('repeated after its sender lost the right to send it', () => {
    async function lost(way: 'removed' | 'VIEWER') {
      const { ana, ben, home } = await two()
      expect((await ben.call(addLot, { ...key('before'), body: oats })).status).toBe(201)
      const params = { id: home, userId: ben.userId }
      if (way === 'removed') await ana.must(removeMember, { params })
      else await ana.must(changeMember, { params, body: { role: way } })
      return { ben, home }
    }

    it('returns no stored response: 404 to a former member, 403 to a viewer', async () => {
      const { ben } = await lost('removed')
      expect(await ben.call(addLot, { ...key('before'), body: oats })).toMatchObject({ status: 404, body: { code: 'not_found' } })
      const { ben: viewer } = await lost('VIEWER')
      expect(await viewer.call(addLot, { ...key('before'), body: oats })).toMatchObject({ status: 403, body: { code: 'role_denied' } })
    })

    it('twin: returns it if the membership were cached', async () => {
      const { ben, home } = await lost('removed')
      const { identify } = await endpointContextOf(testApp())
      const remembered = { householdId: home, role: 'MEMBER', timeZone: 'UTC' } as NonNullable<Identity['membership']>
      app = await createAppWithContext(testApp(), {
        identify: async (...input) => {
          const known = await identify(...input)
          return known && { ...known, membership: remembered }
        },
        recheck: async () => {},
      })
      const { method, url, ...sent } = httpRequestOf(
        addLot,
        { params: {}, query: {}, body: oats },
        { authorization: `Bearer ${ben.token}`, 'x-household-id': home, 'idempotency-key': 'before' },
      )
      expect((await app.inject({ method: method as 'POST', url, ...sent })).statusCode).toBe(201)
    })
  })
})
