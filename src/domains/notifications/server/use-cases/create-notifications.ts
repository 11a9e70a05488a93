import { randomUUIDv7 } from 'node:crypto'
import type { Actor } from '#platform/server/changes/log.ts'
import { recordChange } from '#platform/server/changes/log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { type NotificationType, notificationsGiven } from '../../contract/index.ts'
import { type Facts, isWanted, kindOf } from '../../rules/index.ts'
import * as store from '../store/notifications.ts'
import { settingsOf, timesFor } from './notification-settings.ts'

/** One thing to tell, to whom. */
export interface Notice {
  readonly type: NotificationType
  /** What it tells of: nobody is told of the same twice. */
  readonly cause: string
  readonly userIds: readonly string[]
  readonly facts: Facts
  readonly alertId?: string
  readonly lotId?: string | null
  readonly ingredientId?: string | null
  /** Told as if it had been read: it counts elsewhere. */
  readonly bornRead?: boolean
}

const maxRows = 500

/** Tells people something of a household, or of none, each as they want to be told; who wants nothing of the kind gets nothing. Answers who was told. */
export async function createNotifications(
  tx: Transaction,
  { householdId, now }: { readonly householdId: HouseholdId | null; readonly now: Date },
  zoneOf: (userId: string) => string,
  notices: readonly Notice[],
): Promise<string[]> {
  const people = [...new Set(notices.flatMap(({ userIds }) => userIds))]
  if (people.length === 0) return []
  const settings = await settingsOf(tx, people)
  const at = now.toISOString()
  const times = new Map<string, ReturnType<typeof timesFor>>()
  const rows = notices.flatMap((notice) =>
    notice.userIds.flatMap((userId): store.NotificationRow[] => {
      const wishes = settings.get(userId)
      if (!wishes || !isWanted(wishes, notice.type)) return []
      const key = `${userId} ${kindOf(notice.type)}`
      let time = times.get(key)
      if (!time) {
        time = timesFor(wishes, notice.type, zoneOf(userId), now)
        times.set(key, time)
      }
      return [
        {
          user_id: userId,
          id: randomUUIDv7(),
          household_id: householdId,
          type: notice.type,
          cause: notice.cause,
          alert_id: notice.alertId ?? null,
          lot_id: notice.lotId ?? null,
          ingredient_id: notice.ingredientId ?? null,
          facts: JSON.stringify(notice.facts),
          shown: wishes.kinds[kindOf(notice.type)].bell ? 1 : 0,
          created_at: at,
          at,
          read_at: notice.bornRead ? at : null,
          ...time,
        },
      ]
    }),
  )
  for (let i = 0; i < rows.length; i += maxRows) await store.insertNotifications(tx, rows.slice(i, i + maxRows))
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Tells the household's open screens whose bell to look at again. */
export async function publishNotifications(tx: Transaction, actor: Actor, userIds: Iterable<string>): Promise<void> {
  const all = [...new Set(userIds)]
  if (all.length > 0) await recordChange(tx, actor, notificationsGiven, { userIds: all })
}
