import { createECDH } from 'node:crypto'
import type { Database } from '../database/index.ts'
import { loadSecret } from '../security/encryption.ts'
import { isListedHost } from '../security/outbound-address.ts'
import { anyType, type FetchOptions, safeFetch } from '../security/safe-fetch.ts'
import { sendResultOf } from './http-send-result.ts'
import type { SendResult } from './outbox.ts'

/** A browser's push subscription. */
export interface PushDevice {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushSender {
  /** For the browser, which accepts only messages signed with the private key. */
  readonly publicKey: string
  /** Returns whether an endpoint belongs to a known push service or one that the operator allowed. */
  isKnown(endpoint: string): boolean
  send(device: PushDevice, text: string): Promise<SendResult>
}

export interface PushSettings {
  /** Additional trusted services: `push.example.org`, `push.example.org:8443`, or an origin. */
  readonly hosts: readonly string[]
  /** 32 bytes as base64url. By default the key that the first start stored in the database. */
  readonly privateKey?: string | null
  /** Contact for push services: `https://…` or `mailto:…`. */
  readonly contact: string
  readonly timeoutMs?: number
  /** Overrides name resolution in tests. */
  readonly rules?: FetchOptions['rules']
}

/** Google, Mozilla, Apple, Microsoft. */
const knownServices = [
  /^fcm\.googleapis\.com$/,
  /^android\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)?push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
]

const dayS = 86_400

export async function openPushSender(database: Database, settings: PushSettings): Promise<PushSender> {
  const { hosts, contact, timeoutMs = 10_000 } = settings
  const privateKey = settings.privateKey ?? (await loadSecret(database, 'push'))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const publicKey = pair.getPublicKey('base64url', 'uncompressed')

  const isNamed = (url: URL) => isListedHost(url, hosts)
  const isService = (url: URL) =>
    url.protocol === 'https:' && url.port === '' && knownServices.some((service) => service.test(url.hostname))
  const read = (endpoint: string): URL | null => {
    const url = URL.parse(endpoint)
    return url && !url.username && !url.password && (isNamed(url) || isService(url)) ? url : null
  }

  return {
    publicKey,
    isKnown: (endpoint) => read(endpoint) !== null,
    async send({ endpoint, p256dh, auth }, text) {
      // The operator may have removed the host since the subscription.
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
        const response = await safeFetch(endpoint, {
          method: 'POST',
          headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Length')) as Record<string, string>,
          body,
          timeoutMs,
          maxBytes: 64 * 1024,
          accept: anyType,
          ...(isNamed(url) ? { trustedOrigin: url.origin } : {}),
          ...(settings.rules ? { rules: settings.rules } : {}),
        })
        return sendResultOf(response.status, response.retryAfter)
      } catch {
        return { kind: 'away', reason: 'no response', retryAfterMs: 0 }
      }
    },
  }
}
