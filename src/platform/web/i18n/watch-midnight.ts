// Midnight in every time zone falls on a quarter of an hour. The margin allows for timers that fire early.
const quarterMs = 15 * 60_000
const marginMs = 50

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function notifyAndReschedule() {
  clearTimeout(timer)
  timer = setTimeout(notifyAndReschedule, quarterMs - (Date.now() % quarterMs) + marginMs)
  for (const watcher of [...watchers]) watcher()
}

const onVisibilityChange = () => {
  // Timers stop while the device sleeps and are throttled in the background.
  if (document.visibilityState === 'visible') notifyAndReschedule()
}

/**
 * Calls `watcher` at least whenever the date may have changed in some time zone. For `useSyncExternalStore`; all subscribers share one
 * timer.
 */
export function watchMidnight(watcher: () => void): () => void {
  if (watchers.size === 0) {
    document.addEventListener('visibilitychange', onVisibilityChange)
    notifyAndReschedule()
  }
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
