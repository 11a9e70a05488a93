import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { confirmLink, inviteLink, listLinks, receiveJoin, receiveMessage } from '#domains/federation/contract/index.ts'
import { readInvitation } from '#domains/federation/server/use-cases/read-invitation.ts'
import { createLinkKeys, signMessage } from '#domains/federation/server/use-cases/sign-message.ts'
import { createAppPassword } from '#domains/households/contract/access-tokens.ts'
import { liveStreamAccess } from '#domains/households/server/index.ts'
import { lastSeqs } from '#platform/server/changes/change-log.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { openShardGuard, type ShardGuard } from '#tests/support/database/shard-guard.ts'
import { startGrocy } from '#tests/support/fakes/grocy.ts'
import { startInstacart } from '#tests/support/fakes/instacart.ts'
import { httpRequestOf, nameOf, type Sample, sampleFor, speaksJson } from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import { pairedTablet } from '#tests/support/server/tablet.ts'
import { doEverydayWork } from './everyday-work.ts'
import { performRequest } from './inspector.ts'
import { linkKeys } from './link-keys.ts'
import { notAccepted, type RealSite, realRequest } from './real-requests.ts'
import { exceptionsFor, rowOfPage, type ShardException, shardExceptions, shardGroupOf } from './shard-exceptions.ts'

// Runs everyday work and a request of every endpoint with a guard that refuses statements that cross shards. What may cross is listed in
// shard-exceptions.ts and in docs/sharding.md.

vi.setConfig({ testTimeout: 600_000 })

const isPostgres = process.env.LARDER_TEST_ENGINE === 'postgres'
const page = readFileSync(join(import.meta.dirname, '../../docs/sharding.md'), 'utf8')
const [instacart, grocy] = [await startInstacart(), await startGrocy()]
afterAll(async () => {
  grocy.close()
  await instacart.close()
})

/** SQLite has no shards. */
const onPostgres = isPostgres ? describe : () => {}
onPostgres('statements that cross shards', () => {
  const met = new Set<ShardException>()
  let guard: ShardGuard
  beforeAll(() => {
    guard = openShardGuard({
      groupOf: shardGroupOf,
      isAllowed(crossing) {
        const found = exceptionsFor(crossing)
        for (const one of found) met.add(one)
        return found.length > 0
      },
    })
  })
  const testApp = useSeededApp({
    INSTACART_API_KEY: instacart.apiKey,
    INSTACART_BASE_URL: instacart.url,
    LARDER_IMPORT_HOSTS: grocy.address,
    LARDER_MQTT_URL: 'mqtt://127.0.0.1:9',
    LARDER_FEDERATION: 'on',
    LARDER_PUBLIC_URL: 'http://localhost:3000',
  })
  let seeded: SeededHouseholds
  let site: RealSite
  beforeAll(async () => {
    seeded = seededHouseholdsOf(testApp())
    site = { app: testApp().server.app, testApp: testApp(), seeded, overseer: await createServerAdmin(testApp()), grocy }
    await guard.start(testApp().config.databaseUrl ?? '')
  })
  afterAll(() => guard.stop())

  const endpoints = () => testApp().server.routes.map(({ endpoint }) => endpoint)
  const send = (endpoint: Endpoint, sample: Sample, headers: Record<string, string>) =>
    performRequest(site.app, endpoint, httpRequestOf(endpoint, sample, headers))

  it('aren’t needed by everyday work', async () => {
    const { database } = testApp().server
    await doEverydayWork(testApp(), seeded.a)
    // What each process repeats for its open streams.
    const homes = [seeded.a.id, seeded.b.id] as HouseholdId[]
    const subscribers = homes.map((householdId) => ({ householdId, sessionId: 'unknown' }))
    await database.read(homes, (q) => lastSeqs(q, homes))
    await database.read(homes, (q) => liveStreamAccess(database).filterAllowed(q, subscribers))
    expect(guard.refused()).toEqual([])
  })

  it('aren’t needed by any endpoint that requires authorization', async () => {
    const findings: string[] = []
    for (const endpoint of endpoints().filter((one) => speaksJson(one) && one.auth !== 'public')) {
      const { sample, extra, allowed } = await realRequest(site, endpoint)
      const { status } = await send(endpoint, sample, { ...extra, ...allowed })
      const expected = notAccepted[nameOf(endpoint)]?.status ?? endpoint.status
      if (status !== expected) findings.push(`${nameOf(endpoint)}: ${status} instead of ${expected}`)
    }
    await testApp().server.jobs.settle()
    expect(guard.refused()).toEqual([])
    expect(findings).toEqual([])
  })

  it('aren’t needed by visitors, guests, tablets and task lists', async () => {
    const { a } = seeded
    const owner = a.people.OWNER
    const keys = await linkKeys(a)
    const { key = '' } = keys['GET /api/guest-list'] ?? {}
    const tablet = await pairedTablet(testApp(), owner, a.id)
    const { password } = await owner.must(createAppPassword, { params: { id: a.id }, body: { name: 'Phone' } })
    const basic = { authorization: `Basic ${Buffer.from(`name:${password}`).toString('base64')}` }
    for (const endpoint of endpoints()) {
      const sample = sampleFor(endpoint, a.targets)
      const own = keys[nameOf(endpoint)]
      if (endpoint.auth === 'public') {
        const { status } = await send(endpoint, { ...sample, query: { ...sample.query, key, ...own } }, {})
        if (own !== undefined) expect([nameOf(endpoint), status]).toEqual([nameOf(endpoint), 200])
      }
      if (endpoint.tablet) await send(endpoint, sample, tablet.headers)
      if (endpoint.auth === 'app-password') await send(endpoint, sample, basic)
    }
    await testApp().server.jobs.settle()
    expect(guard.refused()).toEqual([])
  })

  it('aren’t needed by linked servers', async () => {
    const { a } = seeded
    const to = 'http://localhost:3000'
    const { invitation } = await a.people.OWNER.must(inviteLink, { body: { circleId: a.targets.circle, ownName: 'The Ashes' } })
    const { l: link, t: token } = readInvitation(invitation) ?? {}
    const keys = createLinkKeys()
    const envelope = () => ({ v: 1, link, to, at: testApp().server.database.now().toISOString(), id: randomUUID() })
    const joining = { kind: 'join', token, key: keys.publicKey, from: 'https://b.example', reply: randomUUID(), name: 'B', links: [] }
    const sync = { kind: 'sync', name: 'B', statements: [], known: null, offers: true }
    const sendSigned = async (endpoint: typeof receiveJoin | typeof receiveMessage, payload: object) => {
      const message = signMessage('larder-message', { ...envelope(), ...payload }, keys)
      return (await send(endpoint, { params: {}, query: {}, body: { message } }, {})).status
    }
    expect([await sendSigned(receiveJoin, joining), await sendSigned(receiveMessage, sync)]).toEqual([200, 200])
    const { links } = await a.people.OWNER.must(listLinks)
    const { fingerprint = '' } = links.find(({ id }) => id === link) ?? {}
    await a.people.OWNER.must(confirmLink, { params: { id: link ?? '' }, body: { fingerprint: fingerprint ?? '' } })
    expect(await sendSigned(receiveMessage, sync)).toBe(200)
    await testApp().server.jobs.settle()
    expect(guard.refused()).toEqual([])
  })

  it('are as many as the page says', () => {
    expect(guard.statements()).toBeGreaterThan(5000)
    expect(shardExceptions.filter((one) => !met.has(one))).toEqual([])
  })

  const inOneHousehold = 'select id from lots where household_id = $1 and id = $2'
  it.each([
    ['no household: lots', ['select id from lots where id = $2 and $1 <> $3']],
    ['no household: lots', ['select id from lots where household_id = $1 or id = $2']],
    ['no household: lots', ['update lots set note = $1 where id = $2']],
    ['no household: lots', ['insert into lots (household_id, id) select household_id, $1 from lots where id = $2']],
    [
      'no household: reservations',
      ['select id from lots where household_id = $1 and exists (select 1 from reservations where lot_id = $2)'],
    ],
    ['no household: members', ['select lots.id from lots join members on members.user_id = lots.added_by where lots.household_id = $1']],
    ['several households: lots', ['select id from lots where household_id in ($1, $3)']],
    ['several households: lots', ['insert into lots (household_id, id) values ($1, $2), ($3, $2)']],
    ['several households: lots', [inOneHousehold, 'select id from lots where household_id = $3 and id = $2']],
    ['several groups: passkeys', ['select 1 from lots join passkeys on passkeys.id = lots.id where lots.household_id = $1']],
    ['several groups: tries', [inOneHousehold.replace('select id', 'delete'), 'delete from tries where key = $2']],
    [null, [inOneHousehold, 'select id from lots where household_id in ($1, $1)']],
    [
      null,
      ['select l.id from lots l left join reservations r on r.household_id = l.household_id and r.lot_id = l.id where l.household_id = $1'],
    ],
    [
      null,
      [
        'with old as (select household_id, id from lots where household_id = $1) select ledger.seq from ledger join old using (household_id)',
      ],
    ],
  ])('are refused (twin): %s', async (why, texts) => {
    const { a, b } = seeded
    const given = [a.id, 'some-id', b.id]
    const run = testApp().server.database.write(a.id as HouseholdId, 'a twin', async (tx) => {
      for (const text of texts) {
        const parameters = [...text.matchAll(/\$(\d)/g)].map(([, n]) => given[Number(n) - 1])
        await tx.rows(text.replace(/\$\d/g, '?'), parameters)
      }
      throw new Error('not refused')
    })
    await expect(run).rejects.toThrow(why ?? 'not refused')
  })
})

it('are listed on the page', () => {
  const rows = /\n\| Scope \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(page)?.[1]?.trim().split('\n')
  expect(rows).toEqual(shardExceptions.map(rowOfPage))
})
