import { t } from '@lingui/core/macro'
import { call } from '#platform/web/call.ts'
import { isSecure } from '#platform/web/device.ts'
import { addPushDevice, type PushDevice } from '../../contract.ts'

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
  const registration = await navigator.serviceWorker.ready
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = made.toJSON()
  return call(addPushDevice, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      label: deviceName(navigator.userAgent),
    },
  })
}

/** The browser forgets; its push service then tells ours that it is gone. */
export async function turnOff(): Promise<void> {
  await (await subscription())?.unsubscribe()
}
