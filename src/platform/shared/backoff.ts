export interface Backoff {
  /** Wait after the first failure. */
  readonly firstMs: number
  /** Maximum wait; unlimited by default. */
  readonly maxMs?: number
  /** Growth with each failure; 2 by default. */
  readonly factor?: number
  /** Random part of the wait, so that many clients don't retry at the same moment: 0 to 1, 0.2 by default. */
  readonly jitter?: number
}

/**
 * Returns how many milliseconds to wait after `failures` (1 or more) failures in a row. The wait grows exponentially; jitter only shortens
 * it. `backoffMs(3, { firstMs: 1000 })` returns 3200 to 4000.
 */
export function backoffMs(
  failures: number,
  { firstMs, maxMs = Infinity, factor = 2, jitter = 0.2 }: Backoff,
  random = Math.random,
): number {
  return Math.min(firstMs * factor ** (failures - 1), maxMs) * (1 - jitter + jitter * random())
}
