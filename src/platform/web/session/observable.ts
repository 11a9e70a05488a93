/** A value that notifies its watchers when it changes. `watch` and `get` fit `useSyncExternalStore`. */
export interface Observable<T> {
  get(): T
  set(value: T): void
  /** Returns a function that stops watching. */
  watch(watcher: () => void): () => void
}

export function observable<T>(initial: T): Observable<T> {
  let current = initial
  const watchers = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const watcher of [...watchers]) watcher()
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
