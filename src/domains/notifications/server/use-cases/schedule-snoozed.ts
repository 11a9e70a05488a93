import type { Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { immediateChannels } from '../../contract/index.ts'
import * as store from '../store/notifications.ts'
import { nextFoodMessage, settingsOf } from './notification-settings.ts'

/** Lets snoozed alerts come with the first daily message after `until`. Each alert at once: they only return to the bell. */
export async function scheduleSnoozed(
  tx: Transaction,
  userIds: readonly string[],
  alertIds: readonly string[],
  timeZone: string,
  until: Date,
): Promise<void> {
  for (const [userId, settings] of await settingsOf(tx, userIds)) {
    if (settings.foodMessages !== 'daily') continue
    const at = nextFoodMessage(settings, timeZone, until).toISOString()
    for (const channel of immediateChannels) await store.scheduleFood(tx, channel, userId as UserId, alertIds, at)
  }
}
