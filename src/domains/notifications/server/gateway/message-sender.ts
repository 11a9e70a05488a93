import { sendResultOf } from '#platform/server/outbox/http-send-result.ts'
import type { SendResult } from '#platform/server/outbox/outbox.ts'
import { isListedHost } from '#platform/server/security/outbound-address.ts'
import { anyType, type FetchResult, safeFetch } from '#platform/server/security/safe-fetch.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { TargetAddress, TargetProblem } from '../../contract/index.ts'

export interface MessageSettings {
  /** Hosts or origins in the local network that the operator allows. */
  readonly hosts: readonly string[]
  /** Telegram's Bot API. */
  readonly telegramUrl: string
  /** Host names of this server. */
  readonly ownHosts: readonly string[]
}

/** A message to an app. */
export interface AppMessage {
  readonly title: string
  readonly body: string
  /** Opens Larder at what the message is about. */
  readonly link: string
  readonly isUrgent: boolean
}

/** `problem` is what its owner sees; missing if the message was delivered. */
export type TargetResult = SendResult & { readonly problem?: TargetProblem }

interface AppRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

const timeoutMs = 10_000
const maxResponseBytes = 1024 * 1024
/** Below the limits of all services: 4,096 characters in Telegram, 4,096 bytes in ntfy. */
const [maxTitle, maxBody] = [250, 900]

const shorten = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text)
const under = (address: string, path: string) => `${address.replace(/\/+$/, '')}${path}`

/** Returns the request that sends a message, as each service's API defines it. */
function requestTo(address: TargetAddress, { title, body, link, isUrgent }: AppMessage, telegramUrl: string): AppRequest {
  switch (address.kind) {
    case 'ntfy':
      return {
        url: under(address.server, '/'),
        ...(address.token ? { headers: { Authorization: `Bearer ${address.token}` } } : {}),
        body: { topic: address.topic, title, message: body, priority: isUrgent ? 4 : 3, tags: isUrgent ? ['warning'] : [], click: link },
      }
    case 'gotify':
      return {
        url: under(address.server, '/message'),
        headers: { 'X-Gotify-Key': address.token },
        body: {
          title,
          message: body,
          priority: isUrgent ? 8 : 5,
          extras: { 'client::display': { contentType: 'text/plain' }, 'client::notification': { click: { url: link } } },
        },
      }
    case 'telegram':
      return {
        url: under(telegramUrl, `/bot${address.token}/sendMessage`),
        body: {
          chat_id: address.chatId,
          text: `${title}\n${body}\n\n${link}`,
          // Counted in UTF-16 code units, like `length`.
          entities: [{ type: 'bold', offset: 0, length: title.length }],
          link_preview_options: { is_disabled: true },
        },
      }
    case 'webhook':
      return {
        url: address.url,
        ...(address.header ? { headers: { [address.header.name]: address.header.value } } : {}),
        body: { title, body: `${body}\n\n${link}`, type: isUrgent ? 'warning' : 'info', format: 'text', url: link },
      }
  }
}

/** Sends a message. Never throws, and never names the address in its result. */
export async function sendToTarget(address: TargetAddress, message: AppMessage, settings: MessageSettings): Promise<TargetResult> {
  const short = { ...message, title: shorten(message.title, maxTitle), body: shorten(message.body, maxBody) }
  const { url, headers, body } = requestTo(address, short, settings.telegramUrl)
  const { origin } = new URL(url)
  const isTrusted = address.kind === 'telegram' || isListedHost(new URL(url), settings.hosts)
  try {
    const response = await safeFetch(url, {
      method: 'POST',
      timeoutMs,
      maxBytes: maxResponseBytes,
      accept: anyType,
      ownHosts: settings.ownHosts,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...(isTrusted ? { trustedOrigin: origin } : {}),
    })
    return resultOf(address, response)
  } catch (error) {
    // Also if its name can't be resolved now, so it's tried again.
    const isRefused = error instanceof Problem && error.code === 'fetch_refused'
    return isRefused
      ? { kind: 'away', reason: 'address not allowed', retryAfterMs: 0, problem: 'not_allowed' }
      : { kind: 'away', reason: 'no response', retryAfterMs: 0, problem: 'no_response' }
  }
}

function resultOf({ kind }: TargetAddress, response: FetchResult): TargetResult {
  const { status } = response
  if (status === 401 || status === 403) return { kind: 'gone', problem: 'denied' }
  // Telegram responds 400 for an unknown chat. Nothing else in the request depends on its owner.
  if (status === 404 || status === 410 || (kind === 'telegram' && status === 400)) return { kind: 'gone', problem: 'not_found' }
  const result = sendResultOf(status, kind === 'telegram' ? (telegramRetryAfter(response) ?? response.retryAfter) : response.retryAfter)
  return result.kind === 'delivered' ? result : { ...result, problem: 'failed' }
}

/** Telegram says in the body how many seconds to wait. */
function telegramRetryAfter({ status, body }: FetchResult): string | null {
  if (status !== 429) return null
  try {
    const { parameters } = JSON.parse(body.toString('utf8')) as { parameters?: { retry_after?: unknown } }
    return typeof parameters?.retry_after === 'number' ? String(parameters.retry_after) : null
  } catch {
    return null
  }
}
