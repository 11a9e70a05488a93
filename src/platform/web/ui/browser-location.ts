import { newId } from '../api/new-id.ts'

/** Search parameters of an address. */
export type Search = Readonly<Record<string, string>>

/** Search parameters for an address; undefined and empty ones are left out. */
export type SearchInput = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * The address that a page shows. `entry` is the id of its history entry. `isSheet`: the entry was pushed by opening a sheet, so the one
 * before it is the page without the sheet. `scroll`: where the page starts; `restore` after Back, Forward or a reload.
 */
export interface BrowserLocation {
  path: string
  search: Search
  entry: string
  isSheet: boolean
  scroll: 'top' | 'keep' | 'restore'
}

interface EntryState {
  entry?: string
  isSheet?: boolean
}

export interface Navigation {
  /** A path, or `.` for the current one. */
  to: string
  search?: SearchInput
  hash?: string
  replace?: boolean
  /** Leaves the page where it is scrolled to. */
  keepScroll?: boolean
  isSheet?: boolean
}

const watchers = new Set<() => void>()

/** Returns the path without a trailing slash. */
export const currentPath = (): string => (location.pathname.length > 1 ? location.pathname.replace(/\/+$/, '') : '/')

/** Returns a path with its search parameters and hash. */
export function addressOf({ to, search = {}, hash = '' }: Pick<Navigation, 'to' | 'search' | 'hash'>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return `${to === '.' ? currentPath() : to}${query === '' ? '' : `?${query}`}${hash === '' ? '' : `#${hash}`}`
}

const stateOfEntry = (): EntryState => (history.state as EntryState | null) ?? {}

function readLocation(scroll: BrowserLocation['scroll']): BrowserLocation {
  const { entry = '', isSheet = false } = stateOfEntry()
  return { path: currentPath(), search: Object.fromEntries(new URLSearchParams(location.search)), entry, isSheet, scroll }
}

/** The last location read, with what it was read from: the same object is returned until one of them changes. */
const latest: { href: string; state: unknown; location: BrowserLocation | null } = { href: '', state: null, location: null }

/** Returns where the browser is; the same object while nothing changed. */
export function currentLocation(): BrowserLocation {
  if (latest.location === null) {
    if (stateOfEntry().entry === undefined) history.replaceState({ entry: newId() } satisfies EntryState, '')
    return remember('restore')
  }
  if (latest.href === location.href && latest.state === history.state) return latest.location
  const { entry } = stateOfEntry()
  // A link within the page (an entry without a state) scrolls by itself.
  return remember(entry === undefined || entry === latest.location.entry ? 'keep' : 'restore')
}

function remember(scroll: BrowserLocation['scroll']): BrowserLocation {
  const read = readLocation(scroll)
  Object.assign(latest, { href: location.href, state: history.state, location: read })
  return read
}

/** Calls `watcher` after each navigation, Back and Forward included. Returns a function that ends it. */
export function watchLocation(watcher: () => void): () => void {
  watchers.add(watcher)
  window.addEventListener('popstate', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('popstate', watcher)
  }
}

/** Opens an address of this app. On the current path, `replace` keeps the history entry with its sheet. */
export function navigate({ replace = false, keepScroll = false, isSheet = false, ...target }: Navigation): void {
  const address = addressOf(target)
  const here = stateOfEntry()
  const entry = here.entry ?? newId()
  // A link to the page that is open leaves no second entry, so that Back leaves it.
  const isHere = address === location.pathname + location.search + location.hash && isSheet === (here.isSheet ?? false)
  if (!replace && !isHere) history.pushState({ entry: newId(), isSheet } satisfies EntryState, '', address)
  else history.replaceState({ entry, isSheet: target.to === '.' ? (here.isSheet ?? false) : isSheet } satisfies EntryState, '', address)
  remember(keepScroll ? 'keep' : 'top')
  for (const watcher of [...watchers]) watcher()
}
