import { type Clock, deviceClock } from './device-clock.ts'

/** Whether the server is reachable. */
export interface Connectivity {
  /** Null if the server is reachable or this is still unknown; otherwise the time of its last response, in milliseconds. */
  offlineSince(): number | null
  /** Whether a request has succeeded or failed since the page loaded. */
  isKnown(): boolean
  /** Call after any response from the server, errors included. */
  markOnline(): void
  /** Call if there was no response, or one that didn't come from Larder. */
  markOffline(): void
  watch(watcher: () => void): () => void
}

interface LastResponseStore {
  read(): number | null
  write(at: number): void
}

/** How often the time of the last response is persisted. */
const persistEveryMs = 15_000

/** `memory` persists the time of the last response, so that an offline start can show it. */
export function openConnectivity(memory: LastResponseStore, { now }: Clock = deviceClock): Connectivity {
  let since: number | null | undefined
  let lastResponseAt = memory.read()
  let persistedAt = 0
  const watchers = new Set<() => void>()
  const change = (next: number | null) => {
    if (next === since) return
    since = next
    for (const watcher of [...watchers]) watcher()
  }
  return {
    offlineSince: () => since ?? null,
    isKnown: () => since !== undefined,
    markOnline() {
      lastResponseAt = now()
      if (lastResponseAt - persistedAt > persistEveryMs) {
        persistedAt = lastResponseAt
        memory.write(lastResponseAt)
      }
      change(null)
    },
    markOffline() {
      if (since) return
      if (lastResponseAt !== null) memory.write(lastResponseAt)
      change(lastResponseAt ?? now())
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
