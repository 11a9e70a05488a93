import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ErrorState, type FetchedQuery, Skeleton } from './load-states.tsx'

/** A bordered section. `flush` removes the padding, for lists and tables. */
export function Card({ flush = false, className, ...rest }: ComponentProps<'section'> & { flush?: boolean }) {
  return (
    <section
      {...rest}
      className={clsx('min-w-0 rounded-card border border-line bg-card', flush ? 'overflow-clip' : 'p-4 sm:p-5', className)}
    />
  )
}

/** The heading of a card or section, with its actions. */
export function CardHeader({
  title,
  aside,
  icon: Icon,
  className,
}: {
  title: ReactNode
  aside?: ReactNode
  icon?: LucideIcon
  className?: string
}) {
  return (
    <div className={clsx('flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1', className)}>
      <h2 className="display flex items-center gap-2 text-xl">
        {Icon ? <Icon aria-hidden="true" className="size-5 text-ink-soft" /> : null}
        {title}
      </h2>
      {aside}
    </div>
  )
}

/** One figure with its label. `tone` colors it if the value is above 0. */
export function StatCard({
  label,
  value,
  tone,
  icon: Icon,
  loading = false,
  hint,
  className,
}: {
  label: string
  value: ReactNode
  tone?: 'soon' | 'late' | undefined
  icon?: LucideIcon
  loading?: boolean
  hint?: ReactNode
  className?: string
}) {
  const isHighlighted = tone !== undefined && value !== 0 && value !== '0' && value !== null && value !== undefined
  return (
    <div
      className={clsx(
        'flex min-w-0 flex-col justify-between gap-2 rounded-card border p-4',
        isHighlighted
          ? tone === 'late'
            ? 'border-late/40 bg-late-soft text-late-ink'
            : 'border-soon/50 bg-soon-soft text-soon-ink'
          : 'border-line bg-card',
        className,
      )}
    >
      <div
        className={clsx('flex items-start justify-between gap-2 text-sm leading-snug font-medium', isHighlighted ? '' : 'text-ink-soft')}
      >
        <span className="min-w-0 hyphens-auto [overflow-wrap:anywhere]">{label}</span>
        {Icon ? <Icon aria-hidden="true" className={clsx('size-5 shrink-0', isHighlighted ? '' : 'text-ink-faint')} /> : null}
      </div>
      {loading ? (
        <Skeleton className="h-[2.31rem] w-14" />
      ) : (
        <p className="figures text-[min(1.875rem,9.5vw)] font-semibold max-[23rem]:text-2xl">{value}</p>
      )}
      {hint ? <p className={clsx('text-xs', isHighlighted ? '' : 'text-ink-soft')}>{hint}</p> : null}
    </div>
  )
}

/** Lays out stat cards: two columns on a phone, one row on a desktop. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</div>
}

/** Stands in for a section that is hidden when empty: shows an error only if the first load failed. */
export function LoadError({
  query: { error, isLoadingError, isFetching, refetch },
  title,
}: {
  query: FetchedQuery & { readonly isLoadingError: boolean }
  title: string
}) {
  if (!isLoadingError) return null
  return (
    <Card flush>
      <ErrorState error={error} title={title} onRetry={() => void refetch()} busy={isFetching} className="py-6!" />
    </Card>
  )
}
