import type { Database } from '#platform/server/database/index.ts'
import { consumeOrThrow, openRateLimiter, tooManyRequests } from '#platform/server/endpoints/rate-limiter.ts'
import type { AttemptSource } from './known-devices.ts'

/** Undoes the count of an attempt that succeeded. */
export type RefundAttempt = () => Promise<void>

/** Rate limit for attempts at one account. A stranger can't use up its owner's. */
export interface AttemptLimiter {
  /** Counts an attempt and returns its refund. Throws 429 with the time to wait. */
  consume(account: string, source: AttemptSource): Promise<RefundAttempt>
}

/**
 * Allows `limit` attempts per `windowMs` for each account and source. All unknown sources of an account also share `limit` attempts;
 * when those are used up, each network that has made none still gets one. Known devices and addresses have only their own limit.
 */
export function attemptLimiter(database: Database, name: string, limit: number, windowMs: number): AttemptLimiter {
  const perSource = openRateLimiter(database, `${name}, account and source`, limit, windowMs)
  const perAccount = openRateLimiter(database, `${name}, account`, limit, windowMs)
  const perNetwork = openRateLimiter(database, `${name}, account and line`, 1, windowMs)
  return {
    async consume(account, source) {
      const [sourceKey, networkKey] = [`${account} ${source.key}`, `${account} ${source.network}`]
      await consumeOrThrow(perSource, sourceKey)
      const refunds = [() => perSource.refund(sourceKey)]
      const refund = async () => void (await Promise.all(refunds.map((run) => run())))
      if (source.isKnown) return refund
      const [networkMs, accountMs] = [await perNetwork.consume(networkKey), await perAccount.consume(account)]
      if (networkMs === 0) refunds.push(() => perNetwork.refund(networkKey))
      if (accountMs === 0) refunds.push(() => perAccount.refund(account))
      if (networkMs === 0 || accountMs === 0) return refund
      await refund()
      throw tooManyRequests(Math.min(networkMs, accountMs))
    },
  }
}
