import { createECDH } from 'node:crypto'
import type { Database } from '../database/index.ts'
import { type FetchOptions, safeFetch } from '../security/safe-fetch.ts'
import { secret } from '../security/secrets.ts'

/** A browser that takes push messages, as its own push service describes it. */
export interface PushDevice {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What became of a message: the service took it; it knows the browser no more; it cannot be reached now; or it will not have this one. */
export type PushOutcome =
  | { kind: 'delivered' }
  | { kind: 'gone' }
  | { kind: 'away'; reason: string; retryAfterMs: number }
  | { kind: 'refused'; reason: string }

export interface PushSender {
  /** For the browser, which lets only the holder of its other half send. */
  readonly publicKey: string
  /** Whether an endpoint is at a push service we know, or one the operator named. */
  isKnown(endpoint: string): boolean
  send(device: PushDevice, text: string): Promise<PushOutcome>
}

export interface PushSettings {
  /** Beside the services of the browsers: `push.example.org`, `push.example.org:8443`, or an origin. They are trusted as written. */
  readonly hosts: readonly string[]
  /** 32 bytes as base64url; null or left out: the one that was made on the first start and is kept in the database. */
  readonly privateKey?: string | null
  /** Whom a push service may turn to: `https://…` or `mailto:…`. */
  readonly contact: string
  readonly timeoutMs?: number
  /** Stands in for name look-up; the real one unless a test says otherwise. */
  readonly rules?: FetchOptions['rules']
}

/** Google, Mozilla, Apple, Microsoft. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^android\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)?push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
]

const dayS = 86_400
const maxRetryMs = 3_600_000

/** Opens the way to push services. */
export async function openPush(database: Database, settings: PushSettings): Promise<PushSender> {
  const { hosts, contact, timeoutMs = 10_000 } = settings
  const privateKey = settings.privateKey ?? (await secret(database, 'push'))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const publicKey = pair.getPublicKey('base64url', 'uncompressed')

  const isNamed = (url: URL) =>
    hosts.some((host) => (host.includes('://') ? url.origin === originOf(host) : host === url.host || host === url.hostname))
  const isService = (url: URL) => url.protocol === 'https:' && url.port === '' && services.some((service) => service.test(url.hostname))
  const read = (endpoint: string): URL | null => {
    const url = URL.parse(endpoint)
    return url && !url.username && !url.password && (isNamed(url) || isService(url)) ? url : null
  }

  return {
    publicKey,
    isKnown: (endpoint) => read(endpoint) !== null,
    async send({ endpoint, p256dh, auth }, text) {
      // Looked at again: the operator may have taken a host off the list since.
      const url = read(endpoint)
      if (!url) return { kind: 'gone' }
      const { default: webPush } = await import('web-push')
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject: contact, publicKey, privateKey },
        TTL: dayS,
        urgency: 'normal',
        contentEncoding: 'aes128gcm',
      })
      try {
        const answer = await safeFetch(endpoint, {
          method: 'POST',
          headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Length')) as Record<string, string>,
          body,
          timeoutMs,
          maxBytes: 64 * 1024,
          accept: ['*/*', 'text/plain', 'text/html', 'application/json', ''],
          ...(isNamed(url) ? { trustedOrigin: url.origin } : {}),
          ...(settings.rules ? { rules: settings.rules } : {}),
        })
        return outcomeOf(answer.status, answer.retryAfter)
      } catch {
        return { kind: 'away', reason: 'no response', retryAfterMs: 0 }
      }
    },
  }
}

function originOf(text: string): string | null {
  return URL.parse(text)?.origin ?? null
}

function outcomeOf(status: number, retryAfter: string | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter)
    return {
      kind: 'away',
      reason: `answered ${status}`,
      retryAfterMs: Number.isFinite(seconds) ? Math.min(maxRetryMs, Math.max(0, seconds * 1000)) : 0,
    }
  }
  return { kind: 'refused', reason: `answered ${status}` }
}
