import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWebhook, testWebhook, listDeliveries as webhookLog } from '#domains/settings/contract.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { listDeliveries, retryDeliveries } from '../contract/index.ts'

const testApp = useTestApp({ LARDER_WEBHOOK_LAN: 'on' })
const received: string[] = []
let status = 500
const server = createServer((request, response) => {
  received.push(request.url ?? '')
  response.statusCode = status
  request.resume().on('end', () => response.end())
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

it('shows the server admin the webhook messages that were not delivered, and retries them', async () => {
  // The first account is the server admin.
  const admin = await createPerson(testApp())
  const ana = await createPerson(testApp())
  await testApp().household(ana)
  const id = ana.home ?? ''
  const { port } = server.address() as AddressInfo
  const { id: webhookId } = await ana.must(createWebhook, { params: { id }, body: { url: `http://127.0.0.1:${port}/hook` } })
  await ana.must(testWebhook, { params: { id, webhookId } })
  for (let hours = 0; hours < 5; hours++) await testApp().server.jobs.catchUp(new Date(Date.now() + hours * 15 * 3_600_000))
  expect(received).toHaveLength(5)
  const listed = await admin.must(listDeliveries)
  expect(listed).toMatchObject({ waiting: 0, parked: [{ channel: 'webhook', tries: 5, reason: 'answered 500' }] })
  expect(JSON.stringify(listed)).not.toContain('127.0.0.1')

  status = 204
  expect(await admin.must(retryDeliveries)).toEqual({ waiting: 1 })
  await testApp().server.jobs.catchUp(new Date())
  expect(received).toHaveLength(6)
  expect(await admin.must(listDeliveries)).toEqual({ waiting: 0, parked: [] })
  expect(await ana.must(webhookLog, { params: { id, webhookId } })).toMatchObject([{ state: 'delivered', tries: 1, status: 204 }])
})
