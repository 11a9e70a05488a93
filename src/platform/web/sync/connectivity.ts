import { type Clock, deviceClock } from './clock.ts'

/** Whether the server answers, and since when it does not. */
export interface Connectivity {
  /** Null: it answers, or nobody has asked yet. Else when it was heard last, in milliseconds. */
  offlineSince(): number | null
  /** Whether anybody has been asked since the page came, and answered or not. */
  isKnown(): boolean
  /** It answered, whatever it said. */
  markOnline(): void
  /** No answer, or one that was not Larder's. */
  markOffline(): void
  watch(watcher: () => void): () => void
}

interface Memory {
  read(): number | null
  write(at: number): void
}

/** How often the moment of the last answer is written down. */
const noteEveryMs = 15_000

/** `memory` outlives the page, so that a start without a network can say since when. */
export function openConnectivity(memory: Memory, { now }: Clock = deviceClock): Connectivity {
  let since: number | null | undefined
  let heardAt = memory.read()
  let notedAt = 0
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
      heardAt = now()
      if (heardAt - notedAt > noteEveryMs) {
        notedAt = heardAt
        memory.write(heardAt)
      }
      change(null)
    },
    markOffline() {
      if (since) return
      if (heardAt !== null) memory.write(heardAt)
      change(heardAt ?? now())
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
