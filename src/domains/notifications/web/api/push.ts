import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { call } from '#platform/web/api/call.ts'
import { isSecure } from '#platform/web/session/secure-context.ts'
import { currentSession, localState } from '#platform/web/session/session.ts'
import { addPushDevice, listPushDevices, type PushDevice, removePushDevice } from '../../contract/channels.ts'

/** Push in this browser: `insecure` on plain HTTP, `missing` if unsupported, `blocked` by the user. */
export type PushState = 'insecure' | 'missing' | 'blocked' | 'off' | 'on'

const hasPush = () => typeof window !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription(): Promise<PushSubscription | null> {
  if (!hasPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function getPushState(): Promise<PushState> {
  if (!isSecure()) return 'insecure'
  if (!hasPush()) return 'missing'
  if (Notification.permission === 'denied') return 'blocked'
  return (await subscription()) ? 'on' : 'off'
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Returns a label such as 'Chrome on Android' for a user agent. */
export function deviceName(agent: string): string {
  const match = (patterns: typeof browsers) => patterns.find(([pattern]) => pattern.test(agent))?.[1]
  const browser = match(browsers) ?? t`A browser`
  const system = match(systems)
  return system ? t`${browser} on ${system}` : browser
}

/** Requests permission, subscribes and registers this browser. Throws if the user, the browser or the server refuses. */
export async function turnOn(publicKey: string): Promise<PushDevice> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('not allowed')
  return register(await subscribe(publicKey))
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.ready
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Registers the subscription with the server and saves the registration. */
async function register(subscribed: PushSubscription): Promise<PushDevice> {
  const { endpoint = '', keys } = subscribed.toJSON()
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }, label: deviceName(navigator.userAgent) }
  const device = await call(addPushDevice, { body })
  localState.write('push', JSON.stringify({ id: device.id, endpoint }))
  return device
}

const Registration = z.object({ id: z.string(), endpoint: z.string() })
function savedRegistration(): z.infer<typeof Registration> | null {
  try {
    return Registration.parse(JSON.parse(localState.read('push') ?? ''))
  } catch {
    return null
  }
}

/** Returns true if the subscription was created for another key, so that the server's messages wouldn't reach it. */
function hasOtherKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey
  // Some browsers don't expose the key.
  if (!key) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') !== publicKey
}

/**
 * Registers this browser again if its endpoint changed or was lost, if the server's key changed or if another session registered it. Does nothing if push is off here or the
 * device was removed.
 */
export async function renewPushRegistration(): Promise<void> {
  const before = savedRegistration()
  if (!hasPush() || Notification.permission !== 'granted') return
  const current = await subscription()
  if (!current && !before) return
  const { publicKey, devices } = await call(listPushDevices)
  const isStale = current !== null && hasOtherKey(current, publicKey)
  if (current && current.endpoint === before?.endpoint) {
    const device = devices.find(({ id }) => id === before.id)
    if (!device || (device.isCurrent && !isStale)) return
  }
  if (isStale) await current.unsubscribe()
  const { id } = await register(current && !isStale ? current : await subscribe(publicKey))
  if (before && before.id !== id) await call(removePushDevice, { params: { id: before.id } }).catch(() => {})
}

/** Renews the registration now and whenever the service worker reports a changed endpoint. */
export function keepPushRegistered(): void {
  const renew = () => void renewPushRegistration().catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
  renew()
  if (hasPush())
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'PUSH_CHANGED') renew()
    })
}

/** Unsubscribes this browser and removes it from the server, which also does so when the session ends. */
export async function turnOff(): Promise<void> {
  const saved = savedRegistration()
  localState.remove('push')
  await (await subscription())?.unsubscribe()
  if (saved && currentSession().token) await call(removePushDevice, { params: { id: saved.id } }).catch(() => {})
}
