import type { Transaction } from '#platform/server/database/index.ts'
import { say } from '#platform/shared/say.ts'
import type { ListedNotificationRow } from '../store/notifications.ts'
import { toNotifications } from '../use-cases/manage-notifications.ts'
import type { DueBatch } from './delivery-transport.ts'

/** A message of an immediate channel. */
export interface BatchMessage {
  /** Identifies it among the user's messages. */
  readonly cause: string
  readonly title: string
  readonly body: string
  /** What it opens, from the server's address on. */
  readonly path: string
  /** Devices replace an earlier message with the same tag. */
  readonly tag: string
  readonly isUrgent: boolean
  readonly rows: readonly ListedNotificationRow[]
}

/** More notifications than this are combined into one message. */
const maxSingle = 3

/** Returns a message for each of a few notifications, or one for many. */
export async function batchMessages(tx: Transaction, { rows, now }: DueBatch): Promise<BatchMessage[]> {
  const described = await toNotifications(tx, rows.slice(0, maxSingle), now)
  if (rows.length > maxSingle) {
    const [first] = rows
    return [
      {
        cause: first.id,
        title: say`${rows.length} items need attention`,
        body: `${described.map(({ title }) => title).join(', ')} …`,
        path: '/notifications?tab=mine',
        tag: `many:${first.household_id ?? ''}`,
        isUrgent: rows.some(({ type }) => type === 'expired'),
        rows,
      },
    ]
  }
  return described.map(({ row, title, message }) => ({
    cause: row.id,
    title,
    body: message,
    path: row.lot_id ? `/inventory?item=${row.lot_id}` : '/notifications?tab=mine',
    tag: row.cause,
    isUrgent: row.type === 'expired',
    rows: [row],
  }))
}
