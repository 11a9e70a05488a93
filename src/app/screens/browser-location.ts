/** The auth pages, which are shown without the router. */
export const publicPaths = ['/login', '/signup', '/email-confirmation', '/reset-password'] as const
export type PublicPath = (typeof publicPaths)[number]

export const isPublic = (path: string): path is PublicPath => publicPaths.some((known) => known === path)

const watchers = new Set<() => void>()

/** Returns the path without a trailing slash. */
export const currentPath = (): string => (location.pathname.length > 1 ? location.pathname.replace(/\/+$/, '') : '/')

export function watchLocation(watcher: () => void): () => void {
  watchers.add(watcher)
  window.addEventListener('popstate', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('popstate', watcher)
  }
}

export function navigateTo(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  for (const watcher of [...watchers]) watcher()
}
