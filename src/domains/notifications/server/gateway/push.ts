import { membershipOf } from '#domains/households/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { PushSender } from '#platform/server/outbox/push-sender.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import type { PushMessage } from '../../contract/index.ts'
import { foodActions } from '../../rules/food-actions.ts'
import { type DeviceRow, deleteDevice, listDevices } from '../store/deliveries.ts'
import type { ListedNotificationRow } from '../store/notifications.ts'
import { batchMessages } from './batch-messages.ts'
import { type TestableTransport, testMessageTexts } from './delivery-transport.ts'
import type { PushActionTokens } from './push-actions.ts'

export const pushFailureText = () => say`That didn’t work. Tap to open Larder.`

/** What each button of a message about one notification does. A browser shows the first two or so. */
function actionsFor({ type, lot_id, ingredient_id }: ListedNotificationRow, isMember: boolean) {
  const first = foodActions[type]
  if (!first || !isMember) return []
  const use = first === 'use_up' && lot_id !== null ? [{ title: say`Use`, do: 'use_up' } as const] : []
  const list = ingredient_id === null ? [] : [{ title: say`Add to list`, do: 'add_to_list' } as const]
  const snooze = { title: say`Snooze`, do: 'snooze' } as const
  return use.length > 0 ? [...use, snooze, ...list] : [...list, snooze]
}

export function pushTransport(database: Database, sender: PushSender, tokens: PushActionTokens): TestableTransport {
  const send = (device: DeviceRow, payload: PushMessage) => sender.send(device, JSON.stringify(payload))
  const sign = (rows: readonly ListedNotificationRow[], isMember: boolean, userId: UserId, deviceId: string, now: Date) => {
    const [row, ...others] = rows
    if (!row || others.length > 0) return []
    return actionsFor(row, isMember).map(({ title, do: name }) => ({
      title,
      token: tokens.sign({ action: { do: name, notificationId: row.id }, userId, deviceId }, now),
    }))
  }

  return {
    async compose(tx, batch) {
      const devices = await listDevices(tx, batch.userId)
      if (devices.length === 0) return []
      const messages = await batchMessages(tx, batch)
      const { userId, rows: due, now } = batch
      const membership = due[0].household_id === null ? undefined : await membershipOf(tx, userId, due[0].household_id)
      const isMember = membership !== undefined && isRoleAtLeast(membership.role, 'MEMBER')
      const failureText = pushFailureText()
      return devices.flatMap(({ id }) =>
        messages.map(({ cause, title, body, path, tag, rows }) => {
          const message: PushMessage = { title, body, url: path, tag, actions: sign(rows, isMember, userId, id, now), failureText }
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
      return device ? send(device, message as PushMessage) : { kind: 'gone' }
    },
    async onSettled(tx, { user_id, device_id }, { kind }) {
      // Deletes the other messages to the device too.
      if (kind === 'gone' && device_id !== null) await deleteDevice(tx, user_id as UserId, device_id)
    },
    async sendTest({ read, write }, userId) {
      const devices = await read({ user: userId }, (q) => listDevices(q, userId))
      const { title, message } = testMessageTexts()
      const payload = { title, body: message, url: '/settings', tag: 'test', actions: [], failureText: '' }
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
