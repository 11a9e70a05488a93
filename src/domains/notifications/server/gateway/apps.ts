import type { Database } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { TargetAddress } from '../../contract/index.ts'
import { findTarget, listTargets } from '../store/message-targets.ts'
import { recordTargetResult } from '../use-cases/record-target-result.ts'
import { batchMessages } from './batch-messages.ts'
import type { ImmediateTransport } from './delivery-transport.ts'
import type { TargetServices } from './index.ts'
import { type AppMessage, sendToTarget, type TargetResult } from './message-sender.ts'

/** A message as it is stored; its link is completed when it is sent. */
type StoredMessage = Omit<AppMessage, 'link'> & { readonly path: string }

/** Sends notifications to the message targets of each user. */
export function appsTransport(database: Database, { encryption, messages, base }: TargetServices): ImmediateTransport {
  const address: ImmediateTransport['address'] = async (tx, userId, messages) =>
    (await listTargets(tx, userId)).flatMap(({ id }) =>
      messages.map(({ cause, title, body, path, isUrgent, rows }) => {
        const message: StoredMessage = { title, body, path, isUrgent }
        return { cause: `app:${id}:${cause}`, deviceId: id, message, rows }
      }),
    )
  return {
    compose: async (tx, batch) => address(tx, batch.userId, await batchMessages(tx, batch)),
    address,
    // Not by host: several users share one, and what one of them set up must not delay the others' messages.
    groupByHost: async (_q, rows) => Map.groupBy(rows, ({ user_id, device_id }) => `${user_id} ${device_id}`),
    async send({ user_id, device_id }, message): Promise<TargetResult> {
      const target = await database.read({ crossHousehold: 'jobs' }, (q) => findTarget(q, user_id as UserId, device_id ?? ''))
      if (!target) return { kind: 'gone' }
      const { path, ...texts } = message as StoredMessage
      const address = TargetAddress.parse(JSON.parse(encryption.decrypt(target.address_box)))
      return sendToTarget(address, { ...texts, link: new URL(path, base()).href }, messages)
    },
    onSettled: (tx, { user_id, device_id }, result: TargetResult, now) =>
      recordTargetResult(tx, user_id as UserId, device_id ?? '', result, now),
  }
}
