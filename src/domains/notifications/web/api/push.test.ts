import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localState } from '#platform/web/session/session.ts'
import { fakeApi, requests } from '#tests/support/browser/fake-api.ts'
import { signIn } from '#tests/support/browser/render.tsx'
import { addPushDevice, listPushDevices, type PushDevice, removePushDevice } from '../../contract/index.ts'
import { keepReachable, turnOff, turnOn } from './push.ts'

const device = (id: string) => ({ id, label: 'Chrome on Linux', createdAt: '2026-11-21T10:00:00.000Z' })
const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer

/** A browser's end of push: one subscription, which the browser may change or drop by itself. */
function browser(permission: NotificationPermission = 'granted') {
  const at = { place: null as string | null, asked: 0, key: null as ArrayBuffer | null }
  const subscription = () =>
    at.place === null
      ? null
      : {
          endpoint: at.place,
          options: { applicationServerKey: at.key },
          toJSON: () => ({ endpoint: at.place, keys: { p256dh: 'key', auth: 'auth' } }),
          unsubscribe: async () => {
            at.place = null
          },
        }
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (at.place !== null) throw new Error('subscribed already')
      at.key = bytesOf(applicationServerKey)
      at.asked += 1
      at.place = `https://push.example/${at.asked}`
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
const told: string[] = []
let now: { publicKey: string; devices: PushDevice[] }
beforeEach(() => {
  now = { publicKey: key, devices: [device(first)] }
  signIn()
  told.length = 0
  fakeApi(addPushDevice, ({ body }) => {
    told.push(body.endpoint)
    return device(told.length === 1 ? first : second)
  })
  fakeApi(listPushDevices, () => now)
  fakeApi(removePushDevice, () => new Response(null, { status: 204 }))
})
afterEach(() => {
  localState.remove('push')
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a browser that got another address tells it by itself, once, and the old one is forgotten', async () => {
  const at = browser()
  await turnOn(key)
  at.place = 'https://push.example/rotated'
  await keepReachable()
  await keepReachable()
  expect(told).toEqual(['https://push.example/1', 'https://push.example/rotated'])
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([`DELETE /api/push-devices/${first}`])
})

test('a browser that lost its address asks for another and tells it', async () => {
  const at = browser()
  await turnOn(key)
  at.place = null
  await keepReachable()
  expect(told).toEqual(['https://push.example/1', 'https://push.example/2'])
})

test('where the server has got another key, the browser asks with that one, tells of it once, and the old address is forgotten', async () => {
  const at = browser()
  await turnOn(key)
  now = { ...now, publicKey: 'BC_server-key-02' }
  await keepReachable()
  await keepReachable()
  expect(told).toEqual(['https://push.example/1', 'https://push.example/2'])
  expect(at.key).toEqual(bytesOf(now.publicKey))
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([`DELETE /api/push-devices/${first}`])
})

test('another key of the server brings back no device that was taken away elsewhere, and none whose browser does not tell its key', async () => {
  const at = browser()
  await turnOn(key)
  now = { publicKey: 'BC_server-key-02', devices: [device(second)] }
  await keepReachable()
  at.key = null
  now.devices = [device(first)]
  await keepReachable()
  expect([told, at.asked]).toEqual([['https://push.example/1'], 1])
})

test('nothing is told while the address stays, after push was turned off, where it never was on, and without leave', async () => {
  const at = browser()
  await keepReachable()
  await turnOn(key)
  await keepReachable()
  await turnOff()
  await keepReachable()
  expect([told, at.asked]).toEqual([['https://push.example/1'], 1])
  const blocked = browser('denied')
  localState.write('push', JSON.stringify({ id: first, endpoint: 'https://push.example/1' }))
  await keepReachable()
  expect([told.length, blocked.asked]).toEqual([1, 0])
})
