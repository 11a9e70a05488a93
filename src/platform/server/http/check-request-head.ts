import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { Problem } from '#platform/shared/problem.ts'

// Names that no one can register: names without a dot, and suffixes reserved for local networks.
const localName = /^[^.]+$|\.(localhost|local|lan|home|home\.arpa|internal)$/

/**
 * Checks the head of every request before anything else is read. Returns 400 `bad_request` for a version other than HTTP/1.0 and 1.1
 * and for several Host headers, 421 `unknown_host` for a name that is not in `hosts`, else null.
 * `hosts`: names to accept besides IP addresses, local names and this machine's own name; null accepts every name.
 *
 * Without the check, a web page could point its own name at this server (DNS rebinding) and use it as if it were the page's own server.
 */
export function createHeadCheck(hosts: readonly string[] | null): (request: IncomingMessage) => Problem | null {
  const known = hosts && new Set([...hosts, hostname().toLowerCase()])
  return ({ httpVersion, rawHeaders, headers: { host } }) => {
    if (httpVersion !== '1.1' && httpVersion !== '1.0') return unreadable()
    if (countHosts(rawHeaders) > 1) return unreadable()
    // Browsers always send a host; a health check over HTTP/1.0 may not.
    if (!known || !host) return null
    const name = nameIn(host)
    return isIP(name) > 0 || localName.test(name) || known.has(name) ? null : unknownHost()
  }
}

const unreadable = () => new Problem(400, 'bad_request', 'Couldn’t read the request.')
const unknownHost = () =>
  new Problem(
    421,
    'unknown_host',
    'This address isn’t set up for this server. The server admin can add the name to LARDER_HOSTS, or set LARDER_PUBLIC_URL.',
  )

/** `AppServer.Example.:3000` → `larder.example`, `[::1]:3000` → `::1`. */
const nameIn = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') count++
  return count
}

/**
 * Cleans an `X-Forwarded-For` header so that every entry is a plain address: ports, brackets and quotes are removed. Drops an entry that is
 * not an address (`unknown`, a name) and all entries to its left, because their sender can't be verified. Returns null if no address is
 * left; the connection's own address is used then.
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

/** Returns the address in `203.0.113.9`, `203.0.113.9:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`; null for anything else. */
function addressOf(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  const address = bracketed ?? withPort ?? text
  return isIP(address) > 0 && (bracketed === undefined || isIP(address) === 6) ? address : null
}
