import { type PendingMutation, readStored } from './operation.ts'

/** The device's storage of pending mutations. Each call is one transaction. */
export interface OutboxStore {
  /** Whether it survives the page. */
  isDurable(): boolean
  /** Returns this person's operations, oldest first, and deletes another person's. */
  open(user: string): Promise<PendingMutation[]>
  all(): Promise<PendingMutation[]>
  /** Stores a new operation. Returns its position in the queue. */
  put(mutation: PendingMutation): Promise<number>
  /**
   * Changes one operation; `change` returns null to delete it. Returns the result. `known` is the last known value, used if the store
   * can't be read.
   */
  edit(id: string, change: (mutation: PendingMutation) => PendingMutation | null, known?: PendingMutation): Promise<PendingMutation | null>
  drop(ids: readonly string[]): Promise<void>
  /** The households that have data here. */
  households(): Promise<string[]>
  /** Deletes one household's data, or everything. */
  wipe(household?: string): Promise<void>
  close(): void
}

/** Stores in memory: the fallback where the browser stores nothing, and the device itself in tests. */
export function memoryStore(isDurable = false): OutboxStore {
  let operations: PendingMutation[] = []
  let last = 0
  // Records are replaced, never mutated.
  const copy = () => [...operations]
  return {
    isDurable: () => isDurable,
    async open(user) {
      operations = operations.filter((mutation) => mutation.user === user)
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
    async drop(ids) {
      operations = operations.filter(({ id }) => !ids.includes(id))
    },
    households: async () => [...new Set(operations.map(({ household }) => household))],
    async wipe(household) {
      operations = household === undefined ? [] : operations.filter((mutation) => mutation.household !== household)
    },
    close() {},
  }
}

/**
 * Uses `first` while it works. What it can't store (disk full, forbidden) is kept in memory, and `onLost` runs before anything can be
 * lost.
 */
export const withFallback = (first: OutboxStore, onLost: () => void): OutboxStore => new FallbackStore(first, onLost)

/** Orders operations in memory after the stored ones. */
const memoryOrder = Number.MAX_SAFE_INTEGER / 2

class FallbackStore implements OutboxStore {
  readonly #first: OutboxStore
  readonly #memory = memoryStore()
  readonly #onLost: () => void
  #isFirstWorking = true

  constructor(first: OutboxStore, onLost: () => void) {
    this.#first = first
    this.#onLost = onLost
  }

  isDurable() {
    return this.#isFirstWorking && this.#first.isDurable()
  }

  async open(user: string) {
    const stored = await this.#tryFirst(() => this.#first.open(user), [])
    return [...stored, ...(await this.#memory.open(user)).map(afterStored)]
  }

  async all() {
    const stored = await this.#first.all().catch((error: unknown) => {
      // An unreadable store is not an empty one.
      this.#reportLoss()
      throw error
    })
    const remembered = (await this.#memory.all()).map(afterStored)
    return [...stored.filter(({ id }) => remembered.every((other) => other.id !== id)), ...remembered]
  }

  async put(mutation: PendingMutation) {
    try {
      const order = await this.#first.put(mutation)
      this.#isFirstWorking = (await this.#memory.all()).every(({ state }) => state !== 'waiting')
      return order
    } catch {
      this.#reportLoss()
      return memoryOrder + (await this.#memory.put(mutation))
    }
  }

  async edit(id: string, change: (mutation: PendingMutation) => PendingMutation | null, known?: PendingMutation) {
    if ((await this.#memory.all()).some((mutation) => mutation.id === id)) return this.#memory.edit(id, change)
    try {
      return await this.#first.edit(id, change)
    } catch {
      this.#reportLoss()
      const next = known ? change(known) : null
      // Keep the operation shown on screen in memory.
      if (next) await this.#memory.put(next)
      return next
    }
  }

  async drop(ids: readonly string[]) {
    await this.#memory.drop(ids)
    await this.#tryFirst(() => this.#first.drop(ids), undefined)
  }

  async households() {
    const stored = await this.#tryFirst(() => this.#first.households(), [])
    return [...new Set([...stored, ...(await this.#memory.households())])]
  }

  async wipe(household?: string) {
    await this.#memory.wipe(household)
    await this.#tryFirst(() => this.#first.wipe(household), undefined)
  }

  close() {
    this.#first.close()
  }

  async #tryFirst<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    try {
      return await work()
    } catch {
      this.#reportLoss()
      return fallback
    }
  }

  #reportLoss(): void {
    if (!this.#isFirstWorking) return
    this.#isFirstWorking = false
    this.#onLost()
  }
}

const afterStored = (mutation: PendingMutation): PendingMutation => ({ ...mutation, order: memoryOrder + mutation.order })

/** Parses records in order and skips unknown ones. */
export const parseStoredMutations = (records: readonly unknown[]): PendingMutation[] =>
  records
    .map(readStored)
    .filter((mutation) => mutation !== null)
    .toSorted((a, b) => a.order - b.order)
