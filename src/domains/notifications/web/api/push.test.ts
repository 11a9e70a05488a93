import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localState } from '#platform/web/session/session.ts'
import { fakeApi, requests } from '#tests/support/browser/fake-api.ts'
import { signIn } from '#tests/support/browser/render.tsx'
import { addPushDevice, listPushDevices, type PushDevice, removePushDevice } from '../../contract/index.ts'
import { renewPushRegistration, turnOff, turnOn } from './push.ts'

const device = (id: string) => ({ id, label: 'Chrome on Linux', createdAt: '2026-11-21T10:00:00.000Z', isCurrent: true })
const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer

/** A fake of the browser's push API with one subscription, which the browser may change or drop. */
function browser(permission: NotificationPermission = 'granted') {
  const at = { endpoint: null as string | null, subscribeCount: 0, key: null as ArrayBuffer | null }
  const subscription = () =>
    at.endpoint === null
      ? null
      : {
          endpoint: at.endpoint,
          options: { applicationServerKey: at.key },
          toJSON: () => ({ endpoint: at.endpoint, keys: { p256dh: 'key', auth: 'auth' } }),
          unsubscribe: async () => {
            at.endpoint = null
          },
        }
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (at.endpoint !== null) throw new Error('subscribed already')
      at.key = bytesOf(applicationServerKey)
      at.subscribeCount += 1
      at.endpoint = `https://push.example/${at.subscribeCount}`
      return subscription()
    },
  }
  const registration = { pushManager }
  const ready = Promise.resolve(registration)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { ready, getRegistration: async () => registration } })
  return at
}

const key = 'BC_server-key-01'
const registered: string[] = []
let now: { publicKey: string; devices: PushDevice[] }
beforeEach(() => {
  now = { publicKey: key, devices: [device(first)] }
  signIn()
  registered.length = 0
  fakeApi(addPushDevice, ({ body }) => {
    registered.push(body.endpoint)
    return device(registered.length === 1 ? first : second)
  })
  fakeApi(listPushDevices, () => now)
  fakeApi(removePushDevice, () => new Response(null, { status: 204 }))
})
afterEach(() => {
  localState.remove('push')
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('registers a changed endpoint once and removes the old one', async () => {
  const at = browser()
  await turnOn(key)
  at.endpoint = 'https://push.example/rotated'
  await renewPushRegistration()
  await renewPushRegistration()
  expect(registered).toEqual(['https://push.example/1', 'https://push.example/rotated'])
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([`DELETE /api/push-devices/${first}`])
})

test('registers again with a new session, and removes the device when it is turned off', async () => {
  browser()
  await turnOn(key)
  now.devices = [{ ...device(first), isCurrent: false }]
  await renewPushRegistration()
  expect(registered).toEqual(['https://push.example/1', 'https://push.example/1'])
  await turnOff()
  expect(requests.at(-1)).toMatch(/^DELETE .api.push-devices/)
})

test('subscribes again when the browser lost its endpoint', async () => {
  const at = browser()
  await turnOn(key)
  at.endpoint = null
  await renewPushRegistration()
  expect(registered).toEqual(['https://push.example/1', 'https://push.example/2'])
})

test('subscribes with the new key of the server once and removes the old endpoint', async () => {
  const at = browser()
  await turnOn(key)
  now = { ...now, publicKey: 'BC_server-key-02' }
  await renewPushRegistration()
  await renewPushRegistration()
  expect(registered).toEqual(['https://push.example/1', 'https://push.example/2'])
  expect(at.key).toEqual(bytesOf(now.publicKey))
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([`DELETE /api/push-devices/${first}`])
})

test('doesn’t bring back a removed device after a key change, nor one whose browser hides its key', async () => {
  const at = browser()
  await turnOn(key)
  now = { publicKey: 'BC_server-key-02', devices: [device(second)] }
  await renewPushRegistration()
  at.key = null
  now.devices = [device(first)]
  await renewPushRegistration()
  expect([registered, at.subscribeCount]).toEqual([['https://push.example/1'], 1])
})

test('registers nothing while the endpoint is unchanged, push is off or permission is missing', async () => {
  const at = browser()
  await renewPushRegistration()
  await turnOn(key)
  await renewPushRegistration()
  await turnOff()
  await renewPushRegistration()
  expect([registered, at.subscribeCount]).toEqual([['https://push.example/1'], 1])
  const blocked = browser('denied')
  localState.write('push', JSON.stringify({ id: first, endpoint: 'https://push.example/1' }))
  await renewPushRegistration()
  expect([registered.length, blocked.subscribeCount]).toEqual([1, 0])
})
