import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { CheckCheck, ChevronDown } from 'lucide-react'
import type { AlertType } from '#domains/alerts/contract.ts'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { RelativeTime } from '#platform/web/ui/relative-time.tsx'
import type { Notification } from '../../contract/bell.ts'
import { markRead } from '../api/notification-requests.ts'
import { groupNotifications, type NotificationGroup } from './group-notifications.ts'
import { NotificationRow } from './notification-row.tsx'
import { typeDisplay } from './type-display.ts'

interface RowOptions {
  onLeave?: () => void
  deletable?: boolean
}

/** The rows of a list of notifications; several alerts of one type and day are one row that opens. */
export function NotificationItems({ notifications, ...options }: { notifications: readonly Notification[] } & RowOptions) {
  const timeZone = useActiveHousehold()?.timeZone ?? 'UTC'
  return groupNotifications(notifications, timeZone).map((one) =>
    'notifications' in one ? (
      <GroupRow key={one.notifications[0].id} group={one} {...options} />
    ) : (
      <NotificationRow key={one.id} notification={one} {...options} />
    ),
  )
}

function groupTitle(type: AlertType, count: number): string {
  switch (type) {
    case 'expired':
      return plural(count, { one: '# item has expired', other: '# items have expired' })
    case 'expiring_soon':
      return plural(count, { one: '# thing to use soon', other: '# things to use soon' })
    case 'low_stock':
      return plural(count, { one: '# thing is running low', other: '# things are running low' })
    case 'waste_risk':
      return plural(count, { one: '# thing may go to waste', other: '# things may go to waste' })
  }
}

function GroupRow({ group: { type, notifications }, ...options }: { group: NotificationGroup } & RowOptions) {
  const [{ isRead, createdAt }] = notifications
  const { icon: Icon, color } = typeDisplay[type]
  return (
    <li className={clsx('relative border-s-3', isRead ? 'border-s-transparent' : 'border-s-herb bg-herb-soft/40')}>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-start gap-3 py-3 ps-3.5 pe-22 [&::-webkit-details-marker]:hidden">
          <span className={clsx('flex size-10 shrink-0 items-center justify-center rounded-full', color)}>
            <Icon aria-hidden="true" className="size-5" />
          </span>
          <span className="min-w-0 flex-1">
            <span className={clsx('block leading-snug', !isRead && 'font-semibold')}>
              {isRead ? null : (
                <span className="sr-only">
                  <Trans>Unread: </Trans>
                </span>
              )}
              {groupTitle(type, notifications.length)}
            </span>
            <span className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-ink-soft">
              {notifications.map(({ ingredientName, title }) => ingredientName ?? title).join(', ')}
            </span>
            <span className="mt-1 block text-sm text-ink-soft">
              <RelativeTime at={createdAt} />
            </span>
          </span>
          <ChevronDown aria-hidden="true" className="absolute end-4 top-5 size-5 text-ink-soft group-open:rotate-180" />
        </summary>
        <ul className="divide-y divide-line border-t border-line">
          {notifications.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} {...options} />
          ))}
        </ul>
      </details>
      {isRead ? null : (
        <IconButton
          label={t`Mark as read: ${groupTitle(type, notifications.length)}`}
          className="absolute! end-10 top-2"
          icon={<CheckCheck aria-hidden="true" className="size-5" />}
          onClick={() => void markRead(...notifications.map(({ id }) => id))}
        />
      )}
    </li>
  )
}
