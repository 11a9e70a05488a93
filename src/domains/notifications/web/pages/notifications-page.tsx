import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { BellOff } from 'lucide-react'
import { AlertsPanel } from '#domains/alerts/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import { useBell } from '../api/bell.ts'
import { markAllRead, useNotifications } from '../api/notification-requests.ts'
import { NotificationItems } from '../bell/notification-list.tsx'

export function NotificationsPage() {
  const unread = useBell().data?.unreadCount ?? 0
  const label = t`Your notifications`
  return (
    <>
      <PageHeader title={t`Alerts & Notifications`} subtitle={t`Stay informed about your inventory status`} />
      <AlertsPanel aside={<MyNotifications />} asideLabel={unread > 0 ? `${label} (${unread})` : label} />
    </>
  )
}

function MyNotifications() {
  const list = useNotifications()
  const { data, error, isPending, isFetching, refetch } = list
  const all = data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const unread = data?.pages[0]?.unreadCount ?? 0
  return (
    <Card flush>
      <CardHeader
        title={t`Your notifications`}
        className="gap-x-2! px-4 py-1.5 sm:flex-nowrap! sm:px-5"
        aside={
          unread > 0 ? (
            <Button variant="plain" className="-me-3 px-3! text-sm!" onClick={() => void markAllRead()}>
              <Trans>Mark all as read</Trans>
            </Button>
          ) : undefined
        }
      />
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : !data ? (
        <ErrorState error={error} fallback={t`Couldn’t load notifications.`} onRetry={() => void refetch()} busy={isFetching} />
      ) : all.length === 0 ? (
        <EmptyState icon={BellOff} title={t`No notifications`} />
      ) : (
        <>
          <ul aria-label={t`Your notifications`} className="divide-y divide-line border-t border-line">
            <NotificationItems notifications={all} deletable />
          </ul>
          <ShowMore list={list} />
        </>
      )}
    </Card>
  )
}
