import { randomUUIDv7 } from 'node:crypto'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { type NotificationKind, type OutgoingChannel, outgoingChannels } from '../../contract/index.ts'
import { kindOf } from '../../rules/notification-preferences.ts'
import type { DeliveryRow } from '../store/deliveries.ts'
import type { ComposedMessage } from './delivery-transport.ts'

/** The payload of a delivery: the message, and what to check again before each attempt, as it may wait for days. */
export interface QueuedMessage {
  readonly message: object
  /** The notifications it contains, the first 100 at most. It is sent only if at least one is still unread. */
  readonly ids: readonly string[]
  readonly kinds: readonly NotificationKind[]
  /** The time zone of the quiet hours. */
  readonly timeZone: string
  /** For the daily message about food, read or not: its day, and the alerts of which at least one must still be open. */
  readonly food?: FoodOfMessage
}
export interface FoodOfMessage {
  readonly day: CalendarDate
  readonly alerts: readonly { readonly householdId: HouseholdId; readonly alertId: string }[]
  readonly kinds: readonly NotificationKind[]
  readonly timeZone: string
}

const maxIds = 100

/** Returns the delivery of a message that is due now. `food`: see `QueuedMessage`. */
export function newDelivery(
  channel: OutgoingChannel,
  userId: UserId,
  { cause, deviceId, message, rows }: ComposedMessage,
  now: Date,
  food?: FoodOfMessage,
): DeliveryRow {
  const payload: QueuedMessage = {
    message,
    ids: rows.slice(0, maxIds).map(({ id }) => id),
    kinds: food?.kinds ?? [...new Set(rows.map(({ type }) => kindOf(type)))],
    timeZone: food?.timeZone ?? rows[0]?.time_zone ?? 'UTC',
    ...(food ? { food } : {}),
  }
  return {
    user_id: userId,
    id: randomUUIDv7(),
    channel: outgoingChannels[channel].storedAs,
    device_id: deviceId,
    cause,
    payload: JSON.stringify(payload),
    state: 'waiting',
    tries: 0,
    due_at: now.toISOString(),
    reason: null,
    created_at: now.toISOString(),
    ended_at: null,
  }
}
