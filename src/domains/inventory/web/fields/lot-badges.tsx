import { plural, t } from '@lingui/core/macro'
import { CircleCheck, Clock, Flame, type LucideIcon, PackageOpen, TrendingDown, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import type { Lot } from '../../contract.ts'
import { daysLeft } from '../../rules/expiry-status.ts'

export type LotBadgeStatus = 'expired' | 'expiring' | 'good' | 'low' | 'opened' | 'none'

const statuses: Record<LotBadgeStatus, { tone: Tone; icon: LucideIcon | undefined; word: string }> = {
  expired: { tone: 'late', icon: TriangleAlert, word: t`Expired` },
  expiring: { tone: 'soon', icon: Clock, word: t`Use soon` },
  good: { tone: 'herb', icon: CircleCheck, word: t`Good` },
  low: { tone: 'plum', icon: TrendingDown, word: t`Low Stock` },
  opened: { tone: 'sky', icon: PackageOpen, word: t`Opened` },
  none: { tone: 'stone', icon: undefined, word: t`No expiration` },
}

/** Shows a status. Children replace its usual word. */
export function LotStatusBadge({ status, children, className }: { status: LotBadgeStatus; children?: ReactNode; className?: string }) {
  const { tone, icon, word } = statuses[status]
  return (
    <Badge tone={tone} icon={icon} {...(className ? { className } : {})}>
      {children ?? word}
    </Badge>
  )
}

/** Returns `expiring` for 0 to 3 days left, `expired` for fewer, `good` for more or no date. */
export const expiryStatusOfDays = (daysLeft: number | null): 'expired' | 'expiring' | 'good' =>
  daysLeft === null || daysLeft > 3 ? 'good' : daysLeft < 0 ? 'expired' : 'expiring'

/** `Expired`, `Today`, `Tomorrow`, `2 days left` or `No expiration`. */
export function expiryLabel(daysLeft: number | null): string {
  if (daysLeft === null) return t`No expiration`
  if (daysLeft < 0) return t`Expired`
  if (daysLeft === 0) return t`Today`
  return daysLeft === 1 ? t`Tomorrow` : plural(daysLeft, { one: '# day left', other: '# days left' })
}

/** Shows the days left, in a neutral color until the date is near. Children replace the words. */
export function ExpiryBadge({ daysLeft, children, className }: { daysLeft: number | null; children?: ReactNode; className?: string }) {
  const status = expiryStatusOfDays(daysLeft)
  const isGood = status === 'good'
  return (
    <Badge
      tone={isGood ? 'stone' : statuses[status].tone}
      icon={daysLeft === null ? undefined : isGood ? Clock : status === 'expiring' && daysLeft <= 1 ? Flame : statuses[status].icon}
      {...(className ? { className } : {})}
    >
      {children ?? expiryLabel(daysLeft)}
    </Badge>
  )
}

/** Beyond this many days a lot's date is shown instead of the days left. */
const daysShown = 30
/** Beyond this many days rows show nothing. */
const datesShown = 180

/** Whether the badge of a lot shows its date. */
export const isShownAsDate = (daysLeft: number | null) => daysLeft !== null && daysLeft > daysShown

/** Whether the date to use a lot by is an estimate, not the one on the package. */
const isEstimated = ({ expirationDate, dateKind, effectiveExpiration }: Lot) =>
  effectiveExpiration !== null && (dateKind === 'estimate' || effectiveExpiration !== expirationDate)

/** How much room there is: a row of a list, a badge, or a lot's own page, which says when it expired. */
type Room = 'row' | 'badge' | 'page'

function lotExpiryLabel(lot: Lot, left: number | null, today: CalendarDate, room: Room): string {
  const { effectiveExpiration: date } = lot
  if (date === null || left === null) return expiryLabel(null)
  const label = isShownAsDate(left)
    ? formatDate(date, today)
    : room === 'page' && left < 0
      ? left === -1
        ? t`Expired yesterday`
        : plural(-left, { one: 'Expired # day ago', other: 'Expired # days ago' })
      : room === 'row' && left > 1
        ? t({ message: plural(left, { one: '# day left', other: '# days left' }), context: 'row' })
        : expiryLabel(left)
  if (left < 0 || !isEstimated(lot)) return label
  // Before the number of days, which isn't first in every language.
  return isShownAsDate(left) ? `~${label}` : label.replace(/\d|^(?!.*\d)/, '~$&')
}

interface LotExpiryBadgeProps {
  lot: Lot
  today: CalendarDate
  /** For a lot's own page: shows a date however far away it is, and when it passed. */
  isDetailed?: boolean
  className?: string
}

/** Shows when a lot expires: in days, or its date if it's far away; `~` marks an estimate. */
export function LotExpiryBadge({ lot, today, isDetailed = false, className }: LotExpiryBadgeProps) {
  const left = daysLeft(lot.effectiveExpiration, today)
  if (!isDetailed && left !== null && left > datesShown) return null
  return (
    <ExpiryBadge daysLeft={left} {...(className ? { className } : {})}>
      {lotExpiryLabel(lot, left, today, isDetailed ? 'page' : 'badge')}
    </ExpiryBadge>
  )
}

/** Shows in a list when a lot expires: near and past dates as a badge, others as plain text, and those far away not at all. */
export function LotExpiry({ lot, today, className }: Omit<LotExpiryBadgeProps, 'isDetailed'>) {
  const left = daysLeft(lot.effectiveExpiration, today)
  if (left !== null && left > datesShown) return null
  const label = lotExpiryLabel(lot, left, today, 'row')
  const status = expiryStatusOfDays(left)
  return status === 'good' ? (
    <span className="figures whitespace-nowrap text-ink-soft">{label}</span>
  ) : (
    <Badge tone={statuses[status].tone} {...(className ? { className } : {})}>
      {label}
    </Badge>
  )
}

/** Whether `LotExpiry` shows plain text, which needs a dot before what follows. */
export function isPlainExpiry({ effectiveExpiration }: Lot, today: CalendarDate): boolean {
  const left = daysLeft(effectiveExpiration, today)
  return left === null || (left <= datesShown && expiryStatusOfDays(left) === 'good')
}
