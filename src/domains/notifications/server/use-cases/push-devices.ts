import { randomUUIDv7 } from 'node:crypto'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { PushSender } from '#platform/server/outbox/push-sender.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { invalid, notFound } from '#platform/shared/problem.ts'
import type * as contract from '../../contract/index.ts'
import * as store from '../store/deliveries.ts'

/** Devices per user; adding more removes the oldest. */
const maxDevices = 20

const toDevice = ({ id, label, created_at }: store.DeviceRow): contract.PushDevice => ({ id, label, createdAt: created_at })

export const listDevices = async (q: Reader, userId: UserId): Promise<contract.PushDevice[]> =>
  (await store.listDevices(q, userId)).map(toDevice)

/** Throws `push_host` unless the endpoint belongs to an allowed push service, and `push_keys` if a key is malformed. */
export async function addDevice(
  tx: Transaction,
  { userId, now }: Caller,
  push: PushSender,
  { endpoint, keys, label }: BodyOf<typeof contract.addPushDevice>,
): Promise<contract.PushDevice> {
  if (!push.isKnown(endpoint)) throw invalid('push_host', 'This push service isn’t allowed on this server.', 'endpoint')
  if (Buffer.from(keys.p256dh, 'base64url').length !== 65 || Buffer.from(keys.auth, 'base64url').length < 16)
    throw invalid('push_keys', 'Those push keys aren’t valid.', 'keys')
  const row = { user_id: userId, id: randomUUIDv7(), endpoint, ...keys, label: label || 'A browser', created_at: now.toISOString() }
  await store.saveDevice(tx, row)
  const all = await store.listDevices(tx, userId)
  for (const { id } of all.slice(0, Math.max(0, all.length - maxDevices))) await store.deleteDevice(tx, userId, id)
  const saved = all.find((device) => device.endpoint === endpoint)
  if (!saved) throw new Error('the device is missing after saving it')
  return toDevice(saved)
}

export async function removeDevice(tx: Transaction, userId: UserId, id: string): Promise<void> {
  if (!(await store.deleteDevice(tx, userId, id))) throw notFound()
}
