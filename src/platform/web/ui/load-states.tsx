import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { CloudOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage } from '../api/call.ts'
import { liveState, watchLiveState } from '../sync/live-events.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('breathe block rounded-tile bg-sunken', className)} />
}

/** Placeholder rows, announced once to screen readers. */
export function SkeletonRows({ rows = 6, label = t`Loading...` }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have nothing but their place
        <div key={row} className="flex items-center gap-4 px-4 py-3.5">
          <Skeleton className="size-11 shrink-0" />
          <div className="flex-1 space-y-2">
            <Skeleton className={clsx('h-4', ['w-1/2', 'w-2/5', 'w-3/5'][row % 3])} />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="h-6 w-16" />
        </div>
      ))}
    </div>
  )
}

/** Renders its children only once the content above has loaded, so that nothing shifts. Their queries start then. */
export function RenderOnceLoaded({
  isKnown,
  isBusy,
  className,
  children,
}: {
  isKnown: boolean
  isBusy?: boolean
  className?: string
  children: ReactNode
}) {
  // Stays rendered during refetches.
  const [isShown, setShown] = useState(isKnown)
  if (isKnown && !isShown) setShown(true)
  if (!isKnown && !isShown)
    return (
      <div className="overflow-clip rounded-card border border-line bg-card">
        <SkeletonRows rows={7} />
      </div>
    )
  return (
    <div aria-busy={isBusy} className={className}>
      {children}
    </div>
  )
}

/** An empty state with a message and one action. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  className,
}: {
  icon?: LucideIcon
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
}) {
  return (
    <div className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}>
      {Icon ? (
        <span className="mb-4 flex size-16 items-center justify-center rounded-full border border-line bg-paper text-ink-faint">
          <Icon aria-hidden="true" className="size-7" strokeWidth={1.6} />
        </span>
      ) : null}
      <p className="display text-xl">{title}</p>
      {children ? <div className="mt-1.5 max-w-md text-base text-ink-soft">{children}</div> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  )
}

/**
 * A failed load with Try Again. `fallback` is shown if the error has no sentence of its own. Without a response, it loads again by itself once
 * the server can be reached.
 */
export function ErrorState({
  title = t`Couldn’t load this`,
  error,
  fallback = t`Something went wrong. Try again in a moment.`,
  onRetry,
  busy = false,
  className,
}: {
  title?: ReactNode
  error?: unknown
  fallback?: string
  onRetry: () => void
  busy?: boolean
  className?: string
}) {
  const isOffline = error instanceof ApiError && error.status === 0
  useRetryWhenOnline(isOffline, onRetry)
  return (
    <div role="alert" className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span className="mb-4 flex size-16 items-center justify-center rounded-full bg-late-soft text-late-ink">
        <CloudOff aria-hidden="true" className="size-7" strokeWidth={1.8} />
      </span>
      <p className="display text-xl">{isOffline ? t`You’re offline` : title}</p>
      <p className="mt-1.5 max-w-md text-ink-soft">
        {isOffline ? <Trans>This needs a connection, and loads by itself once you’re online.</Trans> : errorMessage(error, fallback)}
      </p>
      <Button variant="quiet" className="mt-5" busy={busy} onClick={onRetry}>
        <Trans>Try Again</Trans>
      </Button>
    </div>
  )
}

function useRetryWhenOnline(isOffline: boolean, retry: () => void): void {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    if (!isOffline) return
    const again = () => latest.current()
    const stop = watchLiveState(() => liveState() === 'live' && again())
    window.addEventListener('online', again)
    return () => {
      stop()
      window.removeEventListener('online', again)
    }
  }, [isOffline])
}

export interface FetchedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Reports that a refetch failed and the content shown may be out of date. */
export function StaleNotice({ of }: { of: readonly FetchedQuery[] }) {
  const failed = of.filter(({ error }) => error)
  if (failed.length === 0) return null
  return (
    <Notice tone="soon" className="mb-5">
      <p>
        <Trans>This may be out of date.</Trans> {errorMessage(failed[0]?.error, t`Couldn’t refresh.`)}
      </p>
      <Button
        variant="quiet"
        className="mt-2"
        busy={failed.some(({ isFetching }) => isFetching)}
        onClick={() => {
          for (const query of failed) void query.refetch()
        }}
      >
        <Trans>Try Again</Trans>
      </Button>
    </Notice>
  )
}
