import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { BellOff, HandHelping } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { useBell } from '../api/bell.ts'
import { NotificationItems } from './notification-list.tsx'

export function BellPanel({ bell, pending, onClose }: { bell: ReturnType<typeof useBell>; pending: number; onClose: () => void }) {
  const { data, error, isFetching, refetch } = bell
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={t`Notifications`}
      tabIndex={-1}
      className="rise fixed inset-x-2 top-[calc(env(safe-area-inset-top)+4rem)] z-40 flex max-h-[min(36rem,calc(100dvh-9rem-var(--toast)))] flex-col overflow-hidden rounded-card border border-edge bg-card outline-none sm:absolute sm:inset-x-auto sm:top-13 sm:end-0 sm:w-[25rem]"
    >
      {pending > 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 border-b border-line bg-plum-soft px-4 py-2 text-plum-ink">
          <HandHelping aria-hidden="true" className="size-5 shrink-0" />
          <span className="flex-1 whitespace-nowrap">
            {plural(pending, { one: '# pending borrow request', other: '# pending borrow requests' })}
          </span>
          <Link to="/borrow" search={{ tab: 'incoming' }} onClick={onClose} className={buttonClass('plain', '-me-3')}>
            <Trans>View borrow requests</Trans>
          </Link>
        </p>
      ) : null}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {data === undefined ? (
          error ? (
            <ErrorState error={error} fallback={t`Couldn’t load notifications.`} onRetry={() => void refetch()} busy={isFetching} />
          ) : (
            <SkeletonRows rows={3} />
          )
        ) : data.notifications.length === 0 ? (
          <EmptyState icon={BellOff} title={t`No notifications`} />
        ) : (
          <ul className="divide-y divide-line">
            <NotificationItems notifications={data.notifications} onLeave={onClose} />
          </ul>
        )}
      </div>
      <Link
        to="/notifications"
        search={{ tab: 'mine' }}
        onClick={onClose}
        className={buttonClass('plain', 'w-full rounded-none! border-t! border-line!')}
      >
        <Trans>View all notifications</Trans>
      </Link>
    </div>
  )
}
