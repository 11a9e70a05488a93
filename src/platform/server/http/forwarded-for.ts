import { isIP } from 'node:net'

/**
 * Cleans an `X-Forwarded-For` header so that every entry is a plain address: ports, brackets and quotes are removed. An entry that is no
 * address (`unknown`, a name) is dropped together with all entries to its left, because whoever wrote those can't be verified. Returns null
 * if no address is left; the connection's own address then counts.
 */
export function cleanForwardedFor(header: string): string | null {
  const kept: string[] = []
  for (const entry of header.split(',').reverse()) {
    const address = addressOf(entry)
    if (address === null) break
    kept.unshift(address)
  }
  return kept.length > 0 ? kept.join(', ') : null
}

/** Returns the address in `203.0.113.9`, `203.0.113.9:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`; null in anything else. */
function addressOf(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  const address = bracketed ?? withPort ?? text
  return isIP(address) > 0 && (bracketed === undefined || isIP(address) === 6) ? address : null
}
