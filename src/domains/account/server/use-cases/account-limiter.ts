import type { Database } from '#platform/server/database/index.ts'
import { consumeOrThrow, openRateLimiter, tooManyRequests } from '#platform/server/endpoints/rate-limiter.ts'
import type { AttemptSource } from './known-devices.ts'

/** Takes a count back, for a try that was right. */
export type Refund = () => Promise<void>

/** Limits tries at one account so that a stranger can't use up its owner's. */
export interface AccountLimiter {
  /** Counts a try and returns how to take that back. Throws 429 with the wait. */
  consume(account: string, source: AttemptSource): Promise<Refund>
}

/**
 * Allows `limit` tries in `windowMs` per account and source. Sources that the account does not know share `limit` tries on top of that;
 * once those are used up, each line that has not tried yet still gets one. A known device or address never waits for them.
 */
export function accountLimiter(database: Database, name: string, limit: number, windowMs: number): AccountLimiter {
  const ofSource = openRateLimiter(database, `${name}, account and source`, limit, windowMs)
  const ofStrangers = openRateLimiter(database, `${name}, account`, limit, windowMs)
  const ofNewLine = openRateLimiter(database, `${name}, account and line`, 1, windowMs)
  return {
    async consume(account, source) {
      const [here, line] = [`${account} ${source.key}`, `${account} ${source.line}`]
      await consumeOrThrow(ofSource, here)
      const refunds = [() => ofSource.refund(here)]
      const refund = async () => void (await Promise.all(refunds.map((one) => one())))
      if (source.isKnown) return refund
      const [lineMs, strangersMs] = [await ofNewLine.consume(line), await ofStrangers.consume(account)]
      if (lineMs === 0) refunds.push(() => ofNewLine.refund(line))
      if (strangersMs === 0) refunds.push(() => ofStrangers.refund(account))
      if (lineMs === 0 || strangersMs === 0) return refund
      await refund()
      throw tooManyRequests(Math.min(lineMs, strangersMs))
    },
  }
}
