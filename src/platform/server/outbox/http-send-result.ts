import type { SendResult } from './outbox.ts'

const maxRetryMs = 3_600_000

/** Returns the result of an attempt from the receiver's status and `Retry-After` header. Waits an hour at most. */
export function sendResultOf(status: number, retryAfter: string | null): SendResult {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter)
    return {
      kind: 'away',
      reason: `answered ${status}`,
      retryAfterMs: Number.isFinite(seconds) ? Math.min(maxRetryMs, Math.max(0, seconds * 1000)) : 0,
    }
  }
  return { kind: 'refused', reason: `answered ${status}` }
}
