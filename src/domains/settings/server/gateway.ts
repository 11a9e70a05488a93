import { createHmac } from 'node:crypto'
import { safeFetch } from '#platform/server/security/safe-fetch.ts'

export interface HookSettings {
  /** Whether addresses may lie inside the own network: the operator's choice. */
  readonly allowsLan: boolean
  /** Host names under which this server itself is reached. */
  readonly ownHosts: readonly string[]
}

const timeoutMs = 10_000
const maxAnswered = 64 * 1024
// What is answered is not looked at; no type is as good as another.
const anyType = ['application/json', 'text/plain', 'text/html', 'application/octet-stream', '']

/** `t=<seconds>,v1=<hex>`: a receiver computes v1 anew over `<t>.<body>`, and takes nothing that is older than some minutes. */
export function signature(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** Sends one signed message. Answers the status, null when no answer came or nothing was asked. */
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
