// Midnight in every time zone falls on a quarter of an hour. The margin allows for timers that fire early.
const quarterMs = 15 * 60_000
const behindMs = 50

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function look() {
  clearTimeout(timer)
  timer = setTimeout(look, quarterMs - (Date.now() % quarterMs) + behindMs)
  for (const watcher of [...watchers]) watcher()
}

const seen = () => {
  // Timers stop while the device sleeps and are throttled in the background.
  if (document.visibilityState === 'visible') look()
}

/**
 * Calls `watcher` at least whenever the date may have changed in some time zone. For `useSyncExternalStore`; all subscribers share one
 * timer.
 */
export function watchMidnight(watcher: () => void): () => void {
  if (watchers.size === 0) {
    document.addEventListener('visibilitychange', seen)
    look()
  }
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}
