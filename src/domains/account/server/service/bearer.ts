import { createHmac, timingSafeEqual } from 'node:crypto'

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
  const given = Buffer.from(text.slice(dot + 1))
  const right = Buffer.from(createHmac('sha256', secret).update(raw).digest('base64'))
  return given.length === right.length && timingSafeEqual(given, right) ? raw : null
}

const remembered = 10_000

/** `readBearer` for every request: a signature found right is not computed again, since that costs more than the query that follows. */
export function bearerReader(secret: string): (token: string) => string | null {
  const known = new Map<string, string>()
  return (token) => {
    const before = known.get(token)
    if (before !== undefined) return before
    const raw = readBearer(token, secret)
    if (raw === null) return null
    if (known.size >= remembered) known.clear()
    known.set(token, raw)
    return raw
  }
}
