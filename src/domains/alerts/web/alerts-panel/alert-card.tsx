import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  AlarmClock,
  Check,
  CircleAlert,
  CircleCheck,
  Info,
  ListPlus,
  type LucideIcon,
  OctagonAlert,
  Snowflake,
  Trash2,
  TriangleAlert,
  Utensils,
  X,
} from 'lucide-react'
import { memo, type ReactNode, use } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { AddToListContext, loadStockActions } from '#domains/inventory/web/index.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { RelativeTime } from '#platform/web/ui/relative-time.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { SwipeRow } from '#platform/web/ui/swipe-row.tsx'
import type { Alert, Severity } from '../../contract.ts'
import { isQuiet } from '../../rules/announcements.ts'
import { dismissAlerts, reopen, resolveAlerts, snooze } from '../api/index.ts'

const severityStyles: Record<Severity, { tone: Tone; icon: LucideIcon; label: string }> = {
  critical: { tone: 'late', icon: OctagonAlert, label: t`Critical` },
  high: { tone: 'soon', icon: TriangleAlert, label: t`High` },
  medium: { tone: 'sky', icon: CircleAlert, label: t`Medium` },
  low: { tone: 'stone', icon: Info, label: t`Low` },
}

/** The alerts about one ingredient, the most urgent first, with what to do about them. */
export const AlertCard = memo(function AlertCard({ alerts }: { alerts: readonly Alert[] }) {
  const [first] = alerts
  if (!first) return null
  const { title, ingredient, isResolved } = first
  const lotId = alerts.find((alert) => alert.lotId !== null)?.lotId ?? null
  const heading = alerts.length === 1 ? title : ingredient.name
  return (
    <li className="flex">
      <SwipeRow
        className="px-4 pt-3 pb-1.5 sm:px-5"
        back={{
          label: t`Dismiss`,
          icon: <X className="size-5" />,
          className: 'bg-ink text-paper',
          onSwipe: () => void dismissAlerts(alerts),
        }}
      >
        <div className="flex items-start gap-3">
          <IngredientGlyph name={ingredient.name} category={ingredient.category} />
          <div className="min-w-0 flex-1">
            <h3 className="display text-lg leading-snug break-words">
              {lotId ? (
                <Link to="/inventory" search={{ item: lotId }} className="text-ink no-underline hover:underline">
                  {heading}
                </Link>
              ) : (
                heading
              )}
            </h3>
            {alerts.map(({ id, message }) => (
              <p key={id} className="mt-0.5 break-words text-ink-soft">
                {message}
              </p>
            ))}
            <State alert={first} />
          </div>
          <div className="-me-2 flex shrink-0 max-sm:flex-col">
            {isResolved ? null : (
              <IconButton label={t`Mark as resolved`} icon={<Check aria-hidden="true" />} onClick={() => void resolveAlerts(alerts)} />
            )}
            <IconButton label={t`Dismiss alert`} icon={<X aria-hidden="true" />} onClick={() => void dismissAlerts(alerts)} />
          </div>
        </div>
        {isResolved ? null : <AlertActions alerts={alerts} />}
      </SwipeRow>
    </li>
  )
})

function State({ alert }: { alert: Alert }) {
  const { isResolved, severity, snoozedUntil, createdAt } = alert
  const { tone, icon, label } = severityStyles[severity]
  const today = useToday()
  return (
    <p className="mt-2 mb-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
      {isResolved ? (
        <Badge tone="herb" icon={CircleCheck}>
          <Trans>Resolved</Trans>
        </Badge>
      ) : (
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      )}
      {snoozedUntil ? <Trans>Snoozed until {formatDay(snoozedUntil, today)}</Trans> : <RelativeTime at={createdAt} />}
      {!isResolved && isQuiet(alert) ? <Trans>Sent three times, not sent again until it changes</Trans> : null}
    </p>
  )
}

// On a phone, labels of several words break, so that all actions fit on one line in every language.
const smallButton = 'min-h-11! gap-1.5! px-1.5! py-1! text-xs! leading-tight! sm:px-2! sm:text-sm! max-sm:[&>svg]:hidden [&_svg]:size-4.5'

function AlertActions({ alerts }: { alerts: readonly Alert[] }) {
  const mayChange = useHasRole('MEMBER')
  const isSnoozed = alerts[0]?.snoozedUntil !== null
  return (
    <fieldset aria-label={t`Actions`} className="-mx-1.5 mt-0.5 flex min-w-0 sm:-mx-2 sm:flex-wrap">
      {mayChange ? <StockActions alerts={alerts} /> : null}
      {isSnoozed ? (
        <Button
          variant="plain"
          className={smallButton}
          icon={<AlarmClock aria-hidden="true" />}
          onClick={() => void reopen(alerts.map(({ id }) => id))}
        >
          <Trans>Show now</Trans>
        </Button>
      ) : (
        <SnoozeMenu alerts={alerts} />
      )}
    </fieldset>
  )
}

function StockActions({ alerts }: { alerts: readonly Alert[] }) {
  const addToList = use(AddToListContext)
  const [first] = alerts
  const ofLot = alerts.find(({ lotId }) => lotId !== null)
  const isExpired = alerts.some(({ type }) => type === 'expired')
  const lotId = ofLot?.lotId ?? null
  return (
    <>
      {lotId ? (
        <ActLink lotId={lotId} act="use" icon={<Utensils aria-hidden="true" />}>
          <Trans>Use</Trans>
        </ActLink>
      ) : null}
      {addToList && first ? (
        <Button variant="plain" className={smallButton} icon={<ListPlus aria-hidden="true" />} onClick={() => addToList(first.ingredient)}>
          <Trans>Add to list</Trans>
        </Button>
      ) : null}
      {lotId && isExpired ? (
        <ActLink lotId={lotId} act="discard" icon={<Trash2 aria-hidden="true" />}>
          <Trans>Discard</Trans>
        </ActLink>
      ) : null}
      {lotId && !isExpired && ofLot?.storage !== 'FREEZER' ? (
        <Button
          variant="plain"
          className={smallButton}
          icon={<Snowflake aria-hidden="true" />}
          onClick={() => void loadStockActions().then(({ freezeLot }) => freezeLot(lotId))}
        >
          <Trans>Freeze</Trans>
        </Button>
      ) : null}
    </>
  )
}

/** Opens the item's sheet with one of its actions. */
const ActLink = ({ lotId, act, icon, children }: { lotId: string; act: 'use' | 'discard'; icon: ReactNode; children: ReactNode }) => (
  <Link to="/inventory" search={{ item: lotId, act }} className={buttonClass('plain', smallButton)}>
    {icon}
    {children}
  </Link>
)

function SnoozeMenu({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass('plain', smallButton)}>
          <AlarmClock aria-hidden="true" />
          <Trans>Snooze</Trans>
        </button>
      }
    >
      <MenuItem onSelect={() => void snooze(alerts, 1)}>
        <Trans>Until tomorrow</Trans>
      </MenuItem>
      <MenuItem onSelect={() => void snooze(alerts, 3)}>
        <Trans>For three days</Trans>
      </MenuItem>
      <MenuItem onSelect={() => void snooze(alerts, 7)}>
        <Trans>For a week</Trans>
      </MenuItem>
    </Menu>
  )
}
