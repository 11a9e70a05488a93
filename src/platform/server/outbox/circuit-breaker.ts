import { backoffMs } from '../../shared/backoff.ts'

const backoff = { firstMs: 15_000, maxMs: 120_000 }

interface Outage {
  readonly since: number
  readonly until: number
  readonly failures: number
}

/** The targets that accept no messages now. After a pause, the next message probes the target before others follow. */
export class CircuitBreaker {
  readonly #outages = new Map<string, Outage>()

  /** Returns until when a target is paused, and since when it has been failing, in milliseconds since 1970; null if it isn't. */
  outageOf(target: string): Outage | null {
    return this.#outages.get(target) ?? null
  }

  isPaused(target: string, now: Date): boolean {
    return (this.outageOf(target)?.until ?? 0) > now.getTime()
  }

  /** Pauses a target, longer after each failure and at least for `retryAfterMs`. Returns until when, in milliseconds since 1970. */
  pause(target: string, retryAfterMs: number, now: Date): number {
    const known = this.outageOf(target)
    if (known && known.until > now.getTime()) return known.until
    const failures = (known?.failures ?? 0) + 1
    const until = now.getTime() + Math.max(retryAfterMs, backoffMs(failures, backoff))
    this.#outages.set(target, { since: known?.since ?? now.getTime(), until, failures })
    return until
  }

  close(target: string): void {
    this.#outages.delete(target)
  }
}
