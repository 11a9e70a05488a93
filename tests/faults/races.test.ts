import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listHistory } from '#domains/households/contract/index.ts'
import { addLot, getLot, listLots, useLot } from '#domains/inventory/contract.ts'
import { brokenInvariants } from '#tests/support/database/invariants.ts'
import { addressOf, httpRequest, openRawConnection, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { type ServerGroup, startServerGroup } from '#tests/support/server/server-processes.ts'
import { portOf } from './support/writers.ts'

let serverGroup: ServerGroup
beforeAll(async () => {
  serverGroup = await startServerGroup()
})
afterAll(async () => {
  await serverGroup.stop()
  const broken = await serverGroup.store.look(brokenInvariants)
  await serverGroup.store.remove()
  expect(broken).toEqual([])
})

/** Sends all requests at once, each over a connection opened before, alternating between the servers. */
async function atOnce(requests: readonly Buffer[]): Promise<number[]> {
  const lines = await Promise.all(requests.map((_, i) => openRawConnection(portOf(serverGroup.urls[i % serverGroup.urls.length] ?? ''))))
  const statuses = await Promise.all(requests.map((request, i) => lines[i]?.send(request)))
  for (const line of lines) line.close()
  return statuses.map(Number)
}

const count = (statuses: readonly number[]) =>
  Object.fromEntries(
    Map.groupBy(statuses, String)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

async function aCook() {
  const cook = await signUp(serverGroup.urls[0] ?? '')
  await shareHousehold(cook)
  return cook
}

describe('concurrent requests', () => {
  it('C-05 use 1 of 10 for exactly 10 of 40', async () => {
    const cook = await aCook()
    const eggs = await cook.must(addLot, { body: { ingredient: { name: 'Eggs' }, quantity: 10, unit: 'each' } })
    const use = httpRequest(useLot.method, addressOf(useLot.path, { id: eggs.id }), cook.headers(), { quantity: 1 })
    expect(count(await atOnce(Array.from({ length: 40 }, () => use)))).toEqual({ 200: 10, 409: 30 })
    expect(await cook.must(getLot, { params: { id: eggs.id } })).toMatchObject({ quantity: 0, state: 'used' })
  })

  it('C-05 count ten tenths as one', async () => {
    const cook = await aCook()
    const oil = await cook.must(addLot, { body: { ingredient: { name: 'Oil' }, quantity: 1, unit: 'l' } })
    const use = httpRequest(useLot.method, addressOf(useLot.path, { id: oil.id }), cook.headers(), { quantity: 0.1 })
    expect(count(await atOnce(Array.from({ length: 12 }, () => use)))).toEqual({ 200: 10, 409: 2 })
  })

  it('add 500 first lots of an ingredient, and create the ingredient once', async () => {
    const cook = await aCook()
    const add = httpRequest(addLot.method, addLot.path, cook.headers(), { ingredient: { name: 'Rice' }, quantity: 1, unit: 'kg' })
    expect(count(await atOnce(Array.from({ length: 500 }, () => add)))).toEqual({ 201: 500 })
    const lots = await cook.must(listLots, { query: {} })
    expect(Array.isArray(lots) && lots.length).toBe(500)
    expect(new Set(Array.isArray(lots) ? lots.map(({ ingredient }) => ingredient.id) : []).size).toBe(1)
  })

  it('add the first lots of 100 ingredients', async () => {
    const cook = await aCook()
    const adds = Array.from({ length: 100 }, (_, i) =>
      httpRequest(addLot.method, addLot.path, cook.headers(), { ingredient: { name: `Food ${i}` }, quantity: 1, unit: 'each' }),
    )
    expect(count(await atOnce(adds))).toEqual({ 201: 100 })
  })

  it('C-16 run once for a hundred requests with one Idempotency-Key', async () => {
    const cook = await aCook()
    const add = httpRequest(
      addLot.method,
      addLot.path,
      { ...cook.headers(), 'idempotency-key': 'twice-tapped' },
      { ingredient: { name: 'Butter' }, quantity: 1, unit: 'each' },
    )
    expect(count(await atOnce(Array.from({ length: 100 }, () => add)))).toEqual({ 201: 100 })
    expect(await cook.must(listLots, { query: {} })).toHaveLength(1)
    const history = await cook.must(listHistory, { query: {} })
    expect(history.filter(({ name }) => name === 'item.added')).toHaveLength(1)
  })
})
