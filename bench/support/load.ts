import { performance } from 'node:perf_hooks'
import { openRawConnection } from '#tests/support/server/http-client.ts'

export interface Load {
  requests: number
  perSecond: number
  /** Milliseconds from the last byte sent to the last byte received. */
  p50: number
  p95: number
  p99: number
  longest: number
}

export interface LoadOptions {
  port: number
  /** Each sends its next request when the previous one is answered. */
  connections: number
  seconds: number
  /** Returns the whole HTTP request; called for every request. */
  request: () => Buffer
}

/**
 * A closed loop over keep-alive connections. It parses only the status and length of a response, because client and server share two
 * cores.
 */
export async function load({ port, connections, seconds, request }: LoadOptions): Promise<Load> {
  const took: number[] = []
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await openRawConnection(port)
      try {
        while (performance.now() < until) {
          const sent = performance.now()
          const status = await connection.send(request())
          if (status >= 300) throw new Error(`answered ${status}`)
          took.push(performance.now() - sent)
        }
      } finally {
        connection.close()
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  return { requests: took.length, perSecond: took.length / elapsed, ...spread(took) }
}

export const spread = (took: readonly number[]): Pick<Load, 'p50' | 'p95' | 'p99' | 'longest'> => ({
  p50: share(took, 0.5),
  p95: share(took, 0.95),
  p99: share(took, 0.99),
  longest: share(took, 1),
})

/** Returns the quantile `part` (0 to 1) of the values. */
export function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
