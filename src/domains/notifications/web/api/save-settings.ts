import { call } from '#platform/web/api/call.ts'
import { cache, invalidate, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { listNotifications } from '../../contract/bell.ts'
import {
  type ChangedSettings,
  changeNotificationSettings,
  getNotificationSettings,
  type NotificationSettings,
} from '../../contract/channels.ts'

/** Replaces the user's settings on the server and in the cache. They may show or hide notifications. Throws `ApiError`. */
export async function saveNotificationSettings(settings: ChangedSettings): Promise<NotificationSettings> {
  const saved = await call(changeNotificationSettings, { body: settings })
  cache.setQueryData(queryKeyOf(getNotificationSettings, {}), saved)
  void invalidate(listNotifications)
  return saved
}
