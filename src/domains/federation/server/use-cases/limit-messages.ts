import type { Database } from '#platform/server/database/index.ts'
import { consumeOrThrow, openRateLimiter, type RateLimitMode } from '#platform/server/endpoints/rate-limiter.ts'
import { maxClockSkewMs } from '../../contract/messages.ts'
import { messageRefused } from './receive-message.ts'

/** Limits messages whose signature was checked, so that strangers use up nothing. */
export interface MessageLimits {
  /**
   * Counts a message of a link. Throws 403 `link_refused` if it came before: a captured one would otherwise get what is shared now, or use
   * up what the linked household may send. Throws 429 `too_many_requests`.
   */
  consume(linkId: string, messageId: string): Promise<void>
  /** Counts an accepted invitation, which may be repeated. Throws 429 `too_many_requests`. */
  consumeJoin(linkId: string): Promise<void>
}

/** A long comparison takes 30 messages, then rests for a minute. */
const maxPerMinute = 60

export function limitMessages(database: Database, mode: RateLimitMode): MessageLimits {
  const perLink = mode === 'on' ? openRateLimiter(database, 'messages of a link', maxPerMinute, 60_000) : null
  // A message is accepted as long before its time as after it.
  const perMessage = openRateLimiter(database, 'a message of a link', 1, 2 * maxClockSkewMs)
  return {
    async consume(linkId, messageId) {
      if ((await perMessage.consume(`${linkId} ${messageId}`)) > 0) throw messageRefused()
      if (perLink) await consumeOrThrow(perLink, linkId)
    },
    async consumeJoin(linkId) {
      if (perLink) await consumeOrThrow(perLink, `join ${linkId}`)
    },
  }
}
