import { newId } from '../device.ts'
import { liveState, watchLiveState } from '../live.ts'
import { currentSession, keep, onSignOut } from '../session.ts'
import { type Contact, openContact } from './contact.ts'
import { tellHeld } from './held-now.ts'
import { openIdbStore } from './idb-store.ts'
import { lead } from './leader.ts'
import { openOutbox } from './outbox.ts'
import { type Kind, runSender } from './sender.ts'
import { type Store, withFallback } from './store.ts'
import { sendOperation } from './transport.ts'
import { type Air, type Outbox, silence } from './unsent.ts'

/** The unsent changes of the person who is signed in, and whether the server is in reach. */
export interface Running {
  readonly outbox: Outbox
  readonly contact: Contact
  /** Tries at once what waits for its next turn. */
  wake(): void
}

let running: (Running & { stop: (wipe: boolean) => void }) | null = null
const watchers = new Set<() => void>()
const kinds = new Map<string, () => Promise<Kind>>()
let askMembership: (household: string) => Promise<boolean | null> = async () => null

/** A domain says what its answers mean; asked for with its first answer, which may come while another page is open. */
export const offerKind = (kind: string, load: () => Promise<Kind>): void => void kinds.set(kind, load)
/** How to find out whether the person still belongs to a household; null where nobody answers. */
export const offerMembership = (ask: typeof askMembership): void => {
  askMembership = ask
}

export const runningNow = (): Running | null => running
export function watchRunning(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function change(next: typeof running) {
  running = next
  tellHeld(() => running?.outbox.held() ?? [])
  for (const watcher of [...watchers]) watcher()
}

/** A device's database that has not opened by then is done without: what waits for it would never be sent. */
const openMs = 10_000
/** A visible tab does not wait for one that sleeps longer than this. */
const sleepyMs = 10_000

/** Opens what waits on this device for this person. Again for the same person: nothing happens. */
export function startOutbox(user: string): Running {
  if (running?.outbox.user === user) return running
  running?.stop(false)

  const tab = newId()
  // Told in every tab at once: the sign reads it.
  const store = withFallback(opening(inTime(openIdbStore())), () => change(running && { ...running }))
  const outbox = openOutbox({ user, store, air: openAir(`larder-outbox ${user}`), newId })
  const contact = openContact({
    read: () => Number(keep.read('contact')) || null,
    write: (at) => keep.write('contact', String(at)),
  })
  let sender: ReturnType<typeof runSender> | null = null
  const leadership = lead('outbox', tab, () => {
    sender = runSender({
      outbox,
      contact,
      send: sendOperation,
      kindOf: async (kind) =>
        (await kinds
          .get(kind)?.()
          .catch(() => null)) ?? null,
      isMember: (household) => askMembership(household).catch(() => null),
    })
    return () => {
      sender?.stop()
      sender = null
    }
  })
  const wake = () => sender?.wake()

  const stops = [
    onWindow('online', wake),
    onWindow('offline', () => contact.silent()),
    onWindow('beforeunload', (event) => {
      // Nothing is kept on this device: what waits would be gone.
      if (!outbox.isDurable() && outbox.held().some(({ state }) => state === 'waiting')) event.preventDefault()
    }),
    onDocument('visibilitychange', () => document.visibilityState === 'visible' && wake()),
    watchLiveState(() => liveState() === 'live' && contact.silentSince() !== null && wake()),
    contact.watch(() => contact.silentSince() === null && wake()),
  ]
  const relieve = setInterval(() => {
    if (sender || document.visibilityState !== 'visible' || !navigator.onLine || currentSession().token === null) return
    const first = outbox.held().find(({ state }) => state === 'waiting')
    if (first && Date.now() - Date.parse(first.at) > sleepyMs) leadership.takeOver()
  }, sleepyMs)
  if (typeof navigator !== 'undefined' && navigator.onLine === false) contact.silent()

  change({
    outbox,
    contact,
    wake,
    stop(wipe) {
      clearInterval(relieve)
      for (const stop of stops) stop()
      leadership.stop()
      void outbox.close(wipe)
    },
  })
  return running as unknown as Running
}

onSignOut((how) => {
  running?.stop(how === 'left')
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

function openAir(name: string): Air {
  if (typeof BroadcastChannel === 'undefined') return silence
  const channel = new BroadcastChannel(name)
  return {
    say: (message) => channel.postMessage(message),
    listen(listener) {
      const hear = ({ data }: MessageEvent<unknown>) => listener(data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
    close: () => channel.close(),
  }
}

function inTime(opened: Promise<Store>): Promise<Store> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error('The database of this device does not open.'))
      void opened.then((store) => store.close()).catch(() => {})
    }, openMs)
    opened.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

/** A store that is still being opened; its calls wait for it. */
function opening(opened: Promise<Store>): Store {
  opened.catch(() => {})
  return {
    isDurable: () => true,
    open: async (user) => (await opened).open(user),
    all: async () => (await opened).all(),
    put: async (held) => (await opened).put(held),
    edit: async (id, edit) => (await opened).edit(id, edit),
    drop: async (ids) => (await opened).drop(ids),
    snapshot: async (key) => (await opened).snapshot(key),
    keep: async (snapshot, shown) => (await opened).keep(snapshot, shown),
    households: async () => (await opened).households(),
    wipe: async (household) => (await opened).wipe(household),
    close: () => void opened.then((store) => store.close()).catch(() => {}),
  }
}
