import { hasSession } from '#domains/account/server/index.ts'
import { membershipOf } from '#domains/households/server/index.ts'
import { lotWithReserved } from '#domains/inventory/server/index.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { PushSender } from '#platform/server/outbox/push-sender.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import type { PushMessage } from '../../contract/index.ts'
import { foodActions } from '../../rules/food-actions.ts'
import { type DeviceRow, deleteDevice, listDevices } from '../store/deliveries.ts'
import type { ListedNotificationRow } from '../store/notifications.ts'
import { batchMessages } from './batch-messages.ts'
import { type ImmediateTransport, type TestableTransport, testMessageTexts } from './delivery-transport.ts'
import type { PushAction, PushActionTokens } from './push-actions.ts'

export const pushFailureText = () => say`That didn’t work. Tap to open Larder.`

/** A button of a queued message. Its token is signed when the message is sent, so that none is stored. */
type QueuedButton = { readonly title: string; readonly notificationId: string } & (
  | { readonly do: 'use_up'; readonly householdId: HouseholdId; readonly lotId: string }
  | { readonly do: 'add_to_list' | 'snooze' }
)
/** Messages that an older version queued have no `buttons`. */
type QueuedPush = Omit<PushMessage, 'actions'> & { readonly buttons?: readonly QueuedButton[] }

/** Returns the buttons of a message about one notification. */
function buttonsFor(rows: readonly ListedNotificationRow[], isMember: boolean): QueuedButton[] {
  const [row, ...others] = rows
  if (!row || others.length > 0 || !isMember) return []
  const { id: notificationId, type, household_id: householdId, lot_id: lotId, ingredient_id } = row
  const first = foodActions[type]
  if (!first) return []
  const use: QueuedButton[] =
    first === 'use_up' && householdId !== null && lotId !== null
      ? [{ title: say`Use up`, do: 'use_up', notificationId, householdId, lotId }]
      : []
  const list: QueuedButton[] = ingredient_id === null ? [] : [{ title: say`Add to list`, do: 'add_to_list', notificationId }]
  const snooze: QueuedButton = { title: say`Snooze`, do: 'snooze', notificationId }
  return use.length > 0 ? [...use, snooze, ...list] : [...list, snooze]
}

/** Returns a function that turns queued buttons into those of a message, leaving out what can't be done any more. */
function buttonSigner(database: Database, tokens: PushActionTokens) {
  const actionOf = async (button: QueuedButton): Promise<PushAction['action'] | null> => {
    const { do: name, notificationId } = button
    if (name !== 'use_up') return { do: name, notificationId }
    const lot = await database.read(button.householdId, (q) => lotWithReserved(q, button.householdId, button.lotId))
    return lot?.row.state === 'active' ? { do: name, notificationId, lotVersion: Number(lot.row.version) } : null
  }
  return async (buttons: readonly QueuedButton[], userId: UserId, deviceId: string, now: Date): Promise<PushMessage['actions']> => {
    const signed: PushMessage['actions'] = []
    for (const button of buttons) {
      const action = await actionOf(button)
      if (action) signed.push({ title: button.title, token: tokens.sign({ action, userId, deviceId }, now) })
    }
    return signed
  }
}

/** Whether the user may change the food that these notifications are about. */
async function mayChange(tx: Transaction, userId: UserId, [row]: readonly ListedNotificationRow[]): Promise<boolean> {
  const membership = row?.household_id ? await membershipOf(tx, userId, row.household_id) : undefined
  return membership !== undefined && isRoleAtLeast(membership.role, 'MEMBER')
}

export function pushTransport(database: Database, sender: PushSender, tokens: PushActionTokens): TestableTransport & ImmediateTransport {
  const send = (device: DeviceRow, payload: PushMessage) => sender.send(device, JSON.stringify(payload))
  const sign = buttonSigner(database, tokens)

  const address: ImmediateTransport['address'] = async (tx, userId, messages) => {
    const devices = await listDevices(tx, userId)
    if (devices.length === 0) return []
    const isMember = await mayChange(tx, userId, messages[0]?.rows ?? [])
    const failureText = pushFailureText()
    return devices.flatMap(({ id }) =>
      messages.map(({ cause, title, body, path, tag, rows }) => {
        const message: QueuedPush = { title, body, url: path, tag, failureText, buttons: buttonsFor(rows, isMember) }
        return { cause: `push:${id}:${cause}`, deviceId: id, message, rows }
      }),
    )
  }

  return {
    compose: async (tx, batch) => address(tx, batch.userId, await batchMessages(tx, batch)),
    address,
    async groupByHost(q, rows) {
      const hosts = new Map<string | null, string>()
      for (const userId of new Set(rows.map(({ user_id }) => user_id as UserId)))
        for (const { id, endpoint } of await listDevices(q, userId)) hosts.set(id, URL.parse(endpoint)?.host ?? '')
      return Map.groupBy(rows, ({ device_id }) => hosts.get(device_id) ?? 'removed device')
    },
    async send({ user_id, device_id }, queued, now) {
      const userId = user_id as UserId
      const { device, isSignedIn } = await database.read({ user: userId }, async (q) => {
        const device = (await listDevices(q, userId)).find(({ id }) => id === device_id)
        const sessionId = device?.session_id ?? null
        return { device, isSignedIn: sessionId !== null && (await hasSession(q, userId, sessionId, now)) }
      })
      if (!device) return { kind: 'gone' }
      const { buttons = [], ...message } = queued as QueuedPush
      return send(device, { ...message, actions: isSignedIn ? await sign(buttons, userId, device.id, now) : [] })
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
