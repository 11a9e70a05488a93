import type { HouseholdId } from '#platform/shared/ids.ts'
import type { NotificationType, StoredChannel, TargetKind, TargetProblem } from '../contract/index.ts'

/** What a notification was like before its user's settings hid it, with the channels that hadn't sent it. */
export interface BeforeHeld {
  readonly at: string
  readonly readAt: string | null
  readonly due: readonly DueColumn[]
}

/** The columns with the time at which a channel is due to send a notification; null if it isn't, or if it has a delivery. */
export type DueColumn = `${StoredChannel}_at`

export interface NotificationTables {
  notifications: Record<DueColumn, string | null> & {
    user_id: string
    id: string
    household_id: HouseholdId | null
    type: NotificationType
    cause: string
    alert_id: string | null
    lot_id: string | null
    ingredient_id: string | null
    /** JSON: Facts */
    facts: string
    shown: 0 | 1
    created_at: string
    at: string
    /**
     * Until when the user's settings hide it; null if they don't. `at` is the same, or later if the alert is snoozed for longer. As long as
     * `at` is ahead, or if it was when the alert was closed, the user hasn't been notified.
     */
    held_until: string | null
    /** JSON: BeforeHeld; null for one created hidden. */
    before_held: string | null
    read_at: string | null
  }
  notification_settings: { user_id: string; settings: string; updated_at: string }
  push_devices: {
    user_id: string
    id: string
    endpoint: string
    p256dh: string
    auth: string
    label: string
    created_at: string
    /** The session that registered it; null if an older version did. */
    session_id: string | null
  }
  message_targets: {
    user_id: string
    id: string
    kind: TargetKind
    name: string
    host: string
    /** JSON, encrypted: TargetAddress */
    address_box: string
    problem: TargetProblem | null
    problem_since: string | null
    created_at: string
  }
  deliveries: {
    user_id: string
    id: string
    channel: StoredChannel
    /** The push device or message target. */
    device_id: string | null
    cause: string
    /** JSON: QueuedMessage */
    payload: string | null
    state: 'waiting' | 'sent' | 'parked'
    tries: number
    due_at: string
    reason: string | null
    created_at: string
    ended_at: string | null
  }
}
