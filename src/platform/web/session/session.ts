/**
 * The signed-in session and the active household.
 * The token is in `localStorage`, or in `sessionStorage` if the person didn't choose to be remembered. The household is per tab: a switch
 * in another tab must not redirect a form that is being filled in.
 */
export interface Session {
  readonly token: string | null
  readonly household: string | null
}

const tokenKey = 'larder.token'
const householdKey = 'activeHouseholdId'
const prefix = 'larder.'

const kept = safeStorage(() => localStorage)
const sessionStore = safeStorage(() => sessionStorage)

let session: Session = {
  token: sessionStore.get(tokenKey) ?? kept.get(tokenKey),
  household: kept.get(householdKey),
}
let notice: string | null = null
const watchers = new Set<() => void>()
const leavers = new Set<(how: Leaving) => void>()

export const currentSession = (): Session => session

/** Calls `watcher` after each change. Returns a function that unsubscribes. */
export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * `left`: the person signed out. `expired`: the server rejected the session. `elsewhere`: another tab signed out and did the cleanup.
 * Changes waiting to sync survive an expired session and are available again when the same person signs in.
 */
export type Leaving = 'left' | 'expired' | 'elsewhere'

/** Runs `leaver` at sign-out, to drop the person's data. Returns a function that unsubscribes. */
export function onSignOut(leaver: (how: Leaving) => void): () => void {
  leavers.add(leaver)
  return () => leavers.delete(leaver)
}

function change(next: Session) {
  if (next.token === session.token && next.household === session.household) return
  session = next
  for (const watcher of [...watchers]) watcher()
}

/** Starts a session with the token from the `set-auth-token` header. */
export function enter(token: string, remember: boolean): void {
  const store = remember ? kept : sessionStore
  const other = remember ? sessionStore : kept
  other.remove(tokenKey)
  store.set(tokenKey, token)
  notice = null
  change({ ...session, token })
}

/** Sets the active household; null clears it. */
export function openHousehold(id: string | null): void {
  if (id === null) kept.remove(householdKey)
  else kept.set(householdKey, id)
  change({ ...session, household: id })
}

/**
 * Ends the session on this device and deletes the person's local data. `why` is shown on the sign-in page. Doesn't notify the server:
 * `signOut` in `domains/account/web` does that first.
 */
export function leave(why: string | null = null, how: Leaving = why === null ? 'left' : 'expired'): void {
  notice = why
  for (const leaver of [...leavers]) leaver(how)
  for (const store of [kept, sessionStore]) {
    store.remove(householdKey)
    for (const key of store.keys()) if (key.startsWith(prefix) && !staysOnDevice(key)) store.remove(key)
  }
  if (how === 'left') forgetDatabases()
  change({ token: null, household: null })
}

/** Returns the reason for the last sign-out, once. */
export function takeNotice(): string | null {
  const sentence = notice
  notice = null
  return sentence
}

// The theme belongs to the device, not to the person.
const staysOnDevice = (key: string) => key === 'larder.theme'

function forgetDatabases() {
  if (typeof indexedDB === 'undefined' || typeof indexedDB.databases !== 'function') return
  indexedDB
    .databases()
    .then((found) => {
      for (const { name } of found) if (name?.startsWith('larder')) indexedDB.deleteDatabase(name)
    })
    .catch(() => {})
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== tokenKey || session.token === null || newValue === session.token || sessionStore.get(tokenKey) !== null) return
    if (newValue === null) leave(null, 'elsewhere')
    // Another person may have signed in: drop this tab's state.
    else location.reload()
  })
}

/** Wraps a storage so that it never throws; falls back to memory if the browser forbids it or it is full. */
function safeStorage(find: () => Storage) {
  const memory = new Map<string, string>()
  let store: Storage | null = null
  try {
    store = find()
  } catch {
    store = null
  }
  return {
    get(key: string): string | null {
      return store?.getItem(key) ?? memory.get(key) ?? null
    },
    set(key: string, value: string): void {
      memory.set(key, value)
      try {
        store?.setItem(key, value)
      } catch {
        // Full or forbidden: the value stays in memory.
      }
    },
    remove(key: string): void {
      memory.delete(key)
      store?.removeItem(key)
    },
    keys(): string[] {
      return [...new Set([...Object.keys(store ?? {}), ...memory.keys()])]
    },
  }
}

/** Small values on this device under `larder.{name}`; deleted at sign-out. */
export const localState = {
  read: (name: string): string | null => kept.get(prefix + name),
  write: (name: string, value: string): void => kept.set(prefix + name, value),
  remove: (name: string): void => kept.remove(prefix + name),
}

/** Like `localState`, until the tab closes. */
export const tabState = {
  read: (name: string): string | null => sessionStore.get(prefix + name),
  write: (name: string, value: string): void => sessionStore.set(prefix + name, value),
  remove: (name: string): void => sessionStore.remove(prefix + name),
}
