import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { call } from '#platform/web/api/call.ts'
import { isSecure } from '#platform/web/session/device.ts'
import { localState } from '#platform/web/session/session.ts'
import { addPushDevice, listPushDevices, type PushDevice, removePushDevice } from '../../contract/channels.ts'

/** What push can do in this browser: `insecure` on plain http, `missing` where the browser has none, `blocked` by the person. */
export type PushState = 'insecure' | 'missing' | 'blocked' | 'off' | 'on'

const hasPush = () => typeof window !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription(): Promise<PushSubscription | null> {
  if (!hasPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function pushState(): Promise<PushState> {
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

/** 'Chrome on Android', as far as the browser says. */
export function deviceName(agent: string): string {
  const of = (known: typeof browsers) => known.find(([sign]) => sign.test(agent))?.[1]
  const browser = of(browsers) ?? t`A browser`
  const system = of(systems)
  return system ? t`${browser} on ${system}` : browser
}

/** Asks the person, then the browser, then tells the server. Throws when either will not. */
export async function turnOn(publicKey: string): Promise<PushDevice> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('not allowed')
  return register(await subscribe(publicKey))
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.ready
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Tells the server where this browser is reached, and remembers what it was told. */
async function register(made: PushSubscription): Promise<PushDevice> {
  const { endpoint = '', keys } = made.toJSON()
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }, label: deviceName(navigator.userAgent) }
  const device = await call(addPushDevice, { body })
  localState.write('push', JSON.stringify({ id: device.id, endpoint }))
  return device
}

const Told = z.object({ id: z.string(), endpoint: z.string() })
function toldBefore(): z.infer<typeof Told> | null {
  try {
    return Told.parse(JSON.parse(localState.read('push') ?? ''))
  } catch {
    return null
  }
}

/** Whether it was made for another key than the server has by now: nothing that is signed with this one reaches it. */
function isForAnother({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey
  // Some browsers do not tell.
  if (!key) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') !== publicKey
}

/**
 * A browser gets another address, or loses its own, without asking anybody, and the server may have got another key: then it tells the server
 * again, and nobody has to do anything. Where push is off, or was taken from this device elsewhere, it stays off.
 */
export async function keepReachable(): Promise<void> {
  const before = toldBefore()
  if (!hasPush() || Notification.permission !== 'granted') return
  const made = await subscription()
  if (!made && !before) return
  const { publicKey, devices } = await call(listPushDevices)
  const isStale = made !== null && isForAnother(made, publicKey)
  if (made && made.endpoint === before?.endpoint && !(isStale && devices.some(({ id }) => id === before.id))) return
  if (isStale) await made.unsubscribe()
  const { id } = await register(made && !isStale ? made : await subscribe(publicKey))
  // At the old address nobody is any more.
  if (before && before.id !== id) await call(removePushDevice, { params: { id: before.id } }).catch(() => {})
}

/** Looks at the start, and whenever the worker says that the address has changed. */
export function stayReachable(): void {
  const look = () => void keepReachable().catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
  look()
  if (hasPush())
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'PUSH_CHANGED') look()
    })
}

/** The browser forgets; its push service then tells ours that it is gone. */
export async function turnOff(): Promise<void> {
  localState.remove('push')
  await (await subscription())?.unsubscribe()
}
