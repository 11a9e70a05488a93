import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import {
  AlarmClock,
  Bell,
  CheckCheck,
  Clock,
  Gift,
  HandHelping,
  ListPlus,
  type LucideIcon,
  ShoppingBasket,
  Trash2,
  TriangleAlert,
  UsersRound,
  Utensils,
} from 'lucide-react'
import { useState } from 'react'
import { useActiveHouseholdId, useMay } from '#domains/households/web/index.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import { Ago } from '#platform/web/ui/ago.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { Notification, NotificationType } from '../../contract/bell.ts'
import { addToList, consumeLot, dismissNotification, markRead, snooze } from '../api/mutations.ts'

const late = 'bg-late-soft text-late-ink'
const soon = 'bg-soon-soft text-soon-ink'
const other = 'bg-sky-soft text-sky-ink'
const looks: Record<NotificationType, { icon: LucideIcon; look: string }> = {
  expired: { icon: TriangleAlert, look: late },
  expiring_soon: { icon: Clock, look: soon },
  low_stock: { icon: ShoppingBasket, look: other },
  waste_risk: { icon: Trash2, look: other },
  borrow_request: { icon: HandHelping, look: other },
  borrow_answer: { icon: HandHelping, look: other },
  borrow_over: { icon: HandHelping, look: other },
  offer: { icon: Gift, look: other },
  circle_invite: { icon: UsersRound, look: other },
  circle_ask: { icon: UsersRound, look: other },
  circle_joined: { icon: UsersRound, look: other },
  role_changed: { icon: UsersRound, look: other },
  member_joined: { icon: UsersRound, look: other },
  member_removed: { icon: Bell, look: other },
  invite_changed: { icon: UsersRound, look: other },
}
/** Where one goes on with it. */
const places: Partial<Record<NotificationType, { to: '/borrow' | '/circles' | '/households'; search?: { tab: string } }>> = {
  borrow_request: { to: '/borrow', search: { tab: 'incoming' } },
  borrow_answer: { to: '/borrow' },
  borrow_over: { to: '/borrow' },
  offer: { to: '/borrow' },
  circle_invite: { to: '/circles' },
  circle_ask: { to: '/circles' },
  circle_joined: { to: '/circles' },
  invite_changed: { to: '/households' },
}
const canBeUsed = (type: NotificationType) => type === 'expiring_soon' || type === 'waste_risk'

/** One piece of news, and what to do about it right here. `onGone`: the row leads elsewhere. */
export function NotificationRow({
  notification,
  onGone,
  deletable = false,
}: {
  notification: Notification
  onGone?: () => void
  deletable?: boolean
}) {
  const { id, type, title, message, isRead, createdAt, lotId, ingredientId, household } = notification
  const { icon: Icon, look } = looks[type]
  const { show: formatAmount } = useUnits()
  const place = places[type]
  // Elsewhere one may be a viewer: acting is offered in the kitchen that is open.
  const isHere = useActiveHouseholdId() === household?.id
  const mayAct = useMay('MEMBER') && isHere
  const [busy, setBusy] = useState(false)
  const act = (work: Promise<unknown>) => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }
  const small = 'min-h-11! px-3! text-sm!'
  const remover = deletable ? (
    <IconButton
      label={t`Delete notification`}
      variant="danger"
      className="-me-2"
      icon={<Trash2 aria-hidden="true" className="size-5" />}
      onClick={() => void dismissNotification(id)}
    />
  ) : null

  return (
    <li className={clsx('border-s-3 px-4 pt-3 ps-3.5', isRead ? 'border-s-transparent pb-3' : 'border-s-herb bg-herb-soft/40 pb-1.5')}>
      <div className="flex items-start gap-3">
        <span className={clsx('flex size-10 shrink-0 items-center justify-center rounded-full', look)}>
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className={clsx('leading-snug break-words', !isRead && 'font-semibold')}>
            {isRead ? null : (
              <span className="sr-only">
                <Trans>Unread: </Trans>
              </span>
            )}
            {isHere && lotId ? (
              <Link to="/inventory" search={{ item: lotId }} onClick={onGone} className="text-ink no-underline hover:underline">
                {title}
              </Link>
            ) : place && (isHere || !household) ? (
              <Link to={place.to} search={place.search ?? {}} onClick={onGone} className="text-ink no-underline hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
          <p className="mt-0.5 text-sm break-words text-ink-soft">{message}</p>
          <p className="mt-1 text-sm text-ink-soft">
            <Ago at={createdAt} />
            {!isHere && household ? ` · ${household.name}` : null}
          </p>
        </div>
        {isRead ? (
          remover
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
          {mayAct && lotId && canBeUsed(type) ? (
            <Button
              variant="plain"
              className={small}
              busy={busy}
              icon={<Utensils aria-hidden="true" className="size-4.5" />}
              onClick={() => act(consumeLot(notification, formatAmount))}
            >
              <Trans>Use</Trans>
            </Button>
          ) : null}
          {mayAct && ingredientId && !canBeUsed(type) ? (
            <Button
              variant="plain"
              className={small}
              busy={busy}
              icon={<ListPlus aria-hidden="true" className="size-4.5" />}
              onClick={() => act(addToList(notification))}
            >
              <Trans>Add to list</Trans>
            </Button>
          ) : null}
          <Button
            variant="plain"
            className={small}
            icon={<AlarmClock aria-hidden="true" className="size-4.5" />}
            onClick={() => void snooze(id)}
          >
            <Trans>Snooze</Trans>
          </Button>
          {deletable ? <span className="ms-auto">{remover}</span> : null}
        </div>
      )}
    </li>
  )
}
