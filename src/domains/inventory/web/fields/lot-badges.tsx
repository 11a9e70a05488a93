import { plural, t } from '@lingui/core/macro'
import { CircleCheck, Clock, Flame, type LucideIcon, PackageOpen, TrendingDown, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import type { Lot } from '../../contract.ts'
import { daysLeft } from '../../rules/expiry-status.ts'
import { formatDate } from './format-date.ts'

export type Status = 'expired' | 'expiring' | 'good' | 'low' | 'opened' | 'none'

const statuses: Record<Status, { tone: Tone; icon: LucideIcon | undefined; word: string }> = {
  expired: { tone: 'late', icon: TriangleAlert, word: t`Expired` },
  expiring: { tone: 'soon', icon: Clock, word: t`Use soon` },
  good: { tone: 'herb', icon: CircleCheck, word: t`Good` },
  low: { tone: 'plum', icon: TrendingDown, word: t`Low Stock` },
  opened: { tone: 'sky', icon: PackageOpen, word: t`Opened` },
  none: { tone: 'stone', icon: undefined, word: t`No expiration` },
}

/** Shows a status. Children replace its usual word. */
export function LotStatusBadge({ status, children, className }: { status: Status; children?: ReactNode; className?: string }) {
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

/** Beyond this many days the badge shows the date. */
const daysShown = 30

/** Whether the badge of a lot shows its date. */
export const isDateShown = (daysLeft: number | null) => daysLeft !== null && daysLeft > daysShown

/** Shows when a lot expires: in days, or its date if it's far away. */
export function LotExpiryBadge({ lot, today, className }: { lot: Lot; today: CalendarDate; className?: string }) {
  const left = daysLeft(lot.effectiveExpiration, today)
  return (
    <ExpiryBadge daysLeft={left} {...(className ? { className } : {})}>
      {lot.effectiveExpiration && isDateShown(left) ? formatDate(lot.effectiveExpiration, today) : undefined}
    </ExpiryBadge>
  )
}
