import { type ReactNode, useEffect } from 'react'

/** Classes of a button with words in a page's header, so that two fit next to the title on a phone. */
export const headerButton = 'max-sm:gap-1 max-sm:px-2! max-sm:text-[0.8125rem]! max-sm:[&>svg]:size-4.5'

interface HeaderProps {
  title: string
  /** A sentence is below the title on a phone, anything else next to it. */
  subtitle?: ReactNode
  /** A sentence that a phone has no room for. */
  hint?: string
  actions?: ReactNode
  /** For pages that greet instead of listing something. */
  isLarge?: boolean
}

/** A page's title (also the tab's), subtitle and actions: one line, since the rows below need the space. */
export function PageHeader({ title, subtitle, hint, actions, isLarge = false }: HeaderProps) {
  useEffect(() => {
    document.title = `${title} · Larder`
  }, [title])
  if (isLarge) {
    return (
      <header className="mb-5 sm:mb-6">
        <h1 className="display text-[min(2.0625rem,13vw)] leading-[1.12] hyphens-auto" tabIndex={-1}>
          {title}
        </h1>
        {subtitle ? <div className="mt-1 text-ink-soft">{subtitle}</div> : null}
      </header>
    )
  }
  return (
    <header className="-mt-3 mb-2 flex min-h-11 flex-wrap items-center gap-x-1.5 sm:mb-3 sm:gap-x-3 rail:-mt-4">
      <div className="flex max-w-full min-w-min flex-1 flex-wrap items-center gap-x-2 sm:gap-x-3">
        <h1 className="display text-[1.375rem] leading-tight break-words hyphens-auto sm:text-2xl" tabIndex={-1}>
          {title}
        </h1>
        {typeof subtitle === 'string' ? (
          <p className="text-sm text-ink-soft max-sm:basis-full sm:text-base">{subtitle}</p>
        ) : subtitle ? (
          <div className="flex min-w-0 items-center gap-x-2 text-ink-soft sm:gap-x-3">{subtitle}</div>
        ) : null}
        {hint === undefined ? null : <p className="text-ink-soft max-sm:hidden">{hint}</p>}
      </div>
      {actions ? <div className="ms-auto flex flex-wrap items-center justify-end gap-1.5 sm:gap-2">{actions}</div> : null}
    </header>
  )
}
