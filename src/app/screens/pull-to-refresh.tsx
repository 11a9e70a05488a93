import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cache } from '#platform/web/api/query-cache.ts'
import { notifyResync } from '#platform/web/sync/live-events.ts'
import { trackPullGesture } from '#platform/web/ui/track-pull-gesture.ts'
import { prefersReducedMotion } from '#platform/web/ui/track-swipe-gesture.ts'

/** How far the indicator follows the finger. */
const maxShiftPx = 56
/** Less would look like a flicker. */
const minShownMs = 500

/** Reads everything on the page again. Never rejects. */
async function refresh(): Promise<void> {
  notifyResync()
  const reads = cache.getQueryCache().getAll()
  await Promise.all([Promise.allSettled(reads.map(({ promise }) => promise)), new Promise((resolve) => setTimeout(resolve, minShownMs))])
}

/** Pulling the page down refreshes it, for an installed app whose browser doesn't do that. Its menu has Reload for everyone else. */
export default function PullToRefresh() {
  const indicator = useRef<HTMLDivElement>(null)
  const [isRefreshing, setRefreshing] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    let isBusy = false
    const show = (shiftPx: number, isFar: boolean) => {
      const style = indicator.current?.style
      if (!style) return
      style.opacity = isFar ? '1' : String(Math.min(0.8, shiftPx / maxShiftPx))
      const isStill = prefersReducedMotion()
      style.transform = isStill ? `translateY(${maxShiftPx}px)` : `translateY(${shiftPx}px) rotate(${shiftPx * 4}deg)`
    }
    const start = (event: TouchEvent) => {
      if (isBusy) return
      trackPullGesture(event, {
        onPull: (px, isFar) => show(Math.min(maxShiftPx, px / 2), isFar),
        onEnd(isFar) {
          show(isFar ? maxShiftPx : 0, isFar)
          if (!isFar) return
          isBusy = true
          setRefreshing(true)
          void refresh().then(() => {
            isBusy = false
            show(0, false)
            setRefreshing(false)
          })
        },
      })
    }
    window.addEventListener('touchstart', start, { signal: listening.signal, passive: true })
    return () => listening.abort()
  }, [])
  return (
    <>
      <div
        ref={indicator}
        aria-hidden="true"
        style={{ opacity: 0 }}
        className="pointer-events-none fixed start-1/2 top-[calc(env(safe-area-inset-top)+1rem)] z-20 -ms-5 flex size-10 items-center justify-center rounded-full border border-edge bg-card text-herb-ink"
      >
        <RefreshCw className={clsx('size-5', isRefreshing && 'turn')} />
      </div>
      <p role="status" className="sr-only">
        {isRefreshing ? t`Refreshing…` : ''}
      </p>
    </>
  )
}
