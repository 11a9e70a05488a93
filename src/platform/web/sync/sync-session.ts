import { newId } from '../api/new-id.ts'
import { currentSession, localState, onSignOut } from '../session/session.ts'
import { type Connectivity, openConnectivity } from './connectivity.ts'
import { openIdbStore } from './idb-store.ts'
import { electLeader } from './leader-election.ts'
import { liveState, watchLiveState } from './live-events.ts'
import { openOutbox } from './outbox.ts'
import { type Outbox, silentTabChannel, type TabChannel } from './outbox-interface.ts'
import { type OutboxStore, withFallback } from './outbox-store.ts'
import { setPendingSource } from './pending-source.ts'
import { sendOperation } from './send-operation.ts'
import { type ReplyHandler, runSender, type Sender } from './sender.ts'

/** The signed-in person's outbox and the server's reachability. */
export interface SyncSession {
  readonly outbox: Outbox
  readonly connectivity: Connectivity
  /** Retries now instead of after the backoff. */
  wake(): void
}

let session: (SyncSession & { stop: (wipe: boolean) => void }) | null = null
const watchers = new Set<() => void>()
const replyHandlers = new Map<string, () => Promise<ReplyHandler>>()
let checkMembership: (household: string) => Promise<boolean | null> = async () => null

/** Registers how a domain interprets responses. Loaded with its first response, when another page may be open. */
export const registerReplyHandler = (kind: string, load: () => Promise<ReplyHandler>): void => void replyHandlers.set(kind, load)
/** Registers how to check a membership. Resolves to null if unknown. */
export const registerMembershipCheck = (check: typeof checkMembership): void => {
  checkMembership = check
}

export const currentSyncSession = (): SyncSession | null => session
export function watchSyncSession(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function change(next: typeof session) {
  session = next
  setPendingSource(() => session?.outbox.pending() ?? [])
  for (const watcher of [...watchers]) watcher()
}

/** How long to wait for IndexedDB before falling back to memory. */
const openTimeoutMs = 10_000
/** How long a visible tab waits for a hidden leader before taking over. */
const hiddenTabTimeoutMs = 10_000

/** Starts syncing for a person. Returns the running session if it is the same person's. */
export function startOutbox(user: string): SyncSession {
  if (session?.outbox.user === user) return session
  session?.stop(false)

  const tab = newId()
  // A new object notifies subscribers, which show the warning at once.
  const store = withFallback(whenOpen(withTimeout(openIdbStore())), () => change(session && { ...session }))
  const outbox = openOutbox({ user, store, tabChannel: openTabChannel(`larder-outbox ${user}`), newId })
  const connectivity = openConnectivity({
    read: () => Number(localState.read('contact')) || null,
    write: (at) => localState.write('contact', String(at)),
  })
  let sender: Sender | null = null
  const leadership = electLeader('outbox', tab, () => {
    sender = runSender({
      outbox,
      connectivity,
      send: sendOperation,
      kindOf: async (kind) =>
        (await replyHandlers
          .get(kind)?.()
          .catch(() => null)) ?? null,
      isMember: (household) => checkMembership(household).catch(() => null),
    })
    return () => {
      sender?.stop()
      sender = null
    }
  })
  const wake = () => sender?.wake()

  const stopWaking = wakeOnEvents(outbox, connectivity, wake)
  const takeOverTimer = setInterval(() => {
    if (sender || document.visibilityState !== 'visible' || !navigator.onLine || currentSession().token === null) return
    const first = outbox.pending().find(({ state }) => state === 'waiting')
    if (first && Date.now() - Date.parse(first.at) > hiddenTabTimeoutMs) leadership.takeOver()
  }, hiddenTabTimeoutMs)
  if (typeof navigator !== 'undefined' && navigator.onLine === false) connectivity.markOffline()

  change({
    outbox,
    connectivity,
    wake,
    stop(wipe) {
      clearInterval(takeOverTimer)
      stopWaking()
      leadership.stop()
      void outbox.close(wipe)
    },
  })
  return session as unknown as SyncSession
}

/** Wakes the sender when the network, the tab or the stream returns. Returns a function that stops this. */
function wakeOnEvents(outbox: Outbox, connectivity: Connectivity, wake: () => void): () => void {
  const stops = [
    onWindow('online', wake),
    onWindow('offline', () => connectivity.markOffline()),
    onWindow('beforeunload', (event) => {
      // Without durable storage, closing the page loses the waiting mutations.
      if (!outbox.isDurable() && outbox.pending().some(({ state }) => state === 'waiting')) event.preventDefault()
    }),
    onDocument('visibilitychange', () => document.visibilityState === 'visible' && wake()),
    watchLiveState(() => liveState() === 'live' && connectivity.offlineSince() !== null && wake()),
    connectivity.watch(() => connectivity.offlineSince() === null && wake()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

onSignOut((cause) => {
  session?.stop(cause === 'left')
  change(null)
})

function onWindow<E extends keyof WindowEventMap>(event: E, listener: (event: WindowEventMap[E]) => void): () => void {
  window.addEventListener(event, listener)
  return () => window.removeEventListener(event, listener)
}
function onDocument(event: 'visibilitychange', listener: () => void): () => void {
  document.addEventListener(event, listener)
  return () => document.removeEventListener(event, listener)
}

function openTabChannel(name: string): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return silentTabChannel
  const channel = new BroadcastChannel(name)
  return {
    send: (message) => channel.postMessage(message),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>) => listener(data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    close: () => channel.close(),
  }
}

function withTimeout(opened: Promise<OutboxStore>): Promise<OutboxStore> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('The database of this device does not open.'))
      void opened.then((store) => store.close()).catch(() => {})
    }, openTimeoutMs)
    opened.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Wraps a store that is still opening; calls wait for it. */
function whenOpen(opened: Promise<OutboxStore>): OutboxStore {
  opened.catch(() => {})
  return {
    isDurable: () => true,
    open: async (user) => (await opened).open(user),
    all: async () => (await opened).all(),
    put: async (mutation) => (await opened).put(mutation),
    edit: async (id, edit) => (await opened).edit(id, edit),
    drop: async (ids) => (await opened).drop(ids),
    households: async () => (await opened).households(),
    wipe: async (household) => (await opened).wipe(household),
    close: () => void opened.then((store) => store.close()).catch(() => {}),
  }
}
