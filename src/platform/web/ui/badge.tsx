import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Crown, Eye, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Role } from '#platform/shared/roles.ts'

export type Tone = 'herb' | 'soon' | 'late' | 'sky' | 'plum' | 'stone'

const tones: Record<Tone, string> = {
  herb: 'bg-herb-soft text-herb-ink',
  soon: 'bg-soon-soft text-soon-ink',
  late: 'bg-late-soft text-late-ink',
  sky: 'bg-sky-soft text-sky-ink',
  plum: 'bg-plum-soft text-plum-ink',
  stone: 'bg-stone-soft text-stone-ink',
}

/** A label with an icon on a tinted background. The label carries the meaning, not the color. */
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

export const roleStyles: Record<Role, { tone: Tone; icon: LucideIcon; ink: string }> = {
  OWNER: { tone: 'soon', icon: Crown, ink: 'text-soon-ink' },
  ADMIN: { tone: 'sky', icon: ShieldCheck, ink: 'text-sky-ink' },
  MEMBER: { tone: 'herb', icon: UserRound, ink: 'text-herb-ink' },
  VIEWER: { tone: 'stone', icon: Eye, ink: 'text-stone-ink' },
}

/** Lowercase, for use within a sentence. */
export const roleLabels: Readonly<Record<Role, string>> = { OWNER: t`owner`, ADMIN: t`admin`, MEMBER: t`member`, VIEWER: t`viewer` }

export function RoleBadge({ role }: { role: Role }) {
  const { tone, icon } = roleStyles[role]
  return (
    <Badge tone={tone} icon={icon}>
      {roleLabels[role]}
    </Badge>
  )
}
