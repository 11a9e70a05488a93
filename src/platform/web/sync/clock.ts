/** Time as the offline parts see it; tests bring their own. */
export interface Clock {
  /** Milliseconds of this device's clock. */
  now(): number
  /** Runs `work` later; answers how to call it off. */
  later(ms: number, work: () => void): () => void
}

export const deviceClock: Clock = {
  now: Date.now,
  later(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after the time, or at once when `signal` says so. */
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
