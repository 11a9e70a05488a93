import { observable } from './observable.ts'

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

const deviceStore = safeStorage(() => localStorage)
const tabStore = safeStorage(() => sessionStorage)

const session = observable<Session>({
  token: tabStore.get(tokenKey) ?? deviceStore.get(tokenKey),
  household: deviceStore.get(householdKey),
})
let signOutNotice: string | null = null
const signOutListeners = new Set<(cause: SignOutCause) => void>()

export const { get: currentSession, watch: watchSession } = session

/**
 * `left`: the person signed out. `expired`: the server rejected the session. `elsewhere`: another tab signed out and did the cleanup.
 * Changes waiting to sync survive an expired session and are available again when the same person signs in.
 */
export type SignOutCause = 'left' | 'expired' | 'elsewhere'

/** Runs `listener` at sign-out, to drop the person's data. Returns a function that unsubscribes. */
export function onSignOut(listener: (cause: SignOutCause) => void): () => void {
  signOutListeners.add(listener)
  return () => signOutListeners.delete(listener)
}

function change(next: Session) {
  const { token, household } = session.get()
  if (next.token !== token || next.household !== household) session.set(next)
}

/** Starts a session with the token from the `set-auth-token` header. */
export function startSession(token: string, remember: boolean): void {
  const store = remember ? deviceStore : tabStore
  const other = remember ? tabStore : deviceStore
  other.remove(tokenKey)
  store.set(tokenKey, token)
  signOutNotice = null
  change({ ...session.get(), token })
}

/** Sets the active household; null clears it. */
export function setActiveHousehold(id: string | null): void {
  if (id === null) deviceStore.remove(householdKey)
  else deviceStore.set(householdKey, id)
  change({ ...session.get(), household: id })
}

/**
 * Ends the session on this device and deletes the person's local data. `why` is shown on the sign-in page. Doesn't notify the server:
 * `signOut` in `domains/account/web` does that first.
 */
export function endSession(reason: string | null = null, cause: SignOutCause = reason === null ? 'left' : 'expired'): void {
  signOutNotice = reason
  for (const listener of [...signOutListeners]) listener(cause)
  for (const store of [deviceStore, tabStore]) {
    store.remove(householdKey)
    for (const key of store.keys()) if (key.startsWith(prefix) && !staysOnDevice(key)) store.remove(key)
  }
  if (cause === 'left') deleteDatabases()
  change({ token: null, household: null })
}

/** Returns the reason for the last sign-out, once. */
export function takeSignOutNotice(): string | null {
  const sentence = signOutNotice
  signOutNotice = null
  return sentence
}

// The theme belongs to the device, not to the person.
const staysOnDevice = (key: string) => key === 'larder.theme'

function deleteDatabases() {
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
    const { token } = session.get()
    if (key !== tokenKey || token === null || newValue === token || tabStore.get(tokenKey) !== null) return
    if (newValue === null) endSession(null, 'elsewhere')
    // Another person may have signed in: drop this tab's state.
    else location.reload()
  })
}

/** Wraps a storage so that it never throws. Keeps in memory what the browser refuses to store. */
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
      return memory.get(key) ?? store?.getItem(key) ?? null
    },
    set(key: string, value: string): void {
      memory.set(key, value)
      if (!store) return
      try {
        store.setItem(key, value)
        memory.delete(key)
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
  read: (name: string): string | null => deviceStore.get(prefix + name),
  write: (name: string, value: string): void => deviceStore.set(prefix + name, value),
  remove: (name: string): void => deviceStore.remove(prefix + name),
}

/** Like `localState`, until the tab closes. */
export const tabState = {
  read: (name: string): string | null => tabStore.get(prefix + name),
  write: (name: string, value: string): void => tabStore.set(prefix + name, value),
  remove: (name: string): void => tabStore.remove(prefix + name),
}

/** Hashes the session token, so that a stored value can be matched to its session without storing the token. */
function sessionMark(): string {
  let hash = 2166136261
  for (const letter of session.get().token ?? '') hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619)
  return (hash >>> 0).toString(36)
}

/** Like `localState`, for data of the signed-in person: only the session that wrote it reads it. */
export const sessionState = {
  read(name: string): unknown {
    try {
      const stored: unknown = JSON.parse(localState.read(name) ?? 'null')
      if (typeof stored !== 'object' || stored === null || !('session' in stored) || !('data' in stored)) return undefined
      return stored.session === sessionMark() ? stored.data : undefined
    } catch {
      return undefined
    }
  },
  write: (name: string, data: unknown): void => localState.write(name, JSON.stringify({ session: sessionMark(), data })),
  remove: localState.remove,
}
