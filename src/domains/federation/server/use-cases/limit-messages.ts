import type { Database } from '#platform/server/database/index.ts'
import { consumeOrThrow, openRateLimiter, type RateLimitMode } from '#platform/server/endpoints/rate-limiter.ts'
import { maxClockSkewMs } from '../../contract/messages.ts'
import { messageRefused } from './receive-message.ts'

/** Limits messages whose signature was checked, so that strangers use up nothing. */
export interface MessageLimits {
  /** Counts a message of a link. Throws 429 `too_many_requests`. */
  count(linkId: string): Promise<void>
  /** Throws 403 `link_refused` if the message came before. A captured one would otherwise get what is shared now. */
  refuseRepeated(linkId: string, messageId: string): Promise<void>
}

/** A long comparison takes 30 messages, then rests for a minute. */
const maxPerMinute = 60

export function limitMessages(database: Database, mode: RateLimitMode): MessageLimits {
  const perLink = mode === 'on' ? openRateLimiter(database, 'messages of a link', maxPerMinute, 60_000) : null
  // A message is accepted as long before its time as after it.
  const perMessage = openRateLimiter(database, 'a message of a link', 1, 2 * maxClockSkewMs)
  return {
    async count(linkId) {
      if (perLink) await consumeOrThrow(perLink, linkId)
    },
    async refuseRepeated(linkId, messageId) {
      if ((await perMessage.consume(`${linkId} ${messageId}`)) > 0) throw messageRefused()
    },
  }
}
