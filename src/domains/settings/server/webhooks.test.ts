import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteHousehold, joinHousehold, listHistory, listHouseholds, removeMember } from '#domains/households/contract/index.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addSomeLot, openTestApp, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { createWebhook, type Delivery, listDeliveries, listWebhooks, removeWebhook, testWebhook } from '../contract.ts'

interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
/** Starts a receiver on this machine. */
function startReceiver() {
  const received: ReceivedRequest[] = []
  let answer: (n: number) => number = () => 204
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      response.statusCode = answer(received.length)
      response.end()
    })
  })
  return {
    received,
    answerWith: (next: (n: number) => number) => {
      answer = next
    },
    open: () =>
      new Promise<string>((resolve) =>
        server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
      ),
    close: () => new Promise((done) => server.close(done)),
  }
}

const testApp = useTestApp({ LARDER_WEBHOOK_LAN: 'on' })
const receiver = startReceiver()
let url: string
let ana: Person
beforeAll(async () => {
  url = await receiver.open()
  ana = await testApp().person('Ana')
  await testApp().household(ana)
})
afterAll(() => receiver.close())

const params = (webhookId: string) => ({ id: ana.home ?? '', webhookId })
const addWebhook = (path = '/hook') => ana.must(createWebhook, { params: { id: ana.home ?? '' }, body: { url: `${url}${path}` } })
const log = (id: string) => ana.must(listDeliveries, { params: params(id) })
const hour = 3_600_000
/** Sends what is due at a later time. */
async function pass(ms = 0): Promise<void> {
  const { jobs } = testApp().server
  await jobs.settle()
  await jobs.catchUp(new Date(Date.now() + ms))
}
async function until(id: string, is: (list: readonly Delivery[]) => boolean): Promise<readonly Delivery[]> {
  await pass()
  await expect.poll(async () => is(await log(id)), { timeout: 20_000 }).toBe(true)
  return log(id)
}

describe('a webhook', () => {
  it('receives every change once, in order and signed, and none from before it was created', async () => {
    await addSomeLot(ana, { ingredient: { name: 'Before' } })
    const { id, secret } = await addWebhook('/first')
    const lots = [await addSomeLot(ana), await addSomeLot(ana), await addSomeLot(ana)]
    await until(id, (list) => list.length >= 3 && list.every(({ state }) => state === 'delivered'))
    const mine = receiver.received.filter(({ path }) => path === '/first')
    const all = mine.map(({ body }) => JSON.parse(body))
    expect(JSON.stringify(all)).not.toContain('Before')
    const bodies = all.filter(({ event }) => event === 'item.added')
    expect(bodies.map(({ event }) => event)).toEqual(['item.added', 'item.added', 'item.added'])
    expect(bodies.map(({ seq }) => seq)).toEqual(bodies.map(({ seq }) => seq).toSorted((a, b) => a - b))
    expect(bodies[0]).toMatchObject({ householdId: ana.home, userId: ana.userId })
    for (const lot of lots) expect(JSON.stringify(bodies)).toContain(lot.id)
    expect(JSON.stringify(bodies)).not.toContain(ana.email)
    for (const { headers, body } of mine.filter(({ body }) => bodies.some(({ id }) => body.includes(id)))) {
      const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-larder-signature'])) ?? []
      expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
      expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60)
      expect(headers).toMatchObject({ 'x-larder-event': 'item.added', 'x-larder-delivery': JSON.parse(body).id })
    }
    await ana.must(removeWebhook, { params: params(id) })
  })

  it('is tried five times with increasing pauses, then given up, as its log shows', async () => {
    const { id } = await addWebhook('/broken')
    receiver.answerWith(() => 500)
    await ana.must(testWebhook, { params: params(id) })
    await until(id, ([first]) => first?.tries === 1)
    const pauses: number[] = []
    for (let i = 0; i < 6; i++) {
      const [one] = await log(id)
      if (!one?.nextAt || !one.triedAt) break
      pauses.push(Date.parse(one.nextAt) - Date.parse(one.triedAt))
      await pass(Date.parse(one.nextAt) - Date.now() + 1)
    }
    expect(pauses).toHaveLength(4)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses[0]).toBeLessThanOrEqual(60_000)
    const all = pauses.reduce((sum, pause) => sum + pause, 0)
    expect(all).toBeGreaterThan(14 * hour)
    expect(all).toBeLessThanOrEqual(15 * hour)
    expect(await log(id)).toMatchObject([{ event: 'ping', state: 'given_up', tries: 5, status: 500, nextAt: null }])
    expect(receiver.received.filter(({ path }) => path === '/broken')).toHaveLength(5)
    receiver.answerWith(() => 204)
    await ana.must(removeWebhook, { params: params(id) })
  })

  it('receives pending messages once it responds again', async () => {
    const { id } = await addWebhook('/later')
    receiver.answerWith(() => 503)
    await addSomeLot(ana)
    await until(id, ([first]) => first?.tries === 1)
    receiver.answerWith(() => 200)
    await pass(2 * 60_000)
    expect(await log(id)).toMatchObject([{ state: 'delivered', tries: 2, status: 200 }])
    await pass(20 * hour)
    expect(receiver.received.filter(({ path }) => path === '/later')).toHaveLength(2)
    await ana.must(removeWebhook, { params: params(id) })
  })

  it('follows no redirects, and its messages are deleted with it', async () => {
    const { id } = await addWebhook('/moved')
    receiver.answerWith(() => 302)
    await ana.must(testWebhook, { params: params(id) })
    await until(id, ([first]) => first?.tries === 1)
    receiver.answerWith(() => 204)
    await ana.must(removeWebhook, { params: params(id) })
    expect(await asOwner(testApp().server.database, `select 1 from webhook_deliveries where webhook_id = '${id}'`)).toEqual([])
    expect((await ana.call(listDeliveries, { params: params(id) })).status).toBe(404)
  })

  it('doesn’t delay others with a backlog of a thousand messages', async () => {
    const [busy, other] = [await addWebhook('/busy'), await addWebhook('/other')]
    const { database } = testApp().server
    const old = new Date(Date.now() - 5 * hour).toISOString()
    await database.write(ana.home as never, 'many', async (tx) => {
      const columns = 'household_id, id, webhook_id, seq, event, body, state, tries, next_at, status, created_at, tried_at'
      for (let i = 0; i < 1000; i++) {
        const row = [ana.home, `busy-${i}`, busy.id, null, 'ping', '{}', 'waiting', 0, old, null, old, null]
        await tx.rows(`insert into webhook_deliveries (${columns}) values (${row.map(() => '?').join(', ')})`, row)
      }
    })
    await ana.must(testWebhook, { params: params(other.id) })
    await pass()
    expect(await log(other.id)).toMatchObject([{ state: 'delivered' }])
    expect(receiver.received.filter(({ path }) => path === '/busy').length).toBeLessThan(1000)
    for (const { id } of [busy, other]) await ana.must(removeWebhook, { params: params(id) })
  })

  it('ends with its creator’s membership', async () => {
    const ben = await createPerson(testApp(), 'Ben', 'Goes')
    const [home] = await ana.must(listHouseholds)
    await ben.must(joinHousehold, { body: { inviteCode: home?.inviteCode ?? '' } })
    ben.home = ana.home
    await testApp().role(ana, ben, 'ADMIN')
    const { id } = await ben.must(createWebhook, { params: { id: ana.home ?? '' }, body: { url: `${url}/ben` } })
    await ana.must(removeMember, { params: { id: ana.home ?? '', userId: ben.userId } })
    expect((await ana.must(listWebhooks, { params: { id: ana.home ?? '' } })).map((hook) => hook.id)).not.toContain(id)
    expect((await ana.must(listHistory)).map(({ summary }) => summary)).toContain('Removed the webhooks of Ben')
    await addSomeLot(ana)
    await pass()
    expect(receiver.received.filter(({ path, body }) => path === '/ben' && body.includes('item.added'))).toEqual([])
  })

  it('names its creator and ends with pending messages when they are no longer an admin, as the history shows', async () => {
    const [owner, ben] = [await createPerson(testApp(), 'Olga', 'Stays'), await createPerson(testApp(), 'Ben', 'Steps')]
    const { id } = await testApp().household(owner, ben)
    await testApp().role(owner, ben, 'ADMIN')
    const [hers, his] = [
      await owner.must(createWebhook, { params: { id }, body: { url: `${url}/olga` } }),
      await ben.must(createWebhook, { params: { id }, body: { url: `${url}/demoted` } }),
    ]
    const listed = () => owner.must(listWebhooks, { params: { id } })
    expect((await listed()).map(({ createdBy }) => createdBy)).toEqual([
      { firstName: 'Olga', lastName: 'Stays' },
      { firstName: 'Ben', lastName: 'Steps' },
    ])
    await ben.must(testWebhook, { params: { id, webhookId: his.id } })
    await testApp().role(owner, ben, 'MEMBER')
    expect((await listed()).map((hook) => hook.id)).toEqual([hers.id])
    expect(await asOwner(testApp().server.database, `select 1 from webhook_deliveries where webhook_id = '${his.id}'`)).toEqual([])
    await addSomeLot(owner)
    await pass()
    const receivedAt = (path: string) => receiver.received.filter((one) => one.path === path && one.body.includes('item.added')).length
    expect([receivedAt('/olga'), receivedAt('/demoted')]).toEqual([1, 0])
    // Other addresses receive nothing about webhooks.
    expect(receiver.received.filter(({ path, body }) => path === '/olga' && body.includes('webhooks.ended'))).toEqual([])
    const ended = (await owner.must(listHistory)).find(({ name }) => name === 'webhooks.ended')
    expect(ended).toMatchObject({ summary: 'Removed the webhooks of Ben', actor: { firstName: 'Olga' }, canUndo: false })

    // Becoming ADMIN again restores nothing.
    await testApp().role(owner, ben, 'ADMIN')
    expect((await listed()).map((hook) => hook.id)).toEqual([hers.id])
  })

  it('receives nothing while its creator is locked out, then only later changes', async () => {
    const lena = await createPerson(testApp())
    await testApp().household(lena)
    const id = lena.home ?? ''
    const webhook = await lena.must(createWebhook, { params: { id }, body: { url: `${url}/locked` } })
    const setLocked = (at: string) => asOwner(testApp().server.database, `update users set locked_at = ${at} where id = '${lena.userId}'`)
    await addSomeLot(lena)
    await setLocked(`'2026-01-01T00:00:00.000Z'`)
    await pass()
    const deliveries = await asOwner<{ state: string }>(
      testApp().server.database,
      `select state from webhook_deliveries where webhook_id = '${webhook.id}' and event = 'item.added'`,
    )
    expect(deliveries.map(({ state }) => state)).toEqual(['given_up'])
    await setLocked('null')
    await addSomeLot(lena)
    await pass()
    expect(receiver.received.filter(({ path, body }) => path === '/locked' && body.includes('item.added'))).toHaveLength(1)
  })

  it('receives nothing once its household is deleted', async () => {
    const bea = await createPerson(testApp())
    await testApp().household(bea)
    const id = bea.home ?? ''
    receiver.answerWith(() => 503)
    await bea.must(createWebhook, { params: { id }, body: { url: `${url}/gone` } })
    await addSomeLot(bea)
    await pass()
    const received = () => receiver.received.filter(({ path }) => path === '/gone').length
    const before = received()
    expect(before).toBeGreaterThan(0)
    receiver.answerWith(() => 204)
    await bea.must(deleteHousehold, { params: { id } })
    await pass(20 * hour)
    expect(received()).toBe(before)
  })

  it('shows its secret once and stores it encrypted', async () => {
    const { id, secret } = await addWebhook('/secret')
    expect(JSON.stringify(await ana.must(listWebhooks, { params: { id: ana.home ?? '' } }))).not.toContain(secret)
    for (const table of ['webhooks', 'webhook_deliveries', 'answers', 'changes'])
      expect(JSON.stringify(await asOwner(testApp().server.database, `select * from ${table}`))).not.toContain(secret)
    await ana.must(removeWebhook, { params: params(id) })
  })

  it('sends nothing about keys', async () => {
    const { id } = await addWebhook('/keys')
    const { createToken } = await import('#domains/households/contract/access-tokens.ts')
    await ana.must(createToken, { params: { id: ana.home ?? '' }, body: { name: 'x', scope: 'read' } })
    await pass()
    expect((await log(id)).filter(({ event }) => event.startsWith('key.'))).toEqual([])
  })

  it.each([
    'ftp://example.org',
    'javascript:alert(1)',
    'https://user:pw@example.org/',
    'example.org',
    '',
    `https://example.org/${'x'.repeat(500)}`,
  ])('to %j cannot be made', async (bad) => {
    expect((await ana.call(createWebhook, { params: { id: ana.home ?? '' }, body: { url: bad } })).status).toBe(422)
  })
})

describe('if the operator hasn’t allowed the local network', () => {
  it('requests nothing inside it, and the log only says that there was no response', async () => {
    const { testApp: closed, close } = await openTestApp()
    try {
      const ben = await closed.person('Ben')
      await closed.household(ben)
      const before = receiver.received.length
      const { id } = await ben.must(createWebhook, { params: { id: ben.home ?? '' }, body: { url: `${url}/inside` } })
      await ben.must(testWebhook, { params: { id: ben.home ?? '', webhookId: id } })
      await closed.server.jobs.catchUp()
      expect(await ben.must(listDeliveries, { params: { id: ben.home ?? '', webhookId: id } })).toMatchObject([
        { state: 'waiting', tries: 1, status: null },
      ])
      expect(receiver.received.length).toBe(before)
    } finally {
      await close()
    }
  })
})
