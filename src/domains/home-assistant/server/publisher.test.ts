import { createServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addLot } from '#domains/inventory/contract.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import type { LeaseTimes } from '#platform/server/jobs/lease.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type BrokerClient, brokerPassword, type MqttBroker, startMqttBroker } from '#tests/support/fakes/mqtt-broker.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { connectHomeAssistant, getHomeAssistant } from '../contract.ts'
import type { HouseholdState } from '../rules/household-state.ts'
import { availabilityTopic, topicsOf } from '../rules/topics.ts'
import { openPublisher, type Publisher } from './jobs/index.ts'
import { linkChangedTopic } from './use-cases/connect-household.ts'

// The app has no broker of its own, so these publishers are alone.
const testApp = useTestApp()
let broker: MqttBroker
let homeAssistant: BrokerClient
const opened: Publisher[] = []
beforeAll(async () => {
  broker = await startMqttBroker()
  homeAssistant = await broker.connect()
})
afterEach(async () => {
  for (const publisher of opened.splice(0)) await publisher.close()
})
afterAll(() => broker.stop())

const logged: string[] = []
let servers = 0

function open(
  { url = broker.url, serverId = `test${++servers}`, database = testApp().server.database } = {},
  times?: LeaseTimes,
): Publisher {
  const publisher = openPublisher(
    {
      ...{ database, url, serverId, discoveryPrefix: 'homeassistant', version: '1.0.0', publicUrl: null },
      ...{ shopping: { instacart: null }, rateLimits: 'off', log: (message) => void logged.push(message) },
    },
    times,
  )
  opened.push(publisher)
  return publisher
}

/** Creates a household that is on, although the app has no broker. */
async function newHome(): Promise<Person & { home: string }> {
  const owner = await testApp().person()
  const { id } = await testApp().household(owner)
  await asOwner(
    testApp().server.database,
    `insert into home_assistant_links (household_id, created_by, created_at) values ('${id}', '${owner.userId}', '2026-01-01T00:00:00.000Z')`,
  )
  return Object.assign(owner, { home: id })
}

const list = async (owner: Person) => (await owner.must(getShoppingList, {})).items.map(({ ingredientName }) => ingredientName)

it('without a broker it can’t be switched on', async () => {
  const owner = await testApp().person()
  const params = { id: (await testApp().household(owner)).id }
  expect(await owner.must(getHomeAssistant, { params })).toMatchObject({ isAvailable: false, isOn: false })
  expect(await owner.call(connectHomeAssistant, { params })).toMatchObject({ status: 409, body: { code: 'no_broker' } })
})

it('a wrong password is tried again with growing pauses, named to admins, and never logged', async () => {
  const owner = await newHome()
  logged.length = 0
  const before = broker.attempts.count
  open({ url: broker.url.replace(encodeURIComponent(brokerPassword), 'wrong-secret') })
  await vi.waitFor(
    async () => expect(await owner.must(getHomeAssistant, { params: { id: owner.home } })).toMatchObject({ connection: 'denied' }),
    10_000,
  )
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  const attempts = broker.attempts.count - before
  expect(attempts).toBeGreaterThan(1)
  expect(attempts).toBeLessThan(5)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toMatch(/^the MQTT broker isn’t connected and will be tried again: .*/)
  expect(logged.join()).not.toMatch(/wrong-secret|larder:/)
  // A household that is switched on meanwhile learns it without waiting for the next attempt.
  const another = await newHome()
  const { database } = testApp().server
  await database.publish(linkChangedTopic, another.home)
  await vi.waitFor(
    async () => expect(await another.must(getHomeAssistant, { params: { id: another.home } })).toMatchObject({ connection: 'denied' }),
    10_000,
  )
})

it('mqtts:// sends no password to a broker with an untrusted certificate', async () => {
  const owner = await newHome()
  logged.length = 0
  // smtp-server comes with a self-signed certificate.
  const { key, cert } = new SMTPServer({ secure: true }).options
  const received: Buffer[] = []
  const server = createServer({ key, cert }, (socket) => void socket.on('data', (chunk: Buffer) => received.push(chunk)))
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  open({ url: `mqtts://larder:secret@127.0.0.1:${(server.address() as { port: number }).port}` })
  await vi.waitFor(
    async () => expect(await owner.must(getHomeAssistant, { params: { id: owner.home } })).toMatchObject({ connection: 'no_response' }),
    10_000,
  )
  expect([logged[0], received]).toEqual([expect.stringMatching(/certificate/i), []])
  server.close()
})

it('commands that were sent while the server was away run when it is back, once', async () => {
  const owner = await newHome()
  const topics = topicsOf(owner.home)
  const first = open({ serverId: 'restarted' })
  await homeAssistant.waitFor(topics.state)
  await first.close()
  await homeAssistant.waitForText(availabilityTopic('restarted'), 'offline')
  const command = JSON.stringify({ id: 'away', action: 'add', text: 'milk' })
  await homeAssistant.publish(topics.command, command)
  await homeAssistant.publish(topics.command, command)
  open({ serverId: 'restarted' })
  await homeAssistant.waitFor(topics.result, ({ id }) => id === 'away')
  await homeAssistant.waitFor<HouseholdState>(topics.state, ({ shoppingList }) => shoppingList === 1)
  expect(await list(owner)).toEqual(['milk'])
})

it('a server that stops leaves what it didn’t run to the next one, and nothing is lost or done twice', async () => {
  const owner = await newHome()
  const topics = topicsOf(owner.home)
  const ids = Array.from({ length: 30 }, (_, n) => `n${n}`)
  const first = open({ serverId: 'stopping' })
  await homeAssistant.waitFor(topics.state)
  const sending = ids.map((id) => homeAssistant.publish(topics.command, JSON.stringify({ id, action: 'add', text: `thing ${id}` })))
  await homeAssistant.waitFor(topics.result)
  await first.close()
  await Promise.all(sending)
  open({ serverId: 'stopping' })
  await homeAssistant.waitFor<HouseholdState>(topics.state, ({ shoppingList }) => shoppingList === ids.length)
  expect((await list(owner)).toSorted()).toEqual(ids.map((id) => `thing ${id}`).toSorted())
})

it('another server’s households on the same broker stay', async () => {
  const theirs = topicsOf('0190a4d0-0000-7000-8000-000000000000')
  await homeAssistant.publish(theirs.state, JSON.stringify({ server: 'theirs' }), { retain: true })
  const ours = topicsOf('0190a4d0-0000-7000-8000-000000000001')
  await homeAssistant.publish(ours.state, JSON.stringify({ server: 'ours' }), { retain: true })
  open({ serverId: 'ours' })
  await homeAssistant.waitForText(ours.state, '')
  expect(await broker.retained(theirs.state)).toBe(JSON.stringify({ server: 'theirs' }))
})

if (process.env['LARDER_TEST_ENGINE'] === 'postgres') {
  describe('of two processes', () => {
    it('one is connected; the other takes over when it stops or dies', async () => {
      const owner = await newHome()
      const databases: Database[] = []
      const times = { leaseMs: 1_500, renewMs: 300 }
      const inProcess = async () => {
        const { databaseUrl, appDatabaseUrl } = testApp().config
        const database = await openPostgres(databaseUrl ?? '', () => {}, { appUrl: appDatabaseUrl })
        databases.push(database)
        return { database, publisher: open({ serverId: 'shared', database }, times) }
      }
      const first = await inProcess()
      await homeAssistant.waitFor(topicsOf(owner.home).state)
      const before = broker.attempts.count
      const second = await inProcess()
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      expect(broker.attempts.count).toBe(before)
      await first.publisher.close()
      await vi.waitFor(() => expect(broker.attempts.count).toBe(before + 1), 10_000)

      const third = await inProcess()
      // Like a crash: its connection to the database closes, so it can't renew its lease.
      await second.database.close()
      await vi.waitFor(() => expect(broker.attempts.count).toBe(before + 2), 15_000)
      await owner.must(addLot, { body: { ingredient: { name: 'Ham' }, quantity: 1, unit: 'each', expirationDate: '2020-01-01' } })
      await homeAssistant.waitFor<HouseholdState>(topicsOf(owner.home).state, ({ expired }) => expired === 1)
      await second.publisher.close()
      await third.publisher.close()
      for (const { close } of databases) await close().catch(() => {})
    })
  })
}
