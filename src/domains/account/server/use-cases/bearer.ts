import { createHmac, timingSafeEqual } from 'node:crypto'
import { hashSessionToken } from '../store/session-token.ts'

// The identity library makes 32 letters and digits. Its mailed tokens are signed with the same key and look different.
const rawToken = /^[A-Za-z0-9]{32}$/

/**
 * The session token inside a bearer token (`raw.signature`, as `set-auth-token` gives it, percent-encoded or not),
 * or null when it was not signed with `secret`. Never throws. Whether that session still stands, the database says.
 */
export function readBearer(token: string, secret: string): string | null {
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
  // Compared as text: every session has exactly one spelling.
  const input = Buffer.from(text.slice(dot + 1))
  const right = Buffer.from(createHmac('sha256', secret).update(raw).digest('base64'))
  return input.length === right.length && timingSafeEqual(input, right) ? raw : null
}

const maxCached = 10_000

/**
 * Returns a function that gives the stored hash of the session token inside a bearer token, or null when `readBearer` refuses it. It is for
 * every request: a token found right is not computed again, since that costs more than the query that follows.
 */
export function bearerReader(secret: string): (bearer: string) => string | null {
  const known = new Map<string, string>()
  return (bearer) => {
    const before = known.get(bearer)
    if (before !== undefined) return before
    const token = readBearer(bearer, secret)
    if (token === null) return null
    if (known.size >= maxCached) known.clear()
    const hash = hashSessionToken(token)
    known.set(bearer, hash)
    return hash
  }
}
