import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { sharedPictureCache, sharedPicturePath } from '../domains/scanning/web/scan-photo/shared-picture-cache.ts'

// TypeScript can't combine the worker and DOM libraries in one project, so these types declare what is used here.
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface PushEvent extends WorkerEvent {
  readonly data: { json: () => unknown } | null
}
interface PushChangeEvent extends WorkerEvent {
  readonly oldSubscription?: { readonly options: object } | null
  readonly newSubscription?: object | null
}
interface ClickEvent extends WorkerEvent {
  /** The token of the button that was pressed; empty for the message itself. */
  readonly action: string
  readonly notification: { readonly title: string; readonly data: unknown; close: () => void }
}
interface OpenPage {
  readonly url: string
  focus: () => Promise<OpenPage>
  navigate: (url: string) => Promise<OpenPage | null>
  postMessage: (data: unknown) => void
}
interface WorkerScope {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[]
  readonly clients: {
    claim: () => Promise<void>
    matchAll: (which: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly OpenPage[]>
    openWindow: (url: string) => Promise<unknown>
  }
  readonly registration: {
    showNotification: (title: string, options: object) => Promise<void>
    readonly pushManager: { subscribe: (options: object) => Promise<object> }
  }
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'fetch', listener: (event: FetchEvent) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'pushsubscriptionchange', listener: (event: PushChangeEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: ClickEvent) => void) => void) &
    ((type: 'activate', listener: (event: WorkerEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent<unknown>) => void) => void)
}
declare const self: WorkerScope

const largeFiles = 'larder-large-files'

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)

self.addEventListener('message', ({ data }) => {
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin === location.origin && request.method === 'POST' && pathname === '/share') return event.respondWith(takeShared(request))
  // API responses are never cached: showing old stock as current would be worse than an error.
  if (origin !== location.origin || request.method !== 'GET' || pathname.startsWith('/api/') || pathname === '/metrics') return
  if (request.mode === 'navigate') event.respondWith(appShell(request))
  else if (pathname.startsWith('/assets/') && pathname.endsWith('.wasm')) event.respondWith(cacheFirst(request))
})

/** Receives what another app shared: keeps a picture for the scan page, and passes text on to the recipes. */
async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const picture = form.get('picture')
  if (picture instanceof Blob && picture.size > 0) {
    const cache = await caches.open(sharedPictureCache)
    await cache.put(sharedPicturePath, new Response(picture, { headers: { 'Content-Type': picture.type } }))
    return Response.redirect('/scan?shared', 303)
  }
  const text = ['shared-text', 'shared-url'].flatMap((name): [string, string][] => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return Response.redirect(`/recipes?${new URLSearchParams(text)}`, 303)
}

/** Serves the app's HTML for every page; a new version comes with the next worker. */
const appShell = async (request: Request): Promise<Response> => (await matchPrecache('/index.html')) ?? fetch(request)

/** Caches large files on first use; their names are content hashes. */
async function cacheFirst(request: Request): Promise<Response> {
  const cache = await caches.open(largeFiles)
  const found = await cache.match(request)
  if (found) return found
  const fresh = await fetch(request)
  if (fresh.ok) await cache.put(request, fresh.clone())
  return fresh
}

const stringField = (data: unknown, name: string): string => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
  return typeof value === 'string' ? value : ''
}

const listField = (data: unknown, name: string): readonly unknown[] => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
  return Array.isArray(value) ? value : []
}

/** Shows one notification per tag. A push event must always show something. */
self.addEventListener('push', (event) => {
  let data: unknown = null
  try {
    data = event.data?.json()
  } catch {
    // Not our format: show the default text.
  }
  event.waitUntil(show(data))
})

/** Shows a message of the server. The tokens of its buttons are their names. */
const show = (message: unknown, { isSilent = false } = {}): Promise<void> =>
  self.registration.showNotification(stringField(message, 'title') || 'News from your kitchen', {
    body: stringField(message, 'body'),
    tag: stringField(message, 'tag') || 'larder',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    silent: isSilent,
    actions: listField(message, 'actions').map((action) => ({ action: stringField(action, 'token'), title: stringField(action, 'title') })),
    data: message,
  })

// Only pages have the token, so open pages update the subscription on the server, or the next one to open.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }: PushChangeEvent): Promise<void> {
  if (!newSubscription && oldSubscription) await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => null)
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) page.postMessage({ type: 'PUSH_CHANGED' })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(event.action ? runAction(event) : open(stringField(event.notification.data, 'url')))
})

/** Does what a button says, without opening the app, and shows what the server replies. */
async function runAction({ action: token, notification: { title, data: pressed } }: ClickEvent): Promise<void> {
  const sorry = (sentence: string) =>
    show({ title, body: sentence || stringField(pressed, 'failureText'), url: stringField(pressed, 'url'), tag: token }, { isSilent: true })
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const response = await fetch('/api/push-actions', { method: 'POST', headers, body: JSON.stringify({ token }) }).catch(() => null)
  // Offline: the same message again, so that the button can be tried again.
  if (response === null) return await show(pressed, { isSilent: true })
  try {
    const reply: unknown = await response.json()
    if (!response.ok) return await sorry(stringField(reply, 'detail'))
    const message: unknown = Reflect.get(Object(reply), 'message')
    if (message) await show(message, { isSilent: true })
  } catch {
    // The response didn't come from Larder.
    await sorry('')
  }
}

/** Opens a page of this app, in an existing window if there is one. Ignores other origins. */
async function open(path: string): Promise<void> {
  const url = new URL(path || '/notifications', location.origin)
  if (url.origin !== location.origin) return
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return void (await self.clients.openWindow(url.href))
  await page.focus()
  await page.navigate(url.href).catch(() => self.clients.openWindow(url.href))
}
