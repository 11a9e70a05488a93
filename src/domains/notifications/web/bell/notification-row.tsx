import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { AlarmClock, CheckCheck, ListPlus, Utensils, X } from 'lucide-react'
import { useState } from 'react'
import { useActiveHouseholdId, useHasRole } from '#domains/households/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { RelativeTime } from '#platform/web/ui/relative-time.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { Notification } from '../../contract/bell.ts'
import { foodActions } from '../../rules/food-actions.ts'
import { addToList, consumeNotificationLot, dismissNotification, markRead, snoozeForADay } from '../api/notification-requests.ts'
import { typeDisplay } from './type-display.ts'

/** A notification with its actions. `onLeave` is called when a link in it is followed. */
export function NotificationRow({
  notification,
  onLeave,
  deletable = false,
}: {
  notification: Notification
  onLeave?: () => void
  deletable?: boolean
}) {
  const { id, type, title, message, isRead, createdAt, lotId, ingredientId, household } = notification
  const { icon: Icon, color, link } = typeDisplay[type]
  const action = foodActions[type]
  const { show } = useQuantityFormatter()
  // Only for the household that is open, as the user may be a viewer in the others.
  const isOpenHousehold = useActiveHouseholdId() === household?.id
  const canAct = useHasRole('MEMBER') && isOpenHousehold
  const [busy, setBusy] = useState(false)
  const run = (work: Promise<unknown>) => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }
  const smallButton = 'min-h-11! px-3! text-sm!'
  const deleteButton = deletable ? (
    <IconButton
      label={t`Dismiss notification`}
      className="-me-2"
      icon={<X aria-hidden="true" className="size-5" />}
      onClick={() => void dismissNotification(id)}
    />
  ) : null

  return (
    <li className={clsx('border-s-3 px-4 pt-3 ps-3.5', isRead ? 'border-s-transparent pb-3' : 'border-s-herb bg-herb-soft/40 pb-1.5')}>
      <div className="flex items-start gap-3">
        <span className={clsx('flex size-10 shrink-0 items-center justify-center rounded-full', color)}>
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className={clsx('leading-snug break-words', !isRead && 'font-semibold')}>
            {isRead ? null : (
              <span className="sr-only">
                <Trans>Unread: </Trans>
              </span>
            )}
            {isOpenHousehold && lotId ? (
              <Link to="/inventory" search={{ item: lotId }} onClick={onLeave} className="text-ink no-underline hover:underline">
                {title}
              </Link>
            ) : link && (isOpenHousehold || !household) ? (
              <Link to={link.to} search={link.search ?? {}} onClick={onLeave} className="text-ink no-underline hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
          <p className="mt-0.5 text-sm break-words text-ink-soft">{message}</p>
          <p className="mt-1 text-sm text-ink-soft">
            <RelativeTime at={createdAt} />
            {!isOpenHousehold && household ? ` · ${household.name}` : null}
          </p>
        </div>
        {isRead ? (
          deleteButton
        ) : (
          <IconButton
            label={t`Mark as read`}
            className="-me-2"
            icon={<CheckCheck aria-hidden="true" className="size-5" />}
            onClick={() => void markRead(id)}
          />
        )}
      </div>
      {isRead ? null : (
        <div className="mt-1 flex flex-wrap items-center gap-1 ps-10">
          {canAct && lotId && action === 'use_up' ? (
            <Button
              variant="plain"
              className={smallButton}
              busy={busy}
              icon={<Utensils aria-hidden="true" className="size-4.5" />}
              onClick={() => run(consumeNotificationLot(notification, show))}
            >
              <Trans>Use</Trans>
            </Button>
          ) : null}
          {canAct && ingredientId && action === 'add_to_list' ? (
            <Button
              variant="plain"
              className={smallButton}
              busy={busy}
              icon={<ListPlus aria-hidden="true" className="size-4.5" />}
              onClick={() => run(addToList(notification))}
            >
              <Trans>Add to list</Trans>
            </Button>
          ) : null}
          <Button
            variant="plain"
            className={smallButton}
            icon={<AlarmClock aria-hidden="true" className="size-4.5" />}
            onClick={() => void snoozeForADay(id)}
          >
            <Trans>Snooze</Trans>
          </Button>
          {deletable ? <span className="ms-auto">{deleteButton}</span> : null}
        </div>
      )}
    </li>
  )
}
