/** Time and timers, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch, by this device's clock. */
  now(): number
  /** Runs `work` after `ms` milliseconds. Returns a function that cancels it. */
  later(ms: number, work: () => void): () => void
}

export const deviceClock: Clock = {
  now: Date.now,
  later(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
export function nap(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      callOff()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const callOff = clock.later(ms, wake)
    signal.addEventListener('abort', wake)
    if (signal.aborted) wake()
  })
}
