import { type PendingMutation, readStored } from './operation.ts'

/** The last answer of the server that is kept for a start without a network. */
export interface Snapshot {
  /** What it is of, e.g. `shopping/{household}`. */
  readonly key: string
  readonly user: string
  readonly household: string
  /** When it was asked for, and when it was kept, in milliseconds. */
  readonly askedAt: number
  readonly keptAt: number
  /** The household's last change that is in it, as far as the server said. */
  readonly seq: number | null
  readonly data: unknown
}

/** What a device remembers of unsent changes. Every call is one transaction. */
export interface Store {
  /** Whether it outlives the page. */
  readonly isDurable: () => boolean
  /** Everything of this person, oldest first; what another person left here is gone afterwards. */
  open(user: string): Promise<PendingMutation[]>
  all(): Promise<PendingMutation[]>
  /** Writes a new operation down; answers its place in the line. */
  put(mutation: PendingMutation): Promise<number>
  /** Changes the one operation; null from `change` forgets it. Answers what it is now. `known`: as it was last seen, for when it cannot be read. */
  edit(id: string, change: (mutation: PendingMutation) => PendingMutation | null, known?: PendingMutation): Promise<PendingMutation | null>
  drop(ids: readonly string[]): Promise<void>
  snapshot(key: string): Promise<Snapshot | null>
  /** Keeps an answer and forgets the operations it shows, unless a later answer is kept already. */
  keep(snapshot: Snapshot, shown: readonly string[]): Promise<void>
  /** Of which households something is here. */
  households(): Promise<string[]>
  /** Forgets one household, or everything. */
  wipe(household?: string): Promise<void>
  close(): void
}

/** Remembers until the page goes: where the browser keeps nothing, and in tests the device itself. */
export function memoryStore(isDurable = false): Store {
  let operations: PendingMutation[] = []
  const snapshots = new Map<string, Snapshot>()
  let last = 0
  const drop = (ids: readonly string[]) => {
    operations = operations.filter(({ id }) => !ids.includes(id))
  }
  // Records and answers are never changed, only replaced: no copy is needed.
  const copy = () => [...operations]
  return {
    isDurable: () => isDurable,
    async open(user) {
      operations = operations.filter((mutation) => mutation.user === user)
      for (const [key, snapshot] of snapshots) if (snapshot.user !== user) snapshots.delete(key)
      return copy()
    },
    all: async () => copy(),
    async put(mutation) {
      last += 1
      operations.push({ ...mutation, order: last })
      return last
    },
    async edit(id, change) {
      operations = operations.flatMap((mutation) => (mutation.id === id ? (change(mutation) ?? []) : mutation))
      return operations.find((mutation) => mutation.id === id) ?? null
    },
    drop: async (ids) => drop(ids),
    snapshot: async (key) => snapshots.get(key) ?? null,
    async keep(snapshot, shown) {
      if (isOlder(snapshot, snapshots.get(snapshot.key))) return
      snapshots.set(snapshot.key, snapshot)
      drop(shown)
    },
    households: async () => [...new Set([...operations, ...snapshots.values()].map(({ household }) => household))],
    async wipe(household) {
      operations = household === undefined ? [] : operations.filter((mutation) => mutation.household !== household)
      for (const [key, snapshot] of snapshots) if (household === undefined || snapshot.household === household) snapshots.delete(key)
    },
    close() {},
  }
}

/**
 * Uses `first` as long as it takes what it is given. What it will not take (the disk is full, the browser forbids it) is remembered
 * until the page goes, and `onLost` says so before anything can be lost.
 */
export function withFallback(first: Store, onLost: () => void): Store {
  const second = memoryStore()
  // Behind everything that was written down.
  const later = Number.MAX_SAFE_INTEGER / 2
  let works = true
  const lost = () => {
    if (!works) return
    works = false
    onLost()
  }
  const place = (mutation: PendingMutation): PendingMutation => ({ ...mutation, order: later + mutation.order })
  const tryFirst = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch {
      lost()
      return otherwise
    }
  }
  return {
    isDurable: () => works && first.isDurable(),
    async open(user) {
      return [...(await tryFirst(() => first.open(user), [])), ...(await second.open(user)).map(place)]
    },
    async all() {
      const written = await first.all().catch((error: unknown) => {
        // Nothing that can be read is not nothing that waits.
        lost()
        throw error
      })
      const others = (await second.all()).map(place)
      return [...written.filter(({ id }) => others.every((other) => other.id !== id)), ...others]
    },
    async put(mutation) {
      try {
        const order = await first.put(mutation)
        works = (await second.all()).every(({ state }) => state !== 'waiting')
        return order
      } catch {
        lost()
        return later + (await second.put(mutation))
      }
    },
    async edit(id, change, known) {
      if ((await second.all()).some((mutation) => mutation.id === id)) return second.edit(id, change)
      try {
        return await first.edit(id, change)
      } catch {
        lost()
        const next = known ? change(known) : null
        // What is on screen is not gone because it cannot be read: from here on it is remembered.
        if (next) await second.put(next)
        return next
      }
    },
    async drop(ids) {
      await second.drop(ids)
      await tryFirst(() => first.drop(ids), undefined)
    },
    async snapshot(key) {
      return (await second.snapshot(key)) ?? (await tryFirst(() => first.snapshot(key), null))
    },
    async keep(snapshot, shown) {
      // A list that does not fit is no loss: it is on the server. What waits must not be pushed out for it.
      await first.keep(snapshot, shown).catch(() => {})
      await second.drop(shown)
    },
    async households() {
      return [...new Set([...(await tryFirst(() => first.households(), [])), ...(await second.households())])]
    },
    async wipe(household) {
      await second.wipe(household)
      await tryFirst(() => first.wipe(household), undefined)
    },
    close: () => first.close(),
  }
}

/** Whether a later answer is kept already. One from the future is none: somebody has set the clock back. */
export function isOlder(snapshot: Snapshot, before: Snapshot | undefined): boolean {
  if (before === undefined) return false
  if (before.seq !== null && snapshot.seq !== null && before.seq !== snapshot.seq) return before.seq > snapshot.seq
  return before.askedAt > snapshot.askedAt && before.askedAt <= snapshot.keptAt
}

/** Records in their order; what is none of ours is left alone. */
export const readAll = (records: readonly unknown[]): PendingMutation[] =>
  records
    .map(readStored)
    .filter((mutation) => mutation !== null)
    .toSorted((a, b) => a.order - b.order)
