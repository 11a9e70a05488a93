import { type ReactNode, useEffect } from 'react'

interface HeaderProps {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  /** One line, for pages whose rows need the space. */
  isDense?: boolean
}

/** A page's title (also the tab's), subtitle and actions. */
export function PageHeader({ title, subtitle, actions, isDense = false }: HeaderProps) {
  useEffect(() => {
    document.title = `${title} · Larder`
  }, [title])
  if (isDense) {
    return (
      <header className="-mt-3 mb-2 flex flex-wrap items-center gap-x-1.5 sm:gap-x-3 rail:-mt-4">
        <div className="flex min-w-min items-center gap-x-2 sm:gap-x-3">
          <h1 className="display text-[1.375rem] leading-tight sm:text-2xl" tabIndex={-1}>
            {title}
          </h1>
          {subtitle ? <div className="flex min-w-0 items-center gap-x-2 text-ink-soft sm:gap-x-3">{subtitle}</div> : null}
        </div>
        <div className="ms-auto flex items-center justify-end gap-1.5 sm:gap-2">{actions}</div>
      </header>
    )
  }
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:mb-6">
      <div className="min-w-0">
        <h1 className="display text-[min(2.0625rem,13vw)] leading-[1.12] hyphens-auto" tabIndex={-1}>
          {title}
        </h1>
        {subtitle ? <div className="mt-1 text-ink-soft">{subtitle}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  )
}
