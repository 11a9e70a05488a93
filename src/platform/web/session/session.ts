/**
 * Who is signed in here, and which household is open.
 * The token lives in `localStorage`, or in `sessionStorage` when the person did not ask to be remembered.
 * A tab keeps the household it has open: another tab's switch must not redirect a form that is being filled in.
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

/** Calls `watcher` after every change; answers how to stop. */
export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * `left`: the person signed out. `expired`: the server no longer knows the session. `elsewhere`: another tab has seen to it all.
 * Changes that were not sent yet outlive an expired session, locked away until the same person is back.
 */
export type Leaving = 'left' | 'expired' | 'elsewhere'

/** Runs when the person leaves: what a module keeps of them must go. */
export function onSignOut(leaver: (how: Leaving) => void): () => void {
  leavers.add(leaver)
  return () => leavers.delete(leaver)
}

function change(next: Session) {
  if (next.token === session.token && next.household === session.household) return
  session = next
  for (const watcher of [...watchers]) watcher()
}

/** Opens the session with a signed token, as `set-auth-token` gives it. */
export function enter(token: string, remember: boolean): void {
  const store = remember ? kept : sessionStore
  const other = remember ? sessionStore : kept
  other.remove(tokenKey)
  store.set(tokenKey, token)
  notice = null
  change({ ...session, token })
}

/** Makes a household the active one; null forgets it. */
export function openHousehold(id: string | null): void {
  if (id === null) kept.remove(householdKey)
  else kept.set(householdKey, id)
  change({ ...session, household: id })
}

/**
 * Ends the session on this device and wipes what we kept of the person; `why` is shown on the sign-in page.
 * The server is not told: `signOut` in `domains/account/web` does that first.
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

/** The sentence that explains the last sign-out, once. */
export function takeNotice(): string | null {
  const sentence = notice
  notice = null
  return sentence
}

// How the screen looks belongs to the device, not to the person.
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
    // Signing out in one tab signs out in all of them.
    if (newValue === null) leave(null, 'elsewhere')
    // Whoever signed in there may be somebody else: nothing of the person before stays in this tab.
    else location.reload()
  })
}

/** Storage that never throws: a browser may forbid it, or be full. */
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
        // Full or forbidden: what is in memory lasts until the page goes.
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

/** A small value kept on this device under `larder.{name}`; wiped at sign-out. */
export const localState = {
  read: (name: string): string | null => kept.get(prefix + name),
  write: (name: string, value: string): void => kept.set(prefix + name, value),
  remove: (name: string): void => kept.remove(prefix + name),
}

/** As `keep`, but only until the tab closes. */
export const tabState = {
  read: (name: string): string | null => sessionStore.get(prefix + name),
  write: (name: string, value: string): void => sessionStore.set(prefix + name, value),
  remove: (name: string): void => sessionStore.remove(prefix + name),
}
