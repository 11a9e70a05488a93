import type { UserTable } from '#platform/server/sync/synced-table.ts'
import { listNotifications } from './use-cases/manage-notifications.ts'
import { getSettings } from './use-cases/notification-settings.ts'

/** The newest are kept. */
const maxNotifications = 100

/** What browsers keep a copy of: the user's notifications as the API returns them, and what they are notified of. */
export const syncedNotifications: readonly UserTable[] = [
  { name: 'notificationSettings', list: async (q, { userId }) => [{ id: 'settings', ...(await getSettings(q, userId)) }] },
  {
    name: 'notifications',
    list: async (q, caller) => (await listNotifications(q, caller, { unread: false, limit: maxNotifications, offset: 0 })).notifications,
  },
]
