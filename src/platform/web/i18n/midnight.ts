// The midnights of all time zones fall on these; the little behind is for timers that are early.
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
  // Timers sleep with the device and in the background.
  if (document.visibilityState === 'visible') look()
}

/** Runs `watcher` whenever it may have become another day somewhere, for `useSyncExternalStore`. One timer serves all. */
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
