import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks: Record<'error' | 'success' | 'info' | 'soon', { look: string; icon: LucideIcon }> = {
  error: { look: 'border-late/35 bg-late-soft text-late-ink', icon: CircleAlert },
  success: { look: 'border-herb/30 bg-herb-soft text-herb-ink', icon: CircleCheck },
  info: { look: 'border-line bg-sunken text-ink', icon: Info },
  soon: { look: 'border-soon/50 bg-soon-soft text-soon-ink', icon: TriangleAlert },
}

/** A message on the page. Errors have role=alert and interrupt the screen reader; `alert` does this for the other tones. */
export function Notice({
  tone = 'info',
  alert = tone === 'error',
  children,
  className,
}: {
  tone?: keyof typeof looks
  alert?: boolean
  children: ReactNode
  className?: string
}) {
  const { look, icon: Icon } = looks[tone]
  return (
    <div
      role={alert ? 'alert' : tone === 'info' ? undefined : 'status'}
      className={clsx('flex items-start gap-3 rounded-control border px-3.5 py-3 text-sm font-medium', look, className)}
    >
      <Icon aria-hidden="true" className="mt-px size-5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
