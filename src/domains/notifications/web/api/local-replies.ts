import { localTable } from '#platform/shared/local-tables.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { listNotifications, type Notification } from '../../contract/bell.ts'

/** The newest of the user, in their order. */
const notificationTable = localTable<Notification>('notifications')
/** The server sends no more. */
const maxNotifications = 100

export const notificationReplies: readonly LocalReply[] = [
  localReply(
    listNotifications,
    [notificationTable],
    (tables, { query }) => {
      const all = tables.rows(notificationTable)
      const unread = all.filter(({ isRead }) => !isRead)
      if (all.length >= maxNotifications) return undefined
      const [offset, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 50)]
      return { notifications: (query.unread === 'true' ? unread : all).slice(offset, offset + limit), unreadCount: unread.length }
    },
    // Other households' notifications don't come with the live stream, and snoozed ones return by the clock.
    { isFallback: true },
  ),
]
