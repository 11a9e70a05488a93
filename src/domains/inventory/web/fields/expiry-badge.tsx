import { plural, t } from '@lingui/core/macro'
import { CircleCheck, Clock, Flame, type LucideIcon, PackageOpen, TrendingDown, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'

export type Status = 'expired' | 'expiring' | 'good' | 'low' | 'opened' | 'none'

const statuses: Record<Status, { tone: Tone; icon: LucideIcon | undefined; word: string }> = {
  expired: { tone: 'late', icon: TriangleAlert, word: t`Expired` },
  expiring: { tone: 'soon', icon: Clock, word: t`Use soon` },
  good: { tone: 'herb', icon: CircleCheck, word: t`Good` },
  low: { tone: 'plum', icon: TrendingDown, word: t`Low Stock` },
  opened: { tone: 'sky', icon: PackageOpen, word: t`Opened` },
  none: { tone: 'stone', icon: undefined, word: t`No expiration` },
}

/** A food's state; other words than the usual ones go in as children. */
export function StatusBadge({ status, children, className }: { status: Status; children?: ReactNode; className?: string }) {
  const { tone, icon, word } = statuses[status]
  return (
    <Badge tone={tone} icon={icon} {...(className ? { className } : {})}>
      {children ?? word}
    </Badge>
  )
}

/** 0 to 3 days left is "expiring", fewer is "expired", more or no date is "good". */
export const expiryStatus = (daysLeft: number | null): 'expired' | 'expiring' | 'good' =>
  daysLeft === null || daysLeft > 3 ? 'good' : daysLeft < 0 ? 'expired' : 'expiring'

/** `Expired`, `Today`, `Tomorrow`, `2 days left` or `No expiration`. */
export function expiryLabel(daysLeft: number | null): string {
  if (daysLeft === null) return t`No expiration`
  if (daysLeft < 0) return t`Expired`
  if (daysLeft === 0) return t`Today`
  return daysLeft === 1 ? t`Tomorrow` : plural(daysLeft, { one: '# day left', other: '# days left' })
}

/** The days left as a badge, neutral until the date is near. */
export function ExpiryBadge({ daysLeft, className }: { daysLeft: number | null; className?: string }) {
  const status = expiryStatus(daysLeft)
  const calm = status === 'good'
  return (
    <Badge
      tone={calm ? 'stone' : statuses[status].tone}
      icon={daysLeft === null ? undefined : calm ? Clock : status === 'expiring' && daysLeft <= 1 ? Flame : statuses[status].icon}
      {...(className ? { className } : {})}
    >
      {expiryLabel(daysLeft)}
    </Badge>
  )
}
