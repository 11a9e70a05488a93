import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { SendResult } from '#platform/server/outbox/outbox.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import { say } from '#platform/shared/say.ts'
import type { TestOutcome } from '../../contract/index.ts'
import type { DeliveryRow } from '../store/deliveries.ts'
import type { ListedNotificationRow } from '../store/notifications.ts'

/** A user's due notifications of one household. */
export interface DueBatch {
  readonly userId: UserId
  readonly language: Language
  readonly rows: readonly [ListedNotificationRow, ...ListedNotificationRow[]]
  readonly now: Date
}

/** A message to queue. There is at most one per user and cause. */
export interface ComposedMessage {
  readonly cause: string
  readonly deviceId: string | null
  /** Stored as JSON and passed to `send`. */
  readonly message: object
  /** The notifications it contains. */
  readonly rows: readonly ListedNotificationRow[]
}

/** Database access of a request of the user. */
export interface UserAccess {
  readonly read: Database['read']
  readonly write: (work: (tx: Transaction) => Promise<unknown>) => Promise<unknown>
}

/** A channel that sends notifications out of the server. */
export interface ChannelTransport {
  /** Turns due notifications into messages, in the language of the user. Returns none if the user can't receive any. */
  compose(tx: Transaction, batch: DueBatch): Promise<ComposedMessage[]>
  /** Groups deliveries by the host that accepts them; an outage of a host delays its whole group. */
  groupByHost(q: Reader, rows: readonly DeliveryRow[]): Promise<Map<string, DeliveryRow[]>>
  send(row: DeliveryRow, message: unknown): Promise<SendResult>
  /** Sends a test message now, regardless of settings and quiet hours. */
  sendTest(access: UserAccess, userId: UserId): Promise<TestOutcome>
}

export const testMessageTexts = () => ({
  title: say`Test notification from Larder`,
  message: say`If you can read this, notifications work.`,
})
