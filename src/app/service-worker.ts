import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'

// The types of a worker and of a page cannot stand in one project: only what is used here is described.
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
  readonly notification: { readonly data: unknown; close: () => void }
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
  // The API is never answered from here: old stock shown as new is worse than none.
  if (origin !== location.origin || request.method !== 'GET' || pathname.startsWith('/api/') || pathname === '/metrics') return
  if (request.mode === 'navigate') event.respondWith(shell(request))
  else if (pathname.startsWith('/assets/') && pathname.endsWith('.wasm')) event.respondWith(keptOnce(request))
})

/** The app at every address of its own; the newest one comes with the next worker. */
const shell = async (request: Request): Promise<Response> => (await matchPrecache('/index.html')) ?? fetch(request)

/** Files too large to fetch ahead stay once they were needed; their names change with their content. */
async function keptOnce(request: Request): Promise<Response> {
  const kept = await caches.open(largeFiles)
  const found = await kept.match(request)
  if (found) return found
  const fresh = await fetch(request)
  if (fresh.ok) await kept.put(request, fresh.clone())
  return fresh
}

const textIn = (data: unknown, name: string): string => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** A message is shown once: a later one of its tag takes its place. A browser that was woken must show something. */
self.addEventListener('push', (event) => {
  let data: unknown = null
  try {
    data = event.data?.json()
  } catch {
    // Nothing of ours: the bell knows more.
  }
  const title = textIn(data, 'title') || 'News from your kitchen'
  const options = {
    body: textIn(data, 'body'),
    tag: textIn(data, 'tag') || 'larder',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url: textIn(data, 'url') },
  }
  event.waitUntil(self.registration.showNotification(title, options))
})

// The pages hold the token, so they tell the server: those that are open now, else the next one to start.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }: PushChangeEvent): Promise<void> {
  if (!newSubscription && oldSubscription) await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => null)
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) page.postMessage({ type: 'PUSH_CHANGED' })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(textIn(event.notification.data, 'url')))
})

/** The page it is about, in a window of ours that is open already if there is one; never an address elsewhere. */
async function open(path: string): Promise<void> {
  const url = new URL(path || '/notifications', location.origin)
  if (url.origin !== location.origin) return
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return void (await self.clients.openWindow(url.href))
  await page.focus()
  await page.navigate(url.href).catch(() => self.clients.openWindow(url.href))
}
