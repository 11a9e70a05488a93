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
