import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'

// The types of a worker and of a page cannot stand in one project: only what is used here is described.
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface WorkerScope {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[]
  readonly clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'fetch', listener: (event: FetchEvent) => void) => void) &
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
