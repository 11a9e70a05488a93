/** Time and timers, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch, by this device's clock. */
  now(): number
  /** Runs `work` after `ms` milliseconds. Returns a function that cancels it. */
  schedule(ms: number, work: () => void): () => void
}

export const deviceClock: Clock = {
  now: Date.now,
  schedule(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      cancel()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const cancel = clock.schedule(ms, wake)
    signal.addEventListener('abort', wake)
    if (signal.aborted) wake()
  })
}
