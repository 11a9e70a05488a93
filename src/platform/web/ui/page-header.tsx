import clsx from 'clsx'
import { type ReactNode, useEffect } from 'react'

/** A page's title (also the tab's), subtitle and actions. `dense` leaves more room for the page: one line on a phone. */
export function PageHeader({
  title,
  subtitle,
  actions,
  dense = false,
}: {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  dense?: boolean
}) {
  useEffect(() => {
    document.title = `${title} · Larder`
  }, [title])
  return (
    <header
      className={clsx(
        'flex items-end justify-between gap-y-3',
        dense ? 'mb-2 gap-x-3 max-sm:-mt-2 sm:mb-3' : 'mb-5 flex-wrap gap-x-6 sm:mb-6',
      )}
    >
      <div className="min-w-0">
        <h1 className={clsx('display', dense ? 'text-2xl leading-11 sm:text-3xl sm:leading-11' : 'text-3xl')} tabIndex={-1}>
          {title}
        </h1>
        {subtitle ? <div className="mt-1 text-ink-soft">{subtitle}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  )
}
