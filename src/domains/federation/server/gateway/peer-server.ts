import { z } from 'zod'
import { sendResultOf } from '#platform/server/outbox/http-send-result.ts'
import type { SendResult } from '#platform/server/outbox/outbox.ts'
import { webPorts } from '#platform/server/security/outbound-address.ts'
import { safeFetch } from '#platform/server/security/safe-fetch.ts'
import { Problem } from '#platform/shared/problem.ts'
import { receiveJoin, receiveMessage } from '../../contract/index.ts'
import { maxReplyBytes } from '../../contract/messages.ts'

export interface PeerSettings {
  /** Hosts or origins in the local network that other Larders may be on. */
  readonly hosts: readonly string[]
  /** Host names of this server. */
  readonly ownHosts: readonly string[]
}

const timeoutMs = 10_000
const Answer = z.object({ message: z.string().max(maxReplyBytes) }).strict()
const paths = { join: receiveJoin.path, message: receiveMessage.path } as const

/** What became of a message: the signed response, or why there is none. */
export type PeerAnswer = { readonly text: string } | { readonly failure: SendResult }

/** Whether the operator listed a server: its origin, or its host with the port. Other ports of the same host are other programs. */
const isListed = ({ origin, host }: URL, hosts: readonly string[]): boolean =>
  hosts.some((listed) => (listed.includes('://') ? URL.parse(listed)?.origin === origin : listed === host))

/** Whether a server may be called: over https on the usual port, or because the operator listed it. */
export const isCallable = (url: URL, hosts: readonly string[]): boolean =>
  isListed(url, hosts) || (url.protocol === 'https:' && webPorts.includes(url.port))

/** Sends a signed message to another server. Only over https, except to hosts that the operator listed. Never throws. */
export async function callPeer(
  server: string,
  path: keyof typeof paths,
  message: string,
  { hosts, ownHosts }: PeerSettings,
): Promise<PeerAnswer> {
  const url = new URL(paths[path], server)
  const failed = (failure: SendResult) => ({ failure })
  if (!isCallable(url, hosts)) return failed({ kind: 'refused', reason: 'address not allowed' })
  try {
    const { status, body, retryAfter } = await safeFetch(url.href, {
      method: 'POST',
      timeoutMs,
      maxBytes: maxReplyBytes,
      accept: ['application/json'],
      ownHosts,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ message }),
      ...(isListed(url, hosts) ? { trustedOrigin: url.origin } : {}),
    })
    const result = sendResultOf(status, retryAfter)
    if (result.kind !== 'delivered') return failed(result.kind === 'gone' ? { kind: 'refused', reason: `answered ${status}` } : result)
    const answer = Answer.safeParse(JSON.parse(body.toString('utf8')))
    return answer.success ? { text: answer.data.message } : failed({ kind: 'refused', reason: 'invalid response' })
  } catch (error) {
    if (error instanceof SyntaxError) return failed({ kind: 'refused', reason: 'invalid response' })
    const isRefused = error instanceof Problem && error.code === 'fetch_refused'
    return failed({ kind: 'away', reason: isRefused ? 'address not allowed' : 'no response', retryAfterMs: 0 })
  }
}
