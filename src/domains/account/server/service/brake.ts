import { Problem } from '#platform/contract/problem.ts'

const mostKeys = 10_000

/** Counts by key over a sliding time: each count frees itself when its time is over, so whoever waits gets one try after another. */
export interface Brake {
  /** Counts once. Answers 0 when that was still allowed, else the milliseconds until the next one is, and counts nothing. */
  take(key: string): number
  /** How many keys are remembered. */
  size(): number
}

/** At most `most` counts per key within `windowMs`, in this process. */
export function brake(most: number, windowMs: number, now: () => number = Date.now): Brake {
  const counted = new Map<string, number[]>()
  return {
    take(key) {
      const since = now() - windowMs
      if (counted.size >= mostKeys) for (const [other, times] of counted) if ((times.at(-1) ?? 0) <= since) counted.delete(other)
      const recent = (counted.get(key) ?? []).filter((time) => time > since)
      const isAllowed = recent.length < most
      if (isAllowed) recent.push(now())
      counted.set(key, recent)
      return isAllowed ? 0 : (recent[0] ?? 0) - since
    },
    size: () => counted.size,
  }
}

/** Counts a try. Throws 429 with the wait. */
export function takeOrWait(tries: Brake, key: string): void {
  const waitMs = tries.take(key)
  if (waitMs > 0)
    throw new Problem(429, 'too_many_requests', 'Too many tries. Please wait a moment.', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
