import { plural, t } from '@lingui/core/macro'
import clsx from 'clsx'
import {
  CircleCheck,
  Clock,
  Crown,
  Eye,
  Flame,
  type LucideIcon,
  PackageOpen,
  ShieldCheck,
  TrendingDown,
  TriangleAlert,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Role } from '#platform/contract/roles.ts'

export type Tone = 'herb' | 'soon' | 'late' | 'sky' | 'plum' | 'stone'

const tones: Record<Tone, string> = {
  herb: 'bg-herb-soft text-herb-ink',
  soon: 'bg-soon-soft text-soon-ink',
  late: 'bg-late-soft text-late-ink',
  sky: 'bg-sky-soft text-sky-ink',
  plum: 'bg-plum-soft text-plum-ink',
  stone: 'bg-stone-soft text-stone-ink',
}

/** A word with its icon on a soft ground. The word carries the meaning, the colour only helps. */
export function Badge({
  tone = 'stone',
  icon: Icon,
  children,
  className,
}: {
  tone?: Tone
  icon?: LucideIcon | undefined
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs leading-tight font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {Icon ? <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} /> : null}
      {children}
    </span>
  )
}

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

export const roleLooks: Record<Role, { tone: Tone; icon: LucideIcon; ink: string }> = {
  OWNER: { tone: 'soon', icon: Crown, ink: 'text-soon-ink' },
  ADMIN: { tone: 'sky', icon: ShieldCheck, ink: 'text-sky-ink' },
  MEMBER: { tone: 'herb', icon: UserRound, ink: 'text-herb-ink' },
  VIEWER: { tone: 'stone', icon: Eye, ink: 'text-stone-ink' },
}

/** In small letters, as they stand within a line. */
export const roleLabels: Readonly<Record<Role, string>> = { OWNER: t`owner`, ADMIN: t`admin`, MEMBER: t`member`, VIEWER: t`viewer` }

export function RoleBadge({ role }: { role: Role }) {
  const { tone, icon } = roleLooks[role]
  return (
    <Badge tone={tone} icon={icon}>
      {roleLabels[role]}
    </Badge>
  )
}
