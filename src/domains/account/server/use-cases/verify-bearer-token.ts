import { createHmac, timingSafeEqual } from 'node:crypto'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import { hashSessionToken } from '../store/sessions.ts'

// The library's session tokens. Its mailed tokens are signed with the same key but have another form.
const rawToken = /^[A-Za-z0-9]{32}$/

/**
 * Returns the session token of a bearer token (`raw.signature`, percent-encoded or not), or null if it wasn't signed with `secret`.
 * Doesn't check that the session exists. Never throws.
 */
export function verifyBearerToken(token: string, secret: string): string | null {
  let text = token
  if (text.includes('%')) {
    try {
      text = decodeURIComponent(text)
    } catch {
      return null
    }
  }
  const dot = text.indexOf('.')
  const raw = text.slice(0, dot)
  if (dot < 0 || !rawToken.test(raw)) return null
  // Compared as text, so that each session has exactly one valid token.
  const input = Buffer.from(text.slice(dot + 1))
  const expected = Buffer.from(createHmac('sha256', secret).update(raw).digest('base64'))
  return input.length === expected.length && timingSafeEqual(input, expected) ? raw : null
}

const maxCached = 10_000

/**
 * Returns a function that returns the stored hash of a bearer token's session token, or null if `readBearer` rejects it. Caches valid
 * tokens, because checking the signature costs more than the query that follows.
 */
export function sessionTokenHashReader(secret: string): (bearer: string) => string | null {
  const cache = boundedCache<string, string>(maxCached)
  return (bearer) => {
    const cached = cache.get(bearer)
    if (cached !== undefined) return cached
    const token = verifyBearerToken(bearer, secret)
    if (token === null) return null
    const hash = hashSessionToken(token)
    cache.set(bearer, hash)
    return hash
  }
}
