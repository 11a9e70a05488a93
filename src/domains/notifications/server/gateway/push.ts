import type { Database } from '#platform/server/database/index.ts'
import type { PushSender } from '#platform/server/outbox/push-sender.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { type DeviceRow, deleteDevice, listDevices } from '../store/deliveries.ts'
import { batchMessages } from './batch-messages.ts'
import { type TestableTransport, testMessageTexts } from './delivery-transport.ts'

/** What the service worker receives. It shows one notification per tag, which opens `url`. */
interface PushPayload {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
}

export function pushTransport(database: Database, sender: PushSender): TestableTransport {
  const send = (device: DeviceRow, payload: PushPayload) => sender.send(device, JSON.stringify(payload))

  return {
    async compose(tx, batch) {
      const devices = await listDevices(tx, batch.userId)
      if (devices.length === 0) return []
      const messages = await batchMessages(tx, batch)
      return devices.flatMap(({ id }) =>
        messages.map(({ cause, title, body, path, tag, rows }) => {
          const message: PushPayload = { title, body, url: path, tag }
          return { cause: `push:${id}:${cause}`, deviceId: id, message, rows }
        }),
      )
    },
    async groupByHost(q, rows) {
      const hosts = new Map<string | null, string>()
      for (const userId of new Set(rows.map(({ user_id }) => user_id as UserId)))
        for (const { id, endpoint } of await listDevices(q, userId)) hosts.set(id, URL.parse(endpoint)?.host ?? '')
      return Map.groupBy(rows, ({ device_id }) => hosts.get(device_id) ?? 'removed device')
    },
    async send({ user_id, device_id }, message) {
      const devices = await database.read({ crossHousehold: 'jobs' }, (q) => listDevices(q, user_id as UserId))
      const device = devices.find(({ id }) => id === device_id)
      return device ? send(device, message as PushPayload) : { kind: 'gone' }
    },
    async onSettled(tx, { user_id, device_id }, { kind }) {
      // Deletes the other messages to the device too.
      if (kind === 'gone' && device_id !== null) await deleteDevice(tx, user_id as UserId, device_id)
    },
    async sendTest({ read, write }, userId) {
      const devices = await read({ user: userId }, (q) => listDevices(q, userId))
      const { title, message } = testMessageTexts()
      const payload = { title, body: message, url: '/settings', tag: 'test' }
      const outcomes = await Promise.all(devices.map(async (device) => ({ device, outcome: await send(device, payload) })))
      const gone = outcomes.filter(({ outcome }) => outcome.kind === 'gone')
      if (gone.length > 0)
        await write(async (tx) => {
          for (const { device } of gone) await deleteDevice(tx, userId, device.id)
        })
      if (outcomes.length === gone.length) return 'no_device'
      return outcomes.some(({ outcome }) => outcome.kind === 'delivered') ? 'delivered' : 'unreachable'
    },
  }
}
