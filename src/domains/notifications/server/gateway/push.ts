import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { PushSender } from '#platform/server/outbox/push-sender.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { say } from '#platform/shared/say.ts'
import { type DeviceRow, deleteDevice, listDevices } from '../store/deliveries.ts'

import { toNotifications } from '../use-cases/manage-notifications.ts'
import { type ChannelTransport, type ComposedMessage, type DueBatch, testMessageTexts } from './delivery-transport.ts'

/** What the service worker receives. It shows one notification per tag, which opens `url`. */
interface PushPayload {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
}

/** More notifications than this are combined into one message. */
const maxSingle = 3

async function messagesOf(tx: Transaction, { rows, now }: DueBatch): Promise<Omit<ComposedMessage, 'deviceId'>[]> {
  const described = await toNotifications(tx, rows.slice(0, maxSingle), now)
  if (rows.length > maxSingle) {
    const [first] = rows
    const message: PushPayload = {
      title: say`${rows.length} items need attention`,
      body: `${described.map(({ title }) => title).join(', ')} …`,
      url: '/notifications',
      tag: `many:${first.household_id ?? ''}`,
    }
    return [{ cause: first.id, message, rows }]
  }
  return described.map(({ row, title, message: body }) => {
    const message: PushPayload = { title, body, url: row.lot_id ? `/inventory?item=${row.lot_id}` : '/notifications', tag: row.cause }
    return { cause: row.id, message, rows: [row] }
  })
}

export function pushTransport(database: Database, sender: PushSender): ChannelTransport {
  const send = (device: DeviceRow, payload: PushPayload) => sender.send(device, JSON.stringify(payload))

  return {
    async compose(tx, batch) {
      const devices = await listDevices(tx, batch.userId)
      if (devices.length === 0) return []
      const messages = await messagesOf(tx, batch)
      return devices.flatMap(({ id }) =>
        messages.map(({ cause, ...message }) => ({ ...message, deviceId: id, cause: `push:${id}:${cause}` })),
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
