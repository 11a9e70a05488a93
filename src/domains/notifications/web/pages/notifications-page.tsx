import { BellOff } from 'lucide-react'
import { AlertsPanel } from '#domains/alerts/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import { markAllRead, useNotifications } from '../api/acts.ts'
import { NotificationRow } from '../components/notification-row.tsx'

/** The household's alerts, and beside them what this person was told. */
export function NotificationsPage() {
  return (
    <>
      <PageHeader title="Alerts & Notifications" subtitle="Stay informed about your inventory status" />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <AlertsPanel />
        <MyNotifications />
      </div>
    </>
  )
}

function MyNotifications() {
  const { data, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useNotifications()
  const all = data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const unread = data?.pages[0]?.unreadCount ?? 0
  return (
    <Card flush>
      <CardHeader
        title="Your notifications"
        className="flex-nowrap! gap-x-2! px-4 py-1.5 sm:px-5"
        aside={
          unread > 0 ? (
            <Button variant="plain" className="-mr-3 shrink-0 px-3! text-sm!" onClick={() => void markAllRead()}>
              Mark all as read
            </Button>
          ) : undefined
        }
      />
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : !data ? (
        <ErrorState error={error} fallback="The notifications did not load." onRetry={() => void refetch()} busy={isFetching} />
      ) : all.length === 0 ? (
        <EmptyState icon={BellOff} title="No notifications" />
      ) : (
        <>
          <ul aria-label="Your notifications" className="divide-y divide-line border-t border-line">
            {all.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} deletable />
            ))}
          </ul>
          {hasNextPage ? (
            <div className="border-t border-line p-3 text-center">
              <Button variant="plain" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Card>
  )
}
