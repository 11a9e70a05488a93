import { createHmac } from 'node:crypto'
import { safeFetch } from '#platform/server/security/safe-fetch.ts'

export interface HookSettings {
  /** Whether addresses in the local network are allowed, as the operator sets. */
  readonly allowsLan: boolean
  /** Host names of this server. */
  readonly ownHosts: readonly string[]
}

const timeoutMs = 10_000
const maxAnswered = 64 * 1024
// The response body is ignored, so its type doesn't matter.
const anyType = ['application/json', 'text/plain', 'text/html', 'application/octet-stream', '']

/** Returns `t=<seconds>,v1=<hex>`. A receiver computes v1 over `<t>.<body>` and rejects messages older than a few minutes. */
export function signature(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** Sends one signed message. Returns the status; null if nothing was sent or there was no response. */
export async function post(
  { allowsLan, ownHosts }: HookSettings,
  { url, secret, id, event, body }: { url: string; secret: string; id: string; event: string; body: string },
  now: Date,
): Promise<number | null> {
  const answer = await safeFetch(url, {
    method: 'POST',
    timeoutMs,
    maxBytes: maxAnswered,
    accept: anyType,
    ownHosts,
    headers: {
      'Content-Type': 'application/json',
      'X-Larder-Event': event,
      'X-Larder-Delivery': id,
      'X-Larder-Signature': signature(secret, body, now),
    },
    body,
    ...(allowsLan ? { trustedOrigin: new URL(url).origin } : {}),
  }).catch(() => null)
  return answer?.status ?? null
}
